#!/bin/sh
# Measures what gen/rates_measured.h holds, and writes that file to standard output.
#
#     sh tests/measure_rates.sh PROGRAM COMMIT TABLES... > gen/rates_measured.h
#     clang-format -i gen/rates_measured.h
#
# PROGRAM is finais-gen of a release build of that commit. Sizes are those of all tables in the
# directories named, which are to be made at the default level; the last directory that has a table
# counts. Takes some minutes and 1 GB of memory. Afterwards tests/data/brazilian_run_5.tsv
# wants a run of 5 pieces by the same program. The machine need not be idle: all times are of the
# processor.
set -eu
program=$1
commit=$2
shift 2
export OMP_WAIT_POLICY=passive
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# rows PIECES FILE: the lines of bench --json as rows of the table.
rows() {
    sed -n 's/^{"kernel":"\([a-z0-9]*\)","metrics":"\([a-z,]*\)","kings":"\([benoth]*\)".*"positions_per_cpu_second":\([0-9.]*\)}.*/    {"\1", "\2", "\3", '"$1"', \4},/p' "$2"
}

bench() {
    name=$work/$(echo "$*" | tr -d ' -').json
    "$program" bench --json --threads 1 "$@" >"$name"
    cat "$name"
}

# packing FIELD FILE
packing() {
    sed -n 's/.*"'"$1"'":\([0-9.]*\).*/\1/p' "$2" | tail -n 1
}

# processor_seconds COMMAND...: user and system time of the command.
processor_seconds() {
    # In a pipe `times` would tell of another shell.
    ( "$@" >/dev/null 2>&1 && times >"$work/times" )
    tail -n 1 "$work/times" |
        sed 's/\([0-9]*\)m\([0-9.]*\)s \([0-9]*\)m\([0-9.]*\)s/\1 \2 \3 \4/' |
        awk '{ printf "%.3f", 60 * $1 + $2 + 60 * $3 + $4 }'
}

bench --pieces 4 --repeat 2 >"$work/4.json"
bench --pieces 5 --repeat 1 >"$work/5.json"
# Distances of 6 pieces would take hours.
bench --pieces 6 --repeat 1 --kernel auto --metrics wdl >"$work/6.json"

cat <<HEAD
/* rates_measured.h - the numbers behind rates.h, as measured. Do not edit: this is the output of
 *
 *     sh tests/measure_rates.sh PROGRAM COMMIT TABLES...
 *
 * and clang-format, for tables of all metrics up to 5 pieces and of win, draw and loss up to 6. */
#ifndef GEN_RATES_MEASURED_H
#define GEN_RATES_MEASURED_H

#include <stdbool.h>

#define RATES_ORIGIN                                                                               \\
    "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), commit $commit"

/* finais-gen bench: positions a CPU second, one side to move. */
static const struct rate_of_solving {
    const char *kernel;
    const char *metrics;
    const char *kings; /* of both sides, of one, of none */
    unsigned pieces;
    double positions_per_second;
} rates_of_solving[] = {
HEAD
for pieces in 4 5 6; do
    rows "$pieces" "$work/$pieces.json" | grep -v '"all"'
done
cat <<'TEXT'
};

/* Packing and compressing win, draw and loss of 5 and of 6 pieces, by finais-gen bench --level, and
 * distances of 4 pieces, by what finais-gen build takes less solving. By level, lowest first. */
