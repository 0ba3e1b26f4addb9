# captures.awk - totals.tsv, from the rows of endings.tsv and sums without captures (make.sh): counting
# captures takes long, and it was done for the rows. Black to move of a signature that is its own mirror
# is the same positions again.
BEGIN { FS = OFS = "\t" }
/^#/ { print; next }
$1 == "signature" || $1 == "pieces" {
    delete column
    for (i = 1; i <= NF; i++) column[$i] = i
    totals = $1 == "pieces"
    if (totals) print
    next
}
!totals && ($2 != $4 || $3 != $5 || $6 == "white") { captures[$2 + $3 + $4 + $5] += $column["captures"] }
totals {
    $column["captures"] = sprintf("%.0f", captures[$1])
    $column["capture_share"] = sprintf("%.6f", captures[$1] / $column["positions"])
    print
}
