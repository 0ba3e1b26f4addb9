# checks.sh - what tests that are shell scripts share. To be sourced:
#
#     pass, fail TEXT       count a check
#     same FOUND EXPECTED WHAT
#     check WHAT COMMAND... the command ends with exit code 0; if not, what it printed is shown
#     check_report          prints the numbers, gives the exit code
#
# $work is a folder for the test's own files, $here that of the tests, $tab a tab. A test may say in
# $ran what its next checks are of.

here=$(dirname "$0")
tab=$(printf '\t')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset FINAIS_TABLES
passed=0
failed=0
ran=

pass() {
    passed=$((passed + 1))
}

fail() {
    failed=$((failed + 1))
    printf 'not so: %s%s\n' "${ran:+$ran: }" "$*"
}

same() {
    if [ "$1" = "$2" ]; then
        pass
    else
        fail "$3 is '$1' instead of '$2'"
    fi
}

check() {
    what=$1
    shift
    if "$@" >"$work/printed" 2>&1; then
        pass
    else
        fail "$what"
        cat "$work/printed"
    fi
}

check_report() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
