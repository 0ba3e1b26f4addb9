#!/bin/sh
# finais-gen stats: every number is what a slow count by asking for each position finds (up to $5
# pieces), the sums are those of the rows, examples have the distance told, hashes are those of the
# tables; forms, faults, signals.
#
#     test_generator_stats.sh FINAIS-GEN TABLES FINAIS PROBED-STATISTICS PIECES JSON-QUERY DOCUMENT
#         DEFAULT-SIGNALS
set -eu
. "$(dirname "$0")/generator.sh"
tables=$2
finais=$3
probed=$4
pieces=$5
query=$6
document=$7
default_signals=$8

stats() {
    run stats --tables "$tables" "$@"
}

# The numbers, by signature and side to move.
"$probed" "$tables" "$pieces" 2>"$work/histograms" | sort >"$work/counted"
stats --pieces "$pieces" --tsv
answer
cp "$work/out" "$work/rows"
sed 1d "$work/rows" | cut -f 1-23 | sort >"$work/told"
same "$(diff "$work/counted" "$work/told" | head -n 4)" '' 'differences from a slow count'
same "$(wc -l <"$work/counted")" "$(sed 1d "$work/rows" | wc -l)" 'rows'
stats --pieces "$pieces" --histogram --tsv
answer
sed 1d "$work/out" | sort >"$work/told"
sort "$work/histograms" >"$work/counted"
same "$(diff "$work/counted" "$work/told" | head -n 4)" '' 'differences from slow histograms'

# The same for any number of threads.
stats --pieces "$pieces" --tsv --threads 3
same "$(cmp "$work/out" "$work/rows" 2>&1)" '' 'difference with three threads'

# Columns by their names.
column() {
    head -n 1 "$work/rows" | tr '\t' '\n' | grep -nx "$1" | cut -d : -f 1
}
for metric in dtw dtc; do
    awk -F "$tab" -v fen="$(column longest_${metric}_win_fen)" \
        -v plies="$(column longest_${metric}_win)" \
        'NR > 1 && $fen != "-" { print $fen "\t" $6 "\t" $plies }' "$work/rows" >"$work/examples"
    cut -f 1 "$work/examples" | "$finais" probe --batch --tables "$tables" |
        awk -F "$tab" -v OFS="$tab" -v column=$([ $metric = dtw ] && echo 3 || echo 4) \
            '{ print $1, substr($1, 1, 1) == "W" ? "white" : "black", $column }' >"$work/probed"
    same "$(diff "$work/probed" "$work/examples" | head -n 2)" '' "examples of $metric"
    [ -s "$work/examples" ] && pass || fail "no examples of $metric"
    awk -F "$tab" -v hash="$(column ${metric}_sha256)" -v metric=$metric \
        'NR > 1 { print $hash "  " $1 "." metric }' "$work/rows" | sort -u >"$work/found"
    "$generator" hash --tables "$tables" --pieces "$pieces" --metrics $metric | sort >"$work/hashes"
    same "$(diff "$work/hashes" "$work/found" | head -n 2)" '' "hashes of $metric tables"
done

# Sums: both sides to move, an own mirror once.
awk -F "$tab" -v OFS="$tab" '
    NR > 1 {
        pieces = $2 + $3 + $4 + $5
        signatures[pieces] += $6 == "white"
        if ($2 == $4 && $3 == $5 && $6 == "black")
            next
        for (i = 7; i <= 19; i++)
            if (i < 11 || i > 14) sum[pieces, i] += $i
            else if ($i + 0 > sum[pieces, i] + 0) sum[pieces, i] = $i
    }
    END {
        for (pieces = 2; pieces in signatures; pieces++) {
            row = pieces OFS signatures[pieces]
            for (i = 7; i <= 19; i++) row = row OFS sum[pieces, i]
            for (i = 8; i <= 10; i++) row = row OFS sprintf("%.6f", sum[pieces, i] / sum[pieces, 7])
            print row OFS sprintf("%.6f", sum[pieces, 19] / sum[pieces, 7])
        }
    }' "$work/rows" >"$work/sums"
stats --pieces "$pieces" --totals --tsv
answer
sed 1d "$work/out" | cut -f 1-19 | diff "$work/sums" - >"$work/difference" || true
same "$(cat "$work/difference")" '' 'differences from the sums of the rows'
same "$(head -n 1 "$work/out" | cut -f 1-3)" "pieces${tab}signatures${tab}positions" 'the headline'
stats --pieces "$pieces" --totals
answer
same "$(grep -c 'pieces in all' "$work/out")" $((pieces - 1)) 'rows of sums'
same "$(wc -l <"$work/out")" "$pieces" 'lines of sums'
stats --pieces 3 --totals --json
answer
same "$("$query" 1/captures <"$work/out")" \
    "$(awk -F "$tab" '$1 == 3 { print $15 }' "$work/sums")" 'captures of 3 pieces as JSON'
for word in pieces signatures captures capture_share wdl_sha256; do
    grep -q "\`$word\`" "$document" && pass || fail "$document does not tell of $word"
done

# From the headers alone.
stats --signature KMvK --headers --json
answer
same "$("$query" 0/captures <"$work/out")" null 'captures without a count'
same "$("$query" 0/wins <"$work/out")" 7241 'wins'
stats --signature KMvK --headers
answer
same "$(awk '$2 == "white" { print $10 }' "$work/out")" '-' 'captures in text'

# What is not there, and what does not fit.
stats --signature KKMvMM --metrics dtw
fault 3 'KKMvMM.dtw'
stats --histogram --totals
fault 2 'exclude each other'
stats --histogram --headers
fault 2 'exclude each other'
stats --json --tsv
fault 2 'exclude each other'
stats --signature KKQvK
fault 2 "'KKQvK': not a signature"
mkdir -p "$work/none/brazilian"
run stats --tables "$work/none"
fault 3 'brazilian'
if [ -c /dev/full ]; then
    for options in '' --tsv --json --totals --histogram; do
        ran="stats $options to a full disk"
        code=0
        "$generator" stats --tables "$tables" --pieces 3 $options >/dev/full 2>"$work/err" || code=$?
        fault 6 'No space left'
    done
fi
interrupted "$default_signals" stats --tables "$tables" --tsv
fault 75 'interrupted'
check_report
