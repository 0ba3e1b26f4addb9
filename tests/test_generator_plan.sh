#!/bin/sh
# finais-gen plan: what it predicts against what a build takes; its jobs, run by Ninja and by a make-
# believe Slurm, against one run of everything. $1 is the program, $2 the number of pieces, $3 the JSON
# checker (json_query.c), $4 the folder of the data of tests.
set -u
. "$(dirname "$0")/generator.sh"
pieces=$2
query=$3
data=$4

json() {
    "$query" "$1" <"$work/out"
}

# within FACTOR PREDICTED TRUE WHAT
within() {
    if awk -v f="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(a <= f * b && b <= f * a) }'; then
        pass
    else
        fail "$4: predicted $2, was $3"
    fi
}

# ---- Options --------------------------------------------------------------------------------------
run plan
fault 2 'say what to plan'
run plan --pieces 3 --format make
fault 2 "--format 'make'"
run plan --pieces 11
fault 2 'a number from 2 to 10'
for format in ninja slurm; do
    run plan --pieces 9 --format $format
    fault 2 'at most 8 pieces'
    run plan --pieces 4 --format $format --memory 21M --threads 1
    fault 6 'of memory and 22.0 MB may be used'
done
# Jobs run with the kernel that their memory is planned for.
for format in ninja slurm; do
    for kernel in plain none auto; do
        run plan --pieces 3 --format $format --kernel $kernel
        answer
        same "$(sed -n 's/.* --kernel \([a-z0-9]*\) .*/\1/p; s/^FINAIS_KERNEL=//p' "$work/out")" \
            "$kernel" 'kernel of the jobs'
    done
done
# They make tables of the form that is planned, which takes more room.
for form in standard fast; do
    run plan --pieces 3 --format ninja --form $form
    answer
    same "$(sed -n 's/.* --form \([a-z]*\) .*/\1/p' "$work/out")" $form 'form of the jobs of Ninja'
    run plan --pieces 3 --format slurm --form $form
    answer
    same "$(sed -n 's/^FINAIS_FORM=//p' "$work/out")" $form 'form of the jobs of Slurm'
    run plan --pieces 5 --format json --form $form
    answer
    same "$(json form)" "\"$form\"" 'form'
    json one_run/disk_bytes >"$work/$form.disk"
done
[ "$(cat "$work/fast.disk")" -gt $((3 * $(cat "$work/standard.disk") / 2)) ] && pass ||
    fail "$(cat "$work/standard.disk") bytes for standard tables, $(cat "$work/fast.disk") for fast ones"
run plan --form slow --pieces 3
fault 2 "--form 'slow'"
run plan --signature KKKKKKKKKvK --kernel plain
answer
grep -q '^KKKKKKKKKvK .* cannot be solved: more than 8 men or kings of a side$' "$work/out" && pass ||
    fail 'no limit is told'

# ---- Numbers --------------------------------------------------------------------------------------
run plan --signature KMvK --format json
answer
same "$(json jobs/1/signature)" '"KvM"' 'the second job'
same "$(grep -c '"signature":' "$work/out")" 4 'jobs of KMvK and all it depends on'
run plan --pieces 6 --format json
answer
same "$(json all_jobs/signatures)" 82 'signatures'
same "$(json all_jobs/positions)" 2571945320 'positions'
same "$(json by_pieces/4/positions)" 2426085676 'positions of 6 pieces'

# What runs took. Where another kernel runs the time is another one.
for most in 5 6; do
    cpu=$(sed -n 's/^cpu_seconds\t//p' "$data/brazilian_run_$most.tsv")
    kernel=$(sed -n 's/^kernel\t//p' "$data/brazilian_run_$most.tsv")
    bytes=$(sed -n 's/^table_bytes\t//p' "$data/brazilian_run_$most.tsv")
    run plan --pieces $most --format json --threads 1
    answer
    within 1.5 "$(json one_run/disk_bytes)" "$bytes" "bytes of $most pieces"
    if [ "$(json kernel)" = "\"$kernel\"" ]; then
        within 1.5 "$(json one_run/cpu_seconds)" "$cpu" "CPU seconds of $most pieces"
    fi
