#!/bin/sh
# finais-gen when memory is short: refused up front, or finished, more slowly perhaps; or, when the
# system refuses it in the middle, one line and a run that can go on. It keeps to what it says that it
# needs. $1 is the program, $2 one that measures memory (peak_memory.c), $3 the JSON checker.
set -u
. "$(dirname "$0")/generator.sh"
peak_memory=$2
query=$3
pieces=4
export OMP_WAIT_POLICY=passive

run build --level 1 --pieces $pieces --tables "$work/whole"
answer
hashes "$work/whole" >"$work/whole.hashes"
run build --pieces 3 --metrics wdl,dtw,dtc --tables "$work/all"
answer
hashes "$work/all" >"$work/all.hashes"

# is_whole DIR HASHES
is_whole() {
    hashes "$1" >"$work/hashes"
    cmp -s "$work/hashes" "$2" && pass || fail 'other content hashes'
    no_leftovers "$1"
}

# ---- --memory -------------------------------------------------------------------------------------
# least OPTION...: the least memory that a run of everything takes.
least() {
    "$generator" plan --pieces $pieces --format json "$@" | "$query" one_run/memory_least_bytes
}
for kernel in auto none; do
    for threads in 1 2; do
        enough=$(least --threads $threads --kernel $kernel)
        run build --pieces $pieces --threads $threads --kernel $kernel --memory $((enough - enough / 50)) \
            --tables "$work/refused"
        fault 6 'of memory and'
        [ -e "$work/refused" ] && fail 'a refused build made something' || pass
        run build --pieces $pieces --threads 1 --kernel $kernel --memory 1M --tables "$work/refused"
        fault 6 'of memory and 1.0 MB may be used'
        for memory in "$enough" $((2 * enough)); do
            rm -rf "$work/limited"
            ran="build with $threads threads, kernel $kernel and --memory $memory"
            code=0
            "$peak_memory" "$work/peak" "$generator" build --level 1 --pieces $pieces --threads $threads \
                --kernel $kernel --memory "$memory" --tables "$work/limited" \
                >"$work/out" 2>"$work/err" || code=$?
            answer
            [ "$(cat "$work/peak")" -le "$memory" ] && pass ||
                fail "it had $(cat "$work/peak") bytes in use"
            is_whole "$work/limited" "$work/whole.hashes"
        done
    done
done

# ---- ulimit -v ------------------------------------------------------------------------------------
# With too little for the program itself the system says so, with 126 or 127. The limit counts what is
# mapped, too, so a run may be refused memory in the middle that the plan says is there.
refused=0
made=0
for limit in 10000 14000 17000 20000 23000 26000 30000 36000 50000 100000; do
    for metrics in wdl wdl,dtw,dtc; do
        case $metrics in
        wdl) set -- $pieces "$work/whole.hashes" ;;
        *) set -- 3 "$work/all.hashes" ;;
        esac
        rm -rf "$work/limited"
        ran="build of $metrics with ulimit -v $limit"
        code=0
        (
            ulimit -v $limit
            exec "$generator" build --level 1 --pieces "$1" --threads 2 --metrics $metrics \
                --tables "$work/limited"
        ) >"$work/out" 2>"$work/err" || code=$?
        case $code in
        126 | 127) continue ;;
        0)
            answer
            made=$((made + 1))
            ;;
        *)
            fault 6 "$(grep -o -e 'memory' -e 'threads' "$work/err" | head -n 1)"
            refused=$((refused + 1))
            ;;
        esac
        [ ! -e "$work/limited" ] || no_leftovers "$work/limited"
        run build --pieces "$1" --metrics $metrics --quiet --tables "$work/limited"
        answer
        is_whole "$work/limited" "$2"
    done
done
ran='build with ulimit -v'
[ $made -gt 0 ] && [ $refused -gt 0 ] && pass || fail "$made made, $refused refused"
check_report
