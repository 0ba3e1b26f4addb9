#!/bin/sh
# finais-gen build: what is kept, what follows from what, memory, threads; and the manifest, hashes
# and forms of output. $1 is the program, $2 the JSON checker.
set -u
. "$(dirname "$0")/generator.sh"
query=$2
all=$work/all

run build --pieces 3 --metrics wdl,dtw,dtc --tables "$all" --threads 1
answer
no_leftovers "$all"
hashes "$all" >"$work/all.hashes"
same "$(wc -l <"$work/all.hashes" | tr -d ' ')" 27 'number of hashes'
same "$(sed 1d "$all/brazilian/manifest.tsv" | wc -l | tr -d ' ')" 27 'lines of the manifest'

# as_all DIR: the tables and the manifest in DIR are, byte for byte, those made at once.
as_all() {
    ran="$ran, compared with all at once"
    diff -r "$all" "$1" >"$work/diff" && pass || fail "$(head -n 5 "$work/diff")"
}

# The number of threads changes nothing.
run build --pieces 3 --metrics wdl,dtw,dtc --tables "$work/threads" --threads 4
answer
as_all "$work/threads"

# Metric by metric, in different orders.
for order in 'wdl wdl,dtw wdl,dtw,dtc' 'dtc dtw' 'dtw wdl dtc'; do
    for metrics in $order; do
        run build --pieces 3 --metrics "$metrics" --tables "$work/$order"
        answer
    done
    as_all "$work/$order"
done

# A second run keeps every file, and makes what is missing: outcomes from distances, too.
touch -d '2001-01-01' "$work"/threads/brazilian/*
rm "$work/threads/brazilian/KMvK.wdl" "$work/threads/brazilian/KvM.dtc"
run build --pieces 3 --metrics wdl,dtw,dtc --tables "$work/threads"
answer
as_all "$work/threads"
same "$(find "$work/threads" -name '*v*.*' -newermt 2002-01-01 | sort | sed 's/.*\///')" \
    "$(printf 'KMvK.wdl\nKvM.dtc')" 'what was made'
run build --pieces 3 --metrics wdl,dtw,dtc --tables "$work/threads"
answer
grep -q '^0 tables to build in .*, 27 are there already$' "$work/out" && pass || fail 'not kept'

# What a killed run left goes away.
echo rubbish >"$work/threads/brazilian/KvK.wdl.unfinished"
run build --pieces 2 --tables "$work/threads"
answer
no_leftovers "$work/threads"

# One signature: those it depends on, and no others. Either name of the pair will do.
run build --signature KvKM --tables "$work/signature"
answer
same "$(ls "$work/signature/brazilian" | tr '\n' ' ')" \
    'KKvK.wdl KMvK.wdl KvK.wdl KvM.wdl manifest.tsv ' 'the tables'

# Too little memory is refused with the amount that would do.
rm "$work"/threads/brazilian/*.dtc "$work"/threads/brazilian/MM*.dtw
run build --pieces 3 --metrics dtw,dtc --memory 10k --tables "$work/threads" --threads 1
fault 6 'memory'
needed=$(sed -n 's/.* needs about \([0-9.]*\) MB .*/\1/p' "$work/err")
run build --pieces 3 --metrics dtw,dtc --memory "${needed:-0}M" --tables "$work/threads" --threads 1
answer
as_all "$work/threads"
run build --pieces 8 --tables "$work/threads"
fault 6 'memory'
grep -q ' positions; about .* of memory (.* may be used), .* of disk (.* free), about .* with ' \
    "$work/out" && pass || fail 'the plan is not told'

# Only what helps is advised, and a refused build makes nothing.
ran='advice'
for threads in 1 2 64; do
    run build --pieces 3 --memory 10k --tables "$work/refused" --threads "$threads"
    fault 6 'may be used; allow more with --memory'
    grep -q 'threads' "$work/err" && fail 'threads do not help' || pass
done
needed_by() {
    run build --pieces 3 --memory 10k --tables "$work/refused" --threads "$1" --json
    fault 6 'memory'
    needed=$("$query" memory_bytes <"$work/out")
    same "$("$query" memory_allowed_bytes <"$work/out")" 10240 'memory allowed'
}
needed_by 64
needed_by 2
run build --pieces 3 --memory "$needed" --tables "$work/refused" --threads 64
fault 6 ', or use --threads 2'
run build --pieces 8 --metrics wdl,dtw,dtc --memory 10k --tables "$work/refused" --threads 1
fault 6 'use a machine with more'
[ -e "$work/refused" ] && fail 'a folder was made' || pass

