#!/bin/sh
# finais-gen build --alone: many runs in one folder, each making one signature, come to what one run of
# all makes; each refuses to work from tables that are missing or damaged. $1 is the program, $2 the
# number of pieces, $3 a program that runs a command with the default signals.
set -u
. "$(dirname "$0")/generator.sh"
pieces=$2
default_signals=$3

whole=$work/whole
run build --pieces "$pieces" --metrics wdl,dtw --tables "$whole"
answer
hashes "$whole" >"$work/whole.hashes"
signatures=$(cd "$whole/brazilian" && ls -- *.wdl | sed 's/\.wdl$//')

# ---- What it depends on ---------------------------------------------------------------------------
run build --alone --pieces 3 --tables "$work/none"
fault 2 '--alone'
run build --alone --signature KKvK --tables "$work/none"
fault 3 "$work/none/brazilian/KvK.wdl: not there, and KKvK depends on it"
[ -e "$work/none" ] && fail 'a folder was made' || pass
run build --alone --signature KvK --tables "$work/none"
answer
same "$(ls "$work/none/brazilian" | tr '\n' ' ')" 'KvK.wdl manifest.tsv ' 'what was made'
grep -q '^1 table to build in .*, 0 are there already$' "$work/out" && pass || fail 'other plan'
run build --alone --signature KvK --tables "$work/none"
answer
grep -q '^0 tables to build in .*, 1 is there already$' "$work/out" && pass || fail 'other plan'
run verify --tables "$work/none"
answer
grep -q '^1 table with 992 positions is right ' "$work/out" && pass || fail 'other words for one table'
run verify --level rules --sample 1 --tables "$work/none"
answer
grep -q '^1 position of 1 table drawn ' "$work/out" && pass || fail 'other words for one position'

# broken CODE TEXT METRICS: KKvK cannot be made in $work/bad, and nothing is left of the attempt.
broken() {
    run build --alone --signature KKvK --metrics "$3" --tables "$work/bad"
    fault "$1" "$2"
    same "$(ls "$work/bad/brazilian" | grep '^KKvK\.')" '' 'what was made'
    no_leftovers "$work/bad"
    fresh_bad
}
fresh_bad() {
    rm -rf "$work/bad"
    cp -R "$work/small" "$work/bad"
    rm "$work"/bad/brazilian/KKvK.*
}
run build --pieces 3 --metrics wdl,dtw,dtc --tables "$work/small"
answer
fresh_bad
bad=$work/bad/brazilian
for metrics in wdl dtw wdl,dtc wdl,dtw; do
    case $metrics in
    *dtw) input=dtw ;;
    *) input=wdl ;;
    esac
    rm "$bad/KvK.$input"
    broken 3 "$bad/KvK.$input: not there" "$metrics"
    flip "$bad/KvK.$input" 100
    broken 4 "KvK.$input" "$metrics"
    flip "$bad/KvK.$input" 540 # in the block, which begins at 519 and ends before the histogram
    broken 4 "KvK.$input" "$metrics"
    # Sound in itself, but not the table that the manifest lists.
    sed -i "s/^\(KvK.$input\t.*\t\)[0-9a-f]*\(\t[0-9a-f]*\)$/\10123\2/" "$bad/manifest.tsv"
    broken 1 "KvK.$input: its content_sha256 is not as manifest.tsv has it" "$metrics"
done

# ---- All at once ----------------------------------------------------------------------------------
# Every run that finds what it depends on makes its tables; the others try again.
many=$work/many
for round in $(seq 30); do
    running=
    for signature in $signatures; do
        [ -e "$many/brazilian/$signature.wdl" ] && [ -e "$many/brazilian/$signature.dtw" ] && continue
        OMP_NUM_THREADS=1 "$generator" build --alone --signature "$signature" --threads 1 \
            --metrics wdl,dtw --tables "$many" --quiet >>"$work/many.out" 2>&1 &
        running=$!
    done
    wait
    [ -n "$running" ] || break
