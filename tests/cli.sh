# cli.sh - what the tests of the program finais share. To be sourced with the program, the JSON
# checker (json_query.c) and a directory of tables in $1 to $3:
#
#     run ARGUMENT...       runs finais with an empty standard input, for the checks below
#     answer CODE           exit code CODE, nothing on standard error; what came out is in $work/out
#     fault CODE TEXT       exit code CODE, no output, one line on standard error that has TEXT in it
#     output < TEXT         exit code 0 and exactly this output
#     json PATH VALUE       the output is JSON, and has VALUE (as written) at PATH
#
# and what checks.sh tells.

. "$(dirname "$0")/checks.sh"
finais=$1
query=$2
tables=$3

run() {
    run_with /dev/null "$@"
}

# run_with FILE ARGUMENT...: the same with standard input from a file.
run_with() {
    input=$1
    shift
    ran="finais $*"
    code=0
    "$finais" "$@" <"$input" >"$work/out" 2>"$work/err" || code=$?
}

answer() {
    if [ "$code" -ne "$1" ]; then
        fail "exit code $code instead of $1: $(cat "$work/err")"
    elif [ -s "$work/err" ]; then
        fail "something on standard error: $(cat "$work/err")"
    else
        pass
    fi
}

# one_line TEXT: standard error is one line with the program's name and TEXT in it.
one_line() {
    if [ "$(wc -l <"$work/err")" -ne 1 ] || [ -n "$(tail -c 1 "$work/err")" ]; then
        fail "not one line on standard error: $(cat "$work/err")"
    elif ! grep -q '^finais: ' "$work/err"; then
        fail "the line does not begin with the program's name: $(cat "$work/err")"
    elif ! grep -qF -e "$1" "$work/err"; then
        fail "'$1' is not in: $(cat "$work/err")"
    else
        pass
    fi
}

fault() {
    if [ "$code" -ne "$1" ]; then
        fail "exit code $code instead of $1: $(cat "$work/err")"
    elif [ -s "$work/out" ]; then
        fail "output of a failure: $(head -n 3 "$work/out")"
    else
        one_line "$2"
    fi
}

output() {
    cat >"$work/expected"
    answer 0
    if cmp -s "$work/expected" "$work/out"; then
        pass
    else
        fail 'other output than expected'
        diff "$work/expected" "$work/out" | head -n 20
    fi
}

json() {
    found=
    if ! found=$("$query" "$1" <"$work/out"); then
        fail "no JSON, or nothing at $1"
    elif [ "$found" != "$2" ]; then
        fail "$1 is $found instead of $2"
    else
        pass
    fi
}

