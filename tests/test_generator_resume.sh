#!/bin/sh
# A build that is stopped at any moment, by SIGINT, SIGTERM or SIGKILL, loses no finished table, leaves
# nothing that looks finished, and comes to the same tables in the end. $1 is the program, $2 the
# number of pieces, $3 the number of stops, $4 the metrics, $5 a program that runs a command with the
# default signals, $6 the signals, in turn; all three when not given.
set -u
. "$(dirname "$0")/generator.sh"
pieces=$2
stops=$3
metrics=$4
default_signals=$5
signals=${6-KILL TERM INT}
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

# finished: the tables that are there, each with its file and time, which making it again would change.
finished() {
    find "$work/stopped/brazilian" -name '*v*.???' -printf '%f %i %T@\n' 2>/dev/null | sort
}

# What is there is right: every table of the stopped run has the bytes of the whole run. What was there
# before this stop is there still, and was not made again.
check_finished() {
    finished >"$work/now"
    same "$(comm -23 "$work/before" "$work/now")" '' 'what was finished and is not as it was'
    cp "$work/now" "$work/before"
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
        : >"$work/before"
    elif [ "$2" = KILL ]; then
        same "$code" "$3" 'exit code'
    else
        fault "$3" 'run the same command again'
        no_leftovers "$work/stopped"
    fi
}

: >"$work/before"
number=0
while [ "$number" -lt "$stops" ]; do
    for signal in $signals; do
        number=$((number + 1))
        [ "$number" -le "$stops" ] || break
        case $signal in
        KILL) stop "$number" KILL 137 ;;
        *) stop "$number" "$signal" 75 ;;
        esac
        check_finished
    done
done
run build --pieces "$pieces" --metrics "$metrics" --tables "$work/stopped"
answer
check_finished
no_leftovers "$work/stopped"
hashes "$work/stopped" >"$work/stopped.hashes"
same "$(cat "$work/stopped.hashes")" "$(cat "$work/whole.hashes")" 'content hashes'
check_report
