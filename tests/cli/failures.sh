#!/usr/bin/env bash
# Each allocation and each system call of the program made to fail, one in each run: it ends by itself, leaves nothing half
# written, and either does what it does otherwise or says in one line why it does not.
. "$(dirname -- "$0")/common.sh"

failing="$UO_BINARY_DIR/tests/cli/failing_calls.so"
thin="$UO_BINARY_DIR/tests/cli/thin_program"
if ! [ -e "$failing" ]; then
  echo 'no calls can be made to fail in this build (another system, or sanitizers)'
  exit 0
fi

sed -n '1p;4p' "$official" >one.jsonl # an axis of rank 3
grep -hm 1 '"id": "string' "$UO_SOURCE_DIR/corpus/vectors/string.jsonl" | cat <(sed -n 1p "$official") - >text.jsonl
grep -hm 1 '"expect": {"rejected"' "$UO_SOURCE_DIR"/corpus/vectors/*.jsonl | sed 1q | cat <(sed -n 1p "$official") - >rejected.jsonl
sed 's/"id": "[^"]*"/"id": "fault"/' text.jsonl >fault.jsonl
printf '%s\n' '{"cmd": "start", "protocol": 1}' '{"cmd": "run", "id": "a", "X": {"dtype": "string", "shape": [2], "data": ["b", "a"]}, "axis": null, "sorted": 1, "outputs": ["Y", "counts"]}' \
  '{"cmd": "run", "id": "b", "X": {"dtype": "string", "shape": [1], "data": ["b"]}, "axis": 1, "sorted": 1, "outputs": ["Y"]}' '{"cmd": "stop"}' >lines
"$UO_PROGRAM" convert one.jsonl folder 2>err
printf 'test_unique_sorted_with_axis wrong  # the last one\nsomebody crash\n' >known
printf '%s\n' 'groups of --level 0 --shard 0/1 (1 cases)' 'wrong any cases=some  # the last one' >groups
# For one case, of a type that is offered, with an output too many; for another that nobody asks an answer that cannot be read.
printf '%s\n' '{"started": true, "protocol": 1, "name": "elsewhere", "version": "1", "dtypes": ["string", "bool"]}' >answers
sed '1d; s/"outputs": \[[^]]*\]/"outputs": ["Y", "indices", "inverse_indices", "counts"]/' text.jsonl | "$UO_PROGRAM" answer >>answers
printf '%s\n' '{"id": "b", "Y": 1}' >>answers
grep -hm 1 '"id": "bool' "$UO_SOURCE_DIR/corpus/vectors/bool.jsonl" | cat text.jsonl - <(sed 1d one.jsonl) >elsewhere.jsonl
"$UO_PROGRAM" generate --seed 3 --count 2 >cases
# Two answers that contradict each other, and one that contradicts its vector.
nans='"X": {"dtype": "float", "shape": [2], "data": ["NaN", "NaN"]}, "axis": null, "sorted": 1, "outputs": ["Y"]'
one='{"dtype": "int64", "shape": [1], "data": [1]}'
printf '%s\n' "$header" "{\"id\": \"distinct\", $nans}" "{\"id\": \"merged\", $nans}" \
  "{\"id\": \"golden\", \"X\": $one, \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\", \"counts\"], \"expect\": {\"Y\": $one, \"counts\": ${one/1]\}/7]\}}}}" >spec.jsonl
printf '%s\n' '{"id": "distinct", "Y": {"dtype": "float", "shape": [2], "data": ["NaN", "NaN"]}}' \
  '{"id": "merged", "Y": {"dtype": "float", "shape": [1], "data": ["NaN"]}}' "{\"id\": \"golden\", \"Y\": $one, \"counts\": $one}" >spec-answers

# Of the calls that the same path leads to one fails, in the first program that makes it. Every path where coverage is measured,
# elsewhere every third one.
step=3
! grep -q '^UO_COVERAGE:BOOL=ON' "$UO_BINARY_DIR/CMakeCache.txt" || step=1

# A run ends as it does without a failure, with the same output, or with exit code 2 and a message. Where a call failed that stands
# between the gate and its subject, the subject may be judged for it: exit code 1.
judge() { # NUMBER STATUS-WITHOUT-FAILURE ARGUMENTS...
  local folder=runs/$1 usual=$2 problem=''
  shift 2
  case $status in
    "$usual") [ "$status" -eq 1 ] || [ "$(<"$folder/out")" = "$(<runs/0/out)" ] || problem='the same output expected, or an error' ;;
    1) [[ " $* " == *' --plugin '* || " $* " == *' --command '* || $(<"$folder/out") == *out?of?memory* ]] || problem='no judgement expected' ;;
    2) [[ $(<"$folder/err") == *unique-oracle* ]] || problem='a message expected' ;;
    *) problem='it should end by itself' ;;
  esac
  [ -n "$problem" ] || return 0
  cp -- "$folder/out" "$folder/err" .
  fail "$problem"
}

runs=0
fail_each() { # WHAT FILTER INPUT ARGUMENTS...; FILTER takes out of the output what differs each time
  local what=$1 filter=$2 input=$3 usual number before=$failures left
  shift 3
  rm -rf runs && mkdir runs
  LD_PRELOAD="$failing" UO_FAIL_WHAT="$what" UO_FAIL_STEP=$step UO_FAIL_FOLDER="$scratch/runs" UO_FAIL_PATHS="$scratch/paths" "$thin" "$@" <"$input"
  sed -Ei "$filter" runs/*/out
  usual=$(sed -n 's/^0 //p' runs/statuses)
  while read -r number status; do
    ran="$what call $number fails: $*"
    judge "$number" "$usual" "$@"
    runs=$((runs + 1))
    [ $failures -lt $((before + 5)) ] || break
  done < <(sed 1d runs/statuses)
  [ $failures -gt $before ] || left=$(find runs -name '*.tmp')
  [ -z "${left:-}" ] || fail "left behind: $left"
}

