#!/bin/sh
# A build goes on from any set of finished tables: each table in turn is taken away and made again, by
# each kernel of the bit-parallel solver that runs here and by the other solver, from what the files of
# the rest say. $1 is the program, $2 the number of pieces.
set -u
. "$(dirname "$0")/generator.sh"
pieces=$2

run build --pieces "$pieces" --tables "$work/whole"
answer
cp -r "$work/whole" "$work/gap"
kernels=
for kernel in none plain avx2 avx512; do
    if "$generator" build --pieces 2 --kernel "$kernel" --tables "$work/$kernel" --quiet 2>/dev/null; then
        kernels="$kernels $kernel"
    else
        echo "this machine has no kernel $kernel"
    fi
done
case $kernels in
*none*plain*) pass ;;
*) fail "the kernels that run here are: $kernels" ;;
esac

for table in "$work"/whole/brazilian/*.wdl; do
    name=$(basename "$table")
    for kernel in $kernels; do
        rm "$work/gap/brazilian/$name"
        run build --pieces "$pieces" --kernel "$kernel" --tables "$work/gap"
        answer
        if cmp -s "$table" "$work/gap/brazilian/$name"; then
            pass
        else
            fail "$name is not as it was"
            cp "$table" "$work/gap/brazilian/$name"
        fi
    done
done

# Too little memory for the threads asked for: the program says so, and not that a table is wrong.
ran="verify without memory for threads"
code=0
limited() {
    (
        ulimit -v 60000
        exec "$generator" "$@"
    ) >"$work/out" 2>"$work/err"
}
if limited --version; then
    limited verify --threads 64 --tables "$work/whole" || code=$?
    case $code in
    0 | 6) pass ;;
    *) fail "exit code $code: $(tail -n 2 "$work/err")" ;;
    esac
else
    echo "a build with sanitizers needs more memory than this: not checked"
fi
check_report
