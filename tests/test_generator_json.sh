#!/bin/sh
# What build, verify, hash and stats print for programs: valid JSON, with events and fields that
# docs/json.md tells of.
#
#     test_generator_json.sh FINAIS-GEN JSON-QUERY DOCUMENT
set -eu
. "$(dirname "$0")/generator.sh"
query=$2
document=$3

# told WORD...: the document has these as code.
told() {
    for word in "$@"; do
        grep -q "\`$word\`" "$document" && pass || fail "$document does not tell of $word"
    done
}

# lines EVENT...: standard output has an object a line, all these events, and no field that is not
# told.
lines() {
    while read -r line; do
        printf '%s\n' "$line" | "$query" event >/dev/null && pass || fail "not an event: $line"
    done <"$work/out"
    for event in "$@"; do
        grep -q "\"event\":\"$event\"" "$work/out" && pass || fail "no event $event"
    done
    told "$@" $(fields)
}

fields() {
    grep -o '"[a-z0-9_]*":' "$work/out" | tr -d '":' | sort -u
}

# array: standard output is an array, and no field of it is not told.
array() {
    "$query" 0/signature <"$work/out" >/dev/null && pass || fail 'not an array of objects'
    told $(fields)
}

tables=$work/tables
run build --pieces 2 --metrics wdl,dtw,dtc --tables "$tables" --json
lines plan table 'done'
run verify --tables "$tables" --json
lines table 'done'
run verify --level rules --sample 10 --tables "$tables" --json
lines table 'done'
run hash --tables "$tables" --json
lines table 'done'
run stats --tables "$tables" --json
array
run stats --tables "$tables" --json --histogram
array
for histogram in '' --histogram; do
    run stats --tables "$tables" --tsv $histogram
    told $(head -n 1 "$work/out")
done

# Faults.
manifest=$tables/brazilian/manifest.tsv
sed '/^KvK.dtw/d; /^KvM.wdl/s/[0-9a-f]\{64\}/0/' "$manifest" >"$work/list"
cp "$manifest" "$work/whole"
cp "$work/list" "$manifest"
run verify --tables "$tables" --json
lines wrong unlisted
run hash --check "$work/list" --tables "$tables" --json
lines wrong unlisted
run build --pieces 3 --tables "$tables" --json
lines unlisted
cp "$work/whole" "$manifest"
rm "$tables/brazilian/MvM.dtc"
run verify --tables "$tables" --json
lines missing
run hash --check "$work/whole" --tables "$tables" --json
lines missing
rm "$manifest"
run verify --tables "$tables" --json
lines no_manifest
check_report
