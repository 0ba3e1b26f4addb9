#!/bin/sh
# finais-gen and the manifest: build changes no line but those of the tables it makes, and says what
# does not fit; a manifest that is no file is never waited for. $1 is the program.
set -u
. "$(dirname "$0")/generator.sh"

good=$work/good
tables=$work/tables
manifest=$tables/brazilian/manifest.tsv

# build ARGUMENT...: a run that must end by itself.
build() {
    ran="finais-gen build $*"
    code=0
    timeout 60 "$generator" build --tables "$tables" "$@" </dev/null >"$work/out" 2>"$work/err" ||
        code=$?
}

fresh() {
    rm -rf "$tables"
    cp -R "$good" "$tables"
}

# kept: the manifest is, byte for byte, what it was made before the run.
kept() {
    cmp -s "$manifest" "$work/before" && pass || fail "the manifest was changed"
}

# complete: all lines are there, in the order of a folder that was made at once.
complete() {
    cmp -s "$manifest" "$good/brazilian/manifest.tsv" && pass || fail 'not the whole manifest'
}

run build --pieces 3 --metrics wdl,dtw --tables "$good"
answer

# Nothing to do: not even the time of the file changes.
fresh
touch -d '2001-01-01' "$manifest"
build --pieces 3 --metrics wdl,dtw
answer
complete
same "$(find "$manifest" -newermt 2002-01-01)" '' 'what was written'

# A manifest that someone took away is made again, of all tables.
rm "$manifest"
build --pieces 2
answer
complete

# Tables made get their lines, in their places; the others keep theirs, file hashes included.
fresh
rm "$tables"/brazilian/KMvK.* "$tables"/brazilian/MvM.dtw
sed -i -e '/^KMvK/d' -e '/^MvM.dtw/d' "$manifest"
build --pieces 3 --metrics wdl,dtw
answer
complete
sed -i 's/^\(KvK.wdl.*\)\t[0-9a-f]*$/\1\tother/' "$manifest"
rm "$tables/brazilian/MMvM.wdl"
cp "$manifest" "$work/before"
build --pieces 3 --metrics wdl,dtw
answer
kept

# A table made again with other compression gets the hash of its new file.
rm "$tables/brazilian/MMvM.dtw"
build --pieces 3 --metrics wdl,dtw --level 1
answer
same "$(sed -n 's/^MMvM.dtw.*\t//p' "$manifest")" \
    "$(sha256sum <"$tables/brazilian/MMvM.dtw" | cut -d ' ' -f 1)" 'file hash of MMvM.dtw'

# Tables without a line get one from a run that is about them, as after one that was killed.
fresh
sed -i -e '/^KvM/d' "$manifest"
build --pieces 3 --metrics wdl,dtw
answer
complete

# Others are left to hash --write-manifest, with a word.
sed -i -e '/^KvM/d' "$manifest"
cp "$manifest" "$work/before"
build --signature KvK --metrics wdl,dtw
answer
kept
grep -q '^2 tables that were there before are not listed in .*--write-manifest$' "$work/out" &&
    pass || fail 'no word of tables that are not listed'
build --signature KvK --metrics wdl,dtw --json
answer
grep -q '^{"event":"unlisted","tables":2}$' "$work/out" && pass || fail 'no unlisted tables in JSON'
run hash --tables "$tables" --write-manifest
answer
complete

# A line that disagrees with its table stays, whether the table was there or is made; lines of other
# tables that are made are entered all the same.
for column in 4 14; do
    fresh
    awk -F '\t' -v OFS='\t' -v c="$column" '$1 == "KvM.dtw" { $c = $c "0" } { print }' \
        "$good/brazilian/manifest.tsv" >"$work/before"
    cp "$work/before" "$manifest"
    build --pieces 3 --metrics wdl,dtw
    fault 1 'KvM.dtw is not as the table has it'
    fault 1 'finais-gen hash --write-manifest'
    kept
    rm "$tables/brazilian/KvM.dtw" "$tables/brazilian/MMvM.wdl"
    sed -i '/^MMvM.wdl/d' "$manifest"
    build --pieces 3 --metrics wdl,dtw
    fault 1 'KvM.dtw is not as the table has it'
    kept
    [ -e "$tables/brazilian/KvM.dtw" ] && pass || fail 'the table that was made is gone'
done

# A listed table that is gone, and was not to be made.
fresh
cp "$manifest" "$work/before"
rm "$tables/brazilian/MMvM.dtw"
build --pieces 2
fault 3 'MMvM.dtw: listed in manifest.tsv, but not there'
kept
build --pieces 3 --metrics wdl,dtw
answer
complete

# A manifest that is none.
fresh
rm "$tables/brazilian/KvM.wdl"
echo rubbish >"$manifest"
cp "$manifest" "$work/before"
build --pieces 3 --metrics wdl,dtw
fault 4 "$manifest: not a manifest"
kept
[ -e "$tables/brazilian/KvM.wdl" ] && pass || fail 'the table that was made is gone'

# What is no file is not waited for.
# refused ARGUMENT...: exit code 5, naming the thing that is no file.
refused() {
    ran="finais-gen $*"
    code=0
    timeout 60 "$generator" "$@" </dev/null >"$work/out" 2>"$work/err" || code=$?
    fault 5 "$thing: cannot open the manifest: not a regular file"
}
for kind in mkfifo mkdir; do
    rm -rf "$manifest"
    $kind "$manifest"
    thing=$manifest
    refused verify --tables "$tables"
    refused build --pieces 2 --tables "$tables"
    refused hash --tables "$good" --check "$manifest"
done

# A link that leads nowhere, as to a disk that is not there, is not taken for no manifest.
rm -rf "$manifest"
ln -s nowhere "$manifest"
run build --pieces 2 --tables "$tables"
fault 5 "$manifest: cannot open the manifest"
[ -L "$manifest" ] && pass || fail 'the link was replaced'
rm "$manifest"

thing=/dev/zero
refused hash --tables "$good" --check /dev/zero

# A table that vanishes while others are built: the run does not call that a success.
for tries in 1 2 3 4 5; do
    rm -rf "$tables"
    "$generator" build --pieces 4 --metrics dtw --tables "$tables" --threads 1 </dev/null \
        >"$work/out" 2>"$work/err" &
    background=$!
    while [ ! -e "$tables/brazilian/MMvM.dtw" ] && kill -0 "$background" 2>/dev/null; do
        sleep 0.01
    done
    rm "$tables/brazilian/KvK.dtw"
    code=0
    wait "$background" || code=$?
    background=
    ran='a table that vanishes during build'
    [ "$code" -eq 0 ] || break
done
fault 3 "$tables/brazilian/KvK.dtw: gone"
check_report