# Hashes and the manifest.
run hash --tables "$all" --check "$work/threads/brazilian/manifest.tsv"
answer
run hash --tables "$all" --quiet
answer
same "$(cat "$work/out")" '' 'quiet output'
run hash --tables "$work/signature" --check "$all/brazilian/manifest.tsv"
fault 3 'listed in'
run hash --tables "$work/signature" --check "$all/brazilian/manifest.tsv" --metrics wdl
fault 3 '/MvM.wdl: listed in'
same "$(grep -c ': listed, but not there$' "$work/out")" 5 'missing tables'
run hash --tables "$work/signature" --check "$all/brazilian/manifest.tsv" --signature KMvK \
    --metrics wdl
answer
run hash --tables "$all" --check "$work/signature/brazilian/manifest.tsv" --json
answer
while read -r line; do
    printf '%s\n' "$line" | "$query" event >/dev/null && pass || fail "no JSON: $line"
done <"$work/out"
same "$(grep -c '"event":"table"' "$work/out")" 27 'hashes'
same "$(grep -c '"event":"unlisted"' "$work/out")" 23 'tables that are not listed'
same "$(sed -n 1p "$work/out" | "$query" content_sha256)  KvK.wdl" \
    "$(sed -n 's/^\([^ ]*\)  KvK.wdl$/"\1"  KvK.wdl/p' "$work/all.hashes")" 'the hash of KvK.wdl'
same "$(tail -n 1 "$work/out" | "$query" tables)" 27 'tables'
sed 's/\t\([0-9a-f]\)\([0-9a-f]*\)\t\([0-9a-f]*\)$/\t\2\1\t\3/' "$all/brazilian/manifest.tsv" \
    >"$work/other.tsv"
run hash --tables "$all" --check "$work/other.tsv"
fault 1 '27 content hash'
cp "$work/other.tsv" "$work/threads/brazilian/manifest.tsv"
run verify --tables "$work/threads"
fault 1 '27 table(s)'
grep -q '^brazilian/KvK.wdl: content_sha256 is not as manifest.tsv has it$' "$work/out" && pass ||
    fail 'the column is not named'
run hash --tables "$work/threads" --write-manifest
answer
as_all "$work/threads"
echo rubbish >"$work/threads/brazilian/manifest.tsv"
run verify --tables "$work/threads"
fault 4 'manifest.tsv'
run hash --tables "$all" --check "$work/nowhere.tsv"
fault 5 "$work/nowhere.tsv: cannot open"

# The file hashes of the manifest are those of the files.
(cd "$all/brazilian" && sed 1d manifest.tsv | awk '{ print $NF "  " $1 }' | sha256sum -c --quiet) &&
    pass || fail 'file hashes'

# Another level of compression: other bytes, the same contents.
run build --pieces 3 --metrics wdl,dtw,dtc --level 1 --tables "$work/level"
answer
same "$(hashes "$work/level")" "$(cat "$work/all.hashes")" 'content hashes'
cmp -s "$all/brazilian/KMvM.dtw" "$work/level/brazilian/KMvM.dtw" && fail 'same bytes' || pass

# Forms of output.
run build --pieces 3 --tables "$work/quiet"
answer
same "$(grep -c ' s, .*; [0-9]* left, .* million/s, about .* to go$' "$work/err")" 9 \
    'lines with rate and time to go'
rm -r "$work/quiet"
run build --pieces 3 --tables "$work/quiet" --quiet
answer
same "$(cat "$work/out" "$work/err")" '' 'quiet output'
run build --pieces 3 --tables "$work/json" --json
answer
while read -r line; do
    printf '%s\n' "$line" | "$query" event >/dev/null && pass || fail "no JSON: $line"
done <"$work/out"
same "$(head -n 1 "$work/out" | "$query" tables)" 9 'tables of the plan'
same "$(tail -n 1 "$work/out" | "$query" event)" '"done"' 'the last line'
run stats --tables "$all" --json
answer
same "$("$query" '#' <"$work/out")" 18 'number of rows'
same "$("$query" 0/signature <"$work/out")" '"KvK"' 'the first row'
same "$("$query" 4/wins <"$work/out")" 284 'wins of MvM'
same "$("$query" 5/longest_dtw_win <"$work/out")" 13 'longest win of MvM'
run stats --tables "$work/signature" --signature KMvK --json
answer
same "$("$query" 0/longest_dtw_win <"$work/out")" null 'a distance that no table knows'
run stats --tables "$work/signature" --signature KMvK --tsv
answer
same "$(sed -n 2p "$work/out" | cut -f 10-12)" "$(printf '2\t-\t-')" 'distances that no table knows'
check_report
