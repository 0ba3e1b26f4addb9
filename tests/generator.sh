# generator.sh - what the tests of the program finais-gen share. To be sourced with the program in
# $1:
#
#     run ARGUMENT...       runs finais-gen, for the checks below
#     answer                exit code 0, nothing on standard error but progress lines
#     fault CODE TEXT       exit code CODE, one line on standard error that has TEXT in it
#     no_leftovers DIR      no file in DIR that is neither a table nor the manifest
#     hashes DIR            prints the content hashes of the tables in DIR
#     flip FILE OFFSET      changes the bits of one byte
#     interrupted WRAPPER ARGUMENT...
#                           runs finais-gen, which prints much, in WRAPPER (default_signals.c), and
#                           interrupts it in the middle; for fault
#
# and what checks.sh tells. Standard output is in $work/out, standard error in $work/err.

. "$(dirname "$0")/checks.sh"
generator=$1
mounted=
background=
clean_up() {
    [ -z "$background" ] || kill -9 $background 2>/dev/null
    [ -z "$mounted" ] || umount "$mounted" 2>/dev/null || umount -l "$mounted"
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

run() {
    ran="finais-gen $*"
    code=0
    "$generator" "$@" </dev/null >"$work/out" 2>"$work/err" || code=$?
}

answer() {
    if [ "$code" -ne 0 ]; then
        fail "exit code $code: $(grep '^finais-gen:' "$work/err")"
    elif grep -v '[0-9] left' "$work/err"; then
        fail 'more than progress on standard error'
    else
        pass
    fi
}

fault() {
    if [ "$code" -ne "$1" ]; then
        fail "exit code $code instead of $1: $(tail -n 3 "$work/err")"
    elif [ "$(grep -cv '[0-9] left' "$work/err")" -ne 1 ]; then
        fail "not one line on standard error: $(cat "$work/err")"
    elif ! grep '^finais-gen: ' "$work/err" | grep -qF -e "$2"; then
        fail "'$2' is not in: $(cat "$work/err")"
    else
        pass
    fi
}

no_leftovers() {
    same "$(find "$1" -type f ! -name '*v*.wdl' ! -name '*v*.dtw' ! -name '*v*.dtc' \
        ! -name manifest.tsv)" '' 'what is left over'
    same "$(find "$1" -name '*.unfinished*')" '' 'what is unfinished'
}

hashes() {
    "$generator" hash --tables "$1"
}

flip() {
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    printf "\\$(printf %o $((byte ^ 255)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

interrupted() {
    wrapper=$1
    shift
    ran="finais-gen $* stopped by a signal"
    mkfifo "$work/pipe"
    "$wrapper" "$generator" "$@" >"$work/pipe" 2>"$work/err" &
    background=$!
    exec 3<"$work/pipe"
    head -c 100 <&3 >/dev/null
    kill -INT $background
    cat <&3 >/dev/null
    code=0
    wait $background || code=$?
    background=
    exec 3<&-
}
