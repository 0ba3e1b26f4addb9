#!/bin/sh
# finais-gen dump: text and array agree with each other and with the index (read_dump.py), the text
# with what the library says of every position; what cannot be written or asked for is told.
#
#     test_generator_dump.sh FINAIS-GEN TABLES FINAIS DEFAULT-SIGNALS PYTHON
set -eu
. "$(dirname "$0")/generator.sh"
tables=$2
finais=$3
default_signals=$4
python=$5

dump() {
    run dump --tables "$tables" "$@"
}

# round_trip SIGNATURE ROWS [ARGUMENT...]
round_trip() {
    signature=$1
    rows=$2
    shift 2
    dump --signature "$signature" "$@"
    answer
    mv "$work/out" "$work/text"
    same "$(($(wc -l <"$work/text") - 1))" "$rows" "positions of $signature"
    if command -v "$python" >/dev/null 2>&1; then
        dump --signature "$signature" --format npy --threads 1 "$@"
        answer
        mv "$work/out" "$work/array"
        same "$("$python" -B "$here/read_dump.py" "$here/second_reader" "$work/array" \
            "$work/text" 2>&1)" "$rows positions" "what Python finds of $signature"
    fi
    # The library's answers, of the same metrics.
    columns=$(head -n 1 "$work/text" | sed 's/fen/1/; s/.side_to_move//; s/wdl/2/; s/dtw/3/; s/dtc/4/')
    sed 1d "$work/text" | cut -f 1 | "$finais" probe --batch --tables "$tables" |
        cut -f "$(echo "$columns" | tr '\t' ,)" >"$work/library"
    sed 1d "$work/text" | cut -f 1,3- | cmp -s - "$work/library" && pass ||
        fail "the library says something else of $signature"
}

round_trip KvK 992
round_trip MvM 760
round_trip KvM 1736
round_trip MMvM 19872 --metrics wdl
round_trip KKvK 29760 --metrics dtc
dump --signature KKvK --metrics wdl,dtw
answer
same "$(head -n 1 "$work/out" | tr '\t' ' ')" 'fen side_to_move wdl dtw' 'the headline'
dump --signature KMvKM --metrics wdl --kernel none
answer
mv "$work/out" "$work/none"
dump --signature KMvKM --metrics wdl --threads 1
answer
cmp -s "$work/none" "$work/out" && pass || fail 'kernels and threads differ'

dump
fault 2 '--signature is missing'
dump --signature KvK --format csv
fault 2 "--format 'csv': expected tsv or npy"
dump --signature KKMvMM --metrics dtw
fault 3 'KKMvMM.dtw: not there'
dump --signature KKKKvKKK
fault 3 'no table of KKKKvKKK'

# A reader that goes away, a full disk, a signal.
"$generator" dump --signature KMvK --tables "$tables" 2>"$work/err" | head -n 2 >"$work/out"
same "$(cat "$work/err")" '' 'what is said to a reader that went away'
same "$(wc -l <"$work/out")" 2 'rows read before'
if [ -c /dev/full ]; then
    ran='dump to a full disk'
    code=0
    "$generator" dump --signature KMvK --tables "$tables" >/dev/full 2>"$work/err" || code=$?
    fault 6 'No space left'
fi
interrupted "$default_signals" dump --signature KKMvMM --tables "$tables"
fault 75 'interrupted'
check_report
