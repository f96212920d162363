#!/usr/bin/env bash
# The official cases and the bundled vectors, as files and as ONNX folders; cases run alone; convert there and back.
. "$(dirname -- "$0")/common.sh"

cp "$official" official.jsonl

run gate --vectors official.jsonl --level 0
expect_status 0
expect_summary conforms 'cases=6 pass=6 freedom=0 unsupported=0 failed=0  policy=onnx$'

# Cases from public bug reports.
run gate --vectors "$UO_SOURCE_DIR/corpus/vectors/wild.jsonl" --level 0
expect_status 0
expect_summary conforms "cases=$(summary pass) .*failed=0 "
[ "$(summary cases)" -ge 85 ] || fail 'all of them should be judged'
run convert "$UO_SOURCE_DIR/corpus/vectors/wild.jsonl" wild-folders
expect_status 0
run gate --vectors wild-folders --level 0
expect_status 0
expect_summary conforms 'failed=0 '
[ "$(summary cases)" -ge 85 ] || fail 'all of them should be judged as folders too'

# A subject that offers none of the cases was not judged.
run gate --plugin "$UO_BINARY_DIR/faulty/unusual_only_float.so" --vectors official.jsonl --level 0 --dtype int64 --junit none.xml
expect_status 2
expect_err 'offers none of the [0-9]+ cases'
expect_summary not-judged "unsupported=$(summary cases) failed=0 "
grep -q '<error type="incomplete" message="no judgement could be made: no case was judged: ' none.xml || fail 'the report should say so, too'

# An expected answer that is wrong is noticed: it, and nothing else, fails.
sed 's/"shape": \[4\], "data": \[2, 1, 2, 1\]/"shape": [4], "data": [2, 1, 1, 2]/' official.jsonl >altered.jsonl
run gate --vectors altered.jsonl --level 0 --junit altered.xml
[ "$status" -ne 0 ] || fail 'an altered expectation should not conform'
expect_out 'test_unique_sorted_without_axis'

# Folders of ONNX backend tests.
run convert official.jsonl folders
expect_status 0
for file in model.onnx test_data_set_0/input_0.pb test_data_set_0/output_0.pb test_data_set_0/output_3.pb; do
  [ -s "folders/test_unique_sorted_with_axis_3d/$file" ] || fail "convert should write $file"
done
run gate --vectors folders --level 0
expect_status 0
expect_summary conforms 'cases=6 pass=6 '
run gate --vectors folders/test_unique_length_1 --level 0
expect_status 0
expect_summary conforms 'cases=1 pass=1 '
run convert folders back.jsonl
expect_status 0
run convert back.jsonl folders2
expect_status 0
run convert folders2 back2.jsonl
expect_status 0
expect_same back.jsonl back2.jsonl
[ "$(grep -c '"id"' back.jsonl)" -eq 6 ] || fail 'six vectors should come back'
run gate --vectors back.jsonl --level 0
expect_summary conforms 'cases=6 pass=6 '
run convert official.jsonl folders # never over something that is there
expect_usage 'folders'
run convert nowhere.jsonl new-folder
expect_usage 'nowhere'
[ ! -e new-folder ] || fail 'nothing half-made should stay'

# The bundled corpus is the default, from whatever folder.
run gate --level 0
expect_status 0
expect_summary conforms
[ "$(summary cases)" -ge 5000 ] || fail 'the bundled corpus has at least 5000 vectors'

# One case alone: a vector, a random case, a grid case, a small case.
run gate --vectors official.jsonl --case test_unique_length_1
expect_status 0
expect_summary conforms 'cases=1 pass=1 '
for id in 7:123 grid:42 small:9; do
  run gate --case "$id"
  expect_status 0
  expect_summary conforms 'cases=1 pass=1 '
done

# --dtype filters, the shards of a run add up to it.
run gate --vectors official.jsonl --level 0 --dtype int64
expect_summary conforms 'cases=1 pass=1 '
sum=0
for part in 0 1 2 3; do
  run gate --vectors official.jsonl --level 0 --shard "$part/4"
  expect_status 0
  sum=$((sum + $(summary cases)))
done
[ "$sum" -eq 6 ] || fail "four shards have $sum of 6 cases"
run gate --level 1 --count 1000 --dtype bool
whole=$(summary cases)
sum=0
for part in 0 1 2; do
  run gate --level 1 --count 1000 --dtype bool --shard "$part/3"
  expect_status 0
  sum=$((sum + $(summary cases)))
done
[ "$sum" -eq "$whole" ] || fail "three shards have $sum of $whole cases"

finish
