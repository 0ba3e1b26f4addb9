#!/bin/sh
# make.sh - makes the data files, the page of tables and the plots of a folder from tables.
#
#     sh docs/results/make.sh FINAIS-GEN TABLES FOLDER
#
# TABLES holds brazilian/ with all that is to be told. Writes into FOLDER:
#
#     tables.sha256   the content hash of each table
#     endings.tsv     finais-gen stats --tsv
#     totals.tsv      the sums by number of pieces, captures by captures.awk
#     distances.tsv   finais-gen stats --histogram --tsv
#     longest.pdn     best play from the longest wins of all
#     endings.md      the page of tables, by endings.awk
#     distances.svg, distances_dtc.svg, shares.svg   the plots, by distances.awk and shares.awk
#     plots.md        the page that shows them
#
# Each says which tables it was made from: endings.tsv by their hashes in each row, the others by the
# SHA-256 of the file tables.sha256, in the first line or, in a plot, at the bottom.
set -eu
generator=$1
tables=$2
folder=$3
here=$(dirname "$0")
tab=$(printf '\t')

"$generator" stats --tsv --tables "$tables" >"$folder/endings.tsv"
awk -F "$tab" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $6 == "white" {
        for (metric = 1; metric <= split("wdl dtw dtc", names, " "); metric++)
            if ($column[names[metric] "_sha256"] != "-")
                print $column[names[metric] "_sha256"] "  " $1 "." names[metric]
    }' "$folder/endings.tsv" >"$folder/tables.sha256"
hash=$(sha256sum <"$folder/tables.sha256")
made="$("$generator" --version), $(wc -l <"$folder/tables.sha256") tables, SHA-256 of tables.sha256 ${hash%% *}"

# data NAME OPTION...: a file of data behind a line that tells of the tables.
data() {
    name=$1
    shift
    echo "# $made" >"$folder/$name"
    "$generator" stats --tsv --tables "$tables" "$@" >>"$folder/$name"
}
data totals.tsv --totals --headers
awk -f "$here/captures.awk" "$folder/endings.tsv" "$folder/totals.tsv" >"$folder/totals.unfinished"
mv "$folder/totals.unfinished" "$folder/totals.tsv"
data distances.tsv --histogram
{
    echo "% $made"
    "$generator" longest --pdn --limit 1 --quiet --tables "$tables"
} >"$folder/longest.pdn"

awk -v made="$made" -f "$here/endings.awk" "$folder/totals.tsv" "$folder/endings.tsv" \
    >"$folder/endings.md"
for metric in dtw dtc; do
    name=distances$([ $metric = dtw ] || echo _$metric).svg
    sed 1d "$folder/distances.tsv" |
        awk -v metric=$metric -v made="$made" -f "$here/distances.awk" >"$folder/$name"
done
awk -v made="$made" -f "$here/shares.awk" "$folder/endings.tsv" >"$folder/shares.svg"
cat >"$folder/plots.md" <<END
# Plots

Made from: $made.

How many positions are won in how many plies, on a log scale: plies to the end of the game (DTW), then
plies to the next capture or promotion (DTC). Each position counts once.

![positions by plies to the end](distances.svg)

![positions by plies to a capture or promotion](distances_dtc.svg)

Shares of wins, draws and losses of each signature, for White to move (upper half of a bar) and for Black to
move; always for the side to move.

![shares of wins, draws and losses by signature](shares.svg)
END
