#!/usr/bin/env bash
# check.sh BUILD PROGRAM: short campaigns that must say what they are to say. BUILD is a build folder with UO_FUZZ, PROGRAM
# unique-oracle without sanitizers. What needs numpy is left out, and said so, where UO_NUMPY names no Python.
set -uo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$(cd -- "$1" && pwd -P) program=$(cd -- "$(dirname -- "$2")" && pwd -P)/$(basename -- "$2")
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch" || exit 2
numpy=${UO_NUMPY:-}
failed=0

campaign() { # KEEP OPTIONS...: its output in `out`, its exit code in $status
  local keep=$1
  shift
  ran="campaign $*"
  "$root/fuzz/campaign.sh" "$build" "$program" "$keep" "$@" >out 2>&1 </dev/null
  status=$?
}

fail() {
  failed=$((failed + 1))
  printf 'FAIL: %s\n  after: %s\n  exit code: %s\n' "$1" "$ran" "$status"
  [ "$ran" = "${shown:-}" ] || sed 's/^/    /' out | head -n 30
  shown=$ran
}
expect_status() { [ "$status" -eq "$1" ] || fail "exit code $1 expected"; }
expect() { grep -Eq -- "$1" out || fail "its output should match: $1"; }
expect_not() { ! grep -Eq -- "$1" out || fail "its output should not match: $1"; }
expect_files() { # PATTERN...: each is a file that is not empty
  local file
  for file in "$@"; do [ -s "$file" ] || fail "there should be a file $file"; done
}

# ---- The reference: a row for each target, bins, and numpy's word ----
UO_NUMPY=$numpy campaign one --seconds 1 --jobs 2 --target unique,golden
expect_status 0
expect '^target +executions +speed +bins +edges +features +corpus +findings +raw$'
expect '^unique +[1-9][0-9]* +[1-9][0-9]*/s +1[0-9][0-9]/[0-9]+ '
expect '^golden +[1-9][0-9]* +[1-9][0-9]*/s +- '
if [ -n "$numpy" ]; then expect '^numpy [0-9.]+ agrees with reference and checker on [1-9][0-9]* cases'; fi
expect_files one/numpy/met.jsonl
# The same inputs give the same cases.
cp one/numpy/met.jsonl met.before
"$build/fuzz/pick_cases" one/corpus/fuzz_unique "$root/corpus/seeds/fuzz_unique" >met.after 2>counts
cmp -s met.before met.after || fail 'the cases that numpy is asked should depend on the corpus alone'
grep -Eq 'kinds=([0-9]+) picked=\1 ' counts || fail 'one case of each kind'

UO_NUMPY='' UO_NUMPY_MISSING='no Python here' campaign one --seconds 1 --jobs 1 --target unique
expect_status 0
expect '^numpy: left out: no Python here$'

# ---- A numpy that does not answer hides no finding ----
UO_NUMPY=false campaign silent --seconds 1 --jobs 1 --target unique
expect_status 2
expect '^fuzz: numpy did not answer the cases of '
expect '^summary: findings 0$'
UO_NUMPY=false campaign silent --seconds 2 --jobs 1 --plugin "$build/fuzz/must_fail_subject.so" --freeze
expect_status 1
expect '^fuzz: numpy did not answer the cases of '
expect '^subject under policy onnx: wrong CNT-01$'
expect '^summary: findings [1-9]'

# ---- A numpy that counts otherwise for [x, x] is not agreed with ----
if [ -n "$numpy" ]; then
  cat >wrong_numpy <<END
#!/bin/sh
'$numpy' "\$@" | sed -u 's/"counts": {"dtype": "int64", "shape": \[1\], "data": \[2\]}/"counts": {"dtype": "int64", "shape": [1], "data": [1]}/'
END
  chmod +x wrong_numpy
  UO_NUMPY=$scratch/wrong_numpy campaign one --seconds 1 --jobs 1 --target unique
  expect_status 1
  expect '^numpy: DISAGREES on some of [0-9]+ cases'
  expect '^numpy: wrong'
  folder=$(find one/findings -maxdepth 1 -name 'numpy-*' | head -n 1)
  expect_files "$folder"/{case.jsonl,smallest.jsonl,signature,log,explained.text,explained.c,explained.json,explained.numpy,explained.onnx/model.onnx}
  UO_NUMPY=$numpy campaign one --seconds 1 --jobs 1 --target unique
  expect_status 0 # numpy is right again: the finding is gone
fi