done

# Distances have rates of the kernels, too, which are several times as fast as what takes positions
# one by one.
for metric in dtw dtc; do
    run plan --pieces 5 --metrics $metric --format json --threads 1 --kernel none
    slow=$(json one_run/solving_cpu_seconds)
    run plan --pieces 5 --metrics $metric --format json --threads 1 --kernel auto
    fast=$(json one_run/solving_cpu_seconds)
    [ "$(json kernel)" = '"none"' ] || awk -v a="$fast" -v b="$slow" 'BEGIN { exit !(2 * a < b) }' &&
        pass || fail "$metric: $fast s instead of $slow s with the slow solver"
done

# A real build here. Sanitizers, other compilers and busy machines are slow, so the time is only
# looked at for the order of magnitude.
"$generator" plan --pieces "$pieces" --format json --threads 1 >"$work/out"
disk=$(json one_run/disk_bytes)
least=$(json one_run/memory_least_bytes)
run build --pieces "$pieces" --threads 1 --memory "$least" --quiet --tables "$work/whole"
answer
[ "$pieces" -lt 4 ] ||
    within 1.5 "$disk" "$(cat "$work"/whole/brazilian/*.wdl | wc -c)" 'bytes on disk'
hashes "$work/whole" >"$work/whole.hashes"

# ---- Jobs that are the same as one run ------------------------------------------------------------
# same_as_whole DIR
same_as_whole() {
    hashes "$1" >"$work/hashes"
    cmp -s "$work/hashes" "$work/whole.hashes" && pass || fail 'other content hashes'
    cmp -s "$1/brazilian/manifest.tsv" "$work/whole/brazilian/manifest.tsv" && pass ||
        fail 'other manifest'
    no_leftovers "$1"
}

# A Slurm that runs each job at once. It writes down its arguments, refuses a job whose dependencies
# are not done, and asks the first MMvM to stop.
mkdir "$work/slurm"
cat >"$work/slurm/sbatch" <<'SBATCH'
#!/bin/sh
state=$(dirname "$0")
[ ! -e "$state/closed" ] || { echo 'sbatch: no such partition' >&2; exit 1; }
number=$(($(cat "$state/number" 2>/dev/null || echo 100) + 1))
echo $number >"$state/number"
echo "$number $*" >>"$state/arguments"
for option in "$@"; do
    case $option in
    --dependency=afterok:*)
        for job in $(echo "${option#--dependency=afterok:}" | tr : ' '); do
            [ -e "$state/done.$job" ] || { echo "sbatch: $job is not done" >&2; exit 1; }
        done
        ;;
    esac
done
cat >"$state/script.$number"
SLURM_JOB_ID=$number
export SLURM_JOB_ID
sh "$state/script.$number" >>"$state/log" 2>&1 && : >"$state/done.$number"
echo "$number;cluster"
SBATCH
cat >"$work/slurm/scontrol" <<'SCONTROL'
#!/bin/sh
echo "$*" >>"$(dirname "$0")/requeued"
SCONTROL
chmod +x "$work/slurm/sbatch" "$work/slurm/scontrol"
tables="$work/a \$b:c'd \"e\\f"
run plan --pieces 3 --threads 1 --kernel plain --format slurm --tables "$tables"
answer
cp "$work/out" "$work/submit.sh"
ran='the script for Slurm'
same "$(PATH="$work/slurm:$PATH" sh "$work/submit.sh" --partition='a b' | tail -n 1)" 'MMvM: job 109' \
    'the last job'
