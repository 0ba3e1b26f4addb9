#!/bin/sh
# The program finais: probe and line on endings of up to three pieces, to the letter.
set -u
. "$(dirname "$0")/cli.sh"

# King and man against king: the longest win of the ending.
run probe --tables "$tables" 'W:WKd8,a7:BKg1'
output <<'END'
W:WKd8,a7:BKg1

  8    .   W   .   .
  7  w   .   .   .
  6    .   .   .   .
  5  .   .   .   .
  4    .   .   .   .
  3  .   .   .   .
  2    .   .   .   .
  1  .   .   .   B
     a b c d e f g h

White to move
value  win    White wins against any play
DTW    9      plies to the end of the game
DTC    3      plies to the next capture or promotion

move   value   DTW   DTC
d8-b6  win       9     3
d8-c7  draw      -     -
d8-e7  draw      -     -
d8-f6  draw      -     -
d8-a5  draw      -     -
d8-g5  draw      -     -
d8-h4  draw      -     -
a7-b8  draw      -     -  promotes
END
run probe --tables "$tables" 'W:WKd8,a7:BKg1' --json
output <<'END'
{
  "fen": "W:WKd8,a7:BKg1",
  "variant": "brazilian",
  "side_to_move": "white",
  "wdl": "win",
  "dtw": 9,
  "dtc": 3,
  "terminal": false,
  "moves": [
    {"move": "d8-b6", "wdl": "win", "dtw": 9, "dtc": 3, "captures": 0, "promotes": false},
    {"move": "d8-c7", "wdl": "draw", "dtw": null, "dtc": null, "captures": 0, "promotes": false},
    {"move": "d8-e7", "wdl": "draw", "dtw": null, "dtc": null, "captures": 0, "promotes": false},
    {"move": "d8-f6", "wdl": "draw", "dtw": null, "dtc": null, "captures": 0, "promotes": false},
    {"move": "d8-a5", "wdl": "draw", "dtw": null, "dtc": null, "captures": 0, "promotes": false},
    {"move": "d8-g5", "wdl": "draw", "dtw": null, "dtc": null, "captures": 0, "promotes": false},
    {"move": "d8-h4", "wdl": "draw", "dtw": null, "dtc": null, "captures": 0, "promotes": false},
    {"move": "a7-b8", "wdl": "draw", "dtw": null, "dtc": null, "captures": 0, "promotes": true}
  ]
}
END
json moves/# 8
json moves/7/promotes true

# The same with colours exchanged and the board turned, in the three notations.
run probe --tables "$tables" 'B:WKb8:BKe1,h2' --json
json side_to_move '"black"'
json dtw 9
json moves/0/move '"e1-g3"'
run probe --tables "$tables" 'B:WKb8:BKe1,h2' --json --notation numeric
json fen '"B:WK1:B28,K31"'
json moves/0/move '"31-24"'
run probe --tables "$tables" 'B:WK29:BK3,8' --json --notation numeric-a1
json fen '"B:WK29:B8,K3"'
json moves/0/move '"3-12"'

# The margins of the board follow the notation; captures are told.
run probe --tables "$tables" 'B:W21,22:BK26' --notation numeric
output <<'END'
B:W21,22:BK26

  1    .   .   .   .  4
  5  .   .   .   .    8
  9    .   .   .   .  12
 13  .   .   .   .    16
 17    .   .   .   .  20
 21  w   w   .   .    24
 25    .   B   .   .  28
 29  .   .   .   .    32

Black to move
value  win    Black wins against any play
DTW    3      plies to the end of the game
DTC    1      plies to the next capture or promotion

move   value   DTW   DTC
26x13  win       3     1  takes 1
26x17  loss      2     1  takes 1
END
run probe --tables "$tables" 'B:W9,10:BK6' --notation numeric-a1
grep -qx ' 29    \.   \.   \.   \.  32' "$work/out" && pass || fail 'upper row'
grep -qx '  1  \.   \.   \.   \.    4' "$work/out" && pass || fail 'lower row'

# A capture that ends the game; distances of a capture count 1.
run probe --tables "$tables" 'W:WKa1:BKd4'
answer 0
grep -qx 'a1xh8  win       1     1  takes 1, ends the game' "$work/out" && pass || fail 'no remark'
run probe --tables "$tables" 'W:WKa1:BKd4' --json
json wdl '"win"'
json moves/# 4
json moves/0/captures 1
json moves/0/dtc 1

# No legal move, with pieces and without.
for fen in 'B:Wa3:B' 'W:W:BKa1'; do
    run probe --tables "$tables" "$fen" --json
    answer 0
    json wdl '"loss"'
    json dtw 0
    json dtc 0
    json terminal true
    json moves '[]'
done
run probe --tables "$tables" 'B:Wa3:B'
answer 0
grep -qx 'value  loss   Black has no legal move' "$work/out" && pass || fail 'no word of it'
same "$(grep -c '^move' "$work/out")" 0 'heads of a table of moves'

# Main lines: as long as the DTW, with the result; a draw has none.
run line --tables "$tables" 'W:WKd8,a7:BKg1'
output <<'END'
1. d8-b6 g1-h2 2. a7-b8 h2-g1 3. b6-a7 g1-h2 4. a7-g1 h2-c7 5. b8xd6 1-0
END
run line --tables "$tables" 'B:WKb8:BKe1,h2' --json
output <<'END'
{
  "fen": "B:WKb8:Bh2,Ke1",
  "variant": "brazilian",
  "side_to_move": "black",
  "wdl": "win",
  "dtw": 9,
  "result": "0-1",
  "moves": ["e1-g3", "b8-a7", "h2-g1", "a7-b8", "g3-h2", "b8-a7", "h2-b8", "a7-b6", "g1xa7"],
  "movetext": "1... e1-g3 2. b8-a7 h2-g1 3. a7-b8 g3-h2 4. b8-a7 h2-b8 5. a7-b6 g1xa7 0-1"
}
END
json moves/# 9
run line --tables "$tables" 'B:WKa1:BKh6'
output <<'END'
1/2-1/2
END
run line --tables "$tables" 'B:WKa1:BKh6' --json
json wdl '"draw"'
json dtw null
json moves '[]'
json movetext '"1/2-1/2"'
run line --tables "$tables" 'B:Wa3:B'
output <<'END'
1-0
END
run line --tables "$tables" 'W:WKa1:BKd4' --notation numeric
output <<'END'
1. 29x4 1-0
END

check_report
