#!/bin/sh
# finais line --tree: known trees; in others the first moves and numbers are those of finais probe.
set -u
. "$(dirname "$0")/cli.sh"

tree() {
    run line --tables "$tables" "$@"
}

tree 'W:Wa3,b2:Be7,d4' --tree 99
output <<'END'
1. b2-c3  11  only
  1... d4xb2  10
    2. a3xc1  9  only
      2... e7-f6  8
        3. c1-d2  7  only
          3... f6-g5  6
            4. d2-e3  5  only
              4... g5-h4  4
                5. e3-f4  3  only
                  5... h4-g3  2
                    6. f4xh2  1  only
no duals: each move of the winner is the only one that wins
END
tree 'B:WKb8,a7:BKh2' --tree 2 --notation numeric
output <<'END'
1... 28-32  6
  2. 1-10  5  only
no duals: each move of the winner is the only one that wins
END
tree 'W:WKd8:BKg1' --tree 5
output <<'END'
1/2-1/2
END
tree 'W:W:BKg1' --tree 5
output </dev/null

# The winner's moves with the distance of the position, and how many win at all.
for fen in 'W:WKd8,a7:BKg1' 'W:WKa1,Kc1,Ke1:BKb8' 'W:WKh8,Ke7,Kf6:BKa3' 'W:We3,a1,e1:BKf8'; do
    "$finais" probe --tables "$tables" "$fen" | awk '
        $1 == "DTW" { plies = $2 }
        $2 == "win" && $1 != "value" { wins++; if ($3 == plies) moves[++count] = $1 }
        END { for (i = 1; i <= count; i++) print moves[i], plies, wins == 1 ? "only" : wins }' \
        >"$work/expected"
    tree "$fen" --tree 1
    answer 0
    grep -v '^duals\|^no duals' "$work/out" |
        awk '{ print $2, $3, $4 == "only" ? "only" : $(NF - 2) }' >"$work/found"
    if [ -s "$work/expected" ] && cmp -s "$work/expected" "$work/found"; then
        pass
    else
        fail "$(cat "$work/found") instead of $(cat "$work/expected")"
    fi
done

for depth in 0 100 x 05 5x -1; do
    tree 'W:WKd8,a7:BKg1' "--tree=$depth"
    fault 2 "--tree '$depth': expected a number of plies from 1 to 99"
done
run probe --tables "$tables" --batch --tree 5
fault 2 'exclude each other'
run probe --tables "$tables" 'W:WKd8,a7:BKg1' --tree 100
fault 2 "--tree '100': expected a number of plies from 1 to 99"

# As JSON the same moves, plies and numbers, and beside what probe and line tell without it.
"$finais" line --tables "$tables" 'W:WKa1,Kc1,Ke1:BKb8' --tree 4 >"$work/tree"
grep -v duals "$work/tree" | awk '{ print $2, $3 }' >"$work/expected"
"$finais" line --tables "$tables" 'W:WKa1,Kc1,Ke1:BKb8' --json >"$work/line"
"$finais" probe --tables "$tables" 'W:WKa1,Kc1,Ke1:BKb8' --json >"$work/probe"
for command in line probe; do
    run $command --tables "$tables" 'W:WKa1,Kc1,Ke1:BKb8' --tree 4 --json
    answer 0
    sed -n 's/.*"ply": .*"move": "\([^"]*\)", "dtw": \([0-9]*\).*/\1 \2/p' "$work/out" >"$work/found"
    [ -s "$work/expected" ] && cmp -s "$work/expected" "$work/found" && pass || fail 'other moves'
    json tree/# "$(wc -l <"$work/expected")"
    same "duals: in $("$query" dual_positions <"$work/out") of $("$query" winner_positions \
        <"$work/out") positions more than one move wins" "$(tail -n 1 "$work/tree")" duals
    same "$(sed '/"tree"/,$d' "$work/out")" "$(sed '$d' "$work/$command" | sed '$s/$/,/')" \
        'what stands before the tree'
done
run line --tables "$tables" 'W:Wa3,b2:Be7,d4' --tree 99 --json
json tree/# 11
json tree/10/move '"f4xh2"'
json tree/1/winning_moves null
json winner_positions 6
json dual_positions 0
run line --tables "$tables" 'W:WKd8:BKg1' --tree 5 --json
json tree/# 0
run probe --tables "$tables" 'W:Wa3,b2:Be7,d4' --tree 99
answer 0
same "$(tail -n 2 "$work/out")" '                    6. f4xh2  1  only
no duals: each move of the winner is the only one that wins' 'the end of the tree'
# A position with a value whose distance no table tells.
for command in line probe; do
    run $command --tables "$tables" 'W:WKc3,Kb2,a1:Bh6,g5' --tree 3
    fault 3 'KKMvMM.dtw'
done

# Broken pipe, full disk.
ran='line --tree 99 | head'
"$finais" line --tables "$tables" 'W:We3,a1,e1:BKf8' --tree 30 2>"$work/err" | head -n 1 >"$work/out"
same "$(cat "$work/err")" '' 'what a broken pipe says'
same "$(wc -l <"$work/out")" 1 'lines'
if [ -c /dev/full ]; then
    for command in line probe; do
        for form in '' --json; do
            ran="$command --tree $form to a full disk"
            code=0
            : >"$work/out"
            "$finais" $command --tables "$tables" 'W:WKa1,Kc1,Ke1:BKb8' --tree 4 $form \
                >/dev/full 2>"$work/err" || code=$?
            fault 5 'write'
        done
    done
fi
tree 'W:WKd8,a9:BKg1' --tree 5
fault 2 'no such square'
tree 'W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8' --tree 5
fault 3 '6 pieces'
check_report
