#!/bin/sh
# The program finais: known values, one by one, as a stream, and played out. $4 is the folder of the
# test data; $5 is the number of pieces up to which there are tables. A position with more is told
# apart from one that has a value.
set -u
. "$(dirname "$0")/cli.sh"
data=$4
pieces=$5

awk -F "$tab" '$2 == "value"' "$data/rules_cases.tsv" >"$work/cases"
same "$(wc -l <"$work/cases" | tr -d ' ')" 10 'number of values'

while IFS=$tab read -r id kind fen expected why; do
    # The words of a case: value dtw N dtc N.
    set -- $expected
    has=$(echo "$fen" | grep -o '[a-h][1-8]' | wc -l | tr -d ' ') # pieces, in algebraic FEN
    run probe --tables "$tables" "$fen" --json
    if [ "$has" -gt "$pieces" ]; then
        fault 3 "$has pieces"
        continue
    fi
    answer 0
    json wdl "\"$1\""
    json dtw "$3"
    json dtc "$5"
    # The best move has the distance of the position.
    if [ "$3" -gt 0 ]; then
        json terminal false
        json moves/0/wdl "\"$1\""
        json moves/0/dtw "$3"
    else
        json terminal true
    fi
    # The main line is as long, and counts down: after two moves two plies are gone.
    run line --tables "$tables" "$fen" --json
    answer 0
    json moves/# "$3"
    json dtw "$3"
    printf '%s\t%s\t%s\t%s\n' "$fen" "$1" "$3" "$5" >>"$work/values"
done <"$work/cases"

same "$(wc -l <"$work/values" | tr -d ' ')" "$((pieces < 5 ? 9 : 10))" 'number of values found'
cut -f 1 "$work/values" >"$work/positions"
run_with "$work/positions" probe --batch --tables "$tables"
cp "$work/values" "$work/values.copy"
output <"$work/values.copy"

# Three kings against one that holds the main road, and against one that does not.
run probe --tables "$tables" 'W:WKd8,Ke7,Ka5:BKa1' --json
json wdl '"draw"'
run line --tables "$tables" 'W:WKd8,Ke7,Ka5:BKa1'
output <<'END'
1/2-1/2
END
run line --tables "$tables" 'W:WKd8,Ke7,Ka5:BKf8'
answer 0
grep -q ' 1-0$' "$work/out" && pass || fail 'White does not win'

check_report
