#!/usr/bin/env bash
# Files of cases as explain and shrink take them, with and without a header; what explain prints of odd texts.
. "$(dirname -- "$0")/common.sh"

faulty="$UO_BINARY_DIR/faulty"
line() { printf '{"id": "%s", "X": {"dtype": "int64", "shape": [3], "data": [3, 1, 3]}, "axis": %s, "sorted": 1, "outputs": ["Y"]%s}' "$1" "${2:-null}" "${3:-}"; }

# ---- Lines ----
printf '%s\r\n\r\n%s\n\n%s' "$(line a)" "$(line b)" "$(line c)" >cases.jsonl
for id in a b c; do
  run explain cases.jsonl --case $id --as json
  expect_status 0
  expect_out "^\\{\"id\": \"$id\", "
done
run explain cases.jsonl --case d
expect_usage 'no vector .*"?d"?|has this id'
{ line a && echo && echo && line b | cut -c 1-40; } >cut.jsonl
run explain cut.jsonl
expect_usage 'cut.jsonl:3: column 41: the line ends too early'
line a null ', "expect": 5' >first.jsonl
run explain first.jsonl
expect_usage 'first.jsonl:1: expect: a number, where '
{ line a && echo && line a 0; } >twice.jsonl
for command in explain "shrink --plugin $faulty/last_index.so"; do
  run $command twice.jsonl
  expect_usage 'twice.jsonl:2: the id "a" stands at twice.jsonl:1 too'
done
: >empty.jsonl
printf '\n\r\n' >blank.jsonl
for file in empty blank; do
  run explain $file.jsonl
  expect_usage "$file.jsonl: no vectors: the file is empty"
done
mkfifo pipe.jsonl
run explain pipe.jsonl
expect_usage 'pipe.jsonl: neither a regular file nor a folder'

# ---- Cases that must be rejected ----
{ echo "$header" && line a 5 && echo && line b 5 ', "expect": {"rejected": ""}' && echo; } >rejected.jsonl
run gate --vectors rejected.jsonl --level 0
expect_status 0
expect_summary conforms 'cases=2 pass=2 '
for as in text json c numpy; do
  run explain rejected.jsonl --case b --as $as
  expect_status 0
done
{ echo "$header" && line a 5 ', "expect": {"Y": {"dtype": "int64", "shape": [2], "data": [1, 3]}}'; } >allowed.jsonl
run gate --vectors allowed.jsonl --level 0
expect_usage 'allowed.jsonl:2: expect: outputs are expected, but the case must be rejected \(.*\): expect \{"rejected": ..\}'

# ---- explain ----
elements=$(seq -s ', ' 100)
printf '{"id": "long", "X": {"dtype": "int64", "shape": [100], "data": [%s]}, "axis": null, "sorted": 0, "outputs": ["Y"]}\n' "$elements" >long.jsonl
for policy in numpy onnx,zero=distinct; do
  run explain cases.jsonl --policy $policy --as json
  expect_status 0
  expect_out '"expect": '
  "$UO_PROGRAM" answer --policy $policy <long.jsonl >out || fail 'an answer expected'
  expect_out '"id": *"long", *"Y"'
done
for policy in spec nonsense; do
  run explain cases.jsonl --policy $policy
  expect_usage "policy $policy"
  run answer --policy $policy
  expect_usage "policy $policy"
done
printf '%s\n' "$(line 'odd é id')" >odd.jsonl
for as in c numpy; do
  run explain odd.jsonl --as $as
  expect_status 0
  expect_out 'Case odd \?\? id of ONNX Unique'
done
run explain long.jsonl --as numpy
expect_status 0
awk 'length > 150 && !/^#/ { exit 1 }' out || fail 'long data stands on several lines'
run explain cases.jsonl --as onnx --output made//
expect_status 0
[ -e made/model.onnx ] || fail 'a folder of that name expected'
run explain cases.jsonl --as onnx --output /
expect_usage 'is there already'
run explain cases.jsonl --as onnx --output ''
expect_usage 'the path is empty'
[ -z "$(find . -name '*.tmp')" ] || fail 'nothing half written expected'
run explain cases.jsonl --as onnx --output no/such/folder
expect_usage 'no/such/folder: cannot be made: No such file or directory'

# ---- generate, gate: cases by number ----
run generate --count 3 --shard 1/18446744073709551615
expect_status 0
[ "$(wc -l <out)" -eq 1 ] || fail 'one case expected'
run shrink --plugin "$faulty/last_index.so" --case grid:99999999999
expect_usage 'grid:99999999999'

# ---- The corpus ----
UNIQUE_ORACLE_CORPUS="$scratch/rejected.jsonl" run gate --level 0
expect_status 0
expect_summary conforms 'cases=2 pass=2 '
UNIQUE_ORACLE_CORPUS='' run gate --level 0 --case test_unique_sorted_with_axis
expect_status 0
expect_summary conforms 'cases=1 pass=1 '
UNIQUE_ORACLE_CORPUS="$scratch/nowhere" run gate --level 0
expect_usage 'the corpus: .*nowhere: cannot be read: No such file or directory; name vectors with --vectors PATH or UNIQUE_ORACLE_CORPUS'

# ---- shrink ----
cat >plugin.c <<'END'
#include <unique_oracle/plugin.h>
#include <stddef.h>
static int unique(const uo_tensor *x, const uo_attributes *attributes, uo_sink *sink) {
  (void)attributes, (void)sink;
  for (volatile int64_t forever = x->dims[0] > 1; forever;) continue;
  return UO_OK; /* and gives nothing */
}
static const uo_plugin table = {UO_PLUGIN_ABI, "hangs", "1", unique};
const uo_plugin *uo_plugin_entry(void) { return &table; }
END
"${CC:-cc}" -shared -fPIC -I "$UO_SOURCE_DIR/include" -o hangs.so plugin.c
for seconds in 0.3 1.3; do
  run shrink --plugin ./hangs.so cases.jsonl --timeout $seconds --max-calls 60
  expect_status 1
  expect_err '^a: hang, from int64\[3\]:'
done
run shrink --plugin ./hangs.so long.jsonl --case small:1 --timeout 0.3
expect_status 1
expect_err ': wrong, from '
{ echo "$header" && sed 's/\["Y"\]/["Y", "indices", "counts"]/' long.jsonl; } >indices.jsonl
run shrink --plugin "$faulty/last_index.so" indices.jsonl --fewer-clauses
[ "$status" -le 1 ] || fail 'an answer expected'
for calls in 4 30; do
  run shrink --plugin "$faulty/last_index.so" --case 7:3 --max-calls $calls
  [ "$status" -le 1 ] || fail 'an answer expected'
done

finish
