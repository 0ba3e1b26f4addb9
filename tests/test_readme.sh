#!/bin/sh
# Runs the examples of a document and compares what they print with what the document says.
#
#     test_readme.sh DOCUMENT SOURCE_FOLDER PROGRAM_FOLDER [NEEDED_PROGRAM...]
#
# Examples are the blocks between ```console and ``` with commands behind "$ " and their standard
# output below. They run in the order of the document, in a folder that looks like a fresh clone
# (the files of the source folder, and nothing in build/). A comment in the line before a block tells
# what cannot be compared:
#
#     <!-- output varies -->    the commands are run and must end with 0; their output is not compared
#     <!-- not run: why -->     the block is passed over
#
# Times ("0.002 s", "19 s", "2 min") count as equal whatever their number. Exit code 77 when a needed program is
# not there.
set -eu
document=$1
source=$2
programs=$3
shift 3
for program in "$@"; do
    if ! command -v "$program" >/dev/null 2>&1; then
        echo "skipped: there is no program $program"
        exit 77
    fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/clone/build" "$work/examples"
for entry in "$source"/*; do
    if [ "$(basename "$entry")" != build ]; then
        ln -s "$entry" "$work/clone/"
    fi
done
unset FINAIS_TABLES
PATH=$programs:$PATH
export PATH

# One file for each command, numbered: NNN.sh has the command, NNN.expected its output, and
# NNN.varies exists when that is not compared. A line ends the command unless it ends in "\".
awk -v folder="$work/examples" '
    function finish() { if (name != "") { close(name ".sh"); close(name ".expected") }; name = "" }
    /^<!-- / { mark = $0; next }
    /^```console$/ { inside = 1; skipped = mark ~ /not run/; varies = mark ~ /output varies/; next }
    /^```$/ { if (inside) finish(); inside = 0; mark = ""; next }
    !inside { mark = ""; next }
    skipped { next }
    more { print > (name ".sh"); more = /\\$/; next }
    /^\$ / {
        finish()
        name = sprintf("%s/%03d", folder, ++count)
        print substr($0, 3) > (name ".sh")
        printf "" > (name ".expected")
        if (varies) { printf "" > (name ".varies"); close(name ".varies") }
        more = /\\$/
        next
    }
    { print > (name ".expected") }
    END { finish() }' "$document"

without_seconds() {
    sed -E 's/[0-9]+(\.[0-9]+)? (s|min)($|[^a-z])/SECONDS s\3/g' "$1"
}

passed=0
failed=0
for script in "$work"/examples/*.sh; do
    [ -e "$script" ] || continue # there are no examples
    example=${script%.sh}
    code=0
    (cd "$work/clone" && sh "$script") >"$example.out" 2>"$example.err" </dev/null || code=$?
    without_seconds "$example.expected" >"$example.expected.plain"
    without_seconds "$example.out" >"$example.out.plain"
    if [ "$code" -ne 0 ]; then
        failed=$((failed + 1))
        printf 'exit code %d: %s\n' "$code" "$(cat "$script")"
        cat "$example.err"
    elif [ ! -e "$example.varies" ] && ! cmp -s "$example.expected.plain" "$example.out.plain"; then
        failed=$((failed + 1))
        printf 'other output: %s\n' "$(cat "$script")"
        diff "$example.expected.plain" "$example.out.plain" || true
    else
        passed=$((passed + 1))
    fi
done
printf '%s: %d passed, %d failed\n' "$(basename "$document")" "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
