#!/bin/sh
# Checks that the libraries export the functions of finais.h, all of them and nothing else; the shared
# one with the versions in MAP, when that is given.
#
#     test_symbols.sh HEADER SHARED_LIBRARY STATIC_LIBRARY [MAP]
set -eu
header=$1
shared=$2
static=$3
map=${4-}
if ! command -v nm >/dev/null 2>&1; then
    echo "skipped: there is no nm"
    exit 77
fi
. "$(dirname "$0")/checks.sh"

# A declaration begins with FINAIS_API; the first name before a parenthesis is the function's.
awk '/^FINAIS_API/ { print }' "$header" | sed -n 's/^[^(]*[ *]\(finais_[a-z_]*\)(.*/\1/p' |
    sort >"$work/declared"

# Symbols of the linker and of sanitizers are nobody's business.
exported() {
    awk 'NF == 3 && $2 ~ /[A-TV-Z]/ { sub(/@.*/, "", $3); print $3 }' |
        grep -Ev '^(FINAIS_[0-9.]*|_init|_fini|_end|_edata|__bss_start|(__|___)(asan|odr_asan|tsan|ubsan).*)$' |
        sort -u
}
nm -D --defined-only "$shared" | exported >"$work/shared"
nm -g --defined-only "$static" | exported >"$work/static"

for library in shared static; do
    check "declared in finais.h (<) and exported by the $library library (>) is the same" \
        diff "$work/declared" "$work/$library"
done
# versions: name@@VERSION of each function. The library has a symbol for each version itself, too.
if [ -n "$map" ]; then
    awk '/^FINAIS_/ { version = $1 }
         /^    finais_/ { sub(/;/, "", $1); print $1 "@@" version }' "$map" | sort >"$work/mapped"
    nm -D --defined-only "$shared" | awk '$2 == "T" { print $3 }' | grep '^finais_' |
        sort >"$work/versions"
    check "$map (<) and the versions in the shared library (>) are the same" \
        diff "$work/mapped" "$work/versions"
fi
# Fewer than this would mean that this script no longer finds the declarations.
check "declarations are found in $header" test "$(wc -l <"$work/declared")" -ge 20
check_report
