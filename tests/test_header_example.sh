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
. "$(dirname "$0")/checks.sh"

sed -n '/^ \* In short$/,/^ \* docs/s/^ \*     //p' "$header" >"$work/header"
sed -n '/^\.Bd -literal$/,/^\.Ed$/p' "$page" | sed '/^\./d; s/\\e/\\/g' >"$work/page"
same "$(cat "$work/page")" "$(cat "$work/header")" 'the example of the page'

{
    printf '#include <finais.h>\n#include <stdio.h>\nint main(void) {\n'
    cat "$work/header"
    printf 'return 0;\n}\n'
} >"$work/example.c"
"$@" -Wall -Wextra -Werror -I "$(dirname "$header")" "$work/example.c" -L "$library" -lfinais \
    -Wl,-rpath,"$library" -o "$work/example"
same "$(FINAIS_TABLES=$tables "$work/example" 2>&1)" 'outcome 1, plies to the end 9' 'the answer'
mkdir "$work/empty"
case $(FINAIS_TABLES=$work/empty "$work/example" 2>&1) in
"table brazilian/KMvK.dtw is missing"*) pass ;;
*) fail 'nothing is said of a missing table' ;;
esac
check_report
