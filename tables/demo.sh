#!/bin/sh
# demo.sh - from a fresh clone to answers: builds Finais, generates and verifies all tables of up to
# 4 pieces in tables/generated, and asks them three questions. Missing Debian packages are installed
# first. A second run keeps what is there.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/tests/setup.sh"
cd "$root"

programs=build/release/bin
tables=tables/generated

# ask FEN: shows the command, then its answer.
ask() {
    printf '$ finais probe --tables %s '\''%s'\''\n\n' "$tables" "$1"
    "$programs/finais" probe --tables "$tables" "$1"
}

# shortly FILE COMMAND...: keeps what the command says on the way in a file, and shows it when the
# command fails.
shortly() {
    log=$1
    shift
    code=0
    "$@" 2>"$log" || code=$?
    if [ "$code" -ne 0 ]; then
        cat "$log" >&2
        exit "$code"
    fi
}

# generator ARGUMENT...: runs finais-gen. Its progress is for a terminal, where it is a single line.
generator() {
    if [ -t 2 ]; then
        "$programs/finais-gen" "$@"
    else
        shortly build/release/demo.log "$programs/finais-gen" "$@"
    fi
}

build_programs() {
    cmake --preset release >&2 &&
        cmake --build --preset release -j "$(processors)" \
            --target finais-program finais-generator >&2
}

install_build_needs

say "Building the programs (in build/release; takes about a minute the first time)"
mkdir -p build/release
shortly build/release/demo.log build_programs

say "Generating the tables of all endings of up to 4 pieces (in $tables)"
echo "For every position: win, draw or loss (wdl), plies to the end of the game (dtw), and plies to"
echo "the next capture or promotion (dtc). Tables that are there already are kept."
generator build --pieces 4 --metrics wdl,dtw,dtc --tables "$tables"

say "Verifying the files: the check value of every block, and the content hash of every table"
generator verify --level hash --tables "$tables"

say "Verifying the values: each recomputed from those of its successors by plain move generation"
generator verify --level rules --tables "$tables"

say "Question 1: three kings against one that is off the main road (a1-h8)"
echo "White wins; the table says in how many plies, and by which moves."
ask 'W:WKd8,Ke7,Ka5:BKf8'

say "Question 2: three kings against one that holds the main road"
echo "The same three kings, and the lone king on the main road: a draw."
ask 'W:WKd8,Ke7,Ka5:BKa1'

say "Question 3: a race of men"
echo "Two men each, far apart: whoever is to move wins. White to move:"
ask 'W:Wa1,g1:Ba7,h8'
echo
echo "The same men with Black to move:"
ask 'B:Wa1,g1:Ba7,h8'

say "Done"
echo "The tables are in   $root/$tables"
echo "The programs are in $root/$programs"
echo
echo "Next steps, from $root:"
echo "  Ask about another position:  $programs/finais probe --tables $tables 'W:WKa1,c3:BKh6'"
echo "  See the best line of play:   $programs/finais line --tables $tables 'W:WKd8,a7:BKg1'"
echo "  Count all endings:           $programs/finais-gen stats --tables $tables"
echo "  Generate up to 5 pieces:     $programs/finais-gen build --pieces 5 --tables $tables"
echo "  Run the tests:               sh tests/run.sh"
