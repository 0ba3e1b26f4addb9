#!/bin/sh
# The program finais: probe --batch on good, odd and endless input.
set -u
. "$(dirname "$0")/cli.sh"

# Answers in order; a line that is wrong gets its answer and the next one is read.
printf 'W:WKd8,a7:BKg1\n\nW:W33:B1\nW:WK29:BK18\nB:W21:B\n   \nB:WKa1:BKh6' >"$work/in"
run_with "$work/in" probe --batch --tables "$tables"
answer 0
cut -f 1,2 "$work/out" >"$work/short"
same "$(cat "$work/short")" "$(printf 'W:WKd8,a7:BKg1\twin\nW:W33:B1\terror\nW:WK29:BK18\twin\nB:W21:B\tloss\nB:WKa1:BKh6\tdraw')" answers
same "$(awk -F '\t' '{ printf "%d ", NF }' "$work/out")" '4 3 4 4 4 ' 'numbers of fields'
same "$(sed -n 1p "$work/out" | cut -f 3,4)" "$(printf '9\t3')" distances
same "$(sed -n 5p "$work/out" | cut -f 3,4)" "$(printf -- '-\t-')" 'distances of a draw'
same "$(sed -n 4p "$work/out" | cut -f 3,4)" "$(printf '0\t0')" 'distances of the end'
sed -n 2p "$work/out" | grep -q "33" && pass || fail 'the reason does not name the text'

# Line ends of other systems, a byte order mark, blanks around, no last line end.
printf '\357\273\277W:WKa1:BKd4\r\n\r\n \tW:WKa1:BKd4 \r\nW:WKa1:BKd4' >"$work/in"
run_with "$work/in" probe --batch --tables "$tables"
output <<END
$(printf 'W:WKa1:BKd4\twin\t1\t1\nW:WKa1:BKd4\twin\t1\t1\nW:WKa1:BKd4\twin\t1\t1')
END

# Empty input has no answers.
run probe --batch --tables "$tables"
output </dev/null
run probe --batch --tables "$tables" --json
output </dev/null

# Bytes that no FEN has cannot break the columns or the lines.
printf 'W:W21\t:B1\nW:W\000a3:B\nW:W\377\033[2J:B\n' >"$work/in"
run_with "$work/in" probe --batch --tables "$tables"
answer 0
same "$(awk -F '\t' '{ printf "%d%s ", NF, $2 }' "$work/out")" '3error 3error 3error ' fields
sed -n 2p "$work/out" | grep -q 'zero byte' && pass || fail 'nothing said of the zero byte'
run_with "$work/in" probe --batch --tables "$tables" --json
answer 0
same "$(wc -l <"$work/out" | tr -d ' ')" 3 lines
while read -r line; do
    printf '%s\n' "$line" >"$work/line"
    "$query" error <"$work/line" >/dev/null && pass || fail "no JSON: $line"
done <"$work/out"

# JSON: one object a line, the same as without --batch.
printf 'W:WKd8,a7:BKg1\nwhat "is\\ this\n' >"$work/in"
run_with "$work/in" probe --batch --tables "$tables" --json
answer 0
same "$(wc -l <"$work/out" | tr -d ' ')" 2 lines
cp "$work/out" "$work/both"
sed -n 2p "$work/both" >"$work/out"
json fen '"what \"is\\ this"'
sed -n 1p "$work/both" >"$work/out"
json moves/# 8
tr -d ' \n' <"$work/out" >"$work/packed"
run probe --tables "$tables" 'W:WKd8,a7:BKg1' --json
same "$(tr -d ' \n' <"$work/out")" "$(cat "$work/packed")" object

# The longest line that is kept, one more, and one of twenty megabytes; the next is read.
awk 'BEGIN {
    for (i = 0; i < 1024; i++) line = line "x"
    print line; print line "x"
    for (i = 0; i < 20000; i++) printf "%s", line
    print ""; print "W:WKa1:BKd4"
}' >"$work/in"
run_with "$work/in" probe --batch --tables "$tables"
answer 0
same "$(wc -l <"$work/out" | tr -d ' ')" 4 lines
sed -n 1p "$work/out" | grep -q 'longer than' && fail '1024 characters are refused' || pass
for line in 2 3; do
    sed -n "${line}p" "$work/out" | grep -q 'longer than 1024 characters' && pass ||
        fail 'no word of the length'
done
same "$(sed -n 4p "$work/out" | cut -f 2)" win 'answer after it'
awk 'length > 2000 { exit 1 }' "$work/out" && pass || fail 'a long line came back whole'

# Many lines, more than any buffer holds.
awk 'BEGIN { for (i = 0; i < 20000; i++) print "W:WKd8,a7:BKg1" }' >"$work/in"
run_with "$work/in" probe --batch --tables "$tables"
answer 0
same "$(sort "$work/out" | uniq -c | tr -s ' \t' ' ')" ' 20000 W:WKd8,a7:BKg1 win 9 3' 'sum of lines'

# Missing distances are a dash, missing tables an answer with its name.
mkdir -p "$work/wdl/brazilian"
cp "$tables"/brazilian/Kv?.wdl "$tables"/brazilian/K?v?.wdl "$work/wdl/brazilian"
printf 'W:WKd8,a7:BKg1\nW:WKd8,Kb8,a7:BKg1\nW:Wa3:Bh6\n' >"$work/in"
run_with "$work/in" probe --batch --tables "$work/wdl"
answer 0
same "$(sed -n 1p "$work/out")" "$(printf 'W:WKd8,a7:BKg1\twin\t-\t-')" 'answer without distances'
same "$(sed -n 2,3p "$work/out" | cut -f 2 | tr '\n' ' ')" 'error error ' 'answers without tables'
sed -n 3p "$work/out" | grep -q 'MvM\.' && pass || fail 'the missing table has no name'

# A damaged table is an answer too, and the exit code tells.
cp "$tables/brazilian/KvM.wdl" "$work/wdl/brazilian/KvK.wdl"
printf 'W:WKa1:BKh6\nW:WKa1:BKd4\n' >"$work/in"
run_with "$work/in" probe --batch --tables "$work/wdl"
same "$code" 4 'exit code'
one_line 'KvK.wdl'
same "$(cut -f 2 "$work/out" | tr '\n' ' ')" 'error win ' answers

# Input and output that fail.
run_with "$work" probe --batch --tables "$tables"
fault 5 'cannot read standard input'
if [ -w /dev/full ]; then
    ran='finais probe --batch > /dev/full'
    code=0
    : >"$work/out"
    awk 'BEGIN { for (i = 0; i < 20000; i++) print "W:WKa1:BKd4" }' |
        "$finais" probe --batch --tables "$tables" >/dev/full 2>"$work/err" || code=$?
    fault 5 'cannot write to standard output'
fi
ran='yes | finais probe --batch | head'
yes 'W:WKa1:BKd4' 2>/dev/null | "$finais" probe --batch --tables "$tables" 2>"$work/err" |
    head -n 1 >"$work/out"
same "$(cut -f 2 "$work/out")" win answer
same "$(cat "$work/err")" '' 'standard error'

# An answer comes when its line is there, not when the input ends.
ran='finais probe --batch, a line at a time'
mkfifo "$work/questions" "$work/answers"
"$finais" probe --batch --tables "$tables" <"$work/questions" >"$work/answers" &
exec 3>"$work/questions" 4<"$work/answers"
for fen in W:WKa1:BKd4 B:W21:B; do
    echo "$fen" >&3
    read -r line <&4
    same "$(echo "$line" | cut -f 1)" "$fen" answer
done
exec 3>&- 4<&-
wait

check_report
