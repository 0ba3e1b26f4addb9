#!/bin/sh
# The program finais: bench. How long a probe takes is not tested, only that it is measured: every row
# is there, numbers make sense among each other, the same seed asks for the same. $4 is docs/json.md.
set -u
. "$(dirname "$0")/cli.sh"
document=$4

# number PATH: the number at PATH of the JSON that came out.
number() {
    "$query" "$1" <"$work/out" || fail "no JSON, or nothing at $1"
}

# holds EXPRESSION: awk finds it true.
holds() {
    awk "BEGIN { exit !($1) }" && pass || fail "not so: $1"
}

run bench --pieces 3 --seconds 1 --threads 2 --json
answer 0
json pieces 3
json seed 1
json 'rows/#' 15
for row in 0 2 4 6 7 8 9 10 11 12 13 14; do
    json "rows/$row/threads" 1
    p10=$(number "rows/$row/p10_ns")
    median=$(number "rows/$row/median_ns")
    p90=$(number "rows/$row/p90_ns")
    p99=$(number "rows/$row/p99_ns")
    holds "$p10 <= $median && $median <= $p90 && $p90 <= $p99 && $p99 > 0"
    holds "$(number "rows/$row/mean_ns") > 1"
done
for row in 1 3 5; do
    json "rows/$row/threads" 2
    holds "$(number "rows/$row/probes_per_second") > 0"
done
json rows/4/blocks '"cold"'
json rows/8/positions '"capture"'
json rows/12/metric '"dtc"'
# A block is read and unpacked for each of them, which takes longer than finding it.
holds "$(number rows/4/median_ns) > $(number rows/2/median_ns)"
hit_rate=$(number search/hit_rate)
holds "$hit_rate > 0 && $hit_rate < 1"
holds "$(number search/cache_bytes) > 0"
json many/positions 200000
json opening/tables 91
holds "$(number budget/counted_bytes) <= $(number budget/bytes)"

# Every field is told of in the document.
for field in $(grep -o '"[a-z0-9_]*":' "$work/out" | tr -d '":' | sort -u); do
    grep -q "\`$field\`" "$document" && pass || fail "$document does not tell of $field"
done

# The same seed, the same search.
nodes=$(number search/nodes)
probes=$(number search/probes)
run bench --pieces 3 --seconds 1 --threads 1 --json
answer 0
json 'rows/#' 12
json search/nodes "$nodes"
json search/probes "$probes"
json search/hit_rate "$hit_rate"

# Text: a line for each, and those without tables say so.
mkdir -p "$work/wdl/brazilian"
cp "$tables"/brazilian/*.wdl "$work/wdl/brazilian"
run bench --seconds 1 --threads 1 --tables "$work/wdl"
answer 0
same "$(grep -c '  table brazilian/.*\.dt[wc] is missing *$' "$work/out")" 6 'rows without tables'
same "$(grep -c '^wdl  ' "$work/out")" 7 'rows of wdl'
for line in search many opening budget; do
    grep -q "^$line " "$work/out" && pass || fail "no line of $line"
done

# Wrong numbers, and no tables.
for call in '--pieces 1' '--pieces 13' '--pieces x' '--seconds 0' '--seconds 1.5' '--threads 0' \
    '--threads 257' '--seed -1' '--seed 18446744073709551616'; do
    # The words of the call are meant to be split.
    run bench $call
    fault 2 "is no value of ${call%% *}"
done
run bench --pieces 6
fault 3 'the position has 6 pieces, and the largest table found has 5'
mkdir "$work/nothing"
run bench --tables "$work/nothing"
fault 3 'no table of brazilian was found'

check_report