# plug_in NAME: compiles the steps on standard input (tests/faulty/naive.h), as a user does, without optimisation.
plug_in() {
  { printf '#define _DEFAULT_SOURCE\n#include <stdlib.h>\n#include <unistd.h>\n#include "naive.h"\n' && cat; } >"$1.c"
  cc -std=c11 -O0 -shared -fPIC -I "$root/include" -I "$root/tests/faulty" "$1.c" -o "$1.so" -lm
}

# ---- Ctrl-C: everything is kept, nothing goes on, the speed is that of the seconds that it ran ----
ran='campaign, interrupted'
begin=$SECONDS
timeout -s INT 2 "$root/fuzz/campaign.sh" "$build" "$program" two --seconds 300 --jobs 2 --target unique,golden >out 2>&1 </dev/null
status=$?
[ "$status" -eq 124 ] || fail 'it should have been interrupted'
[ $((SECONDS - begin)) -lt 30 ] || fail 'it should stop soon'
expect '^partial summary: interrupted by SIGINT after [0-9]+ s; findings 0; everything is kept, '
awk '$1 == "unique" { sub("/s", "", $3); exit !($2 > 0 && $3 > 0 && $2 / $3 < 30) }' out || fail 'the speed should be that of the seconds that it ran'
kept=$(find two/corpus/fuzz_unique -type f | wc -l)
[ "$kept" -gt 0 ] || fail 'the corpus should be kept'
UO_NUMPY='' campaign two --seconds 1 --jobs 1 --target unique
expect_status 0
[ "$(find two/corpus/fuzz_unique -type f | wc -l)" -ge "$kept" ] || fail 'it should go on from the kept corpus'

# As a terminal does: to every process of the group, at any time. Nothing but the table and the summary is printed.
for delay in $(command -v python3 >/dev/null && echo 0.1 0.2 0.3 0.5 0.7 0.9 1.3 2.1 3.4); do
  ran="campaign, interrupted with its group after $delay s"
  python3 - "$delay" "$root/fuzz/campaign.sh" "$build" "$program" "$scratch/group" --seconds 60 --jobs 2 --plugin "$build/fuzz/many_ways_subject.so" >out 2>&1 <<'END'
import os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler) # a shell's `command &` ignores it, and so would the campaign
process = subprocess.Popen(sys.argv[2:], start_new_session=True, stdin=subprocess.DEVNULL, env={**os.environ, 'UO_NUMPY': ''})
time.sleep(float(sys.argv[1]))
os.killpg(process.pid, signal.SIGINT)
process.wait()
time.sleep(0.2)
try:
    os.killpg(process.pid, 0)
    print('left: a process of the group')
except ProcessLookupError:
    pass
sys.exit(abs(process.returncode))
END
  status=$?
  if [ -s out ]; then
    expect_status 130
    tail -n 1 out | grep -q '^partial summary: interrupted by SIGINT ' || fail 'the last line should be the summary'
  fi # else it was the shell's start that was interrupted
  expect_not '(^|/)[a-z_]*\.sh: |^left: |Terminated|Killed|No such|integer expression|unexpected'
  pgrep -f "$scratch/group" >/dev/null && fail 'no process should be left'
done

# At a terminal the table has, while it runs, the speed of what runs.
if command -v python3 >/dev/null; then
  ran='campaign at a terminal'
  UO_NUMPY='' python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' \
    "$root/fuzz/campaign.sh" "$build" "$program" terminal --seconds 5 --jobs 1 --target unique >out 2>&1 </dev/null
  status=$?
  expect_status 0
  tr -d '\r' <out | sed 's/^\x1b\[[0-9]*A\x1b\[J//' >plain && mv plain out
  [ "$(grep -Ec '^unique +[1-9][0-9]* +[1-9][0-9]*/s ' out)" -ge 2 ] || fail 'the table should be shown before the end, too'
  expect_not '^unique +[1-9][0-9]* +0/s '
fi

# With many processes some are just being started: these, too, end with it, and soon.
for delay in 0.7 1 1.5; do
  ran="campaign of 200 processes, interrupted after $delay s"
  begin=$SECONDS
  UO_NUMPY='' timeout -s INT "$delay" "$root/fuzz/campaign.sh" "$build" "$program" many --seconds 60 --jobs 200 --target unique >out 2>&1 </dev/null
  status=$?
  pgrep -f "$scratch/many" >/dev/null && fail 'no process should be left'
  [ $((SECONDS - begin)) -lt 20 ] || fail "it should stop soon, not after $((SECONDS - begin)) s"
  [ ! -s out ] || expect '^partial summary: interrupted by SIGINT '
