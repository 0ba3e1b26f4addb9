#!/bin/sh
# finais-gen and bad input: options, folders, full disks, damaged tables. Each fault gets one line, its
# exit code, and does no harm. $1 is the program.
set -u
. "$(dirname "$0")/generator.sh"

# ---- Options --------------------------------------------------------------------------------------
run
fault 2 'a command is missing'
run rebuild
fault 2 "'rebuild'"
run build
fault 2 '--pieces'
for wrong in '--pieces 1' '--pieces 9' '--pieces x' '--pieces 3x' '--pieces -3' '--signature KK' \
    '--signature KvvK' '--signature MKvK' '--signature Kvk' '--signature KKKKKvKKKK' '--pieces'; do
    # shellcheck disable=SC2086 # several words
    run build --tables "$work/none" $wrong
    fault 2 "${wrong%% *}"
done
for wrong in '--metrics wdl,dtx' '--metrics wdl,' '--metrics ,' '--threads 0' '--threads 9999' \
    '--memory 0' '--memory 5X' '--memory -1' '--memory G' '--level 0' '--level 20' '--level hash' \
    '--kernel fast' '--variant russian' '--tsv' '--check x' '--unknown' '--signature KvK' 'more' \
    '--json --quiet' '--quiet=yes' '-x' '-xh' '-'; do
    # shellcheck disable=SC2086 # several words
    run build --pieces 2 --tables "$work/none" $wrong
    fault 2 "$(printf '%s' "${wrong%% *}" | sed 's/^-xh$/-x/')"
done

# A value that is given twice is neither the first nor the last.
for twice in '--pieces 2' '--signature KvK' '--variant brazilian' '--metrics wdl' '--threads 1' \
    '--memory 1G' '--level 3' '--kernel auto' "--tables $work/none"; do
    # shellcheck disable=SC2086 # several words
    run build $twice $twice
    fault 2 "${twice%% *} '${twice#* }': the option was given before"
done
run hash --check "$work/a" --che "$work/b"
fault 2 "--check '$work/b': the option was given before"
run build --pieces=2 --quiet --quiet --tables "$work/quiet"
answer
run verify --level deep --tables "$work"
fault 2 "'deep'"
run stats --tsv --json --tables "$work"
fault 2 '--tsv'
run hash --write-manifest --pieces 3 --tables "$work"
fault 2 '--write-manifest'
[ -e "$work/none" ] && fail 'a folder was made' || pass
for command in build verify stats hash; do
    run "$command" --help
    answer
    grep -q "^  finais-gen $command " "$work/out" && pass || fail 'no example'
    cp "$work/out" "$work/help"
    run "$command" -h
    answer
    cmp -s "$work/out" "$work/help" && pass || fail 'other help'
done
run --help
answer
cp "$work/out" "$work/help"
for word in help -h; do
    run "$word"
    answer
    cmp -s "$work/out" "$work/help" && pass || fail 'other help'
done
run --version
answer

# ---- Folders --------------------------------------------------------------------------------------
run build --pieces 2 --tables "$work/no/where"
fault 5 "$work/no/where"
run build --pieces 2 --tables /proc/finais
fault 5 '/proc/finais'
echo text >"$work/file"
run build --pieces 2 --tables "$work/file"
fault 5 "$work/file"
same "$(cat "$work/file")" text 'the file'
for command in verify stats hash; do
    run "$command" --tables "$work/nowhere"
    fault 5 "$work/nowhere"
    run "$command" --tables "$work/file"
    fault 5 "$work/file"
done
mkdir -p "$work/empty/brazilian" "$work/bare"
for command in verify stats hash; do
    for directory in empty bare; do
        run "$command" --tables "$work/$directory"
        fault 3 "$work/$directory/brazilian: no tables here"
    done
done
run hash --write-manifest --tables "$work/bare"
fault 3 "$work/bare/brazilian: no tables here"
same "$(ls "$work/bare")" '' 'what is in the folder'

# The directory when none is named: the first in FINAIS_TABLES that is not empty, else tables.
for list in '' ':' ':/nowhere'; do
    ran="stats with FINAIS_TABLES='$list'"
    code=0
    (cd "$work/bare" && FINAIS_TABLES=$list "$generator" stats) >"$work/out" 2>"$work/err" || code=$?
    if [ "$list" = ':/nowhere' ]; then
        fault 5 '/nowhere: cannot'
    else
        fault 5 ' tables: cannot'
    fi
