#!/bin/sh
# A build that goes on from tables that are there, whose values it brings back from their files, makes
# the same files as one that makes all. $1 is the program, $2 the number of pieces.
set -u
. "$(dirname "$0")/generator.sh"
pieces=$2
whole=$work/whole/brazilian
part=$work/part/brazilian
build="build --pieces $pieces --metrics wdl,dtw,dtc --threads 2"

run $build --tables "$work/whole"
answer
tables=$(cd "$whole" && ls -- *v*.???)

# go_on WHAT TABLE...: some tables are missing, and made.
go_on() {
    what=$1
    shift
    rm -rf "$work/part"
    cp -R "$work/whole" "$work/part"
    (cd "$part" && rm -f -- "$@")
    for kernel in plain auto none; do
        run $build --kernel "$kernel" --tables "$work/part"
        answer
        for table in $tables; do
            cmp -s "$whole/$table" "$part/$table" || fail "$what: other bytes of $table"
        done
        (cd "$part" && rm -f -- "$@")
    done
    pass
}

# Signatures by their number of pieces: the names are as long as these and one more.
largest=$(cd "$whole" && ls -- *v*.??? | awk -F. -v n="$pieces" 'length($1) == n + 1')
go_on 'the largest are missing' $largest
go_on 'DTC is missing' $(cd "$whole" && ls -- *.dtc)
go_on 'some outcomes and distances are missing' KvM.wdl KKvK.wdl KKvK.dtw KMvM.dtw MMvM.dtc
check_report