grep -q '"$FINAIS_KERNEL"' "$work/slurm/script.109" && pass || fail 'no kernel in the job'
"$generator" build --pieces 3 --quiet --tables "$work/three"
same "$(hashes "$tables")" "$(hashes "$work/three")" 'content hashes'
cmp -s "$tables/brazilian/manifest.tsv" "$work/three/brazilian/manifest.tsv" && pass || fail 'other manifest'
no_leftovers "$tables"
same "$(cat "$work/slurm/log")" '' 'what the jobs say'
same "$(sed -n '$p' "$work/slurm/arguments" | tr ' ' '\n' | sed 's/=.*//' | tr '\n' ' ')" \
    '109 --parsable --export --job-name --ntasks --cpus-per-task --mem --time --requeue --signal --open-mode --kill-on-invalid-dep --dependency --partition b ' \
    'options of the last job'
grep -q '^101 .*--job-name=finais-KvK .*--cpus-per-task=1 --mem=[0-9]*M --time=1[0-9] ' \
    "$work/slurm/arguments" && pass || fail "other requests: $(head -n 1 "$work/slurm/arguments")"
grep -q '^102 .*--dependency=afterok:101 ' "$work/slurm/arguments" && pass || fail 'other dependencies'

# Nothing is submitted after a job that Slurm refuses: it would depend on nothing.
ran='the script for Slurm when jobs are refused'
: >"$work/slurm/closed"
code=0
PATH="$work/slurm:$PATH" sh "$work/submit.sh" >"$work/out" 2>"$work/err" || code=$?
rm "$work/slurm/closed"
same "$code $(cat "$work/out" "$work/err")" '1 sbatch: no such partition' 'what it comes to'

# A job that is asked to stop is put back, three times.
ran='a job of Slurm that is asked to stop'
cat >"$work/stopped" <<'STOPPED'
#!/bin/sh
trap 'exit 75' TERM
while :; do sleep 0.05; done
STOPPED
chmod +x "$work/stopped"
# stop RESTARTS: the exit code.
stop() {
    rm -f "$work/slurm/requeued"
    FINAIS_PROGRAM=$work/stopped FINAIS_SIGNATURE=KvK FINAIS_METRICS=wdl FINAIS_DIRECTORY=x \
        FINAIS_VARIANT=brazilian FINAIS_KERNEL=plain FINAIS_THREADS=1 FINAIS_FORM=standard FINAIS_LEVEL=9 FINAIS_MEMORY=1 SLURM_JOB_ID=7 \
        SLURM_RESTART_COUNT=$1 PATH="$work/slurm:$PATH" sh "$work/slurm/script.101" &
    background=$!
    sleep 0.5
    kill -TERM $background
    code=0
    wait $background || code=$?
    background=
}
stop 0
same "$code $(cat "$work/slurm/requeued")" '0 requeue 7' 'exit code and request'
stop 3
same "$code" 75 'exit code'
[ -e "$work/slurm/requeued" ] && fail 'it is put back for ever' || pass

# ---- Ninja ----------------------------------------------------------------------------------------
if ! command -v ninja >/dev/null 2>&1; then
    check_report || exit 1
    echo 'skipped: there is no program ninja'
    exit 77
fi
# ninja_plan FILE ARGUMENT...
ninja_plan() {
    file=$1
    shift
    run plan --pieces "$pieces" --threads 1 --format ninja "$@"
    answer
    cp "$work/out" "$file"
}
run_ninja() {
    ran="ninja $*"
    code=0
    (cd "$work" && ninja "$@") >"$work/ninja.log" 2>&1 || code=$?
}
tables="$work/g \$b:c'd \"e\\f|g"
ninja_plan "$work/all.ninja" --tables "$tables" --memory 500M --kernel plain
run_ninja -f all.ninja -j2
same "$code" 0 "exit code ($(tail -n 3 "$work/ninja.log"))"
same_as_whole "$tables"
run_ninja -f all.ninja -j2
same "$(cat "$work/ninja.log")" 'ninja: no work to do.' 'what a second run says'