done

# ---- A wrong plug-in: many findings are few, shrunk and explained; gone when it is mended ----
cp -- "$build/fuzz/many_ways_subject.so" mine.so
UO_NUMPY='' campaign three --seconds 10 --jobs 2 --plugin mine.so
expect_status 1
expect '^subject under policy onnx: wrong VAL-01$'
expect '^summary: findings [1-9]'
expect '^    given by --plugin .*/mine.so: wrong$'
expect '^    rerun: .*/run gate --plugin .*/mine.so --policy onnx --timeout 10 --level 0 --vectors .*/explained.onnx$'
expect '^    right answer under policy onnx$'
folder=$(find three/findings/mine/onnx -maxdepth 1 -name 'subject-wrong-VAL-01*' | sort | head -n 1)
expect_files "$folder"/{case.jsonl,smallest.jsonl,shrink.log,log,raw,explained.text,explained.c,explained.json,explained.numpy,explained.onnx/model.onnx}
[ "$(cat "$folder/policy") $(cat "$folder/subject")" = "onnx $scratch/mine.so" ] || fail 'a finding should say whose it is'
awk '$1 == "subject" { exit !($9 > $8) }' out || fail 'several sets of clauses should be one finding'
[ "$(find three/findings/mine -path '*/inputs/*' | wc -l)" -eq "$(cat three/findings/mine/onnx/*/raw | wc -l)" ] || fail 'an input for each of them should be kept'
grep -q '"shape": \[[0-9]\]' "$folder/smallest.jsonl" || fail 'the case should be of few elements'
UO_NUMPY='' campaign three --seconds 1 --jobs 1 --plugin mine.so
expect_status 1
[ -e "$folder/signature" ] || fail 'what still fails should stay'
# Under another policy, and of another plug-in of that name, it is none of this campaign's.
find three/findings/mine/onnx | sort >before
UO_NUMPY='' campaign three --seconds 2 --jobs 1 --plugin mine.so --policy ieee
expect_status 1
expect '^other policies: what .*/mine/onnx has stays as it is: findings [1-9]'
expect '^subject under policy ieee: wrong'
expect '^    right answer under policy ieee$'
mkdir 'an other' && cp -- "$build/fuzz/right_subject.so" 'an other/mine.so'
UO_NUMPY='' campaign three --seconds 1 --jobs 1 --plugin 'an other/mine.so'
expect_status 0
[ -s three/findings/mine-2/subject ] || fail 'another plug-in of that name should have a folder of its own'
find three/findings/mine/onnx | sort | cmp -s - before || fail 'what belongs to others should not be touched'
cp -- "$build/fuzz/right_subject.so" mine.so
UO_NUMPY='' campaign three --seconds 1 --jobs 1 --plugin mine.so
expect_status 0
expect '^gone: subject under policy onnx, wrong .*: its inputs no longer fail; moved to .*/mine/onnx/gone/'
[ -d three/findings/mine/onnx/gone ] || fail 'what no longer fails should be put aside'

# ---- Slow is no hang: what goes beyond the limit of the fuzzer is asked again with that of the gate ----
long() { printf 'a%.0s' {1..1200} && printf '\377\010\001\000'; } # 76,800 elements
mkdir -p slow/corpus/fuzz_subject && long >slow/corpus/fuzz_subject/long
plug_in sleeps <<'END'
static int begin(const naive *work) {
  for (int i = 0; i < 2500 && work->count * work->outer * work->inner > 20000; i++) usleep(1000); /* alarms end one */
  return UO_OK;
}
NAIVE_PLUGIN("sleeps", .begin = begin)
END
UO_NUMPY='' campaign slow --seconds 9 --jobs 1 --plugin sleeps.so --timeout 1
expect_status 0
expect '^slow: [1-3] inputs of subject went beyond a limit of the fuzzer \(1 s, 2048 MiB\) and pass when they are asked alone: no finding; '
expect '^summary: findings 0$'
expect_files slow/findings/sleeps/onnx/slow/subject-*/{input,shrink.log}
plug_in quadratic <<'END'
static int begin(const naive *work) {
  int64_t size = work->count * work->outer * work->inner;
  volatile int64_t steps = 0;
  for (int64_t i = 0; i < size; i++)
    for (int64_t k = 0; k < size; k++) steps = steps + 1;
  return UO_OK;
}
NAIVE_PLUGIN("quadratic", .begin = begin)
END
UO_NUMPY='' campaign slow --seconds 9 --jobs 1 --plugin quadratic.so --timeout 2
expect_status 0
expect '^slow: [0-9]+ elements may take some [1-9][0-9]* s: cases as long as that are passed over$'
awk '$1 == "subject" { exit !($2 > 1000) }' out || fail 'what is short should be fuzzed all the same'

