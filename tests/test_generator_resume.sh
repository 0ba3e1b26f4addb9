#!/bin/sh
# A build that is stopped at any moment, by SIGINT, SIGTERM or SIGKILL, loses no finished table, leaves
# nothing that looks finished, and comes to the same tables in the end. $1 is the program, $2 the
# number of pieces, $3 the number of stops, $4 the metrics, $5 a program that runs a command with the
# default signals.
set -u
. "$(dirname "$0")/generator.sh"
pieces=$2
stops=$3
metrics=$4
default_signals=$5
seed=$(date +%s)
echo "seed $seed"

run build --pieces "$pieces" --metrics "$metrics" --tables "$work/whole"
answer
hashes "$work/whole" >"$work/whole.hashes"
[ -s "$work/whole.hashes" ] && pass || fail 'no hashes'

# pause NUMBER: waits for 20 to 500 ms.
pause() {
    sleep "$(awk -v seed="$seed" -v number="$1" \
        'BEGIN { srand(seed + 1000 * number); printf "%.3f", 0.02 + 0.48 * rand() }')"
}

# A signal before the program is ready for it, which is before it says what it will do, ends it like
# any other.
wait_for_plan() {
    while [ ! -s "$work/out" ] && kill -0 "$background" 2>/dev/null; do
        sleep 0.01
    done
}

# What is there is right: every table of the stopped run has the bytes of the whole run.
check_finished() {
    for table in "$work"/stopped/brazilian/*v*.wdl "$work"/stopped/brazilian/*v*.dtw; do
        [ -e "$table" ] || continue
        cmp -s "$table" "$work/whole/brazilian/$(basename "$table")" ||
            fail "$(basename "$table") is not as it should be"
    done
}

# stop NUMBER SIGNAL CODE
stop() {
    # What an earlier run wrote there must not be taken for this one's.
    rm -f "$work/out"
    "$default_signals" "$generator" build --pieces "$pieces" --metrics "$metrics" \
        --tables "$work/stopped" >"$work/out" 2>"$work/err" &
    background=$!
    [ "$2" = KILL ] || wait_for_plan
    pause "$1"
    kill -"$2" "$background" 2>/dev/null
    code=0
    wait "$background" 2>/dev/null || code=$?
    background=
    ran="stop $1 by $2"
    if [ "$code" -eq 0 ]; then
        echo "$ran: was done before; the next starts anew"
        check_finished
        rm -rf "$work/stopped"
    elif [ "$2" = KILL ]; then
        same "$code" "$3" 'exit code'
    else
        fault "$3" 'run the same command again'
        no_leftovers "$work/stopped"
    fi
}

number=0
while [ "$number" -lt "$stops" ]; do
    number=$((number + 1))
    case $((number % 3)) in
    0) stop "$number" INT 75 ;;
    1) stop "$number" KILL 137 ;;
    2) stop "$number" TERM 75 ;;
    esac
    check_finished
done
run build --pieces "$pieces" --metrics "$metrics" --tables "$work/stopped"
answer
check_finished
no_leftovers "$work/stopped"
hashes "$work/stopped" >"$work/stopped.hashes"
same "$(cat "$work/stopped.hashes")" "$(cat "$work/whole.hashes")" 'content hashes'
check_report
