#!/bin/sh
# Checks that the manual pages tell of the same commands, options and functions as the programs'
# --help and the header.
#
#     test_manual.sh PROGRAM_FOLDER PAGE_FOLDER HEADER
set -eu
programs=$1
pages=$2
header=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# same WHAT: compares the sorted lists "help" and "page"; neither may be empty.
same() {
    if [ -s "$work/help" ] && diff "$work/help" "$work/page" >"$work/difference"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: the help (<) and the manual page (>) differ:"
        grep '^[<>]' "$work/difference" || echo "(nothing was found in the help)"
    fi
}

for program in finais finais-gen; do
    page=$pages/$program.1
    # Lines of the general help such as "  finais probe 'FEN'  ..." name the commands.
    "$programs/$program" --help >"$work/general"
    sed -n "s/^  $program \([a-z][a-z]*\) .*/\1/p" "$work/general" | sort -u >"$work/help"
    sed -n 's/^\.It Cm \([a-z]*\).*/\1/p' "$page" | sort -u >"$work/page"
    same "commands of $program"

    commands=$(cat "$work/help")
    for command in $commands; do
        "$programs/$program" "$command" --help >>"$work/general"
    done
    grep -Eo '(^|[^-a-z])--[a-z][a-z-]*' "$work/general" | sed 's/.*--/--/' | sort -u >"$work/help"
    sed -n 's/^\.It Fl \\-\([a-z-]*\).*/--\1/p' "$page" | sort -u >"$work/page"
    same "options of $program"
done

sed -n 's/^FINAIS_API [^(]*[ *]\(finais_[a-z_]*\)(.*/\1/p' "$header" | sort >"$work/help"
sed -n 's/^\.It Fn \(finais_[a-z_]*\)$/\1/p' "$pages/libfinais.3" | sort >"$work/page"
same "functions of libfinais"

# A page with a fault still shows, so ask for the warnings.
if command -v groff >/dev/null 2>&1; then
    for page in finais.1 finais-gen.1 libfinais.3; do
        if groff -mdoc -Tutf8 -ww -z "$pages/$page" 2>&1 | grep . >"$work/warnings"; then
            failed=$((failed + 1))
            cat "$work/warnings"
        else
            passed=$((passed + 1))
        fi
    done
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
