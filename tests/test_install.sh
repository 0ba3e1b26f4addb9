#!/bin/sh
# Installs the build into a folder of its own and uses it as others would: the programs as they are,
# docs/example.c through pkg-config and through find_package, with the shared and the static library.
#
#     test_install.sh BUILD_FOLDER SOURCE_FOLDER LIBRARY_FOLDER COMPILER [COMPILER_OPTION...]
#
# LIBRARY_FOLDER is relative to the prefix, such as lib. The compiler options are those that the
# library was built with and that a program must share (sanitizers).
set -eu
build=$1
source=$2
libraries=$3
compiler=$4
shift 4
. "$(dirname "$0")/checks.sh"
prefix=$work/usr

# king and man against king: the longest win of this ending
fen='W:WKd8,a7:BKg1'
answer='win, plies to the end 9, best move '

# answers PROGRAM: the example gives the right value, and a move.
answers() {
    "$@" "$fen" >"$work/answer" || return
    grep "^${answer}[a-h][1-8]" "$work/answer" || { cat "$work/answer"; return 1; }
}

check "install" cmake --install "$build" --prefix "$prefix"
for file in bin/finais bin/finais-gen include/finais.h "$libraries/libfinais.a" \
    "$libraries/libfinais.so" "$libraries/pkgconfig/finais.pc" \
    "$libraries/cmake/Finais/FinaisConfig.cmake" share/man/man1/finais.1 \
    share/man/man1/finais-gen.1 share/man/man3/libfinais.3 share/finais/brazilian/KvK.wdl \
    share/finais/single/finais_all.c share/finais/single/finais.h; do
    check "$file is installed" test -e "$prefix/$file"
done

export DESTDIR="$work/stage"
check "install below DESTDIR" cmake --install "$build" --prefix /opt/finais
unset DESTDIR
check "DESTDIR is heeded" test -x "$work/stage/opt/finais/bin/finais"

check "the installed finais finds the installed tables" "$prefix/bin/finais" probe "$fen"
check "the installed finais-gen runs" "$prefix/bin/finais-gen" --version

# The header is all that a C or C++ program needs.
for language in c c++; do
    if echo 'int x;' | "$compiler" -x "$language" -fsyntax-only - 2>/dev/null; then
        echo '#include <finais.h>' >"$work/header.$language"
        check "finais.h alone in $language" "$compiler" -x "$language" -pedantic -Wall -Wextra \
            -Werror -fsyntax-only "-I$prefix/include" "$work/header.$language"
    fi
done

# The examples are put beside the programs, from where they find the installed tables.
export PKG_CONFIG_PATH="$prefix/$libraries/pkgconfig"
if command -v pkg-config >/dev/null 2>&1; then
    check "finais.pc states the version" \
        test "finais $(pkg-config --modversion finais)" = "$("$prefix/bin/finais" --version)"
    # The words of the options of pkg-config are meant to be split.
    check "compile with pkg-config, shared" "$compiler" "$@" "$source/docs/example.c" \
        $(pkg-config --cflags --libs finais) -o "$prefix/bin/example_shared" \
        "-Wl,-rpath,$prefix/$libraries"
    check "run, shared" answers "$prefix/bin/example_shared"
    # Where the linker sees no shared library, it takes the static one.
    mkdir "$work/static"
    cp "$prefix/$libraries/libfinais.a" "$work/static"
    check "compile with pkg-config, static" "$compiler" "$@" "$source/docs/example.c" \
        "-L$work/static" $(pkg-config --static --cflags --libs finais) \
        -o "$prefix/bin/example_static"
    check "run, static" answers "$prefix/bin/example_static"
else
    echo "skipped: there is no pkg-config"
fi

check "configure with find_package" cmake -S "$source/tests/consumer" -B "$work/consumer" \
    "-DCMAKE_PREFIX_PATH=$prefix" "-DCMAKE_C_COMPILER=$compiler" "-DCMAKE_C_FLAGS=$*" \
    "-DEXAMPLE=$source/docs/example.c" "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=$prefix/bin"
check "compile with find_package" cmake --build "$work/consumer"
check "run, Finais::finais" answers "$prefix/bin/example_finais"
check "run, Finais::finais_static" answers "$prefix/bin/example_finais_static"
mkdir "$work/elsewhere"
mv "$prefix/bin/example_finais" "$work/elsewhere"
check "tables through FINAIS_TABLES" \
    answers env "FINAIS_TABLES=$prefix/share/finais" "$work/elsewhere/example_finais"

check_report
