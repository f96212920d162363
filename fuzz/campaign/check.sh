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

# ---- A numpy that counts otherwise for [x, x] is not agreed with ----
if [ -n "$numpy" ]; then
  cat >wrong_numpy <<END
#!/bin/sh
'$numpy' "\$@" | sed 's/"counts": {"dtype": "int64", "shape": \[1\], "data": \[2\]}/"counts": {"dtype": "int64", "shape": [1], "data": [1]}/'
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

# ---- Ctrl-C: everything is kept, nothing goes on, the speed is that of the seconds that it ran ----
ran='campaign, interrupted'
begin=$SECONDS
timeout -s INT 2 "$root/fuzz/campaign.sh" "$build" "$program" two --seconds 300 --jobs 2 --target unique,golden >out 2>&1 </dev/null
status=$?
[ "$status" -eq 124 ] || fail 'it should have been interrupted'
[ $((SECONDS - begin)) -lt 30 ] || fail 'it should stop soon'
expect '^interrupted: everything is kept'
awk '$1 == "unique" { sub("/s", "", $3); exit !($2 > 0 && $3 > 0 && $2 / $3 < 30) }' out || fail 'the speed should be that of the seconds that it ran'
kept=$(find two/corpus/fuzz_unique -type f | wc -l)
[ "$kept" -gt 0 ] || fail 'the corpus should be kept'
UO_NUMPY='' campaign two --seconds 1 --jobs 1 --target unique
expect_status 0
[ "$(find two/corpus/fuzz_unique -type f | wc -l)" -ge "$kept" ] || fail 'it should go on from the kept corpus'

# ---- A wrong plug-in: many findings are few, shrunk and explained; gone when it is mended ----
cp -- "$build/fuzz/many_ways_subject.so" mine.so
UO_NUMPY='' campaign three --seconds 10 --jobs 2 --plugin mine.so
expect_status 1
expect '^subject: wrong VAL-01$'
folder=$(find three/findings/mine -maxdepth 1 -name 'subject-wrong-VAL-01*' | sort | head -n 1)
expect_files "$folder"/{case.jsonl,smallest.jsonl,shrink.log,log,raw,explained.text,explained.c,explained.json,explained.numpy,explained.onnx/model.onnx}
awk '$1 == "subject" { exit !($9 > $8) }' out || fail 'several sets of clauses should be one finding'
[ "$(find three/findings/mine -path '*/inputs/*' | wc -l)" -eq "$(cat three/findings/mine/*/raw | wc -l)" ] || fail 'an input for each of them should be kept'
grep -q '"shape": \[[0-9]\]' "$folder/smallest.jsonl" || fail 'the case should be of few elements'
UO_NUMPY='' campaign three --seconds 1 --jobs 1 --plugin mine.so
expect_status 1
[ -e "$folder/signature" ] || fail 'what still fails should stay'
cp -- "$build/fuzz/right_subject.so" mine.so
UO_NUMPY='' campaign three --seconds 1 --jobs 1 --plugin mine.so
expect_status 0
[ -d three/findings/mine/gone ] || fail 'what no longer fails should be put aside'

# ---- A wrong one linked in; the first finding ends it ----
begin=$SECONDS
UO_NUMPY='' UO_LINKED=$build/linked/check campaign four --seconds 60 --jobs 1 --link "$root/tests/faulty/last_count_short.c" --fail-fast
expect_status 1
expect '^subject: wrong CNT-0'
[ "$SECONDS" -lt $((begin + 50)) ] || fail 'it should end with the first finding'
expect_files four/findings/last_count_short/subject-wrong-CNT-0*/{smallest.jsonl,explained.text}

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
for wrong in '--seconds 0' '--jobs x' '--target nothing' '--plugin missing.so' '--plugin not.so' '--plugin empty.so' '--link missing.c' '--policy' '--policy nonsense' '--nonsense' '--freeze 0' '--memory none'; do
  # shellcheck disable=SC2086 # words
  UO_NUMPY='' campaign five $wrong
  expect_status 2
  expect "^fuzz: .*${wrong%% *}"
  [ ! -d five/corpus ] || fail 'nothing should be made'
done
touch file
UO_NUMPY='' campaign file --seconds 1 --target unique
expect_status 2
expect '^fuzz: .*file: findings and corpus cannot be written there'

[ "$failed" -eq 0 ] && echo 'campaigns: all passed' && exit 0
echo "$failed failed"
exit 1
