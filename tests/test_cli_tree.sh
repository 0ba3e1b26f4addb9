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
tree 'W:WKd8,a7:BKg1' --tree 5 --json
fault 2 'exclude each other'
tree 'W:WKd8,a9:BKg1' --tree 5
fault 2 'no such square'
tree 'W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8' --tree 5
fault 3 '6 pieces'
check_report
