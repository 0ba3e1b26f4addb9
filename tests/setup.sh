#!/bin/sh
# setup.sh - what tests/run.sh and tables/demo.sh need on a machine. To be sourced, not run.
#
#     install_build_needs   what building, and making tables, takes
#     install_test_needs    that, and what the tests take besides
#
# Each looks for the things themselves, so that nothing is asked of a machine that has them, however
# they came there. What is missing is installed as Debian packages through apt-get; where that is
# not possible, one line names the packages and the script ends.

say() {
    printf '\n== %s\n' "$*"
}

stop() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# has_header HEADER: the default compiler finds it.
has_header() {
    printf '#include <%s>\n' "$1" | cc -E -x c - >/dev/null 2>&1
}

# links COMPILER OPTION...: the compiler makes a program with the options.
links() {
    compiler=$1
    shift
    printf 'int main(void) { return 0; }\n' |
        "$compiler" -x c - "$@" -o /dev/null >/dev/null 2>&1
}

has_program() {
    command -v "$1" >/dev/null 2>&1
}

# missing_build_needs, missing_test_needs: print the names of the missing Debian packages.
missing_build_needs() {
    links cc || echo gcc libc6-dev
    has_program make || echo make
    has_program cmake || echo cmake
    has_header zstd.h || echo libzstd-dev
    has_header openssl/sha.h || echo libssl-dev
}

missing_test_needs() {
    missing_build_needs
    links gcc || echo gcc libc6-dev
    links clang -fopenmp || echo clang libomp-dev
    has_program clang-format || echo clang-format
    has_program pkg-config || echo pkg-config
    has_program nm || echo binutils
    has_program ninja || echo ninja-build
    has_header xxhash.h || echo libxxhash-dev
    has_program xxd || echo xxd
    has_program zstd || echo zstd
    has_program python3 || echo python3
}

install_build_needs() {
    install_missing missing_build_needs
}

install_test_needs() {
    install_missing missing_test_needs
}

# install_missing LIST: installs what the function LIST names.
install_missing() {
    packages=$("$1" | tr ' ' '\n' | sort -u | tr '\n' ' ' | sed 's/ $//')
    if [ -z "$packages" ]; then
        return
    fi
    if ! has_program apt-get; then
        stop "missing programs or libraries: install what Debian calls $packages, then run this again"
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        has_program sudo || stop "missing Debian packages: run 'apt-get install $packages' as root, then run this again"
        as_root=sudo
    fi
    say "Installing missing Debian packages: $packages"
    # The words of $as_root and $packages are meant to be split.
    $as_root apt-get -q update ||
        stop "apt-get update failed; install $packages by hand, then run this again"
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q install -y --no-install-recommends $packages ||
        stop "apt-get could not install $packages; install them by hand, then run this again"
    still=$("$1" | tr '\n' ' ')
    if [ -n "$still" ]; then
        stop "still missing after the installation: $still"
    fi
}

# Processors to build on.
processors() {
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}