done
mkdir -p "$work/closed/brazilian"
chmod 555 "$work/closed/brazilian"
if [ "$(id -u)" -eq 0 ]; then
    echo 'root may write to any folder: see the read-only file system below'
else
    run build --pieces 2 --tables "$work/closed"
    fault 5 "$work/closed/brazilian"
fi

# ---- Full disks -----------------------------------------------------------------------------------
run build --pieces 3 --metrics wdl,dtw --tables "$work/good"
answer
hashes "$work/good" >"$work/good.hashes"

# A limit on the size of files is the full disk that needs no special rights: 2 kB here, which KMvM.wdl
# keeps to and KMvM.dtw does not.
cp -R "$work/good" "$work/limited"
rm "$work"/limited/brazilian/KMvM.* "$work"/limited/brazilian/MM* "$work/limited/brazilian/manifest.tsv"
(
    ulimit -f 4
    exec "$generator" build --pieces 3 --metrics wdl,dtw --tables "$work/limited"
) >"$work/out" 2>"$work/err"
code=$?
ran='build with a limit on the size of files'
fault 6 'KMvM.dtw.unfinished: cannot write'
no_leftovers "$work/limited"
run verify --tables "$work/limited"
answer
run build --pieces 3 --metrics wdl,dtw --tables "$work/limited"
answer
same "$(hashes "$work/limited")" "$(cat "$work/good.hashes")" 'content hashes afterwards'

# Small file systems, where they can be had.
mkdir "$work/disk"
if mount -t tmpfs -o size=64k finais-test "$work/disk" 2>/dev/null; then
    mounted=$work/disk
    run build --pieces 4 --tables "$work/disk"
    fault 6 'of disk'
    grep -q ' tables to build in .*, 0 are there already$' "$work/out" && pass || fail 'the plan is not told'
    same "$(ls "$work/disk")" '' 'what a refused build made'
    # Enough for the estimate; then something else takes the room.
    mount -o remount,size=8m "$work/disk"
    "$generator" build --pieces 4 --metrics wdl,dtw,dtc --tables "$work/disk" \
        >"$work/out" 2>"$work/err" &
    background=$!
    while [ ! -e "$work/disk/brazilian/KvM.wdl" ] && kill -0 $background; do
        sleep 0.01
    done
    dd if=/dev/zero of="$work/disk/filler" bs=4k 2>/dev/null
    code=0
    wait $background || code=$?
    background=
    ran='build on a disk that fills up'
    fault 6 'No space left on device'
    rm "$work/disk/filler"
    no_leftovers "$work/disk"
    run verify --tables "$work/disk"
    answer
    mount -o remount,ro "$work/disk"
    run build --pieces 4 --metrics wdl,dtw,dtc --tables "$work/disk"
    fault 5 'Read-only file system'
    umount "$work/disk"
    mounted=
else
    echo 'cannot mount a file system here: full and read-only disks are tested by the limit alone'
fi

# ---- Two runs at once -----------------------------------------------------------------------------
"$generator" build --pieces 4 --tables "$work/two" >"$work/first.out" 2>&1 &
background=$!
while [ ! -e "$work/two/brazilian/KvK.wdl" ] && kill -0 $background; do
    sleep 0.01
done
kill -STOP $background
run build --pieces 4 --tables "$work/two"
fault 5 'another run'
run hash --write-manifest --tables "$work/two"
fault 5 'another run'
kill -CONT $background
code=0
wait $background || code=$?
background=
same "$code" 0 'exit code of the first run'
no_leftovers "$work/two"

# ---- Damaged tables -------------------------------------------------------------------------------
# damaged CODE TEXT: KMvK.wdl in a copy of the tables was spoilt. A build keeps its hands off it.
damaged() {
    cp "$bad/KMvK.wdl" "$work/spoilt"
    run verify --tables "$work/bad"
    fault "$1" "$2"
    run verify --tables "$work/bad" --level rules
    fault "$1" "$2"
    run hash --tables "$work/bad"
    fault "$1" "$2"
    run build --pieces 3 --tables "$work/bad"
    if [ "${3-}" = unseen ]; then
        answer
    else
        fault "$1" "$2"
    fi
    cmp -s "$bad/KMvK.wdl" "$work/spoilt" && pass || fail 'the damaged file was changed'
    rm -r "$work/bad"
    cp -R "$work/good" "$work/bad"
}
bad=$work/bad/brazilian
cp -R "$work/good" "$work/bad"
size=$(wc -c <"$bad/KMvK.wdl")

