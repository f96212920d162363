#!/usr/bin/env bash
# A subject that does nothing but hang is given up in time, and the report says so; writes far before an output are seen.
# When exactly a subject is given up, for deaths too, is tested in test_gate_run.c: 5,000 deaths of a process take their time.
. "$(dirname -- "$0")/common.sh"

# plugin NAME BODY: a plug-in whose `unique` is this body.
plugin() {
  cat >"$1.c" <<END
#include <unique_oracle/plugin.h>
#include <stdlib.h>
#include <string.h>
static int unique(const uo_tensor *x, const uo_attributes *attributes, uo_sink *sink) {
  (void)x, (void)attributes, (void)sink;
  $2
}
static const uo_plugin table = {UO_PLUGIN_ABI, "$1", "1", unique};
const uo_plugin *uo_plugin_entry(void) { return &table; }
END
  "${CC:-cc}" -shared -fPIC -I "$UO_SOURCE_DIR/include" -o "$1.so" "$1.c"
}

plugin hangs 'for (volatile int i = 1; i;) {} return UO_OK;'
run gate --plugin ./hangs.so --timeout 0.05 --max-shown 1 --no-shrink
expect_status 1
expect_out '^note: stopped early: 20 cases in a row hung'
expect_summary does-not-conform 'cases=20 pass=0 .*failed=20 '

# One that hangs on a single case, among others that it answers, is not.
printf '%s\n' '{"vectors": 1, "policy": "onnx", "origin": "test"}' >vectors.jsonl
for i in 1 2 3 4 5 6 7 8 9; do
  printf '{"id": "v%d", "X": {"dtype": "int32", "shape": [], "data": [%d]}, "axis": 0, "sorted": 1, "outputs": ["Y"], "expect": {"rejected": "no axis"}}\n' $i $i
done >>vectors.jsonl
plugin seven 'for (volatile int i = *(const int *)x->data == 7; i;) {} return UO_REJECTED;'
run gate --plugin ./seven.so --vectors vectors.jsonl --level 0 --timeout 0.2
expect_status 1
expect_summary does-not-conform 'cases=9 pass=8 .*failed=1 '
expect_out '^ +v7  hang'

# Room for one element stands at the end of its page; a write 4,000 bytes before it is seen.
printf '%s\n' '{"vectors": 1, "policy": "onnx", "origin": "test"}' \
  '{"id": "one", "X": {"dtype": "int64", "shape": [], "data": [5]}, "axis": null, "sorted": 1, "outputs": ["Y"], "expect": {"Y": {"dtype": "int64", "shape": [1], "data": [5]}}}' >one.jsonl
plugin before 'int64_t one = 1, *y = sink->allocate(sink, UO_Y, x->dtype, 1, &one); y[0] = *(const int64_t *)x->data; y[-500] = 1; return UO_OK;'
run gate --plugin ./before.so --vectors one.jsonl --level 0
expect_status 1
expect_out '^clobbers'
expect_out 'wrote 4000 bytes before Y'

finish
