#!/bin/sh
# finais-gen build --form: tables of both forms, and folders in which some tables are of the one form and
# some of the other, mean the same and work everywhere.
#
#     test_generator_form.sh FINAIS-GEN FINAIS
set -u
. "$(dirname "$0")/generator.sh"
finais=$2
build='build --pieces 3 --metrics wdl,dtw,dtc --level 1 --quiet'

run build --pieces 3 --form slow --tables "$work/none"
fault 2 "--form 'slow': expected standard or fast"
run build --pieces 3 --form fas --tables "$work/none"
fault 2 "--form 'fas'"
run build --pieces 3 --form fast --form standard --tables "$work/none"
fault 2 "--form 'standard': the option was given before"
run build --pieces 3 --tables "$work/none" --form
fault 2 '--form'
[ -e "$work/none" ] && fail 'a folder was made' || pass
run verify --form fast --tables "$work"
fault 2 'takes no such option'

run $build --tables "$work/standard"
answer
run $build --tables "$work/named" --form standard
answer
run $build --tables "$work/fast" --form fast
answer
same "$(cat "$work/named/brazilian/manifest.tsv")" "$(cat "$work/standard/brazilian/manifest.tsv")" \
    'the manifest of the form that need not be named'

# The sides to move that a table stores (byte 14 of the header): White is 1, Black is 2.
# stored DIR: how many tables of DIR store one side to move alone, and how many both.
stored() {
    for table in "$1"/brazilian/*v*.???; do
        od -An -tu1 -j 14 -N 1 "$table"
    done | awk '{ both += $1 == 3; one += $1 == 1 || $1 == 2 } END { print one + 0, both + 0 }'
}
bytes() {
    cat "$1"/brazilian/*v*.??? | wc -c
}
same "$(stored "$work/standard")" '27 0' 'standard tables'
# KvK and MvM, which are their own mirrors, have White to move alone.
same "$(stored "$work/fast")" '6 21' 'fast tables'
for table in KvK.wdl KvK.dtw MvM.dtc; do
    cmp -s "$work/standard/brazilian/$table" "$work/fast/brazilian/$table" && pass ||
        fail "$table has two forms"
done
[ $((3 * $(bytes "$work/standard"))) -lt $((2 * $(bytes "$work/fast"))) ] && pass ||
    fail "$(bytes "$work/standard") bytes of standard tables, $(bytes "$work/fast") of fast ones"

# Every other table is fast, so that each metric and number of pieces has both forms.
cp -R "$work/standard" "$work/mixed"
ls "$work/fast/brazilian" | awk '/v/ && NR % 2' | while read -r table; do
    cp "$work/fast/brazilian/$table" "$work/mixed/brazilian/$table"
done
same "$(stored "$work/mixed" | awk '{ print ($1 > 10 && $2 > 8) }')" 1 'whether the mixture is one'
run hash --write-manifest --tables "$work/mixed"
answer

# What they mean.
hashes "$work/standard" >"$work/standard.hashes"
[ "$(wc -l <"$work/standard.hashes")" -ge 27 ] && pass || fail 'hashes are missing'
cut -f 1-14 "$work/standard/brazilian/manifest.tsv" >"$work/content"
for form in fast mixed; do
    same "$(hashes "$work/$form")" "$(cat "$work/standard.hashes")" "content hashes of $form tables"
    same "$(cut -f 1-14 "$work/$form/brazilian/manifest.tsv")" "$(cat "$work/content")" \
        "what the manifest of $form tables says of their contents"
done
for form in standard fast mixed; do
    for level in hash rules; do
        run verify --level $level --tables "$work/$form"
        answer
        grep -q '^27 tables with .* are right' "$work/out" && pass || fail "not right at $level"
    done
    run verify --level rules --sample 2000 --tables "$work/$form"
    answer
done

# What they answer, at positions of three pieces drawn at random.
awk 'BEGIN {
    srand(3)
    while (count < 2000) {
        for (i = 1; i <= 3; i++) square[i] = 1 + int(32 * rand())
        if (square[1] == square[2] || square[1] == square[3] || square[2] == square[3]) continue
        for (i = 1; i <= 3; i++) {
            king[i] = rand() < 0.5 ? "K" : ""
            white = i == 1 || i == 3 && count % 2 == 0
            if (king[i] == "" && (white && square[i] < 5 || !white && square[i] > 28)) king[i] = "K"
        }
        third = king[3] square[3]
        printf "%s:W%s:B%s\n", rand() < 0.5 ? "W" : "B",
            king[1] square[1] (count % 2 == 0 ? "," third : ""),
            king[2] square[2] (count % 2 == 0 ? "" : "," third)
        count++
    }
}' >"$work/positions"
for form in standard fast mixed; do
    "$finais" probe --batch --tables "$work/$form" <"$work/positions" >"$work/$form.answers" ||
        fail "probing $form tables"
done
same "$(cut -f 2 "$work/standard.answers" | sort -u | tr '\n' ' ')" 'draw loss win ' 'answers'
for form in fast mixed; do
    same "$(cmp "$work/$form.answers" "$work/standard.answers" 2>&1)" '' "answers of $form tables"
done

# A build goes on in any of them, and makes what it would have made from tables of one form.
for form in standard fast; do
    for kernel in auto none; do
        rm -rf "$work/part"
        cp -R "$work/mixed" "$work/part"
        rm "$work/part/brazilian"/KKvM.* "$work/part/brazilian"/KMvM.* "$work/part/brazilian"/MMvK.dtc
        run $build --form $form --kernel $kernel --tables "$work/part"
        answer
        for table in KKvM.wdl KKvM.dtw KKvM.dtc KMvM.wdl KMvM.dtw KMvM.dtc MMvK.dtc; do
            cmp -s "$work/part/brazilian/$table" "$work/$form/brazilian/$table" && pass ||
                fail "other bytes of $table"
        done
        no_leftovers "$work/part"
    done
done
rm "$work/part/brazilian"/KMvK.*
run build --alone --signature KMvK --metrics wdl,dtw,dtc --level 1 --form fast --quiet --tables "$work/part"
answer
for metric in wdl dtw dtc; do
    cmp -s "$work/part/brazilian/KMvK.$metric" "$work/fast/brazilian/KMvK.$metric" && pass ||
        fail "other bytes of KMvK.$metric by --alone"
done
same "$(hashes "$work/part")" "$(cat "$work/standard.hashes")" 'content hashes afterwards'
check_report
