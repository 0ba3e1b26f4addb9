#!/bin/sh
# docs/results: the command that makes it works, and what is there is what the tables of the repository
# say, as far as they go; each file tells which tables it was made from.
#
#     test_results.sh FINAIS-GEN RESULTS TABLES
set -eu
. "$(dirname "$0")/generator.sh"
results=$2
tables=$3
ran=make.sh
export OMP_WAIT_POLICY=passive

sh "$results/make.sh" "$generator" "$tables" "$work" 2>"$work/err" || fail "exit code $?"
same "$(cat "$work/err")" '' 'standard error'
hash=$(sha256sum <"$results/tables.sha256")
for file in endings.md plots.md distances.svg distances_dtc.svg shares.svg totals.tsv distances.tsv \
    longest.pdn; do
    ran=$file
    grep -qF "SHA-256 of tables.sha256 ${hash%% *}" "$results/$file" && pass || fail 'made from other tables'
    [ -s "$work/$file" ] && pass || fail 'it is not made'
done

# Rows of up to 4 pieces have all metrics, and the same hashes.
ran=endings.tsv
pieces() {
    awk -F "$tab" -v low="$2" -v high="$3" \
        'NR > 1 && length($1) > low && length($1) <= high + 1 && $1 !~ /^#/' "$1"
}
same "$(head -n 1 "$work/endings.tsv")" "$(head -n 1 "$results/endings.tsv")" 'the headline'
pieces "$work/endings.tsv" 2 4 >"$work/made"
pieces "$results/endings.tsv" 2 4 | cmp -s "$work/made" - && pass || fail 'other rows of up to 4 pieces'
same "$(wc -l <"$work/made")" 46 'rows of up to 4 pieces'
columns=1-10,19-23,26
pieces "$work/endings.tsv" 5 5 | cut -f $columns >"$work/made"
pieces "$results/endings.tsv" 5 5 | cut -f $columns | cmp -s "$work/made" - && pass ||
    fail 'other rows of 5 pieces'
same "$(wc -l <"$work/made")" 44 'rows of 5 pieces'
ran=distances.tsv
pieces "$work/distances.tsv" 2 4 >"$work/made"
pieces "$results/distances.tsv" 2 4 | cmp -s "$work/made" - && pass || fail 'other rows'
[ -s "$work/made" ] && pass || fail 'no rows'
ran=totals.tsv
for number in 2 3 4; do
    same "$(grep "^$number$tab" "$results/totals.tsv")" "$(grep "^$number$tab" "$work/totals.tsv")" \
        "the sums of $number pieces"
done

# The histograms of all tables agree with the rows, and the page and the plots are made from the data.
ran='distances.tsv and endings.tsv'
awk -F "$tab" -v OFS="$tab" '/^#/ || $4 != "win" { next }
    { longest[$1 OFS $2 OFS $3] = $5 }
    END { for (key in longest) print key, longest[key] }' "$results/distances.tsv" | sort >"$work/longest"
awk -F "$tab" -v OFS="$tab" 'NR > 1 && $11 != "-" { print $1, $6, "dtw", $11 }
    NR > 1 && $12 != "-" { print $1, $6, "dtc", $12 }' "$results/endings.tsv" | sort |
    cmp -s "$work/longest" - && pass || fail 'other longest wins'
made=$(sed -n '1s/^# //p' "$results/totals.tsv")
for page in endings.md shares.svg distances.svg distances_dtc.svg; do
    ran=$page
    case $page in
    endings.md) awk -v made="$made" -f "$results/endings.awk" "$results/totals.tsv" "$results/endings.tsv" ;;
    shares.svg) awk -v made="$made" -f "$results/shares.awk" "$results/endings.tsv" ;;
    distances.svg) sed 1d "$results/distances.tsv" |
        awk -v metric=dtw -v made="$made" -f "$results/distances.awk" ;;
    *) sed 1d "$results/distances.tsv" |
        awk -v metric=dtc -v made="$made" -f "$results/distances.awk" ;;
    esac >"$work/page"
    cmp -s "$work/page" "$results/$page" && pass || fail 'made from other data'
done
check_report