# ---- Time is kept by slow subjects, too ----
plug_in idle <<'END'
static int begin(const naive *work) {
  usleep(work->x == NULL ? 0 : 400000);
  return UO_OK;
}
NAIVE_PLUGIN("idle", .begin = begin)
END
begin=$SECONDS
UO_NUMPY='' campaign slow --seconds 4 --jobs 1 --plugin idle.so --timeout 2
expect_status 0
[ $((SECONDS - begin)) -lt 12 ] || fail "4 s of fuzzing took $((SECONDS - begin)) s"
# What it was not asked, as time was over, does not count: neither in the table nor for the warning.
expect '^few: subject was asked [1-9][0-9]? times only in 4 s: '
awk '$1 == "subject" { exit !($2 > 0 && $2 < 40) }' out || fail 'cases that were really asked should be counted, some ten'

# ---- A hang; interrupted while it is looked at, it waits for the next campaign ----
plug_in hangs <<'END'
static int begin(const naive *work) {
  while (work->x->dtype == UO_TYPE_INT16) usleep(1000);
  return UO_OK;
}
NAIVE_PLUGIN("hangs", .begin = begin)
END
ran='campaign, interrupted while it shrinks a hang'
UO_NUMPY='' "$root/fuzz/campaign.sh" "$build" "$program" hang --seconds 4 --jobs 1 --plugin hangs.so --timeout 3 >out 2>&1 </dev/null &
process=$!
for ((tries = 0; tries < 300; tries++)); do
  [ ! -e hang/findings/hangs/onnx/pending/subject-hang/case.jsonl ] || break
  sleep 0.1
done
kill -TERM "$process"
wait "$process"
status=$?
expect_status 143
expect '^partial summary: interrupted by SIGTERM after [0-9]+ s; findings 0, 1 not yet looked at; everything is kept, '
UO_NUMPY='' campaign hang --seconds 1 --jobs 1 --plugin hangs.so --timeout 1
expect_status 1
expect '^subject under policy onnx: hang$'
expect '^    given by --plugin .*/hangs.so: hang$'
expect_files hang/findings/hangs/onnx/subject-hang/{smallest.jsonl,explained.text,inputs/hang}

# ---- A subject that ends the process: said as that ----
for how in exit _exit _Exit quick_exit; do
  plug_in ends <<END
#include <stdlib.h>
static int begin(const naive *work) {
  if (work->x->dtype == UO_TYPE_INT16) $how(0);
  return UO_OK;
}
NAIVE_PLUGIN("ends", .begin = begin)
END
  UO_NUMPY='' campaign ends --seconds 3 --jobs 1 --plugin ends.so
  expect_status 1
  expect "^  crash subject called $how with status 0$"
  expect '^summary: findings 1$'
  rm -rf ends
done

# ---- One type of which it dies does not keep the others from being asked ----
plug_in one_type <<'END'
static int begin(const naive *work) {
  if (work->x->dtype == UO_TYPE_INT16) abort();
  return UO_OK;
}
static void edit(naive *work) {
  if (work->x->dtype == UO_TYPE_STRING && work->distinct > 2) work->counts[0]++;
}
NAIVE_PLUGIN("one type", .begin = begin, .edit = edit)
END
UO_NUMPY='' campaign types --seconds 10 --jobs 1 --plugin one_type.so
expect_status 1
expect '^subject under policy onnx: crash'
expect '^passed over: [1-9][0-9]* cases of subject that end in a crash'
expect '^  wrong CNT-0'
awk '$1 == "subject" { exit !($2 > 3000) }' out || fail 'the other types should be asked'

