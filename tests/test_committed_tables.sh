#!/bin/sh
# The tables in the repository are those that the program makes today, and right by the rules. $1 is
# the program, $2 the folder tables/.
set -u
. "$(dirname "$0")/generator.sh"
tables=$2

run build --pieces 3 --metrics wdl,dtw,dtc --tables "$work/new"
answer
run hash --pieces 3 --tables "$work/new" --check "$tables/brazilian/manifest.tsv"
answer
same "$(grep -c . "$work/out")" 27 'number of tables'
run verify --level rules --pieces 3 --tables "$tables"
answer
grep -q '^27 tables with 598560 positions are right' "$work/out" && pass || fail 'not all'
# Outcomes of 5 pieces, distances of 4.
run verify --level hash --tables "$tables"
answer
grep -q '^91 tables with ' "$work/out" && pass || fail 'not all'
run verify --level rules --tables "$tables" --sample 20000
answer
size=$(cat "$tables"/brazilian/* | wc -c)
[ "$size" -le 6000000 ] && pass || fail "they take $size bytes"
check_report
