#!/bin/sh
# The library as one file: it compiles without a warning by each compiler there is, exports what finais.h
# declares and nothing else, has no data of its own that could change, and answers in a program in C and in one in C++, linked with libzstd alone.
#
#     test_single_file.sh FOLDER CXX_PROGRAM DOCS TABLES [CXX_COMPILER]
set -u
folder=$1
cxx_program=$2
docs=$3
tables=$4
cxx=${5-}
. "$(dirname "$0")/checks.sh"

# The folder holds all that is needed.
mkdir "$work/alone"
cp "$folder/finais_all.c" "$folder/finais.h" "$work/alone"
sed -n 's/^FINAIS_API [^(]*[ *]\(finais_[a-z_]*\)(.*/\1/p' "$folder/finais.h" | sort >"$work/declared"
check 'functions are declared' test "$(wc -l <"$work/declared")" -ge 25

# names OBJECT: the global symbols.
names() {
    nm -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | sort >"$work/names"
    diff "$work/declared" "$work/names"
}

# has_no_state OBJECT: no data that could change.
has_no_state() {
    size -A "$1" | awk '$1 ~ /^\.(data|bss|tdata|tbss)$/ && $2 > 0 { print; bad = 1 } END { exit bad }'
}

answers() {
    test "$(FINAIS_TABLES="$tables" "$1" 'W:WKd8,a7:BKg1')" = "$2"
}

compilers=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null 2>&1 || continue
    compilers=$((compilers + 1))
    for level in -O2 -O3; do
        check "$compiler $level compiles it" "$compiler" -std=c11 $level -Wall -Wextra -Wconversion \
            -Wshadow -Werror -c "$work/alone/finais_all.c" -o "$work/all.o"
    done
    check "$compiler: its global symbols" names "$work/all.o"
    check "$compiler: nothing global" has_no_state "$work/all.o"
    # With no option at all, and together with another source.
    check "$compiler links it" "$compiler" -I "$work/alone" "$docs/example.c" \
        "$work/alone/finais_all.c" -lzstd -o "$work/example"
    check "$compiler: an answer" answers "$work/example" 'win, plies to the end 9, best move d8-b6'
done
check 'there is a compiler' test "$compilers" -gt 0

if [ -n "$cxx" ]; then
    check 'a program in C++' "$cxx" -std=c++11 -Wall -Wextra -Wshadow -Werror -I "$work/alone" -c \
        "$cxx_program" -o "$work/program.o"
    check 'linked in C++' "$cxx" "$work/program.o" "$work/all.o" -lzstd -o "$work/program"
    check 'an answer in C++' test "$("$work/program" "$tables")" = '1 9 3'
fi
check_report
