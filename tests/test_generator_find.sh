#!/bin/sh
# finais-gen find: every condition agrees with a filter over finais-gen dump written in Python
# (filter_dump.py); limits, counts and samples; queries that cannot be; what cannot be written.
#
#     test_generator_find.sh FINAIS-GEN TABLES FINAIS DEFAULT-SIGNALS PYTHON SIGNATURE...
#
# Python is slow, so the signatures that it filters are few by default.
set -eu
. "$(dirname "$0")/generator.sh"
tables=$2
finais=$3
default_signals=$4
python=$5
shift 5

find_positions() {
    run find --quiet --tables "$tables" "$@"
}

# Each condition twice: for filter_dump.py, and as a query.
sed 's/ *| */	/' >"$work/queries" <<'END'
p.side == 'white'                            | white to move
p.wdl == 'win'                               | win
p.wdl in ('win', 'draw')                     | win or draw
p.wdl != 'loss'                              | not loss
(p.wdl == 'win') == (p.side == 'white') and p.wdl != 'draw' | white wins
(p.wdl == 'win') == (p.side == 'black') and p.wdl != 'draw' | black wins
p.plies('dtw', 5, 9)                         | dtw 5..9
p.plies('dtc', 4, 4)                         | dtc 4
p.plies('dtw', 0, 3) or p.plies('dtc', 8, 99) | dtw ..3 or dtc 8..
not p.plies('dtw', 2, 9)                     | not dtw 2..9
p.capture()                                  | capture
not p.capture()                              | quiet
p.quiet_for_both()                           | quiet for both
p.on('w', 'mk', 'd4', 'a7')                  | white piece on d4 a7
p.on('b', 'm', 'b2', 'c5', 'g7')             | black man on b2 c5 g7
p.on('wb', 'k', *ROAD)                       | king on main road
not p.on('b', 'mk', *ROAD)                   | black piece off main road
p.zugzwang()                                 | zugzwang
p.full_zugzwang()                            | full zugzwang
p.half_zugzwang()                            | half zugzwang
p.half_zugzwang() and p.wdl == 'draw'        | draw, half zugzwang
p.zugzwang() and p.quiet_for_both()          | quiet for both, zugzwang
p.wdl == 'win' and len(p.winning()) == 1     | unique win
len(p.winning()) in (2, 3)                   | winning moves 2..3
len(p.winning()) == 0                        | winning moves 0
p.wdl == 'win' and p.unique_line(1)          | unique line 1
p.wdl == 'win' and p.unique_line(3)          | unique line 3
p.changed(True, 'w', 'm')                    | changed by crowning a white man
p.changed(True, 'wb', 'm')                   | changed by crowning man
p.changed(False, 'b', 'mk')                  | changed by removing a black piece
p.changed(False, 'wb', 'k')                  | changed by removing a king
p.side == 'white' and p.wdl == 'win' and p.on('b', 'mk', 'b8', 'd6') and len(p.winning()) == 1 | white to move, win, black piece on b8 d6, unique win
END

# Conditions that take more pieces: MMvM, and with the argument MMMvK that, too.
sed 's/ *| */	/' >"$work/sacrifices" <<'END'
p.wdl == 'win' and p.sacrifice(1)            | sacrifice 1
p.side == 'white' and p.wdl == 'win' and not p.sacrifice(1) and not p.capture() | white to move, win, quiet, not sacrifice 1
END
sed 's/ *| */	/' >"$work/sacrifices_of_two" <<'END'
p.wdl == 'win' and p.sacrifice(1)            | sacrifice 1
p.wdl == 'win' and p.sacrifice(2)            | sacrifice 2
END

# agree SIGNATURE QUERIES: the positions found are those that Python finds, with and without distances
# asked for, by one thread and by several.
agree() {
    "$python" -B "$here/filter_dump.py" "$here/second_reader" "$work" "$1" <"$work/$2" \
        >"$work/expected"
    : >"$work/found"
    cut -f 2 "$work/$2" | while IFS= read -r query; do
        "$generator" find --quiet --tables "$tables" --signature "$1" --where "$query" \
            --threads 2 >>"$work/found" || echo "failed: $query" >>"$work/found"
        echo end >>"$work/found"
    done
    ran="find --signature $1"
    same "$(diff "$work/expected" "$work/found" | head -n 5)" '' 'differences from Python'
    awk '/^end/ { print count[++queries] + 0; next } { count[queries + 1]++ }' "$work/expected" \
        >"$work/counts_$1.$2"
}

