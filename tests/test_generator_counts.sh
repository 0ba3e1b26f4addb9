#!/bin/sh
# finais-gen stats against the counts of unrelated programs, row by row, after building all tables
# of up to $3 pieces. $1 is the program, $2 the folder of the test data.
set -u
. "$(dirname "$0")/generator.sh"
data=$2
pieces=$3

# Wins, draws and losses of the side to move.
case $pieces in
2) totals='1291 1507 690' ;;
3) totals='67461 95158 33413' ;;
4) totals='2408066 2544734 1256516' ;;
5) totals='55819332 53361144 30270332' ;;
esac
metrics=${4-wdl,dtw,dtc}

run build --level 1 --pieces "$pieces" --metrics "$metrics" --tables "$work/tables"
answer
run stats --tables "$work/tables" --tsv
answer
cut -f 1-18 "$work/out" >"$work/counts.tsv"
no_leftovers "$work/tables"

# The data has some endings under both of their names. Of the other name's row everything is the
# same but the names of the sides.
awk -F"$tab" -v OFS="$tab" -v most="$pieces" '
    function canonical(wm, wk, bm, bk) {
        return wm + wk != bm + bk ? wm + wk > bm + bk : wk >= bk
    }
    NR == 1 { print; next }
    $2 + $3 + $4 + $5 > most { next }
    canonical($2, $3, $4, $5) { print; next }
    {
        split($1, part, "v")
        $1 = part[2] "v" part[1]
        wm = $2; wk = $3; $2 = $4; $3 = $5; $4 = wm; $5 = wk
        $6 = $6 == "white" ? "black" : "white"
        print
    }' "$data/brazilian_counts_4.tsv" >"$work/expected.tsv"
same "$(head -n 1 "$work/counts.tsv")" "$(head -n 1 "$work/expected.tsv")" 'the headline'

# Every row of the data is there; every row that is there is in the data, up to 4 pieces.
ran="stats of up to $pieces pieces"
if [ "$metrics" = wdl ]; then
    cut -f 1-10 "$work/expected.tsv" >"$work/part" && mv "$work/part" "$work/expected.tsv"
    cut -f 1-10 "$work/counts.tsv" >"$work/part" && mv "$work/part" "$work/counts.tsv"
fi
sed 1d "$work/expected.tsv" | sort -u >"$work/expected"
sed 1d "$work/counts.tsv" | sort >"$work/counts"
same "$(sort -u "$work/counts" | wc -l)" "$(wc -l <"$work/counts")" 'number of different rows'
awk -F"$tab" '$2 + $3 + $4 + $5 <= 4' "$work/counts" >"$work/counts_4"
same "$(comm -23 "$work/expected" "$work/counts_4")" '' 'rows of the data that are missing'
same "$(comm -13 "$work/expected" "$work/counts_4")" '' 'rows that are not in the data'
[ -s "$work/expected" ] && pass || fail 'no rows to compare with'

run stats --tables "$work/tables"
answer
found=$(awk -v pieces="$pieces" '$1 == pieces && $3 == "in" { print $6, $8, $10 }' "$work/out")
same "$found" "$totals" "the total of $pieces pieces"
run verify --level "${5-rules}" --tables "$work/tables"
answer
check_report
