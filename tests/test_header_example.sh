#!/bin/sh
# The example at the top of the header is a program that works, and the manual page has the same.
#
#     test_header_example.sh HEADER PAGE LIBRARY_FOLDER TABLES COMPILER [OPTION...]
set -eu
header=$1
page=$2
library=$3
tables=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# same WHAT FOUND EXPECTED
same() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf "%s is '%s' instead of '%s'\n" "$1" "$2" "$3"
    fi
}

sed -n '/^ \* In short$/,/^ \* docs/s/^ \*     //p' "$header" >"$work/header"
sed -n '/^\.Bd -literal$/,/^\.Ed$/p' "$page" | sed '/^\./d; s/\\e/\\/g' >"$work/page"
same 'the example of the page' "$(cat "$work/page")" "$(cat "$work/header")"

{
    printf '#include <finais.h>\n#include <stdio.h>\nint main(void) {\n'
    cat "$work/header"
    printf 'return 0;\n}\n'
} >"$work/example.c"
"$@" -Wall -Wextra -Werror -I "$(dirname "$header")" "$work/example.c" -L "$library" -lfinais \
    -Wl,-rpath,"$library" -o "$work/example"
same 'the answer' "$(FINAIS_TABLES=$tables "$work/example" 2>&1)" 'outcome 1, plies to the end 9'
mkdir "$work/empty"
case $(FINAIS_TABLES=$work/empty "$work/example" 2>&1) in
"table brazilian/KMvK.dtw is missing"*) passed=$((passed + 1)) ;;
*)
    failed=$((failed + 1))
    echo 'nothing is said of a missing table'
    ;;
esac
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