# ---- Nor does a hang of one narrow shape that the kept corpus is full of ----
plug_in narrow <<'END'
static int begin(const naive *work) {
  while (work->x->rank == 2 && work->x->dims[0] == 2) usleep(1000);
  return UO_OK;
}
static void edit(naive *work) {
  if (work->x->dtype == UO_TYPE_STRING && work->distinct > 2) work->counts[0]++;
}
NAIVE_PLUGIN("narrow", .begin = begin, .edit = edit)
END
UO_NUMPY='' campaign narrow --seconds 5 --jobs 1 --plugin "$build/fuzz/right_subject.so"
expect_status 0
UO_NUMPY='' campaign narrow --seconds 60 --jobs 1 --plugin narrow.so --timeout 3
expect_status 1
expect '^subject under policy onnx: hang$'
expect '^  wrong CNT-0'
expect '^passed over: [1-9][0-9]* cases of subject that end in a hang, after the first was a finding'
expect '^subject .* [1-9][0-9]*/[1-9][0-9]* '
expect '^time: [0-9]+ s in all, of which it was to fuzz 60 s$'
expect_not '^few: '
awk '$1 == "subject" { exit !($2 > 1000) }' out || fail 'what does not hang should be asked'

# ---- It fails in the campaign, and not alone ----
plug_in changes <<'END'
static void edit(naive *work) {
  static int calls;
  if (++calls % 7 == 0 && work->distinct > 0) work->counts[0]++;
}
NAIVE_PLUGIN("changes", .edit = edit)
END
UO_NUMPY='' campaign changes --seconds 5 --jobs 1 --plugin changes.so --fail-fast
expect_status 1
expect '^  note: asked alone, in the sandbox of the gate, it does not fail: '

# ---- A disk that is full: said, and nothing is called mended that was only half written ----
mkdir disk
if mount -t tmpfs -o size=600k none disk 2>/dev/null; then # as root
  trap 'umount "$scratch/disk"; rm -rf -- "$scratch"' EXIT
  mkdir disk/keep && head -c 600000 /dev/zero >disk/zero
  UO_NUMPY='' campaign disk/keep --seconds 4 --jobs 1 --plugin "$build/fuzz/must_fail_subject.so"
  expect_status 1
  expect '^summary: findings 0, 1 (could not be kept|not yet looked at)$'
  expect '^fuzz: .*/disk/keep/corpus: nothing can be written there any more'
  expect_not '\.sh: |^(cp|mv|tail|tee): '
  rm disk/zero
  UO_NUMPY='' campaign disk/keep --seconds 2 --jobs 1 --plugin "$build/fuzz/must_fail_subject.so"
  expect_status 1
  expect_not '^gone: '
  mount -o remount,ro disk
  UO_NUMPY='' campaign disk/keep --seconds 2 --jobs 1 --plugin "$build/fuzz/must_fail_subject.so"
  expect_status 2
  expect '^fuzz: .*/disk/keep: findings and corpus cannot be written there'
  umount disk
  trap 'rm -rf -- "$scratch"' EXIT
else
  echo 'left out: a disk that is full, as none can be mounted'
fi

# ---- A folder that is read-only among others that are not: said before anything runs ----
for folder in corpus/fuzz_unique findings numpy; do
  mkdir -p "only/$folder"
  mount -t tmpfs -o ro none "only/$folder" 2>/dev/null || continue
  UO_NUMPY='' campaign only --seconds 1 --jobs 1 --target unique
  umount "only/$folder"
  expect_status 2
  expect "^fuzz: .*/only/$folder: nothing can be written there: is it read-only, or the disk full\?$"
  [ "$(wc -l <out)" -eq 1 ] || fail 'one line expected'
done

# ---- Two at once, names with blanks, what is no finding ----
mkdir 'with blanks' && cp -- "$build/fuzz/must_fail_subject.so" 'with blanks/my plug-in.so'
UO_NUMPY='' "$root/fuzz/campaign.sh" "$build" "$program" 'with blanks/keep' --seconds 8 --jobs 2 --plugin 'with blanks/my plug-in.so' >first 2>&1 </dev/null &
process=$!
sleep 2
UO_NUMPY='' campaign 'with blanks/keep' --seconds 1 --target unique
expect_status 2
expect '^fuzz: .*/with blanks/keep: another campaign is running there'
wait "$process"
status=$?
mv first out
expect_status 1
expect '^subject under policy onnx: wrong CNT-01'
folder='with blanks/keep/findings/my plug-in/onnx'
expect_files "$folder"/subject-wrong-CNT-0*/explained.numpy
mkdir -p "$folder/subject-empty" "$folder/pending/subject-empty" && echo text >"$folder/subject-file"
head -c 2000 /dev/urandom >"$folder/pending/subject-file"
UO_NUMPY='' campaign 'with blanks/keep' --seconds 1 --jobs 1 --plugin 'with blanks/my plug-in.so'
expect_status 1
[ "$(grep -c '^fuzz: .*subject-\(empty\|file\): no finding, as it has no signature or no raw: passed over; remove it$' out)" -eq 4 ] || fail 'what is no finding should be named'
[ -e "$folder/subject-file" ] || fail 'what is no finding should not be touched'

