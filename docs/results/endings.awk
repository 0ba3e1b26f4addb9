# endings.awk - the page of tables: a section for each number of pieces, from totals.tsv and endings.tsv
# (make.sh). `made` tells which tables they come from.
BEGIN { FS = "\t" }
/^#/ { next }
$1 == "pieces" || $1 == "signature" {
    delete column
    for (i = 1; i <= NF; i++) column[$i] = i
    totals = $1 == "pieces"
    next
}
function value(name) { return $column[name] }
function grouped(number) {
    number = number ""
    if (number == "-") return number
    for (done = ""; length(number) > 3; number = substr(number, 1, length(number) - 3))
        done = "," substr(number, length(number) - 2) done
    return number done
}
function share(name) { return value(name) == "-" ? "-" : sprintf("%.2f", 100 * value(name)) }
function longest(metric) {
    if (value("longest_" metric "_win") == "-") return "-"
    return value("longest_" metric "_win") " `" value("longest_" metric "_win_fen") "`"
}
function numbers() {
    return grouped(value("positions")) " | " share("win_share") " | " share("draw_share") " | " \
        share("loss_share") " | " share("capture_share") " | " longest("dtw") " | " longest("dtc")
}
totals { total[$1] = numbers(); signatures[$1] = $2; most = $1; next }
{
    pieces = length($1) - 1
    rows[pieces] = rows[pieces] "| `" $1 "` | " $6 " | " numbers() " |\n"
}
END {
    print "# All endings, by signature\n"
    print "Of each signature and side to move: how many positions there are, which part of them the side to move"
    print "wins, draws and loses, in which part it has to capture (all in percent), and the longest wins in plies:"
    print "to the end (DTW) and to the next capture or promotion (DTC), with an example. `-` stands where there is"
    print "no win, or no table of distances. Exact counts, and the content hash of each table, are in"
    print "[endings.tsv](endings.tsv). This page is made by [make.sh](make.sh)."
    print "\nMade from: " made "."
    for (pieces = 2; pieces <= most; pieces++) {
        printf "\n## %d pieces\n\n", pieces
        print "| signature | to move | positions | win % | draw % | loss % | capture % | longest DTW | longest DTC |"
        print "|---|---|---:|---:|---:|---:|---:|---|---|"
        printf "%s", rows[pieces]
        print "| all " signatures[pieces] " | both | " total[pieces] " |"
    }
}