PLAIN='/^time:/d'
last_index="$UO_BINARY_DIR/faulty/last_index.so"
subject_command="$UO_BINARY_DIR/tests/subjects/subject_command"
for what in memory system; do
  fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/one.jsonl" --vectors "$scratch/text.jsonl" --vectors "$scratch/rejected.jsonl" \
    --junit report.xml --behaviours behaviours.json
  fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/folder" --policy spec
  fail_each $what "$PLAIN" /dev/null gate --case 7:3
  fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/one.jsonl" --plugin "$last_index" --no-shrink \
    --known-failures "$scratch/known" --write-known-failures made --sarif sarif --tap tap --events events --html html
  fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/one.jsonl" --plugin "$last_index" --no-shrink \
    --known-failures "$scratch/groups" --write-known-groups made
  for behaviour in exit extra; do # two cases: it is started again, and what it says too much is seen
    fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/fault.jsonl" --vectors "$scratch/one.jsonl" \
      --command "'$subject_command' $behaviour"
  done
  fail_each $what "$PLAIN" /dev/null clauses --json
  fail_each $what "$PLAIN" /dev/null generate --seed 7 --count 2
  fail_each $what "$PLAIN" /dev/null explain "$scratch/text.jsonl"
  fail_each $what "$PLAIN" /dev/null explain "$scratch/cases" --case 3:1 # they have no header
  fail_each $what "$PLAIN" /dev/null explain "$scratch/rejected.jsonl" --as json --output made
  fail_each $what "$PLAIN" /dev/null explain "$scratch/text.jsonl" --as onnx --output made
  fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/spec.jsonl" --answers "$scratch/spec-answers" --policy spec
  fail_each $what "$PLAIN" /dev/null convert "$scratch/one.jsonl" made
  fail_each $what "$PLAIN" /dev/null convert "$scratch/folder" made.jsonl
done
for what in memory system interrupted broken; do
  for plugin in last_index aborts unwanted_output; do
    fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/one.jsonl" --vectors "$scratch/text.jsonl" --no-shrink \
      --plugin "$UO_BINARY_DIR/faulty/$plugin.so" --junit report.xml
  done
  for behaviour in behave missing-field; do
    fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/fault.jsonl" --command "'$subject_command' $behaviour"
  done
  fail_each $what "$PLAIN" /dev/null gate --level 0 --vectors "$scratch/elsewhere.jsonl" --answers "$scratch/answers"
  fail_each $what "$PLAIN" "$scratch/lines" answer
done
for what in memory system; do
  fail_each $what "/calls|seconds/d" /dev/null shrink --plugin "$last_index" --timeout 2 "$scratch/one.jsonl"
done
echo "$runs runs with a call that failed"
finish
