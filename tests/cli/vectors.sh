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
printf '{"vectors": 1, "policy": "onnx", "origin": "x"}\n{"id": "%0300d", "X": {"dtype": "int8", "shape": [1], "data": [1]}, "axis": null, "sorted": 1, "outputs": ["Y"]}\n' 1 >long.jsonl
run convert long.jsonl long-folders # a name that no folder can have: its place, never that of what was half made
expect_status 2
expect_err 'long\.jsonl:2: id: 300 bytes are too long for the name of a folder, which has at most 255; shorten it$'
[ ! -e long-folders ] || fail 'nothing should be left'
mkdir bytes && cp -R folders/test_unique_sorted_with_axis_3d bytes/one
for name in id origin comment; do # metadata that is not UTF-8: the folder and the field are named
  LC_ALL=C sed "s/\(unique_oracle\.$name..\)./\1\xff/" folders/test_unique_sorted_with_axis_3d/model.onnx >bytes/one/model.onnx
  run convert bytes bytes.jsonl
  expect_status 2
  expect_err "bytes/one.*: $name: not UTF-8"
done
run convert nowhere.jsonl new-folder
expect_usage 'nowhere'
[ ! -e new-folder ] || fail 'nothing half-made should stay'

run convert official.jsonl upper.JSONL # neither a file of lines nor a folder of that name
expect_usage 'upper.JSONL: there is no such format'
for other in a.json a.Json a.npz a.NPZ a.npy a.onnx; do
  run convert official.jsonl "$other"
  expect_usage "$other: there is no such format"
done
[ ! -e upper.JSONL ] || fail 'nothing should be made'

# An expected answer that is lost is no case without one.
cp -R folders lost && rm lost/test_unique_length_1/test_data_set_0/output_*.pb
run gate --vectors lost --level 0
expect_usage 'lost/test_unique_length_1/test_data_set_0/output_0.pb: is not there, but .* expected answer'
run convert lost lost.jsonl
expect_usage 'test_unique_length_1/test_data_set_0/output_0.pb'
[ ! -e lost.jsonl ] || fail 'nothing half-made should stay'
sed 's/"expect": {.*}, "tags"/"tags"/' official.jsonl >open.jsonl
run convert open.jsonl open
expect_status 0
run convert open open-back.jsonl
expect_status 0
if grep -q '"expect"' open-back.jsonl; then fail 'what has no expected answer should have none again'; fi
run gate --vectors open --level 0
expect_status 0
if grep -q '^note' out; then fail 'that is as it was written'; fi
# Of the folders of others nobody knows: that is said.
mkdir -p foreign/one/test_data_set_0 && cp open/test_unique_length_1/test_data_set_0/input_0.pb foreign/one/test_data_set_0/
LC_ALL=C sed 's/unique_oracle\./another_tool_./g' open/test_unique_length_1/model.onnx >foreign/one/model.onnx
run gate --vectors foreign --level 0
expect_status 0
expect_out '^note: ONNX folders without output files: 1: only the checker judges their cases$'
run convert foreign foreign.jsonl
expect_status 0
expect_out '^without output files, so without an expected answer: 1$'

# Every id makes a folder that is read back, also one that is called as a file of a case is.
for id in model.onnx test_data_set_0 input_0.pb .hidden a.jsonl ' ' ..; do
  sed "2!d; s/\"id\": \"[^\"]*\"/\"id\": \"$id\"/" official.jsonl >line
  { head -n 1 official.jsonl && cat line; } >named.jsonl
  rm -rf named named-back.jsonl
  run convert named.jsonl named
  expect_status 0
  run convert named named-back.jsonl
  expect_status 0
  expect_same <(sed 1d named.jsonl) <(sed 1d named-back.jsonl)
done

# Interrupted, or with a limit on files: nothing half written is left.
for id in $(seq 20000); do printf '{"id": "%s", "X": {"dtype": "bool", "shape": [1], "data": [true]}, "axis": null, "sorted": 1, "outputs": ["Y"]}\n' "$id"; done >many
{ head -n 1 official.jsonl && cat many; } >many.jsonl
mkdir interrupted
for signal in INT TERM HUP; do
  ran="unique-oracle convert, then SIG$signal"
  status=0
  env --default-signal=INT "$UO_PROGRAM" convert many.jsonl interrupted/folders >out 2>err &
  child=$!
  for _ in $(seq 200); do ls interrupted/*.tmp >/dev/null 2>&1 && break || sleep 0.02; done
  kill -s "$signal" "$child"
  wait "$child" || status=$?
  expect_status $((128 + $(kill -l "$signal")))
  expect_err 'interrupted: nothing was written'
  [ -z "$(ls -A interrupted)" ] || fail "SIG$signal should leave nothing"
done
for to in interrupted/folders interrupted/lines.jsonl; do
  ran="unique-oracle convert to $to under a limit on files"
  status=0
  (ulimit -f 0 && exec "$UO_PROGRAM" convert official.jsonl "$to") 2>&1 | cat >err || status=$?
  expect_status 2
  expect_err 'cannot be written: File too large'
  [ -z "$(ls -A interrupted)" ] || fail 'nothing should be left'
done

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