static const struct rate_of_level {
    bool distances;
    unsigned least_pieces; /* of a signature that blocks are made so for */
    int level;
    double nanoseconds; /* a position */
    double bits;
} rates_of_levels[] = {
TEXT
# level_row DISTANCES PIECES LEVEL NANOSECONDS BITS
level_row() {
    printf '    {%s, %s, %s, %s, %s},\n' "$@"
}
# Levels 1 to 5, 6 to 15, and 16 and 17 are the same.
for level in 5 15 17 18; do
    bench --pieces 5 --repeat 1 --kernel auto --metrics wdl --level $level >"$work/level"
    level_row false 0 $level "$(packing cpu_ns_per_position "$work/level")" \
        "$(packing bits_per_position "$work/level")"
done
bench --pieces 6 --repeat 1 --kernel auto --metrics wdl --level 15 >"$work/level"
level_row false 6 15 "$(packing cpu_ns_per_position "$work/level")" \
    "$(packing bits_per_position "$work/level")"
level_row false 6 18 "$(packing cpu_ns_per_position "$work/6.json")" \
    "$(packing bits_per_position "$work/6.json")"
# What is solved in all takes far less than packing.
for level in 5 15 18; do
    seconds=$(processor_seconds "$program" build --pieces 4 --metrics dtw,dtc --threads 1 --quiet \
        --level $level --tables "$work/distances.$level")
    bytes=$(cat "$work/distances.$level"/brazilian/*v*.??? | wc -c)
    level_row true 0 $level \
        "$(awk -v s="$seconds" 'BEGIN { printf "%.1f", s * 1e9 / (2 * 6408836) }')" \
        "$(awk -v b="$bytes" 'BEGIN { printf "%.4f", 8 * b / (2 * 6408836) }')"
done
cat <<'TEXT'
};

/* Bits of a position in table files, all signatures of a kind together. */
enum { MEASURED_LEVEL = 18 };
static const struct rate_of_bits {
    const char *metric;
    const char *kings;
    unsigned pieces;
    unsigned difference; /* pieces that one side has more */
    double bits;
} rates_of_bits[] = {
TEXT
for tables in "$@"; do
    for table in "$tables"/brazilian/*v*.???; do
        echo "$(basename "$table") $(wc -c <"$table")"
    done
done >"$work/sizes"
awk '
    { split($1, part, "."); size[$1] = $2; name[$1] = part[1]; metric[$1] = part[2] }
    # The positions of a signature: men on 28 squares a side, 24 of them shared; kings on the rest.
    function choose(n, k,  i, c) { c = 1; for (i = 1; i <= k; i++) c = c * (n - k + i) / i; return k > n ? 0 : c }
    function men(w, b,  i, j, t) {
        for (i = 0; i <= 4 && i <= w; i++) for (j = 0; j <= 4 && j <= b; j++)
            t += choose(4, i) * choose(4, j) * choose(24, w - i) * choose(24 - (w - i), b - j)
        return t
    }
    END {
        for (table in size) {
            split(name[table], side, "v")
            wm = gsub(/M/, "M", side[1]); wk = gsub(/K/, "K", side[1])
            bm = gsub(/M/, "M", side[2]); bk = gsub(/K/, "K", side[2])
            positions = men(wm, bm) * choose(32 - wm - bm, wk) * choose(32 - wm - bm - wk, bk)
            if (wm != bm || wk != bk) positions *= 2
            kings = wk > 0 && bk > 0 ? "both" : wk + bk > 0 ? "one" : "none"
            difference = wm + wk - bm - bk
            key = sprintf("    {\"%s\", \"%s\", %d, %d, ", metric[table], kings, wm + wk + bm + bk, difference < 0 ? -difference : difference)
            all[key] += positions; bytes[key] += size[table]
        }
        for (key in all) if (all[key] > 100000) printf "%s%.4f},\n", key, 8 * bytes[key] / all[key]
    }' "$work/sizes" | sort
echo '};'

# What writing takes besides packing: a whole build less what bench says of its parts.
whole=$(processor_seconds "$program" build --pieces 5 --threads 1 --quiet --tables "$work/whole")
bench --pieces 5 --repeat 1 --kernel auto --metrics wdl >"$work/auto"
solving=$(sed -n 's/.*"kings":"all".*"cpu_seconds":\([0-9.]*\),"seconds".*/\1/p' "$work/auto" | head -n 1)
packed=$(packing cpu_seconds "$work/auto")
writing=$(awk -v all="$whole" -v a="$solving" -v b="$packed" 'BEGIN { x = (all - a - b) / 145859644 * 1e9; printf "%.2f", (x > 0 ? x : 0) }')

# What loading takes: each signature of 5 pieces made again from the others, less what making it takes.
jobs=0
loaded=0
for table in "$work"/whole/brazilian/*v*.wdl; do
    signature=$(basename "$table" .wdl)
    [ ${#signature} -eq 6 ] || continue
    mv "$table" "$work/kept.wdl"
    seconds=$(processor_seconds "$program" build --alone --signature "$signature" --threads 1 --quiet --tables "$work/whole")
    jobs=$(awk -v a="$jobs" -v b="$seconds" 'BEGIN { print a + b }')
done
loaded=$("$program" plan --pieces 5 --threads 1 --format json | tr -d ' \n' | tr '{' '\n' |
    sed -n 's/.*"pieces":5,.*"loaded_positions":\([0-9]*\),.*/\1/p' | awk '{ s += $1 } END { printf "%.0f", s }')
share=$(awk -v jobs="$jobs" -v whole="$whole" -v solving="$solving" -v loaded="$loaded" \
    'BEGIN { x = ((jobs - whole) / loaded) / (solving / 139450808); printf "%.2f", (x > 0 ? x : 0) }')
# The fast form, by a signature of 6 pieces that is quick to make.
for form in standard fast; do
    rm -f "$work/whole/brazilian/KKKKvKK".*
    processor_seconds "$program" build --alone --signature KKKKvKK --threads 1 --quiet \
        --form $form --tables "$work/whole" >"$work/$form.seconds"
    wc -c <"$work/whole/brazilian/KKKKvKK.wdl" >"$work/$form.bytes"
done
# quotient WHAT: of the fast form by the standard form.
quotient() {
    awk -v a="$(cat "$work/fast.$1")" -v b="$(cat "$work/standard.$1")" 'BEGIN { printf "%.2f", a / b }'
}
cat <<TAIL

/* Tables of both sides to move beside those of one. */
#define FAST_TIMES_NANOSECONDS $(quotient seconds)
#define FAST_TIMES_BITS $(quotient bytes)

/* CPU nanoseconds a position: hashes, statistics and the file, besides packing; and, for each
 * position loaded, beside a share of what solving it takes. From finais-gen build --pieces 5 and
 * --alone for each signature of 5 pieces. */
#define WRITING_NANOSECONDS $writing
#define LOADING_NANOSECONDS 0.0
#define LOADING_SHARE_OF_SOLVING $share

#endif
TAIL
