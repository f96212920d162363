#!/usr/bin/env bash
# Each allocation and each system call of the program made to fail, one in each run: it ends by itself, and either does what it
# does otherwise or says in one line why it does not.
. "$(dirname -- "$0")/common.sh"

failing="$UO_BINARY_DIR/tests/cli/failing_calls.so"
thin="$UO_BINARY_DIR/tests/cli/thin_program"
if ! [ -e "$failing" ]; then
  echo 'no calls can be made to fail in this build (another system, or sanitizers)'
  exit 0
fi

sed -n '1p;4p' "$official" >one.jsonl # an axis of rank 3
grep -hm 1 '"id": "string' "$UO_SOURCE_DIR/corpus/vectors/string.jsonl" | cat <(sed -n 1p "$official") - >text.jsonl
"$UO_PROGRAM" answer <text.jsonl >answers.out 2>err || true
printf '%s\n' '{"cmd": "start", "protocol": 1}' '{"cmd": "run", "id": "a", "X": {"dtype": "string", "shape": [2], "data": ["b", "a"]}, "axis": null, "sorted": 1, "outputs": ["Y", "counts"]}' \
  '{"cmd": "stop"}' >lines
"$UO_PROGRAM" convert one.jsonl folder 2>err
printf 'test_unique_sorted_with_axis wrong  # the last one\nsomebody crash\n' >known

# Every one where coverage is measured, elsewhere every seventh.
step=7
! grep -q '^UO_COVERAGE:BOOL=ON' "$UO_BINARY_DIR/CMakeCache.txt" || step=1

# How a run may end: as it does without a failure, with the same output, or with exit code 2 and a message. Where the subject's own
# call failed, it is judged for it: exit code 1.
runs=0
fail_each() { # MEMORY-OR-SYSTEM PROGRAM FILTER INPUT ARGUMENTS...; FILTER takes out of the output what differs each time
  local what=$1 program=$2 filter=$3 input=$4 number=$((1 - step)) want usual=0 before=$failures
  shift 4
  rm -rf -- made*
  "$program" "$@" <"$input" >out 2>err || usual=$?
  want=$(sed -E "$filter" out)
  while :; do
    number=$((number + step))
    ran="$program $* ($what call $number fails)"
    rm -rf -- done made*
    status=0
    timeout 60 env LD_PRELOAD="$failing" UO_FAIL_WHAT="$what" UO_FAIL_AT="$number" UO_FAIL_DONE="$scratch/done" \
      "$program" "$@" <"$input" >out 2>err || status=$?
    [ -e done ] || break # it makes fewer calls
    runs=$((runs + 1))
    case $status in
      "$usual") [ "$(sed -E "$filter" out)" = "$want" ] || [ "$status" -eq 1 ] || fail 'the same output expected, or an error' ;;
      1) [[ " $* " == *' --plugin '* || " $* " == *' --command '* ]] || grep -q 'out.of.memory' out || fail 'no judgement expected' ;;
      2) grep -q 'unique-oracle' err || fail 'a message expected' ;;
      *) fail 'it should end by itself' ;;
    esac
    [ "$failures" -lt $((before + 5)) ] || break
  done
  [ "$number" -gt 1 ] || fail "no $what call was counted"
}

plain='/^time:/d'
for what in memory system; do
  fail_each $what "$thin" "$plain" /dev/null gate --level 0 --vectors one.jsonl --vectors text.jsonl --junit report.xml --behaviours behaviours.json
  fail_each $what "$thin" "$plain" /dev/null gate --level 0 --vectors folder --policy spec
  fail_each $what "$thin" "$plain" /dev/null gate --case 7:3
  fail_each $what "$thin" "$plain" /dev/null gate --level 0 --vectors one.jsonl --plugin "$UO_BINARY_DIR/faulty/last_index.so" --no-shrink
  fail_each $what "$thin" "$plain" /dev/null gate --level 0 --vectors one.jsonl --plugin "$UO_BINARY_DIR/faulty/last_index.so" --no-shrink \
    --known-failures known --write-known-failures made
  fail_each $what "$thin" "$plain" /dev/null gate --level 0 --vectors text.jsonl --command "'$UO_PROGRAM' answer"
  fail_each $what "$thin" "$plain" lines answer
  fail_each $what "$thin" "$plain" /dev/null clauses --json
  fail_each $what "$thin" "$plain" /dev/null generate --seed 7 --count 2
  fail_each $what "$thin" "$plain" /dev/null explain text.jsonl
  fail_each $what "$thin" "$plain" /dev/null convert one.jsonl made
  fail_each $what "$thin" "$plain" /dev/null convert folder made.jsonl
done
# The search for a smaller case asks hundreds of questions: some of its calls must do.
step=$((step * 5 + 2))
for what in memory system; do
  fail_each $what "$thin" "/calls|seconds/d" /dev/null shrink --plugin "$UO_BINARY_DIR/faulty/last_index.so" --timeout 2 one.jsonl
done
echo "$runs runs with a call that failed"
finish