# ---- A wrong one linked in; the first finding ends it ----
begin=$SECONDS
UO_NUMPY='' UO_LINKED=$build/linked/check campaign four --seconds 60 --jobs 1 --link "$root/tests/faulty/last_count_short.c" --fail-fast
expect_status 1
expect '^subject under policy onnx: wrong CNT-0'
[ "$SECONDS" -lt $((begin + 50)) ] || fail 'it should end with the first finding'
expect_files four/findings/last_count_short/onnx/subject-wrong-CNT-0*/{smallest.jsonl,explained.text}

# ---- Frozen: in a copy of the project ----
if [ -n "$numpy" ]; then
  mkdir copy && cp -R -- "$root"/{fuzz,corpus,reference} copy/
  frozen() { cat copy/corpus/vectors/unseen.jsonl 2>/dev/null | grep -c '"tags": \["campaign", .*"comment": "met by a fuzzing campaign; no vector before it has '; }
  before=$(frozen)
  ran='campaign --freeze 3'
  UO_NUMPY=$numpy copy/fuzz/campaign.sh "$build" "$program" one --seconds 1 --jobs 1 --target unique --freeze 3 >out 2>&1
  status=$?
  expect_status 0
  expect '^freeze: 3 vectors added to unseen.jsonl$'
  expect '^goldens: [0-9]+ vectors in [0-9]+ files are as frozen'
  [ "$(frozen)" -eq $((before + 3)) ] || fail 'three frozen vectors more, each says what for'
  "$program" gate --vectors copy/corpus/vectors --level 0 >out 2>&1 || fail 'the reference should conform to them'
  sed -i '2s/"expect": {"Y": {"dtype": "[a-z0-9]*"/"expect": {"Y": {"dtype": "complex64"/' copy/corpus/vectors/unseen.jsonl
  PYTHONPATH=copy/reference "$numpy" -m unique_oracle_reference goldens --check --corpus copy/corpus >out 2>&1 &&
    fail 'an edited answer of a frozen case should be seen'
else
  echo 'numpy: left out: UO_NUMPY names no Python that has it'
fi

# ---- Wrong use ----
echo 'no library' >not.so
echo 'int uo_nothing;' | cc -shared -fPIC -x c - -o empty.so
for how in 'exit(0)' 'abort()'; do # while it is loaded
  plug_in loads <<<"static __attribute__((constructor)) void end(void) { $how; } NAIVE_PLUGIN(\"loads\")"
  UO_NUMPY='' campaign five --plugin loads.so
  expect_status 2
  expect '^fuzz: --plugin .*/loads\.so: it ends the process, or does not return within 60 s, while it is loaded$'
  [ "$(wc -l <out)" -eq 1 ] || fail 'one line expected'
done
for wrong in '--seconds 0' '--jobs x' '--target nothing' '--plugin missing.so' '--plugin not.so' '--plugin empty.so' '--link missing.c' '--policy' '--policy nonsense' '--nonsense' '--freeze 0' '--memory none' '--timeout 0' '--timeout soon' '--plugin nowhere/x.so' '--target unique --plugin empty.so' '--freeze --target golden,onnx' '--jobs 100000' '--seconds 999999999'; do
  # shellcheck disable=SC2086 # words
  UO_NUMPY='' campaign five $wrong
  expect_status 2
  expect "^fuzz: .*${wrong%% *}"
  [ ! -d five/corpus ] || fail 'nothing should be made'
  expect_not '//'
  [ "$(grep -o 'not\.so' out | wc -l)" -le 1 ] || fail 'a file should be named once'
done
for option in --seconds --jobs --target --plugin --link --policy --timeout --memory; do
  for empty in '' ' ' ,; do
    UO_NUMPY='' campaign five "$option" "$empty"
    expect_status 2
    expect "^fuzz: $option: its value is empty$"
  done
done
touch file
UO_NUMPY='' campaign file --seconds 1 --target unique
expect_status 2
expect '^fuzz: .*file: findings and corpus cannot be written there'

[ "$failed" -eq 0 ] && echo 'campaigns: all passed' && exit 0
echo "$failed failed"
exit 1
