#!/bin/sh
# A stream of games takes memory that does not grow with it, and what is remembered of one game changes
# nothing for another. After the arguments of all: a program that
# writes random games, one that measures memory, and how many games a small and a large stream have.
set -u
. "$(dirname "$0")/cli.sh"
random_games=$4
peak_memory=$5
small=$6
large=$7

# stream GAMES: judges so many, and leaves memory in $peak and time in $seconds.
stream() {
    ran="finais adjudicate of $1 games"
    "$random_games" "$1" 120 >"$work/games.pdn" || fail 'no games'
    begin=$(date +%s)
    code=0
    "$peak_memory" "$work/peak" "$finais" adjudicate --tables "$tables" \
        <"$work/games.pdn" >"$work/out" 2>"$work/err" || code=$?
    seconds=$(($(date +%s) - begin))
    answer 0
    peak=$(cat "$work/peak")
    grep -q "^games read *$1\$" "$work/out" && pass || fail 'not all games were read'
    printf '%d games, %d bytes: %d bytes of memory, %d s\n' "$1" "$(wc -c <"$work/games.pdn")" \
        "$peak" "$seconds"
}

stream "$small"
small_peak=$peak
stream "$large"
# What the tables take grows until all of their blocks were needed; a hundredth of the text does not.
grown=$((peak - small_peak))
[ $grown -le 8000000 ] && pass || fail "$grown bytes more for the larger stream"

# One game of many megabytes: king moves without end, long comments, and a word that never ends.
ran='one endless game'
{
    printf '[FEN "W:WKa1,a3:BKg1,h6"]\n'
    head -c $((large * 100)) /dev/zero | tr '\0' ' '
    printf '{'
    head -c $((large * 100)) /dev/zero | tr '\0' x
    printf '}\n'
    yes 'a1-b2 g1-h2 b2-a1 h2-g1' | head -n "$large"
    printf '*\n'
} >"$work/games.pdn"
code=0
"$peak_memory" "$work/peak" "$finais" adjudicate --json --tables "$tables" \
    <"$work/games.pdn" >"$work/out" 2>"$work/err" || code=$?
answer 0
json plies $((4 * large))
json first_draw_ply 8
[ "$(cat "$work/peak")" -le $((small_peak + 8000000)) ] && pass || fail "$(cat "$work/peak") bytes"

# The same games the other way round: all but their numbers and lines has to be the same.
reverse() {
    awk '/^\[Event / { games++ } { game[games] = game[games] $0 "\n" }
        END { for (i = games; i > 0; i--) printf "%s", game[i] }'
}

for ending in KKvK KMvK KMMvK; do
    for rules in fmjd64 lidraughts; do
        "$random_games" 100 24 1 $ending >"$work/forward.pdn" || fail 'no games'
        reverse <"$work/forward.pdn" >"$work/backward.pdn"
        for order in forward backward; do
            run adjudicate --json --rules $rules --tables "$tables" "$work/$order.pdn"
            answer 0
            sed 's/.*"result": //' "$work/out" | sort >"$work/$order"
        done
        ran="100 games of $ending under $rules, and the same the other way round"
        [ "$(grep -c '"plies": [0-9]*}' "$work/forward")" -ge 10 ] && pass || fail 'hardly an answer'
        cmp -s "$work/forward" "$work/backward" && pass || fail 'other answers'
    done
done

check_report
