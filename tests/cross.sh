#!/bin/sh
# cross.sh - the library on other processors: big-endian and 32-bit ones, emulated.
#
#     sh tests/cross.sh [FOLDER]
#
# Builds tests/cross_answers.c with the library for this machine and for each processor below, warnings
# being errors, and compares what they answer about the tables of the repository. Works in FOLDER
# (build/cross unless given). Compilers and the emulator are Debian packages, which are installed when
# missing; zstd is built from Debian's source. Where these cannot be had the exit code is 77, with a
# word that says why.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/tests/setup.sh"
cd "$root"
work=${1:-build/cross}
mkdir -p "$work"
work=$(CDPATH='' cd -- "$work" && pwd)
jobs=$(processors)

# Name of the compiler's target, name of the emulator, what it is.
targets='
s390x qemu-s390x 64-bit-big-endian
powerpc qemu-ppc 32-bit-big-endian
i686 qemu-i386 32-bit-little-endian
'

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

# each FUNCTION: calls it with the three words of each target.
each() {
    printf '%s' "$targets" | sed '/^$/d' | while read -r target emulator kind; do
        "$1" "$target" "$emulator" "$kind" || exit 1
    done
}

# ---- What it takes --------------------------------------------------------------------------------

name_missing() {
    libc=$1
    if [ "$1" = i686 ]; then
        libc=i386
    fi
    links "$1-linux-gnu-gcc" -static || echo "gcc-$1-linux-gnu libc6-dev-$libc-cross"
    has_program "$2" || echo qemu-user
}

missing_cross_needs() {
    each name_missing
}

# apt FOLDER ARGUMENT...: apt-get with sources of its own, so that the machine's stay as they are.
apt() {
    folder=$1
    shift
    apt-get -q -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State="$folder/state" -o Dir::State::status=/dev/null -o Dir::Cache="$folder/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}

# The source of zstd, in $work/zstd.
fetch_zstd() {
    folder=$work/apt
    rm -rf "$folder" "$work/zstd.unfinished"
    mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial" "$work/zstd.unfinished"
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
    echo "deb-src http://deb.debian.org/debian $codename main" >"$folder/sources.list"
    apt "$folder" update &&
        (cd "$folder" && apt "$folder" source --download-only libzstd) &&
        tar -xf "$folder"/libzstd_*.orig.tar.[gx]z -C "$work/zstd.unfinished" \
            --strip-components=1 &&
        mv "$work/zstd.unfinished" "$work/zstd"
}

# ---- Building and comparing ------------------------------------------------------------------------

build_zstd() {
    library=$work/libzstd-$1.a
    if [ ! -e "$library" ]; then
        rm -rf "$work/zstd-$1"
        cp -r "$work/zstd" "$work/zstd-$1"
        make -s -j "$jobs" -C "$work/zstd-$1/lib" libzstd.a CC="$1-linux-gnu-gcc" \
            AR="$1-linux-gnu-ar" CFLAGS=-O1 ZSTD_LIB_DICTBUILDER=0 ZSTD_LIB_DEPRECATED=0 \
            ZSTD_LEGACY_SUPPORT=0 ZSTD_NO_ASM=1 >"$work/zstd-$1.log" 2>&1 ||
            stop "zstd does not build for $1, see $work/zstd-$1.log"
        mv "$work/zstd-$1/lib/libzstd.a" "$library"
    fi
}

# build_program COMPILER PROGRAM OPTION...
build_program() {
    compiler=$1
    program=$2
    shift 2
    "$compiler" -std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Werror -D_GNU_SOURCE \
        -D_FILE_OFFSET_BITS=64 -DFINAIS_INSTALLED_TABLES='""' -Icore -Iprobe -Itests core/*.c \
        probe/*.c tests/known_values.c tests/cross_answers.c "$@" -lpthread -o "$program"
}

compare() {
    build_zstd "$1"
    build_program "$1-linux-gnu-gcc" "$work/answers-$1" -static -I"$work/zstd/lib" \
        "$work/libzstd-$1.a"
    if ! "$2" "$work/answers-$1" tables >"$work/$1.txt"; then
        cat "$work/$1.txt"
        stop "the program for $1 failed"
    fi
    if ! diff "$work/native.txt" "$work/$1.txt"; then
        stop "the answers on $1 ($3) differ"
    fi
    printf '%s (%s): %s lines of answers agree\n' "$1" "$3" "$(grep -c . "$work/$1.txt")"
}

if [ -n "$(missing_cross_needs)" ] && ! (install_missing missing_cross_needs); then
    skip "compilers and emulator for other processors cannot be had"
fi
if [ ! -d "$work/zstd" ] && ! fetch_zstd >"$work/apt.log" 2>&1; then
    skip "the source of zstd cannot be had, see $work/apt.log"
fi
build_program cc "$work/answers-native" -lzstd
"$work/answers-native" tables >"$work/native.txt"
each compare