if command -v "$python" >/dev/null 2>&1; then
    for signature in KvK KvM MvM KKvK KKvM KMvK KMvM MMvK MMvM; do
        "$generator" dump --signature $signature --tables "$tables" >"$work/$signature.tsv"
    done
    for signature; do
        [ "$signature" = MMMvK ] || agree "$signature" queries
    done
    agree MMvM sacrifices
    grep -qx 0 "$work/counts_MMvM.sacrifices" && fail 'a condition that nothing satisfies' || pass
    case " $* " in
    *' MMMvK '*)
        for signature in MMMvK KMMvK KKMvK KKKvK; do
            "$generator" dump --signature $signature --tables "$tables" >"$work/$signature.tsv"
        done
        agree MMMvK sacrifices_of_two
        grep -qx 0 "$work/counts_MMMvK.sacrifices_of_two" && fail 'no sacrifice of two' || pass
        ;;
    esac
    # No condition may be one that none of these positions has.
    ran=find
    same "$(paste "$work"/counts_*.queries | awk '{ sum = 0; for (i = 1; i <= NF; i++) sum += $i } sum == 0 { print NR }')" '' \
        'conditions that nothing satisfies'
fi

# All positions; rows with values; outcomes from wdl tables alone and from distances.
run dump --signature KMvK --tables "$tables"
mv "$work/out" "$work/dump"
find_positions --signature KMvK --tsv
answer
cmp -s "$work/dump" "$work/out" && pass || fail 'not as dumped'
find_positions --signature KMvK --tsv --metrics wdl --where loss
answer
sed 1d "$work/dump" | awk -F '\t' '$3 == "loss"' | cut -f 1-3 >"$work/losses"
sed 1d "$work/out" | cmp -s - "$work/losses" && pass || fail 'losses are not as dumped'
find_positions --signature KMvK --where loss --count
answer
same "$(cat "$work/out")" "$(wc -l <"$work/losses")" 'count of losses'
find_positions --signature KMvK --where 'dtw 0.., loss' --count --threads 1
answer
same "$(cat "$work/out")" "$(wc -l <"$work/losses")" 'count of losses with a distance'
find_positions --signature KMvK --where loss --limit 7
answer
head -n 7 "$work/losses" | cut -f 1 | cmp -s - "$work/out" && pass || fail 'the first 7 losses'
# A search ends where enough was found: what comes after is not read.
mkdir -p "$work/damaged/brazilian"
cp "$tables"/brazilian/?v?.wdl "$work/damaged/brazilian/"
flip "$work/damaged/brazilian/MvM.wdl" $(($(wc -c <"$work/damaged/brazilian/MvM.wdl") - 20))
run find --quiet --pieces 2 --where win --limit 3 --tables "$work/damaged"
answer
same "$(wc -l <"$work/out")" 3 'positions'
run find --quiet --pieces 2 --where win --tables "$work/damaged"
fault 4 'MvM.wdl'
find_positions --pieces 3 --where 'win, loss or draw'
fault 2 "character 6, 'loss': no position is like that"
find_positions --signature KKvK --where 'loss, black to move, king on a1, dtw 200..'
answer
same "$(wc -c <"$work/out")" 0 'what an empty result has'
find_positions --pieces 3 --where 'win' --count
answer
# Positions of the tables of up to 3 pieces, whose wins the statistics tell.
run stats --pieces 3 --tsv --metrics wdl --tables "$tables"
wins=$(awk -F '\t' 'NR > 1 && !($2 == $4 && $3 == $5 && $6 == "black") { n += $8 } END { print n }' \
    "$work/out")
find_positions --pieces 3 --where 'win' --count
same "$(cat "$work/out")" "$wins" 'wins of 3 pieces'

# Draw rules: what the README tells of king and man against king.
find_positions --signature KMvK --where 'drawn under lidraughts at 2, white to move'
answer
grep -qx 'W:WKd8,a7:BKg1' "$work/out" && pass || fail 'a win in nine plies is not drawn'
find_positions --signature KMvK --where 'drawn under lidraughts at 1' --count
same "$(cat "$work/out")" 0 'what is drawn when one ply has been counted'