: >"$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
echo 'This is no table.' >"$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
head -c 100 "$work/good/brazilian/KMvK.wdl" >"$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
head -c $((size - 1)) "$work/good/brazilian/KMvK.wdl" >"$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
echo >>"$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
cp "$bad/KMvM.wdl" "$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
cp "$bad/KMvK.dtw" "$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
head -c $((size - 1)) "$work/good/brazilian/KMvK.wdl" | tail -c +2 >"$bad/KMvK.wdl"
damaged 4 'KMvK.wdl'
for offset in 3 8 20 60 100 500 505 515; do
    flip "$bad/KMvK.wdl" "$offset"
    damaged 4 'KMvK.wdl'
done
# Inside the blocks, which begin at 519, only a look at every block tells.
same "$(($(od -An -tu2 -j 512 -N 2 "$bad/KMvK.wdl") + 519))" "$size" 'the end of the only block'
for offset in 519 600 $((size - 1)); do
    flip "$bad/KMvK.wdl" "$offset"
    damaged 4 'KMvK.wdl' unseen
done

# A listed table that is gone is missing, where it was asked for; what is not listed is told.
rm "$bad/MMvM.dtw"
run verify --tables "$work/bad"
fault 3 "$bad/MMvM.dtw: listed in manifest.tsv, but not there"
grep -q '^brazilian/MMvM.dtw: listed in manifest.tsv, but not there$' "$work/out" && pass ||
    fail 'no line for the table'
grep -q '^17 tables with .* are right' "$work/out" && pass || fail 'the others are not checked'
run verify --tables "$work/bad" --json
fault 3 'MMvM.dtw'
same "$(sed -n 's/.*"missing_tables":\([0-9]*\),.*/\1/p' "$work/out")" 1 'missing tables'
grep -q -v '^{.*}$' "$work/out" && fail 'more than JSON' || pass
run verify --tables "$work/bad" --quiet --signature MMvM
fault 3 'MMvM.dtw'
run verify --tables "$work/bad" --metrics wdl
answer
run verify --tables "$work/bad" --pieces 2
answer
run verify --tables "$work/bad" --signature MMvK
answer
rm -r "$work/bad"
cp -R "$work/good" "$work/bad"
sed -i '/^KvK/d' "$bad/manifest.tsv"
run verify --tables "$work/bad"
answer
grep -q '^brazilian/KvK.wdl: and 1 more table: not listed in manifest.tsv$' "$work/out" && pass ||
    fail 'tables that are not listed'
run verify --tables "$work/bad" --metrics dtw
answer
grep -q '^brazilian/KvK.dtw: not listed in manifest.tsv$' "$work/out" && pass ||
    fail 'a table that is not listed'
run verify --tables "$work/bad" --quiet
answer
same "$(cat "$work/out")" '' 'quiet output'
printf 'a\033"b%s\n' "$(tail -n 1 "$bad/manifest.tsv")" >>"$bad/manifest.tsv"
run verify --tables "$work/bad"
fault 3 'a??bMMvM.dtw: listed in'
rm "$bad/manifest.tsv"
run verify --tables "$work/bad"
answer
grep -q "^$bad: no manifest.tsv to compare with" "$work/out" && pass || fail 'no word of the manifest'
rm -r "$work/bad"
cp -R "$work/good" "$work/bad"

# A table that others depend on is gone; a table that was asked for is not there.
rm "$bad/KvM.wdl"
run verify --tables "$work/bad"
fault 3 'KvM.wdl'
run hash --tables "$work/bad"
fault 3 'KvM.wdl'
run verify --tables "$work/good" --pieces 4
fault 3 'no file'
run verify --tables "$work/good" --signature KKvKK
fault 3 'KKvKK'
run stats --tables "$work/good" --pieces 3 --metrics dtc
fault 3 'KvK.dtc'
check_report
