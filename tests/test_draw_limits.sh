#!/bin/sh
# draw-limits, which cuts wins out while it solves, against draw-statistics, which solves positions and
# counters together: the same rows, under rules of few moves, which draw many wins; and those that are
# published. $1 is draw-limits, $2 draw-statistics, $3 the folder of tables, $4 the number of pieces (up
# to 4), $5 docs/results.
set -u
. "$(dirname "$0")/generator.sh"
statistics=$2
tables=$3
pieces=$4
results=$5

# rules NAME LINE...: a file of draw rules.
rules() {
    name=$1
    shift
    printf 'profile %s\n' "$name" >"$work/$name"
    printf '%s\n' "$@" >>"$work/$name"
}

# compare RULES: the rows of $pieces pieces.
compare() {
    ran="draw-limits $pieces $1"
    "$generator" "$pieces" "$1" >"$work/limits" 2>"$work/err" || fail "exit code $?"
    same "$(cat "$work/err")" '' 'what is named as not right'
    "$statistics" "$tables" "$pieces" "$1" |
        awk -F "$tab" -v length_of=$((pieces + 1)) 'NR == 1 || length($2) == length_of' >"$work/expected"
    awk -F "$tab" '
        NR == FNR { row[$1 $2 $3] = $0; next }
        FNR == 1 { next }
        {
            split(row[$1 $2 $3], other, FS)
            for (i = 1; i <= 9; i++)
                if ($i != other[i]) {
                    print $2, $3, "column", i, $i, "instead of", other[i]
                    exit
                }
        }' "$work/expected" "$work/limits" >"$work/different"
    same "$(cat "$work/different")" '' 'what differs'
    same "$(wc -l <"$work/limits")" "$(wc -l <"$work/expected")" 'the number of rows'
}

# published RULES: what was expected last is what docs/results has.
published() {
    same "$(awk -F "$tab" -v rules="$1" -v length_of=$((pieces + 1)) \
        '$1 == rules && length($2) == length_of' "$results/draws_4.tsv")" "$(sed 1d "$work/expected")" \
        'what draws_4.tsv has'
}

# some COLUMN: of the last rows some have more than 0 there.
some() {
    same "$(awk -F "$tab" -v c="$1" 'NR > 1 && $c > 0 { n++ } END { print (n > 0) }' "$work/limits")" 1 \
        "whether a row has more than 0 in column $1"
}

rules kings3 'counter kings counts plies resets capture man' 'article a limit 3 moves of kings'
compare "$work/kings3"
some 5
some 9
rules balance5 'counter balance counts plies resets capture promotion' \
    'article a limit 5 moves of balance'
compare "$work/balance5"
some 5
some 9
rules both 'counter balance counts plies resets capture promotion' \
    'counter kings counts plies resets capture man' 'article a limit 3 moves of kings' \
    'article b limit 30 moves of balance'
compare "$work/both"
some 5
some 9
# Running, the second counter draws wins that the first does not.
rules tight 'counter balance counts plies resets capture promotion' \
    'counter kings counts plies resets capture man' 'article a limit 3 moves of kings' \
    'article b limit 12 moves of balance'
"$generator" "$pieces" "$work/kings3" | cut -f 2-9 >"$work/kings"
compare "$work/tight"
cut -f 2-9 "$work/limits" >"$work/tightened"
cmp -s "$work/kings" "$work/tightened" && fail 'the second counter draws nothing'
compare moves40
published moves40
compare cbd20
published cbd20
check_report
