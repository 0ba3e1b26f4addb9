#!/bin/sh
# The program finais: which tables are found, and what it says of missing and damaged ones.
set -u
. "$(dirname "$0")/cli.sh"
fen='W:WKa1:BKh6' # needs KvK

# flip FILE OFFSET: changes the bits of one byte.
flip() {
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    printf "\\$(printf %o $((byte ^ 255)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# fresh: a folder of tables to damage.
fresh() {
    rm -rf "$work/damaged"
    mkdir -p "$work/damaged"
    cp -R "$tables/brazilian" "$work/damaged/brazilian"
    chmod -R u+w "$work/damaged"
}

# damaged CODE TEXT: probe and batch tell of it in the same way.
damaged() {
    run probe --tables "$work/damaged" "$fen"
    fault "$1" "$2"
    run probe --tables "$work/damaged" "$fen" --json
    fault "$1" "$2"
    run line --tables "$work/damaged" "$fen"
    fault "$1" "$2"
}

# Three metrics of nine endings of up to three pieces.
fresh
rm -f "$work"/damaged/brazilian/????v*.* "$work"/damaged/brazilian/???v*.* \
    "$work"/damaged/brazilian/??v??.*
run tables --tables "$work/damaged"
answer 0
same "$(grep -c '^brazilian/' "$work/out")" 27 'number of tables'
grep -q '^27 tables  *598560 ' "$work/out" && pass || fail 'total'
grep -Eq "^brazilian/KvK.wdl +2 +992 +[0-9]+  $work/damaged\$" "$work/out" && pass || fail 'KvK'
run tables --tables "$work/damaged" --json
answer 0
json directories "$(printf '[\n    "%s"\n  ]' "$work/damaged")"
json tables/# 27
json total/tables 27
json total/positions 598560
json tables/0/name '"brazilian/KvK.dtc"'
json tables/0/metric '"dtc"'
json tables/0/pieces 2
json tables/0/positions 992
json tables/0/path "\"$work/damaged/brazilian/KvK.dtc\""
json tables/0/bytes "$(wc -c <"$work/damaged/brazilian/KvK.dtc" | tr -d ' ')"

# Several directories: the first that has a table counts. The environment variable: when there is
# no option.
mkdir -p "$work/empty" "$work/first/brazilian"
cp "$tables/brazilian/KvM.wdl" "$work/first/brazilian/KvM.wdl"
run tables --tables "$work/empty" --tables "$work/first" --tables "$work/damaged" --json
json total/tables 27
grep -q "\"$work/first/brazilian/KvM.wdl\"" "$work/out" && pass || fail 'not the first'
FINAIS_TABLES=$work/empty:$work/first
export FINAIS_TABLES
run tables --json
json total/tables 1
run tables --tables "$work/damaged" --json
json total/tables 27
unset FINAIS_TABLES

# Without option and variable: share/finais beside the folder of the program.
run probe "$fen"
answer 0
run tables --json
grep -q '"[^"]*/share/finais/brazilian/KvK.wdl"' "$work/out" && pass || fail 'not beside the program'
# An empty variable is as good as none.
FINAIS_TABLES=
export FINAIS_TABLES
run probe "$fen"
answer 0
unset FINAIS_TABLES

# Nothing found: says where it looked.
run tables --tables "$work/empty" --tables "$work"
fault 3 "(searched: $work/empty, $work); get it with: finais-gen build --pieces 4 --tables $work/empty"
run tables --tables "$work/empty" --json
same "$code" 3 'exit code'
json tables '[]'
one_line "$work/empty"
run probe --tables "$work/empty" "$fen"
fault 3 "finais-gen build --signature KvK --metrics wdl --tables $work/empty"
mkdir "$work/it's empty"
run probe --tables "$work/it's empty" "$fen"
fault 3 "--tables '$work/it'\\''s empty'"
# The folder of the tables rather than the one above it.
for command in tables "probe $fen"; do
    # The words of the command are meant to be split.
    run $command --tables "$work/damaged/brazilian"
    fault 3 "holds tables itself: give its parent folder, $work/damaged"
done
run probe --tables "$work/empty" "$fen" --json
fault 3 ''
run line --tables "$work/empty" "$fen"
fault 3 ''

# Directories that are none.
run probe --tables "$work/nowhere" "$fen"
fault 5 "$work/nowhere"
run tables --tables "$work/damaged/brazilian/KvK.wdl"
fault 5 'KvK.wdl'
FINAIS_TABLES=$work/nowhere
export FINAIS_TABLES
run probe "$fen"
fault 5 "$work/nowhere"
unset FINAIS_TABLES

# More pieces than the tables have.
run probe --tables "$work/damaged" 'W:WKd8,Ke7,Ka5:BKf8'
fault 3 "4 pieces, and the largest table found has 3 (searched: $work/damaged); get it with: \
finais-gen build --pieces 4 --tables $work/damaged"
run probe start
fault 3 'up to 8 pieces'
# Without a legal move, or with captures enough, that is no matter.
run probe --tables "$work/damaged" 'W:WKb8,a7,c7:BKd8' --json
json dtw 0
json terminal true
run line --tables "$work/damaged" 'W:WKb8,a7,c7:BKd8'
output <<'END'
0-1
END

# A table that is not there: its name; the value from another metric; a line needs distances.
fresh
rm "$work/damaged/brazilian/KvK.wdl"
run probe --tables "$work/damaged" "$fen"
answer 0
rm "$work/damaged/brazilian"/KvK.*
run probe --tables "$work/damaged" "$fen"
fault 3 'brazilian/KvK.'
# Nor one that a capture leads to: d2 takes c3 and leaves king against king.
run probe --tables "$work/damaged" 'W:WKd2:BKc3,Kh8'
fault 3 'brazilian/KvK.'
fresh
rm "$work"/damaged/brazilian/*.dtw
run probe --tables "$work/damaged" 'W:WKd8,a7:BKg1'
answer 0
grep -q '^DTW  *-  *not known' "$work/out" && pass || fail 'DTW is not said to be unknown'
run probe --tables "$work/damaged" 'W:WKd8,a7:BKg1' --json
json wdl '"win"'
json dtw null
json dtc 3
json moves/0/dtc 3
run line --tables "$work/damaged" 'W:WKd8,a7:BKg1'
fault 3 'brazilian/KMvK.dtw'
run line --tables "$work/damaged" "$fen"
output <<'END'
1/2-1/2
END

# The table of a move is not there: the value is shown, and what is missing is told.
fresh
rm "$work"/damaged/brazilian/KKvK.*
run probe --tables "$work/damaged" 'W:WKd8,a7:BKg1'
same "$code" 0 'exit code'
one_line '1 of the moves without a value: table brazilian/KKvK.wdl is missing'
grep -qx 'value  win    White wins against any play' "$work/out" && pass || fail 'no value'
same "$(tail -n 1 "$work/out")" 'a7-b8  ?         -     -  promotes' 'last move'
run probe --tables "$work/damaged" 'W:WKd8,a7:BKg1' --json
same "$code" 0 'exit code'
one_line 'KKvK'
json moves/6/wdl '"draw"'
json moves/7/wdl null
json moves/7/dtw null
json moves/7/dtc null
printf 'W:WKd8,a7:BKg1\n' >"$work/in"
run_with "$work/in" probe --batch --json --tables "$work/damaged"
answer 0
json moves/7/wdl null

# only_wdl: without tables of distances, whose values would do as well.
only_wdl() {
    fresh
    rm "$work"/damaged/brazilian/*.dt?
}

# Short distances follow from outcomes: a position has that of its best move, and the moves of which
# it is known come first.
only_wdl
run probe --tables "$work/damaged" 'W:Wc7,Ka1:Bh4'
answer 0
grep -q '^DTC  *1 ' "$work/out" && pass || fail 'DTC is not known'
grep -q '^DTW  *-  ' "$work/out" && pass || fail 'DTW is known'
same "$(sed -n '/^move/{n;p;}' "$work/out")" 'c7-b8  win       -     1  promotes' 'best move'

# Damage of every kind: nothing of it is taken for a value.
file=$work/damaged/brazilian/KvK.wdl
size=$(wc -c <"$tables/brazilian/KvK.wdl")
for offset in 0 8 40 300 511 512 520 $((size - 30)) $((size - 1)); do
    only_wdl
    flip "$file" "$offset"
    damaged 4 'KvK.wdl'
done
for length in 0 1 511 512 530 $((size - 1)); do
    only_wdl
    head -c "$length" "$tables/brazilian/KvK.wdl" >"$file"
    damaged 4 'KvK.wdl'
done
only_wdl
printf 'more' >>"$file"
damaged 4 'KvK.wdl'
only_wdl
cp "$tables/brazilian/KvM.wdl" "$file"
damaged 4 'KvK.wdl'
only_wdl
cp "$tables/brazilian/KvK.dtw" "$file"
damaged 4 'KvK.wdl'
only_wdl
awk 'BEGIN { for (i = 0; i < 2000; i++) print "this is no table" }' >"$file"
damaged 4 'KvK.wdl'

check_report