# All positions that are drawn under rules are those that finais adjudicate calls so, asked one by one.
sed 1d "$work/dump" | awk -F '\t' '$3 != "draw" { print $1 }' >"$work/decided"
while read -r rules plies; do
    find_positions --signature KMvK --where "drawn under $rules at $plies" --threads 2
    answer
    awk -v plies="$plies" '{ printf "[FEN \"%s:H%d\"]\n\n*\n\n", $1, plies }' "$work/decided" |
        "$finais" adjudicate --rules "$rules" --json --tables "$tables" |
        sed -n 's/.*"final": {"fen": "\([^"]*\)".*"rules": "draw".*/\1/p' >"$work/drawn"
    same "$(diff "$work/drawn" "$work/out" | head -n 3)" '' "differences from adjudicate, $rules"
    [ -s "$work/drawn" ] && pass || fail "nothing is drawn under $rules"
done <<'END'
lidraughts 8
fmjd64 8
moves40 76
cbd20 37
END

# Samples: as many as asked for, in order, the same for any number of threads, others for other seeds.
find_positions --pieces 3 --where 'not capture' --sample 500 --threads 1
answer
mv "$work/out" "$work/sample"
same "$(sort -u "$work/sample" | wc -l)" 500 'rows of a sample'
find_positions --pieces 3 --where 'not capture' --sample 500 --threads 3 --seed 0
cmp -s "$work/out" "$work/sample" && pass || fail 'the sample depends on threads'
find_positions --pieces 3 --where 'not capture' --sample 500 --seed 1
cmp -s "$work/out" "$work/sample" && fail 'the sample does not depend on the seed' || pass
find_positions --signature KMvK --where loss --sample 100000
answer
cut -f 1 "$work/losses" | cmp -s - "$work/out" && pass || fail 'a sample of more than there is'
# About half of a half: 3 standard deviations are 34.
find_positions --signature KMvK --sample 500 --tsv --seed 5
white=$(grep -c '	white	' "$work/out")
[ "$white" -gt 216 ] && [ "$white" -lt 284 ] && pass || fail "$white of 500 have White to move"

# Queries that are none: the word is told.
while IFS='|' read -r query place; do
    find_positions --signature KKvK --where "$query"
    fault 2 "--where, $place"
done <<'END'
dwt 5|character 1, 'dwt': expected a condition
win draw|character 5, 'draw': expected a comma
win,|at the end: a condition is missing
win or|at the end: a condition is missing
,|character 1, ',': expected a condition
not|at the end: expected a condition
dtw|at the end: expected a number or range
dtw 5..2|character 5, '5..2': the range goes down
dtw 5.2|character 5, '5.2': expected a number
dtw ..|character 5, '..': expected a number
dtw 99999|character 5, '99999': expected a number
king on b1|character 9, 'b1': a light square
king on a9|character 9, 'a9': no such square
king on d4 x|character 12, 'x': expected a square
king near d4|character 6, 'near': expected on or off
white man on b8|character 14, 'b8': such a man cannot stand there
white queen on b8|character 7, 'queen': expected man, king or piece
white to win|character 10, 'win': expected move
drawn under me|character 13, 'me': expected fmjd64
changed by crowning a king|character 23, 'king': expected man
sacrifice 0|character 1, 'sacrifice': expected one number of pieces
sacrifice 1..2|character 1, 'sacrifice': expected one number
half win|character 6, 'win': expected zugzwang
capture, sacrifice 1|character 10, 'sacrifice': no position is like that
draw, sacrifice 1|character 7, 'sacrifice': no position is like that
win, half zugzwang|character 6, 'half': no position is like that
unique line 0|character 1, 'unique': expected one number
win, loss|character 6, 'loss': no position is like that
capture, quiet|character 10, 'quiet': no position is like that
draw, dtw 5|character 7, 'dtw': no position is like that
win, dtw 6|character 6, 'dtw': no position is like that
END
find_positions --signature KvK --where 'black to move'
fault 2 'KvK is its own mirror'
find_positions --signature KKMvMM --where 'dtw 5'
fault 3 'KKMvMM.dtw: not there'
find_positions --count --limit 5
fault 2 'exclude each other'
find_positions --seed 5
fault 2 '--seed belongs to --sample'
find_positions --limit 0
fault 2 "--limit '0': expected"

# A full disk, a signal.
if [ -c /dev/full ]; then
    ran='find to a full disk'
    code=0
    "$generator" find --quiet --tables "$tables" --pieces 3 >/dev/full 2>"$work/err" || code=$?
    fault 6 'No space left'
fi
interrupted "$default_signals" find --quiet --tables "$tables" --signature KKMvMM
fault 75 'interrupted'
check_report
