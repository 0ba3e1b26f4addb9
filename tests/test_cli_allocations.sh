#!/bin/sh
# finais when the system refuses an allocation, each in turn, alone or with all after it; libzstd's and
# the C library's among them: the right answer, or one line and exit code 6, no crash. Beyond what
# cli.sh takes, $4 is what is to be preloaded (fail_allocation.c), and $5 the program example_memory.
set -u
. "$(dirname "$0")/cli.sh"
preload=$4
example=$5
export FINAIS_TABLES="$tables"
printf '%s\n' 'W:WKa1:BKd4' 'B:Wd2,c1:BKh6' >"$work/fens"

# with_failures VARIABLE COMMAND...: at allocation number $at.
with_failures() {
    variable=$1
    shift
    code=0
    env LD_PRELOAD="$preload" "$variable=1" FINAIS_FAIL_AT="$at" "$@" <"$work/fens" \
        >"$work/out" 2>"$work/err" || code=$?
}

# try REFUSAL COMMAND...: lets each allocation of a command fail; it ends with exit code REFUSAL when it
# cannot do without.
try() {
    refusal=$1
    shift
    ran="$(basename "$1") $2 with all memory"
    at=-1
    with_failures FINAIS_FAIL_COUNT "$@"
    count=$(tail -n 1 "$work/err")
    cp "$work/out" "$work/right"
    [ "$code" -eq 0 ] && [ -s "$work/right" ] && [ "$count" -gt 20 ] && pass || fail "$count allocations"
    refused=0
    at=0
    while [ "$at" -lt "$count" ]; do
        for failing in FINAIS_FAIL_ON FINAIS_FAIL_ONCE; do
            with_failures $failing "$@"
            ran="$(basename "$1") $2 with $failing=1 FINAIS_FAIL_AT=$at"
            if [ "$code" -eq 0 ]; then
                cmp -s "$work/out" "$work/right" && pass || fail 'another answer'
            elif [ "$code" -eq "$refusal" ]; then
                same_line=$(grep -c . "$work/err")
                [ "$same_line" -eq 1 ] && pass || fail "$same_line lines on standard error"
                refused=$((refused + 1))
            else
                fail "exit code $code: $(head -n 3 "$work/err")"
            fi
        done
        at=$((at + 1))
    done
    ran="$(basename "$1") $2"
    [ "$refused" -gt 5 ] && pass || fail "only $refused refusals"
}

try 6 "$finais" probe 'W:WKd8,a7:BKg1'
try 6 "$finais" line 'W:WKd8,a7:BKg1' --json
try 6 "$finais" probe 'B:WKb6,a7:BKg1' --tree 2
try 6 "$finais" probe --batch
try 6 "$finais" tables
try 1 "$example" 'W:WKd8,a7:BKg1' "$tables"/brazilian/K*v?.wdl
check_report
