#!/bin/sh
# The tables in the repository are those that the program makes today, and right by the rules. $1 is
# the program, $2 the folder tables/.
set -u
. "$(dirname "$0")/generator.sh"
tables=$2

run build --pieces 3 --metrics wdl,dtw,dtc --tables "$work/new"
answer
run hash --tables "$work/new" --check "$tables/brazilian/manifest.tsv"
answer
same "$(hashes "$tables")" "$(cat "$work/out")" 'content hashes'
same "$(grep -c . "$work/out")" 27 'number of tables'
run verify --level rules --tables "$tables"
answer
grep -q '^27 tables with 598560 positions are right' "$work/out" && pass || fail 'not all'
check_report
