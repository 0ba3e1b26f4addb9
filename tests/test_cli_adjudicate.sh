#!/bin/sh
# finais adjudicate: positions with counters, games with all that real files hold, and what cannot be
# read. $4 is the folder of the data.
set -u
. "$(dirname "$0")/cli.sh"
data=$4
export FINAIS_TABLES="$tables"

# ---- Positions -----------------------------------------------------------------------------------

# The longest win of king and man against king takes exactly five moves: with the clock at 0 or 1 it
# is in time, at 2 it is too late.
for clock in 0 1; do
    run adjudicate 'W:WKd8,a7:BKg1' --rules lidraughts --clock $clock --json
    answer 0
    json rules '"win"'
    json plies 9
    json moves/0/rules '"win"'
    json counters/clock $clock
done
run adjudicate 'W:WKd8,a7:BKg1' --rules lidraughts --clock 2 --json
json theory '"win"'
json rules '"draw"'
json plies null
json moves/0/rules '"draw"'
json undecided_because null
run adjudicate 'W:WKd8,a7:BKg1' --rules lidraughts --clock 2
answer 0
grep -q 'the counters have made a draw of the win of White' "$work/out" && pass || fail 'not said'
grep -q '^7.2.8 *2 of 10 plies' "$work/out" && pass || fail 'no article'

# The counter of the FEN is the same as the option, and an option beats it.
for call in "W:WKd8,a7:BKg1:H2" "W:WKd8,a7:BKg1:H7 --clock 2" "W:WKd8,a7:BKg1 --clock clock=2"; do
    # The words of a call are meant to be split.
    # shellcheck disable=SC2086
    run adjudicate $call --rules lidraughts --json
    json rules '"draw"'
    json counters/clock 2
done

# Who has no move has lost, whatever the counters say; who is drawn by a counter is told by which.
run adjudicate 'B:WKa1:B' --clock 99 --json
json rules '"loss"'
json drawn_by null
run adjudicate 'W:WKd8,a7:BKg1' --rules fmjd64 --clock 10 --json
json rules '"draw"'
json drawn_by '"7.2.8"'
json theory '"win"'
run adjudicate 'W:WKd8,a7:BKg1' --rules none --clock 10 --json
json rules '"win"'
json plies 9
json articles/# 0
run adjudicate 'W:WKd8,a7:BKg1' --json
json draw_rules '"fmjd64"'
json articles/0/article '"7.2.8"'
json articles/0/plies_left 9

# Without tables nothing is known, and that is said.
run adjudicate start --json
answer 0
json theory null
json rules '"undecided"'

# Rules of one's own.
cat >"$work/two.rules" <<'END'
# drawn after two moves of each side without a capture
profile two
counter c counts plies resets capture
article only limit 2 moves of c
END
run adjudicate 'W:WKd8,a7:BKg1' --rules "$work/two.rules" --json
json draw_rules '"two"'
json rules '"draw"'
run adjudicate 'W:WKg1:BKh2' --rules "$work/two.rules" --json
json counters/c 0
printf 'profile two\nwhat\n' >"$work/bad.rules"
run adjudicate 'W:WKd8,a7:BKg1' --rules "$work/bad.rules"
fault 2 "line 2, 'what'"
run adjudicate 'W:WKd8,a7:BKg1' --rules fmjd
fault 2 "'fmjd' is neither a file"
run adjudicate 'W:WKd8,a7:BKg1' --clock 12x
fault 2 "'12x'"
run adjudicate 'W:WKd8,a7:BKg1' --clock horses=3
fault 2 "'horses'"
for counts in 1,2 balance=2,balance=3 kings=1,2; do
    run adjudicate 'W:WKd8,a7:BKg1' --clock $counts
    fault 2 'gives a count twice'
done
run adjudicate 'W:WKd8,a7:BKg1' --clock 10000
fault 2 "'10000'"
run adjudicate 'W:WKd8,a9:BKg1'
fault 2 "'a9'"
run adjudicate 'W:WKd8,a7:BKg1' 'W:WKd8,a7:BKg1'
fault 2 'quote a FEN'
run adjudicate --clock 3
fault 2 '--clock'

# ---- Games ---------------------------------------------------------------------------------------

# All games of the data, by both readings.
tail -n +2 "$data/draw_cases.tsv" >"$work/cases"
while IFS="$tab" read -r id fen moves lidraughts fmjd64 win note; do
    printf '[Event "%s"]\n[FEN "%s"]\n\n%s *\n\n' "$id" "$fen" "$moves"
done <"$work/cases" >"$work/cases.pdn"
for rules in lidraughts fmjd64; do
    run adjudicate "$work/cases.pdn" --rules $rules --json
    answer 0
    same "$(wc -l <"$work/out" | tr -d ' ')" 11 'games'
    cp "$work/out" "$work/games"
    game=0
    while IFS="$tab" read -r id fen moves lidraughts fmjd64 win note; do
        game=$((game + 1))
        sed -n "${game}p" "$work/games" >"$work/out"
        expected=$fmjd64
        [ $rules = lidraughts ] && expected=$lidraughts
        [ "$expected" = - ] && expected=null
        ran="$id under $rules"
        json game $game
        json first_draw_ply "$expected"
        json result '"*"'
        [ "$win" = - ] || json plies "$win"
        [ "$win" = - ] || json final/rules '"loss"'
        [ "$expected" = null ] || json final/rules '"draw"'
    done <"$work/cases"
