#!/bin/sh
# Runs every fuzz target that the preset `fuzz` has built, two at a time: FEN, PDN, table files and
# probes of damaged tables for so many seconds, those of smaller pieces of input for a third of it.
#
#     tests/fuzz/run.sh BUILD_FOLDER SECONDS
#
# New inputs go to BUILD_FOLDER/corpus, and what a target fails on to BUILD_FOLDER/finds: then the exit
# code is 1. Keep such an input in tests/fuzz/corpus, where the default tests replay it.
set -u
build=$1
seconds=$2
# Files in memory, where there is room for them.
if [ -d /dev/shm ] && [ -w /dev/shm ]; then
    TMPDIR=/dev/shm
    export TMPDIR
fi
mkdir -p "$build/finds"

# fuzz PROGRAM FOLDER...: one target.
fuzz() {
    program=$1
    name=$(basename "$program")
    shift
    mkdir -p "$build/corpus/$name"
    if "$program" -max_total_time="$time" -timeout=20 -rss_limit_mb=2048 -max_len=16384 \
        -print_final_stats=1 -artifact_prefix="$build/finds/$name-" \
        "$build/corpus/$name" "$@" >"$build/$name.log" 2>&1; then
        printf '%s: %s\n' "$name" \
            "$(grep -E 'number_of_executed_units' "$build/$name.log" | tr -s ' ')"
    else
        tail -n 40 "$build/$name.log"
        printf '%s: FAILED, input in %s\n' "$name" "$build/finds"
        touch "$build/failed"
    fi
}

rm -f "$build/failed"
# run_targets: those in the lines of the standard input.
run_targets() {
    running=
    while read -r line; do
        # The words of a line are meant to be split.
        # shellcheck disable=SC2086
        fuzz $line &
        if [ -n "$running" ]; then
            wait "$running" "$!"
            running=
        else
            running=$!
        fi
    done
    wait
}

main='fuzz-\(fen\|pdn\|table\|damage\) '
time=$seconds
grep "$main" "$build/fuzz-targets.txt" >"$build/fuzz-main.txt"
run_targets <"$build/fuzz-main.txt"
time=$((seconds / 3 + 1))
grep -v "$main" "$build/fuzz-targets.txt" >"$build/fuzz-other.txt"
run_targets <"$build/fuzz-other.txt"
[ ! -e "$build/failed" ]
