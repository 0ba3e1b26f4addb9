#!/bin/sh
# finais-gen verify --level rules --sample: the sample depends on the seed alone, and tables that are
# missing or damaged are told. Wrong values are planted in test_planted.c.
#
#     test_generator_sample.sh FINAIS-GEN JSON-QUERY
set -eu
. "$(dirname "$0")/generator.sh"
query=$2
tables=$work/tables

# sample ARGUMENT...: runs a sample; its numbers are in $numbers.
sample() {
    run verify --level rules --json --tables "$tables" "$@"
    answer
    numbers=
    tail -n 1 "$work/out" >"$work/done"
    for field in tables positions seed compared wrong_values wrong_tables; do
        numbers="$numbers$("$query" $field <"$work/done") "
    done
}

run build --pieces 3 --metrics wdl,dtw,dtc --tables "$tables" --quiet
answer

sample --sample 30000 --threads 1
first=$numbers
same "$(echo "$first" | cut -d ' ' -f 1-3)" '27 30000 0' 'tables, positions and seed'
compared=$(echo "$first" | cut -d ' ' -f 4)
# Of most tables one of two sides to move is stored, and of that about three positions of four.
if [ "$compared" -gt 9000 ] && [ "$compared" -lt 13000 ]; then
    pass
else
    fail "$compared of 30000 positions have a stored value"
fi
sample --sample 30000 --threads 3 --seed 0
same "$numbers" "$first" 'what 3 threads find'
# So little memory takes batches of another size.
sample --sample 30000 --threads 1 --memory 9M
same "$numbers" "$first" 'what little memory finds'
sample --sample 30000 --seed 1
if [ "$(echo "$numbers" | cut -d ' ' -f 4)" = "$compared" ]; then
    fail 'another seed gives the same sample'
else
    pass
fi
sample --sample 500 --signature KMvK --metrics dtc
same "$(echo "$numbers" | cut -d ' ' -f 1,2,5,6)" '1 500 0 0' 'what one table has'

run verify --level rules --sample 1000 --tables "$tables"
answer
same "$(grep -c '^1000 positions of 27 tables drawn with seed 0, [0-9]* of them with a stored' \
    "$work/out")" 1 'the last line'

run verify --level rules --sample 1000 --memory 1M --tables "$tables"
fault 6 'of memory'
run verify --sample 1000 --tables "$tables"
fault 2 'belong to --level rules'
run verify --level rules --seed 1 --tables "$tables"
fault 2 '--seed belongs to --sample'
run verify --level rules --sample 0 --tables "$tables"
fault 2 "--sample '0'"

# A damaged block of a smaller table, then none at all. The block begins at 519.
flip "$tables/brazilian/KvK.wdl" 540
run verify --level rules --sample 30000 --metrics wdl --tables "$tables" --quiet
fault 4 'KvK.wdl'
rm "$tables/brazilian/KvK.wdl"
run verify --level rules --sample 30000 --metrics wdl --tables "$tables" --quiet
fault 3 'KvK.wdl: a table that moves lead to is missing'
run verify --level rules --sample 30000 --pieces 3 --metrics wdl --tables "$tables" --quiet
fault 3 'KvK.wdl'
check_report
