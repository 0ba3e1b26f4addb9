#!/bin/sh
# run.sh - builds Finais in each of its ways and runs the tests:
#
#     tsan            thread sanitizer, the tests with threads
#     release-clang   optimised, by clang, without the tests of the programs as a whole, the longest, and
#                     those that one run says all of
#     dev             address and undefined behaviour sanitizers, without the latter, too
#     release         optimised, by gcc
#     fuzz            the main fuzz targets for FUZZ_SECONDS (60 unless set) each, by clang
#     cross           the library for big-endian and 32-bit processors, emulated (tests/cross.sh)
#
# Compiler warnings are errors throughout. Names given as arguments (sh tests/run.sh dev) run those
# alone. Stops at the first that fails, with a non-zero exit code. Missing Debian packages are
# installed first.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/tests/setup.sh"
cd "$root"

install_test_needs
jobs=$(processors)
long_tests='distances|flips|draws|draws_man|committed_tables'
# Tests that compile by themselves, or are mostly of other programs: one run says it all.
single_tests='second_reader|research_document|single_file'
# Several tests run at once, so idle threads of OpenMP must not hold a processor by spinning.
export OMP_WAIT_POLICY=passive
if [ $# -eq 0 ]; then
    set -- tsan release-clang dev release fuzz cross
fi
for preset in "$@"; do
    if [ "$preset" = cross ]; then
        say "cross: build and test for other processors"
        sh tests/cross.sh || [ $? -eq 77 ]
        continue
    fi
    compiler=gcc
    if [ "$preset" = release-clang ] || [ "$preset" = fuzz ]; then
        compiler=clang
    fi
    say "$preset: build with $compiler"
    cmake --preset "$preset" -DCMAKE_C_COMPILER="$compiler" -DFINAIS_WARNINGS_AS_ERRORS=ON >/dev/null
    cmake --build --preset "$preset" -j "$jobs" -- --no-print-directory
    say "$preset: test"
    if [ "$preset" = fuzz ]; then
        sh tests/fuzz/run.sh build/fuzz "${FUZZ_SECONDS:-60}"
    elif [ "$preset" = release-clang ]; then
        # The programs as a whole are run as gcc builds them.
        ctest --preset "$preset" -j "$jobs" -E "^(generator_.*|cli_.*|$long_tests|$single_tests)\$"
    elif [ "$preset" = dev ]; then
        ctest --preset "$preset" -j "$jobs" -E "^($single_tests)\$"
    else
        ctest --preset "$preset" -j "$jobs"
    fi
done