done
ran='build --alone of all signatures at once'
same "$(grep -v ' depends on it' "$work/many.out")" '' 'what was said'
same "$(hashes "$many")" "$(cat "$work/whole.hashes")" 'content hashes'
cmp -s "$many/brazilian/manifest.tsv" "$whole/brazilian/manifest.tsv" && pass ||
    fail "other manifest: $(diff "$many/brazilian/manifest.tsv" "$whole/brazilian/manifest.tsv" | head -n 3)"
no_leftovers "$many"

# ---- Two at the same ------------------------------------------------------------------------------
# Two that do not depend on each other, and that nothing else depends on or is too small to be caught.
if [ "$pieces" -ge 4 ]; then
    one=MMMvM
    other=MMvMM
else
    one=MMvK
    other=KMvM
fi
# start SIGNATURE METRICS: a run in $work/two, until its lock is there.
start() {
    "$default_signals" "$generator" build --alone --signature "$1" --metrics "$2" \
        --tables "$work/two" >"$work/first.out" 2>"$work/first.err" &
    background=$!
    while [ ! -e "$work/two/brazilian/$1.lock" ] && kill -0 $background 2>/dev/null; do
        sleep 0.005
    done
}
cp -R "$whole" "$work/two"
rm "$work/two/brazilian/$one".* "$work/two/brazilian/$other".*
start "$one" dtw
kill -STOP $background
run build --alone --signature "$one" --metrics dtw --tables "$work/two"
fault 5 "another run is making $one here"
run build --pieces "$pieces" --metrics dtw --tables "$work/two"
fault 5 'another run'
run hash --write-manifest --tables "$work/two"
fault 5 'another run'
run build --alone --signature "$other" --metrics dtw --tables "$work/two"
answer

# A killed one leaves its lock; the next run of the signature takes it over, and no other.
kill -9 $background
wait $background 2>/dev/null
background=
[ -e "$work/two/brazilian/$one.lock" ] && pass || fail 'no lock is left'
echo text >"$work/two/brazilian/$one.dtw.unfinished"
run build --alone --signature "$other" --metrics dtw --tables "$work/two"
answer
[ -e "$work/two/brazilian/$one.dtw.unfinished" ] && pass || fail 'it belongs to another'
run build --alone --signature "$one" --metrics wdl,dtw --tables "$work/two"
answer
run build --alone --signature "$other" --metrics wdl --tables "$work/two"
answer
same "$(hashes "$work/two")" "$(cat "$work/whole.hashes")" 'content hashes'
cmp -s "$work/two/brazilian/manifest.tsv" "$whole/brazilian/manifest.tsv" && pass ||
    fail 'other manifest'
no_leftovers "$work/two"

# So does a run of everything; what is no file, or not the program's, stays.
for name in KvK.lock manifest.lock KvKK.lock thesis.lock .lock; do
    : >"$work/two/brazilian/$name"
done
mkdir "$work/two/brazilian/KvM.lock"
run build --pieces 2 --tables "$work/two"
answer
same "$(ls -a "$work/two/brazilian" | grep lock | tr '\n' ' ')" '.lock KvKK.lock KvM.lock thesis.lock ' \
    'what is left'
rmdir "$work/two/brazilian/KvM.lock"

# A link in the place of a lock is not followed.
rm "$work/two/brazilian/$one.wdl"
ln -s "$work/elsewhere" "$work/two/brazilian/$one.lock"
run build --alone --signature "$one" --tables "$work/two"
fault 5 "$one.lock: cannot open the lock"
[ -e "$work/elsewhere" ] && fail 'a link was followed' || pass
rm "$work/two/brazilian/$one.lock"

# ---- Asked to stop --------------------------------------------------------------------------------
for signal in INT TERM; do
    rm -f "$work/two/brazilian/$one".*
    start "$one" dtw
    kill -$signal $background
    code=0
    wait $background || code=$?
    background=
    ran="build --alone and SIG$signal"
    if [ "$code" -eq 0 ]; then
        echo "$ran: was done before"
        continue
    fi
    same "$code" 75 'exit code'
    [ -e "$work/two/brazilian/$one.lock" ] && fail 'the lock is left' || pass
    [ -e "$work/two/brazilian/$one.dtw.unfinished" ] && fail 'a file is left' || pass
done
check_report
