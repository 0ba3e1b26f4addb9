#!/bin/sh
# Checks that the manual pages tell of the same commands, options and functions as the programs'
# --help and the header.
#
#     test_manual.sh PROGRAM_FOLDER PAGE_FOLDER HEADER
set -eu
programs=$1
pages=$2
header=$3
. "$(dirname "$0")/checks.sh"

# agree: the sorted lists "help" and "page" are the same, and not empty.
agree() {
    test -s "$work/help" || { echo 'nothing was found in the help'; return 1; }
    diff "$work/help" "$work/page"
}

# agrees WHAT
agrees() {
    check "$1: help (<) and manual page (>) say the same" agree
}

# shows PAGE: without a warning.
shows() {
    ! groff -mdoc -Tutf8 -ww -z "$1" 2>&1 | grep .
}

for program in finais finais-gen; do
    page=$pages/$program.1
    # Lines of the general help such as "  finais probe 'FEN'  ..." name the commands.
    "$programs/$program" --help >"$work/general"
    sed -n "s/^  $program \([a-z][a-z]*\) .*/\1/p" "$work/general" | sort -u >"$work/help"
    sed -n 's/^\.It Cm \([a-z]*\).*/\1/p' "$page" | sort -u >"$work/page"
    agrees "commands of $program"

    commands=$(cat "$work/help")
    for command in $commands; do
        "$programs/$program" "$command" --help >>"$work/general"
    done
    grep -Eo '(^|[^-a-z])--[a-z][a-z-]*' "$work/general" | sed 's/.*--/--/' | sort -u >"$work/help"
    sed -n 's/^\.It Fl \\-\([a-z-]*\).*/--\1/p' "$page" | sort -u >"$work/page"
    agrees "options of $program"
done

sed -n 's/^FINAIS_API [^(]*[ *]\(finais_[a-z_]*\)(.*/\1/p' "$header" | sort >"$work/help"
sed -n 's/^\.It Fn \(finais_[a-z_]*\)$/\1/p' "$pages/libfinais.3" | sort >"$work/page"
agrees "functions of libfinais"

# A page with a fault still shows, so ask for the warnings.
if command -v groff >/dev/null 2>&1; then
    for page in finais.1 finais-gen.1 libfinais.3; do
        check "$page has no fault" shows "$pages/$page"
    done
fi
check_report