done

# games TEXT: the bytes of a file, as printf writes them.
games() {
    printf "$1" >"$work/games.pdn"
    run adjudicate "$work/games.pdn" --json
}

games '\357\273\277[Event "x"]\r\n[ GameType  "26,W,8,8,A0,0" ]\r\n[Result "1/2-1/2"]\r\n\r\n1. c3-d4! {a {nested} one} d6-c5 (1... f6-g5 (x)) 2. b2-c3 $1 ; more\r\n1-0\r\n'
answer 0
json plies 3
json result '"1-0"'
json result_tag '"1/2-1/2"'
json first_draw_ply null
json final/theory null
json final/rules '"undecided"'
games '1. 22-18 11-15 2. 18x11 1-1'
json plies 3
json result '"1-1"'
json claim_justified false
games '[FEN "W:WKd8,a7:BKg1"]\n1. d8-b6 g1-h2 2. - - h2-g1 0-1'
answer 0
json unknown_move true
json plies 2
json final null
games '[FEN "W:WKd8,a7:BKg1"]\n1. d8-c7 g1-h2 1-0'
json change_count 2
json changes/0/ply 1
json changes/0/move '"d8-c7"'
json changes/0/before '"win"'
json changes/0/after '"draw"'
json changes/0/better/# 1
json changes/0/better/0 '"d8-b6"'
games '[FEN "W:WKg1:BKh2"]\n[Result "*"]\n'
json plies 0
json result '"*"'

# A comment of 100,000 characters.
{
    printf '1. c3-d4 {'
    head -c 100000 /dev/zero | tr '\0' x
    printf '} d6-c5 *\n'
} >"$work/long.pdn"
run adjudicate "$work/long.pdn" --json
json plies 2

# The third repetition, which the history counts; threefold is a claim on lidraughts.
moves='h4-g5 b8-c7 g5-h4 c7-b8'
games "[FEN \"W:WKh4,c1:BKb8,a7\"]\n$moves $moves *"
json first_draw_ply 8
json first_draw_article '"repetition"'
json first_draw_by_claim false
json final/rules '"draw"'
printf '[FEN "W:WKh4,c1:BKb8,a7"]\n%s %s 1/2-1/2' "$moves" "$moves" >"$work/games.pdn"
run adjudicate "$work/games.pdn" --json --rules lidraughts
json first_draw_by_claim true
json claim_justified true
json result_agrees true
printf '[FEN "W:WKh4,c1:BKb8,a7"]\n%s %s 1-0' "$moves" "$moves" >"$work/games.pdn"
run adjudicate "$work/games.pdn" --json
json result_agrees false
run adjudicate "$work/games.pdn" --json --rules none
json first_draw_ply null

# Bad games are reported, each once, and the next one is read.
cat >"$work/bad.pdn" <<'END'
[Event "1"]
1. c3-d4 d6-c5 2. c3-b4 d6-e5 *

[Event "2"]
1. c3-d4 *

[Event "3"]
[GameType "25,W,8,8,A0,0"]
1. c3-d4 *

[Event "4"]
[FEN "W:Wa9:Bb8"]
*

[Event "5"]
1. c3-d4 oops *
END
run adjudicate "$work/bad.pdn" --json
same "$code" 2 'exit code'
same "$(wc -l <"$work/err" | tr -d ' ')" 4 'lines on standard error'
same "$(wc -l <"$work/out" | tr -d ' ')" 5 'lines of output'
cp "$work/out" "$work/games"
for what in "game 1, line 2: 'c3-b4': not a legal move" 'game 3, line 8: a game of Russian draughts' \
    "game 4, line 12: FEN, character 4, 'a9'" "game 5, line 16: 'oops': not a move"; do
    ran=$what
    grep -qF -e "$work/bad.pdn, $what" "$work/err" && pass || fail "not in: $(cat "$work/err")"
done
sed -n 1p "$work/games" >"$work/out"
json error/move '"c3-b4"'
json error/line 2
json game 1
sed -n 2p "$work/games" >"$work/out"
json game 2
json plies 1

# Without the tag the option tells the type of the game; the tag beats it.
printf '1. c3-d4 *' >"$work/plain.pdn"
run adjudicate "$work/plain.pdn" --game-type 25
same "$code" 2 'exit code'
one_line 'Russian'
printf '[GameType "26"]\n1. c3-d4 *' >"$work/tagged.pdn"
run adjudicate "$work/tagged.pdn" --game-type 25
answer 0
run adjudicate "$work/plain.pdn" --game-type 12
fault 2 "'12'"

# Standard input, several files, a summary.
run_with "$work/cases.pdn" adjudicate --rules fmjd64
answer 0
grep -q '^drawn by the rules *8$' "$work/out" && pass || fail 'no summary'
grep -q '^  by 7.2.5 *3$' "$work/out" && pass || fail 'no articles in the summary'
cp "$work/out" "$work/summary"
run_with "$work/cases.pdn" adjudicate - --rules fmjd64
answer 0
cmp -s "$work/out" "$work/summary" && pass || fail 'a - is not standard input'
run adjudicate "$work/plain.pdn" "$work/tagged.pdn" --json
answer 0
same "$(wc -l <"$work/out" | tr -d ' ')" 2 'games'
run adjudicate "$work/none.pdn"
fault 5 'cannot open'
run adjudicate /dev/null --json
answer 0
same "$(cat "$work/out")" '' 'output'

check_report
