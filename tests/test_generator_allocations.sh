#!/bin/sh
# finais-gen when the system refuses an allocation: one line and exit code 6, or done all the same; no
# crash, no table that differs. $1 is the program, $2 what is to be preloaded (fail_allocation.c).
set -u
. "$(dirname "$0")/generator.sh"
preload=$2
export OMP_WAIT_POLICY=passive

# with_failures VARIABLE=VALUE ARGUMENT...
with_failures() {
    variable=$1
    shift
    code=0
    env LD_PRELOAD="$preload" "$variable" FINAIS_FAIL_AT="$at" "$generator" "$@" \
        >"$work/out" 2>"$work/err" || code=$?
}

# The library for threads says a line of its own.
judge() {
    sed -i '/^$/d; /^libgomp: /d' "$work/err"
    case $code in
    0) answer ;;
    *) fault 6 finais-gen ;;
    esac
}

run build --signature KvM --metrics wdl,dtw,dtc --threads 2 --quiet --tables "$work/whole"
answer
hashes "$work/whole" >"$work/whole.hashes"
run build --signature KvM --form fast --threads 2 --quiet --tables "$work/whole_fast"
answer
for kind in build build_fast verify stats dump find sample longest; do
    command=$kind
    case $kind in
    build) set -- --metrics wdl,dtw,dtc --signature KvM --tables "$work/made" --threads 2 --quiet ;;
    build_fast)
        command=build
        set -- --form fast --signature KvM --tables "$work/made" --threads 2 --quiet
        ;;
    verify) set -- --level rules --tables "$work/whole" --threads 2 --quiet ;;
    stats) set -- --tsv --threads 2 --tables "$work/whole" ;;
    dump) set -- --signature KvM --threads 2 --tables "$work/whole" ;;
    find) set -- --where 'unique line 2 or sacrifice 1' --tsv --threads 2 --quiet --tables "$work/whole" ;;
    sample)
        command=find
        set -- --where win --sample 20 --threads 2 --quiet --tables "$work/whole"
        ;;
    longest) set -- --pdn --threads 2 --quiet --tables "$work/whole" ;;
    esac
    set -- $command "$@"
    step=9
    [ $command = build ] || [ $kind = verify ] || step=21
    whole=$work/whole
    [ $kind != build_fast ] || whole=$work/whole_fast
    rm -rf "$work/made"
    at=-1
    with_failures FINAIS_FAIL_COUNT=1 "$@"
    count=$(tail -n 1 "$work/err")
    cp "$work/out" "$work/right"
    ran="the count of allocations in $kind"
    [ "$count" -gt 5 ] && pass || fail "$count"
    refused=0
    at=0
    failing=FINAIS_FAIL_ON=1
    while [ "$at" -lt "$count" ]; do
        rm -rf "$work/made"
        with_failures $failing "$@"
        ran="finais-gen $* with $failing FINAIS_FAIL_AT=$at"
        refused=$((refused + (code == 6)))
        judge
        if [ "$code" -eq 0 ] && [ $command != build ] && [ $kind != verify ]; then
            cmp -s "$work/out" "$work/right" && pass || fail 'another answer'
        fi
        for table in "$work"/made/brazilian/*[KM]v[KM]*; do
            [ ! -e "$table" ] || cmp -s "$table" "$whole/brazilian/${table##*/}" ||
                fail "${table##*/} is another"
        done
        # From here on, or this one alone.
        case $failing in
        FINAIS_FAIL_ON=1) failing=FINAIS_FAIL_ONCE=1 ;;
        *) failing=FINAIS_FAIL_ON=1 ;;
        esac
        at=$((at + step))
    done
    ran="allocations that fail in $kind"
    [ $refused -gt 0 ] && pass || fail 'nothing is refused'
done
check_report
