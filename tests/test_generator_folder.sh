#!/bin/sh
# finais-gen and what else is in its folder: files of the user, leftovers, links, pipes; and signals that
# it has to leave alone. $1 is the program, $2 one that runs a command with the default signals.
set -u
. "$(dirname "$0")/generator.sh"
default_signals=$2

# ---- Leftovers ------------------------------------------------------------------------------------
# Only files that the program itself would name like this are its own.
folder=$work/leftovers/brazilian
mkdir -p "$folder/directory.unfinished" "$folder/MMvM.dtc.unfinished"
kept='.unfinished KKvKKvK.wdl.unfinished KvK.wdl.unfinished.unfinished KvK.xyz.unfinished
KvKK.wdl.unfinished manifest.unfinished thesis.unfinished'
for name in $kept KvK.wdl.unfinished KKvM.dtw.unfinished manifest.tsv.unfinished; do
    echo text >"$folder/$name"
done
ln -s nowhere "$folder/MMvM.dtw.unfinished"
run build --pieces 2 --tables "$work/leftovers"
answer
for name in $kept; do
    same "$(cat "$folder/$name")" text "$name"
done
[ -d "$folder/directory.unfinished" ] && [ -d "$folder/MMvM.dtc.unfinished" ] && pass ||
    fail 'a directory is gone'
for name in KvK.wdl.unfinished KKvM.dtw.unfinished manifest.tsv.unfinished; do
    [ -e "$folder/$name" ] && fail "$name is still there" || pass
done
[ -L "$folder/MMvM.dtw.unfinished" ] && pass || fail 'a link is gone'

# What has the temporary name of a table and is no file is named, and neither shared nor followed.
run build --signature MMvM --metrics dtc --tables "$work/leftovers"
fault 5 "$folder/MMvM.dtc.unfinished: is there already"
run build --signature MMvM --metrics dtw --tables "$work/leftovers"
fault 5 "$folder/MMvM.dtw.unfinished: is there already"
[ -e "$folder/nowhere" ] && fail 'a link was followed' || pass

# ---- Links and other things in the place of a table -----------------------------------------------
folder=$work/links/brazilian
run build --signature KvK --tables "$work/links" # which KvM is completed from
answer
ln -s nowhere "$folder/KvM.wdl"
run build --pieces 2 --tables "$work/links"
fault 5 "$folder/KvM.wdl: a link to a file that is not there"
same "$(readlink "$folder/KvM.wdl")" nowhere 'the link'
run verify --tables "$work/links"
fault 5 "$folder/KvM.wdl: a link to a file that is not there"
ln -sf KvM.wdl "$folder/KvM.wdl"
run build --pieces 2 --tables "$work/links"
fault 5 "$folder/KvM.wdl: cannot open"
same "$(readlink "$folder/KvM.wdl")" KvM.wdl 'the link'
rm "$folder/KvM.wdl"
mkdir "$folder/KvM.wdl"
run build --pieces 2 --tables "$work/links"
fault 5 "$folder/KvM.wdl: not a file"
rmdir "$folder/KvM.wdl"
mkfifo "$folder/KvM.wdl"
run build --pieces 2 --tables "$work/links"
fault 5 "$folder/KvM.wdl: not a file"
[ -p "$folder/KvM.wdl" ] && pass || fail 'the pipe is gone'
rm "$folder/KvM.wdl"
run build --pieces 2 --tables "$work/links"
answer

# A link to a table is as good as a table.
mv "$folder/KvM.wdl" "$work/elsewhere"
ln -s "$work/elsewhere" "$folder/KvM.wdl"
run build --pieces 2 --tables "$work/links"
answer
[ -L "$folder/KvM.wdl" ] && pass || fail 'the link was replaced'
run verify --tables "$work/links"
answer

# ---- Signals --------------------------------------------------------------------------------------
# ended: waits for the end, for 60 s at most.
ended() {
    for i in $(seq 600); do
        kill -0 "$background" 2>/dev/null || break
        sleep 0.1
    done
    kill -9 "$background" 2>/dev/null
    code=0
    wait "$background" 2>/dev/null || code=$?
    background=
}

# asleep: no thread of the program in the background runs.
asleep() {
    cut -d ')' -f 2- "/proc/$background"/task/*/stat 2>/dev/null | cut -d ' ' -f 2 >"$work/states"
    [ -s "$work/states" ] && ! grep -q '[^S]' "$work/states"
}

# waits: the program in the background waits for somebody else, at the latest after 60 s.
waits() {
    for i in $(seq 120); do
        sleep 0.5
        asleep || continue
        sleep 0.2
        asleep && return 0
    done
    return 1
}

# A pipe that is full and that nobody reads.
mkfifo "$work/pipe"
exec 9<>"$work/pipe"
yes >&9 &
background=$!
sleep 0.5
kill -9 "$background"
wait "$background" 2>/dev/null

for signal in INT TERM; do
    ran="hash into a full pipe and SIG$signal"
    "$default_signals" "$generator" hash --tables "$work/links" >"$work/pipe" 2>"$work/err" 9>&- &
    background=$!
    waits && pass || fail 'the pipe is not full'
    kill -$signal "$background"
    ended
    fault 75 'interrupted'

    # As nohup does for SIGHUP.
    ran="build that has to ignore SIG$signal"
    rm -rf "$work/ignored" "$work/out"
    trap '' $signal
    "$generator" build --level 1 --pieces 4 --tables "$work/ignored" >"$work/out" 2>"$work/err" 9>&- &
    background=$!
    trap 'exit 1' $signal
    while [ ! -s "$work/out" ] && kill -0 "$background" 2>/dev/null; do
        sleep 0.01
    done
    kill -$signal "$background" || fail 'it ended too early'
    ended
    answer
done
exec 9>&-
check_report
