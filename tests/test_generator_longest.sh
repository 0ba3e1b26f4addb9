#!/bin/sh
# finais-gen longest: distances and numbers of positions are those of the histograms, positions those
# that dump has, and games are read by finais and last as long.
#
#     test_generator_longest.sh FINAIS-GEN TABLES FINAIS
set -eu
. "$(dirname "$0")/generator.sh"
tables=$2
finais=$3

# From the histograms, both sides to move, an own mirror once: plies and positions of the longest wins
# of signatures of up to 3 pieces.
for metric in dtw dtc; do
    run stats --histogram --pieces 3 --metrics $metric --tsv --tables "$tables"
    awk -F '\t' -v metric=$metric '
        NR > 1 && $4 == "win" {
            split($1, sides, "v")
            if (sides[1] == sides[2] && $2 == "black")
                next
            if ($5 + 0 > most) { most = $5 + 0; count = 0 }
            if ($5 + 0 == most) count += $6
        }
        END { print metric " " most " plies, " count (count == 1 ? " position" : " positions") }' \
        "$work/out" >>"$work/expected"
done
run longest --pieces 3 --quiet --tables "$tables"
answer
same "$(grep plies "$work/out")" "$(cat "$work/expected")" 'the longest wins'

run longest --signature KKKvK --metrics dtw --limit 1000 --quiet --tables "$tables"
answer
plies=$(sed -n 's/^dtw \([0-9]*\) plies.*/\1/p' "$work/out")
sed 1d "$work/out" >"$work/longest"
"$generator" dump --signature KKKvK --tables "$tables" |
    awk -F '\t' -v plies="$plies" '$3 == "win" && $4 == plies { print $1 }' >"$work/dumped"
same "$(diff "$work/dumped" "$work/longest" | head -n 3)" '' 'differences from dump'
[ -s "$work/longest" ] && pass || fail 'no position'
run longest --signature KKKvK --metrics dtw --limit 2 --quiet --tables "$tables"
same "$(sed 1d "$work/out")" "$(head -n 2 "$work/longest")" 'the first two'

# So many that a search is needed, and so few that the heads of the tables tell them.
for metric in dtw dtc; do
    run longest --pieces 4 --metrics $metric --limit 100000 --quiet --tables "$tables"
    answer
    cp "$work/out" "$work/all"
    run longest --pieces 4 --metrics $metric --limit 1 --quiet --memory 20M --tables "$tables"
    answer
    same "$(cat "$work/out")" "$(head -n 2 "$work/all")" "the first of $metric, told by the heads"
done

run longest --pieces 3 --pdn --quiet --tables "$tables"
answer
games=$(grep -c '^\[FEN ' "$work/out")
"$finais" adjudicate --tables "$tables" <"$work/out" >"$work/read"
same "$(sed -n 's/^games read  *//p' "$work/read")" "$games" 'games read'
same "$(sed -n 's/^games that could not be read  *//p' "$work/read")" 0 'games not read'
same "$(sed -n 's/^results that disagree  *//p' "$work/read")" 0 'results that disagree'
same "$(sed -n 's/^moves that changed the value  *//p' "$work/read")" 0 'moves that are no best ones'
same "$(sed -n 's/^game 1, line 1: \([0-9]*\) plies.*/\1/p' "$work/read")" \
    "$(sed -n 's/^dtw \([0-9]*\) .*/\1/p' "$work/expected")" 'plies of the first game'

run longest --metrics wdl --tables "$tables"
fault 2 'wdl has no distances'
run longest --signature KKMvMM --tables "$tables"
fault 3 'no tables with distances'
if [ -c /dev/full ]; then
    ran='longest to a full disk'
    code=0
    "$generator" longest --pieces 2 --quiet --tables "$tables" >/dev/full 2>"$work/err" || code=$?
    fault 6 'No space left'
fi
check_report
