#!/bin/sh
# The program finais: FEN and moves in all notations, and perft. No table is needed. $4 is the
# folder of the test data, $5 the page of the rules.
set -u
. "$(dirname "$0")/cli.sh"
data=$4
page=$5

# moves FEN: the legal moves, sorted, on one line.
moves() {
    run perft "$1" 1 --divide
    answer 0
    sed '$d' "$work/out" | cut -d ' ' -f 1 | sort | tr '\n' ' '
}

# cases KIND: the rows of a kind, without the headline.
cases() {
    awk -F "$tab" -v kind="$1" '$2 == kind' "$data/rules_cases.tsv"
}

# Every FEN that has to be read is written in its one form.
cases fen-ok >"$work/cases"
while IFS=$tab read -r id kind fen expected why; do
    run perft "$fen" 0 --json
    answer 0
    json fen "\"$expected\""
    json nodes 1
done <"$work/cases"
same "$(wc -l <"$work/cases" | tr -d ' ')" 5 'number of FEN that are read'

# Every FEN that has to be refused, and more.
cases fen-error | cut -f 3 >"$work/cases"
cat >>"$work/cases" <<'END'
W:W:B
W:W21
W:W21:B1 and more
W:W21:B1.x
W:Wz9:B1
W21:B1
:W21:B1
W:W21:B1,2,3,4,5,6,7,8,9,10,11,12,13
W:W21:B1:Hx
W:W21:B0
W:W21:B-1
W:W21:B99999999999999999999
W:W21-:B1
W:W22-21:B1
W:WKa1:BKa1
END
while read -r fen; do
    for command in probe line; do
        run "$command" "$fen"
        fault 2 'FEN'
    done
    run perft "$fen" 1
    fault 2 'FEN'
done <"$work/cases"
same "$(wc -l <"$work/cases" | tr -d ' ')" 22 'number of FEN that are refused'
run perft '' 1
fault 2 'FEN'
run perft 'W:Wka1:BKh8' 1
fault 2 "'ka1': the K of a king is written as a capital"
run perft 'W:WKA1:BKh8' 1
fault 2 "'A1': the letters of squares are lower-case"

# The word start is a position everywhere, in every notation.
for notation in algebraic numeric numeric-a1; do
    run perft start 1 --json --notation $notation
    json nodes 7
    for command in probe line; do
        run $command start --notation $notation
        fault 3 'the position has 24 pieces'
    done
done

# The complete lists of legal moves.
cases moves >"$work/cases"
while IFS=$tab read -r id kind fen expected why; do
    same "$(moves "$fen")" "$(echo "$expected" | tr ' ' '\n' | sort | tr '\n' ' ')" "moves of $id"
done <"$work/cases"
same "$(wc -l <"$work/cases" | tr -d ' ')" 6 'number of lists of moves'

# The positions of the page of the rules can be read.
grep -oE '(^|`)[WB]:[WB][^ `]*:[WB][^ `]*' "$page" | tr -d '`' >"$work/cases"
while read -r fen; do
    run perft "$fen" 0
    answer 0
done <"$work/cases"
same "$(wc -l <"$work/cases" | tr -d ' ')" 7 'number of positions of the page'

# Notations: both are read whatever is written; only numeric-a1 reads the other numbering.
for fen in 'W:WKa1,c3:BKh8' 'W:WK29,22:BK4'; do
    run perft "$fen" 0 --json
    json fen '"W:Wc3,Ka1:BKh8"'
    run perft "$fen" 0 --json --notation numeric
    json fen '"W:W22,K29:BK4"'
done
run perft 'W:W10,K1:BK32' 0 --json --notation numeric-a1
json fen '"W:W10,K1:BK32"'
run perft 'W:Wc3,Ka1:BKh8' 0 --json --notation numeric-a1
json fen '"W:W10,K1:BK32"'
run perft 'W:WK29:BK18' 1 --divide --notation numeric
sed '$d' "$work/out" >"$work/moves"
same "$(cut -d ' ' -f 1 "$work/moves" | sort -t x -k 2n | tr '\n' ' ')" \
    '29x4 29x8 29x11 29x15 ' 'moves'

# Perft: the rows of the data that take no time.
awk -F "$tab" 'NR > 1 && $2 == "distinct" && $4 < 200000' "$data/perft.tsv" >"$work/cases"
while IFS=$tab read -r fen kind depth nodes; do
    run perft "$fen" "$depth" --json
    answer 0
    json nodes "$nodes"
    json depth "$depth"
done <"$work/cases"
same "$(wc -l <"$work/cases" | tr -d ' ')" 26 'number of perft rows'

# The split by move adds up.
run perft start 6 --divide
answer 0
same "$(sed '$d' "$work/out" | awk '{ sum += $2 } END { print NR, sum }')" '7 37628' 'split'
grep -Eqx 'depth 6: 37628 nodes in [0-9]+\.[0-9]{3} s' "$work/out" && pass || fail 'no sum'
run perft start 3 --divide --json
json 'moves/#' 7
json nodes 302
json variant '"brazilian"'

check_report
