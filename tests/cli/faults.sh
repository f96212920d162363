#!/usr/bin/env bash
# The table of ./run faults: a fault that is caught, one that is not, and a name that is none.
. "$(dirname -- "$0")/common.sh"

table() { # FOLDER-OF-BUILD ARGUMENTS...
  ran="table.sh $*"
  status=0
  UO_BINARY_DIR=$1 bash "$UO_SOURCE_DIR/tests/faulty/table.sh" "${@:2}" >out 2>err || status=$?
}

# last_index gives two equal items away, once ONNX's own cases are asked; the other one needs NaN along an axis.
table "$UO_BINARY_DIR" --json rows.jsonl last_index nan_distinct_along_axis
expect_status 0
expect_out '^last_index +wrong +[0-9]+ +[0-9]+\.[0-9]+ +2 +yes +IDX-01,INV-05$'
expect_out '^nan_distinct_along_axis +freedom +[0-9]+ +[0-9]+\.[0-9]+ +[0-9]+ +no +SIL-0[15]'
expect_out '^faults: caught 2 of 2 at level 1, 0 of them later than 10 s; by ONNX.s six cases 1 of 2$'
[ "$(wc -l <rows.jsonl)" -eq 2 ] || fail 'a line of JSON for each plug-in'
cp rows.jsonl out
expect_out '^\{"name": "last_index", "verdict": "wrong", "clauses": \["IDX-01", "INV-05"\], .*"shrunk": 2, "six": true, "what": "indices '

# Fast: whether and when, no more.
table "$UO_BINARY_DIR" --fast --json rows.jsonl last_index
expect_status 0
expect_out '^last_index +wrong +[0-9]+ +[0-9]+\.[0-9]+ +- +- +IDX-01,INV-05$'
expect_out '^faults: caught 1 of 1 at level 1, 0 of them later than 10 s$'
cp rows.jsonl out
expect_out '"shrunk": null, "six": null, '

# Where the conforming plug-in takes its place, the fault is missed and the run says so.
mkdir -p build/faulty
cp "$UO_BINARY_DIR/faulty/conforming.so" build/faulty/last_index.so
table "$PWD/build" --markdown last_index
expect_status 1
expect_out '^\| `last_index` \| indices .* \| missed \| - \| [0-9]+ \| - \| no \|$'
expect_err '^faults: caught 0 of 1 at level 1'

table "$UO_BINARY_DIR" conforming
expect_status 2
expect_err "^faults: no wrong plug-in is called 'conforming'"
[ ! -s out ] || fail 'nothing should be printed'

finish
