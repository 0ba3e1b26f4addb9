#!/bin/sh
# The commands of finais-gen that write much, into a pipe whose reader has gone: the signal ends them,
# without a word; where that is ignored they say so.
#
#     test_generator_pipes.sh FINAIS-GEN TABLES DEFAULT-SIGNALS
set -eu
. "$(dirname "$0")/generator.sh"
tables=$2
default_signals=$3
export OMP_WAIT_POLICY=passive
mkfifo "$work/pipe"

# into_nothing COMMAND...: runs it with standard output as said; it begins when the reader has gone.
into_nothing() {
    code=0
    rm -f "$work/gone"
    (
        exec >"$work/pipe" 2>"$work/err"
        until [ -e "$work/gone" ]; do
            sleep 0.01
        done
        exec "$@" --tables "$tables"
    ) &
    background=$!
    exec 3<"$work/pipe"
    exec 3<&-
    : >"$work/gone"
    wait $background || code=$?
    background=
}

while read -r arguments; do
    ran="finais-gen $arguments, the signal of a broken pipe"
    into_nothing "$default_signals" "$generator" $arguments
    same "$code" 141 'exit code'
    same "$(cat "$work/err")" '' 'standard error'
    (
        trap '' PIPE
        into_nothing "$generator" $arguments
        echo "$code" >"$work/code"
    )
    ran="finais-gen $arguments, without the signal"
    code=$(cat "$work/code")
    fault 5 'Broken pipe'
done <<END
find --quiet --signature MMMvK
find --quiet --signature KMvK --sample 1000
find --quiet --signature KMvK --count
dump --signature MMMvK
dump --signature KMvK --format npy
stats --pieces 3 --tsv
stats --histogram --pieces 3
longest --quiet --pieces 3 --pdn
END
check_report
