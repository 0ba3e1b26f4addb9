#!/bin/sh
# The program finais: help, versions, wrong calls, and output that cannot be written.
set -u
. "$(dirname "$0")/cli.sh"

# Help goes to standard output, with examples, for the program and for each command.
run --help
answer 0
for word in probe line perft tables bench --notation DTW DTC 'exit code' example; do
    grep -q -e "$word" "$work/out" && pass || fail "--help says nothing of $word"
done
for command in probe line perft tables bench; do
    run "$command" --help
    answer 0
    grep -q "^  finais $command" "$work/out" && pass || fail 'no example'
    awk 'length > 100 { wide = 1 } END { exit wide }' "$work/out" && pass || fail 'a wide line'
done
# The examples of the help work as they are written; those that use files of the reader's are left.
for command in '' probe line perft tables bench; do
    # An empty word would be an argument.
    "$finais" $command --help | sed -n '/^example/,$s/^  \(finais .*\)/\1/p' | grep -v '[<|~]'
done >"$work/examples"
same "$(wc -l <"$work/examples" | tr -d ' ')" 10 'number of examples'
mkdir "$work/bin"
ln -s "$finais" "$work/bin/finais"
while read -r example; do
    ran=$example
    code=0
    FINAIS_TABLES=$tables PATH=$work/bin:$PATH sh -c "$example" >"$work/out" 2>"$work/err" || code=$?
    answer 0
done <"$work/examples"
# help and -h are the same as --help.
for call in '' probe tables; do
    "$finais" $call --help >"$work/help"
    for other in "help $call" "$call -h"; do
        # The words of the call are meant to be split.
        run $other
        output <"$work/help"
    done
done
run help frobnicate
fault 2 "unknown command 'frobnicate'; see finais --help"
run --version
answer 0
grep -Eqx 'finais [0-9]+\.[0-9]+\.[0-9]+' "$work/out" && pass || fail "$(cat "$work/out")"

# Each wrong call has exit code 2 and one line.
run
fault 2 'see finais --help'
run frobnicate
fault 2 "unknown command 'frobnicate'; see finais --help"
run --frobnicate
fault 2 "unknown option '--frobnicate'; see finais --help"
run probe --frobnicate 'W:WKa1:BKd4'
fault 2 "unknown option '--frobnicate'; see finais --help"
run probe --json=yes 'W:WKa1:BKd4'
fault 2 '--json takes no value'
run probe 'W:WKa1:BKd4' --tables
fault 2 '--tables needs a value'
run probe 'W:WKa1:BKd4' --tables=
fault 2 'the value of option --tables is empty'
run probe 'W:WKa1:BKd4' --tables ''
fault 2 'the value of option --tables is empty'
run probe 'W:WKa1:BKd4' --notation roman
fault 2 "unknown notation 'roman'"
run probe 'W:WKa1:BKd4' --divide
fault 2 '--divide is no option of finais probe'
run tables --notation numeric
fault 2 '--notation is no option of finais tables'
run probe
fault 2 'a FEN is missing'
run probe 'W:WKa1:' BKd4
fault 2 "one argument too many, 'BKd4'"
run probe --batch 'W:WKa1:BKd4'
fault 2 '--batch reads the positions from standard input'
run line
fault 2 'an argument is missing'
run perft start
fault 2 'an argument is missing'
run perft start 3 4 5
fault 2 "one argument too many, '4'"
for depth in x -1 1.5 '' 100 99999999999999999999; do
    run perft -- start "$depth"
    fault 2 "'$depth' is no depth"
done
run tables here
fault 2 "one argument too many, 'here'"

# A text with line ends, tabs or escapes still makes one line.
run 'a
b	c'
fault 2 "unknown command 'a b c'"
run perft 'W:W
21:B1' 1
fault 2 'FEN'

# Options may stand anywhere, with a blank or an equals sign, and the last of a kind counts.
run --json perft --notation=numeric --notation algebraic start 2
json fen '"W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"'
json nodes 49

# A full disk is seen, a reader that goes away is not worth a word.
if [ -w /dev/full ]; then
    for call in '--help' '--version' 'perft start 2' 'perft start 2 --json'; do
        ran="finais $call > /dev/full"
        code=0
        : >"$work/out"
        # The words of the call are meant to be split.
        "$finais" $call >/dev/full 2>"$work/err" || code=$?
        fault 5 'cannot write to standard output'
    done
fi
ran='finais perft start 1 --divide | (reader gone)'
(
    trap '' PIPE
    sleep 1
    "$finais" perft start 1 --divide 2>"$work/err"
    echo $? >"$work/code"
) | true
same "$(cat "$work/code")" 5 'exit code'
same "$(cat "$work/err")" '' 'standard error'

check_report
