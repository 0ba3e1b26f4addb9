#!/bin/sh
# The histograms of tables: finais-gen stats --histogram agrees with the counts and longest distances
# of the same tables, and a wrong or damaged histogram is found.
#
#     test_generator_histogram.sh FINAIS-GEN JSON-QUERY
set -eu
. "$(dirname "$0")/generator.sh"
query=$2
tables=$work/tables

run build --pieces 3 --metrics wdl,dtw,dtc --tables "$tables" --quiet
answer

# Wins, draws, losses, longest win and loss of each table and side, from the histograms ...
run stats --histogram --tsv --tables "$tables"
answer
sed 1d "$work/out" | awk -F '\t' '
    { key = $1 " " $2 " " $3; keys[key] = 1; positions[key, $4] += $6; sum[key, $4] += $5 * $6 }
    $5 + 0 > longest[key, $4] + 0 { longest[key, $4] = $5 }
    END {
        for (key in keys)
            print key, positions[key, "win"] + 0, positions[key, "draw"] + 0,
                positions[key, "loss"] + 0, longest[key, "win"] + 0, longest[key, "loss"] + 0,
                sum[key, "win"] + 0, sum[key, "loss"] + 0
    }' | sort >"$work/histograms"
# ... and from the statistics.
run stats --tsv --tables "$tables"
answer
sed 1d "$work/out" | awk -F '\t' '{
    print $1, $6, "dtw", $8, $9, $10, $11 + 0, $13 + 0, $15, $17
    print $1, $6, "dtc", $8, $9, $10, $12 + 0, $14 + 0, $16, $18
}' | sort >"$work/statistics"
same "$(wc -l <"$work/histograms")" 36 'number of tables and sides'
same "$(diff "$work/histograms" "$work/statistics")" '' 'differences from the statistics'

run stats --histogram --signature KvK --metrics dtw --tables "$tables"
answer
same "$(sed -n 3p "$work/out" | tr -s ' ')" 'KvK white dtw win 1 182' 'the second row'
run stats --histogram --json --signature KvK --metrics dtw --tables "$tables"
answer
same "$("$query" '#' <"$work/out")" 8 'rows as JSON'
same "$("$query" 2/plies <"$work/out")" 3 'plies as JSON'
run stats --histogram --json --metrics wdl --tables "$tables"
answer
same "$(cat "$work/out")" '[]' 'histograms of WDL tables'
run stats --help
grep -q 'wdl tables have no histogram' "$work/out" && pass || fail 'no word of WDL tables'

run verify --quiet --tables "$tables"
answer
size=$(wc -c <"$tables/brazilian/MMvM.dtw")
printf x | dd of="$tables/brazilian/MMvM.dtw" bs=1 seek=$((size - 3)) conv=notrunc 2>/dev/null
run verify --quiet --tables "$tables"
fault 4 'the histogram is damaged'
run stats --histogram --tables "$tables"
code_of_stats=$code
same "$code_of_stats" 4 'exit code of stats with a damaged histogram'

# A table of the first version of the format is told as such.
printf '\001' | dd of="$tables/brazilian/KvK.dtw" bs=1 seek=8 conv=notrunc 2>/dev/null
run stats --signature KvK --metrics dtw --tables "$tables"
same "$code" 4 'exit code of a table of version 1'
grep -q 'another format version than 3' "$work/err" && pass || fail 'what is said of version 1'
check_report
