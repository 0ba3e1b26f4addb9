#!/bin/sh
# finais-gen bench: the positions are those of the signatures, every solver is there, and nothing is
# written.
#
#     test_generator_bench.sh FINAIS-GEN JSON-QUERY
set -eu
. "$(dirname "$0")/generator.sh"
query=$2

# value PATH VALUE: what the JSON of the last run has at PATH.
value() {
    same "$("$query" "$1" <"$work/out")" "$2" "$1"
}

# positive PATH: there is a number above 0 at PATH.
positive() {
    case $("$query" "$1" <"$work/out") in
    *[1-9]*) pass ;;
    *) fail "$1 is not above 0" ;;
    esac
}

mkdir "$work/empty"
cd "$work/empty"

run bench --pieces 3 --kernel plain --repeat 1 --json
answer
value pieces 3
value threads 1
value repeat 1
for row in '0 both 2 81840' '1 one 3 94320' '2 none 1 19872' '3 all 6 196032'; do
    set -- $row
    value "rates/$1/kernel" '"plain"'
    value "rates/$1/metrics" '"wdl"'
    value "rates/$1/kings" "\"$2\""
    value "rates/$1/signatures" "$3"
    value "rates/$1/positions" "$4"
    positive "rates/$1/cpu_seconds"
    positive "rates/$1/seconds"
    positive "rates/$1/positions_per_cpu_second"
done
value packing/positions 196032
value packing/level 18
positive packing/bytes
positive packing/cpu_ns_per_position
positive packing/bits_per_position

# Every solver that can run here, in text; men alone are a kind of their own with 2 pieces.
run bench --pieces 2 --repeat 2 --threads 2 --level 1
answer
same "$(head -n 1 "$work/out")" '2 pieces, 2 threads, best of 2' 'the headline'
for solver in 'plain   wdl ' 'none    wdl ' 'none    wdl,dtc ' 'none    dtw '; do
    same "$(grep "^$solver" "$work/out" | awk '{print $(NF - 4), $(NF - 3)}' | tr '\n' ' ')" \
        '1 992 1 1736 1 760 3 3488 ' "rows of '$solver'"
done
same "$(tail -n 1 "$work/out" | cut -d : -f 1)" 'packing wdl at level 1' 'the last line'

# Some metrics alone; without win, draw and loss there is nothing to pack.
run bench --pieces 2 --repeat 1 --kernel plain --metrics dtc,wdl
answer
same "$(awk 'NR > 2 && /^plain/ {print $2}' "$work/out" | sort -u)" wdl,dtc 'the metrics'
run bench --pieces 2 --repeat 1 --kernel plain --metrics dtw --json
answer
value rates/0/metrics '"dtw"'
value packing null
run bench --pieces 2 --metrics dtc
fault 2 'no solver finds just these'

# The table files of a build have the size that it tells.
run bench --pieces 3 --kernel auto --repeat 1 --json
answer
bytes=$("$query" packing/bytes <"$work/out")
same "$(ls "$work/empty")" '' 'what bench wrote'
run build --pieces 3 --tables "$work/tables" --quiet
answer
same "$(cd "$work/tables/brazilian" && cat ???v?.wdl ??v?.wdl 2>/dev/null | wc -c)" "$bytes" \
    'bytes of the tables of 3 pieces'

run bench --pieces 3 --kernel none --repeat 1 --json
answer
value 'rates/4/metrics' '"wdl,dtc"'
value 'rates/8/metrics' '"dtw"'

run bench --kernel fast
fault 2 "--kernel 'fast'"
run bench --repeat 0
fault 2 "--repeat '0'"
run bench --level 20
fault 2 "--level '20'"
run bench --tables "$work/tables"
fault 2 'takes no such option'
run bench --pieces 5 --memory 20M
fault 6 'of memory and 21.0 MB may be used'
same "$(cat "$work/out")" '' 'what bench tells before it refuses'
same "$(ls "$work/empty")" '' 'what bench wrote'
check_report