# Memory decides how many run side by side; the tables there already are not made again.
ninja_plan "$work/small.ninja" --tables "$work/whole" --memory 40M
grep -q '^  depth = 1$' "$work/small.ninja" && pass || fail 'another depth'
ls -il "$work/whole/brazilian" >"$work/before"
run_ninja -f small.ninja -j2
same "$code" 0 'exit code'
same "$(ls -il "$work/whole/brazilian")" "$(cat "$work/before")" 'the files'
ran='plan --format ninja'
run plan --pieces 3 --format ninja --tables "$work/new
line"
fault 2 'cannot name such a path'

# A job is killed in the middle, and Ninja started again. Jobs run by a script that kills finais-gen,
# while the file killing is there, once it holds the lock of the ending; until that was before the
# table was there: a small ending may be finished first, and is then made once more.
case $pieces in
3) victim=KMvM ;;
*) victim=KKvKM ;;
esac
cat >"$work/job" <<'KILLED'
#!/bin/sh
# $1: the ending, $2: its files without the suffix, then the program and its arguments.
victim=$1
files=$2
shift 2
case " $* " in
*" --signature $victim "*) [ -e "$(dirname "$0")/killing" ] || exec "$@" ;;
*) exec "$@" ;;
esac
tries=0
while [ $tries -lt 200 ]; do
    tries=$((tries + 1))
    rm -f "$files.wdl" "$files.lock"
    "$@" &
    while [ ! -e "$files.lock" ] && kill -0 $! 2>/dev/null; do :; done
    kill -9 $! 2>/dev/null
    wait $!
    if [ $? -eq 137 ] && [ -e "$files.lock" ] && [ ! -e "$files.wdl" ]; then
        echo "killed in the middle, try $tries"
        exit 1
    fi
done
echo "never killed in the middle, in $tries tries"
exit 1
KILLED
chmod +x "$work/job"
ninja_plan "$work/planned.ninja" --tables "$work/killed"
sed "s|^  command = |&'$work/job' $victim '$work/killed/brazilian/$victim' |" \
    "$work/planned.ninja" >"$work/killed.ninja"
: >"$work/killing"
run_ninja -f killed.ninja -j2
rm "$work/killing"
ran='ninja with a job that is killed'
grep -q '^killed in the middle' "$work/ninja.log" && pass || fail "$(cat "$work/ninja.log")"
[ -e "$work/killed/brazilian/$victim.lock" ] && pass || fail 'no lock of it is left'
same "$code" 1 'exit code'
[ -e "$work/killed/brazilian/$victim.wdl" ] && fail 'its table is there' || pass
grep -q "^FAILED: .*$victim.wdl" "$work/ninja.log" && pass || fail 'no word of the job'
ls -i "$work/killed/brazilian" | grep 'wdl$' >"$work/before"
run_ninja -f killed.ninja -j2
same "$code" 0 'exit code'
same_as_whole "$work/killed"
same "$(ls -i "$work/killed/brazilian" | grep -F -f "$work/before" | sort)" "$(sort "$work/before")" \
    'what was made before'

# A damaged table is refused by the jobs that read it.
rm "$work"/killed/brazilian/*MM*
flip "$work/killed/brazilian/KMvM.wdl" $(($(wc -c <"$work/killed/brazilian/KMvM.wdl") - 1))
run_ninja -f killed.ninja -j2
same "$code" 1 'exit code'
grep -q '^finais-gen: .*KMvM.wdl' "$work/ninja.log" && pass || fail "$(cat "$work/ninja.log")"
[ -e "$work/killed/brazilian/MMvM.wdl" ] && fail 'made from a damaged table' || pass
no_leftovers "$work/killed"
rm "$work/killed/brazilian/KMvM.wdl"
run_ninja -f killed.ninja -j2
same "$code" 0 'exit code'
same_as_whole "$work/killed"
check_report
