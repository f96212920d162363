#!/usr/bin/env bash
# unique-oracle shrink: what a wrong plug-in fails on becomes a handful of elements on which it fails in the same way.
. "$(dirname -- "$0")/common.sh"

cached() { sed -n "s/^$1:[A-Z]*=//p" "$UO_BINARY_DIR/CMakeCache.txt"; }
sanitize=$(cached UO_SANITIZE)
faulty="$UO_BINARY_DIR/faulty"
all='"Y", "indices", "inverse_indices", "counts"'

# elements N TEXT: N elements of JSON, TEXT as awk's expression of the position i, from 0.
elements() { awk -v n="$1" "BEGIN { for (i = 0; i < n; i++) printf \"%s%s\", i ? \", \" : \"\", $2 }"; }

# vector ID DTYPE SHAPE DATA AXIS SORTED OUTPUTS
vector() {
  printf '{"id": "%s", "X": {"dtype": "%s", "shape": [%s], "data": [%s]}, "axis": %s, "sorted": %s, "outputs": [%s]}\n' "$@"
}

# Elements of the tensor X on the first line of a file: the product of its shape.
size_of() {
  sed -n '1s/.*"X": {"dtype": "[a-z0-9]*", "shape": \[\([^]]*\)\].*/\1/p' "$1" | tr -d ' ' |
    awk -F, '{ size = 1; for (i = 1; i <= NF; i++) size *= $i; print size }'
}
calls_of() { sed -n 's/^ *calls *\([0-9]*\) of .*/\1/p' "$1"; }

# The first failure's verdict and clauses, as the report groups them.
group_of() { # PLUGIN FILE POLICY
  { echo "$header" && cat "$2"; } >grouped.jsonl
  { "$UO_PROGRAM" gate --plugin "$1" --vectors grouped.jsonl --level 0 --timeout 30 --memory 256 --policy "$3" --no-shrink || true; } |
    sed -nE 's/^([a-z-]+[^(]*)( in [A-Za-z_]+)?: 1 case \(.*/\1/p' | sed 's/ in [A-Za-z_]*$//'
}

# shrinks PLUGIN VERDICT MOST [POLICY [LEAST [OPTION...]]]: the case of case.jsonl fails before and after with the verdict and
# the same clauses, and has LEAST to MOST elements at the end.
shrinks() {
  local plugin="$faulty/$1.so" verdict=$2 most=$3 policy=${4:-onnx} least=${5:-0} size calls
  shift $(($# < 5 ? $# : 5))
  group_of "$plugin" case.jsonl "$policy" >before
  run shrink --plugin "$plugin" case.jsonl --policy "$policy" --timeout 30 --memory 256 "$@"
  expect_status 1
  [ "$(wc -l <out)" -eq 1 ] || fail 'one line on standard output'
  cp out smallest.jsonl
  cp err first.err
  expect_err "^[^ ]*: $verdict, from "
  size=$(size_of smallest.jsonl)
  [ -n "$size" ] && [ "$size" -le "$most" ] && [ "$size" -ge "$least" ] || fail "$least to $most elements expected, not $size"
  [ "$size" -le "$(size_of case.jsonl)" ] || fail 'never larger'
  calls=$(calls_of err)
  [ "$calls" -le 2000 ] || fail "at most 2000 calls"
  group_of "$plugin" smallest.jsonl "$policy" >after
  grep -q "^$verdict" before || fail "the case should be $verdict"
  expect_same after before
  # Again it comes out the same, and what came out cannot be shrunk any more.
  run shrink --plugin "$plugin" case.jsonl --policy "$policy" --timeout 30 --memory 256 "$@"
  expect_same out smallest.jsonl
  expect_same err first.err
  if grep -q 'nothing simpler' err; then
    run shrink --plugin "$plugin" smallest.jsonl --policy "$policy" --timeout 30 --memory 256 "$@"
    expect_same out smallest.jsonl
  fi
  printf '%-28s %-16s %6s -> %-4s elements, %s calls\n' "$(basename "$plugin" .so)" "$verdict" "$(size_of case.jsonl)" "$size" "$calls"
}

# ---- Wrong answers ----
vector a float 4,10 "$(elements 40 '(i % 13 == 5 ? "\"NaN(0x7fc0000" i % 10 ")\"" : i % 7 ".25")')" 1 0 "$all" >case.jsonl
shrinks nan_merged_with_neighbour wrong 2
vector a int64 60 "$(elements 60 '(i * 7919 % 61) * 1000003')" null 0 '"Y"' >case.jsonl
shrinks sorted_ignored_for_y_alone wrong 2
grep -q '"dtype": "float", "shape": \[2\], "data": \[1.0, 0.0\]}, "axis": null, "sorted": 0, "outputs": \["Y"\]}' smallest.jsonl ||
  fail 'plain values and a plain type'
vector a string 3,4 "$(elements 12 '"\"text " (i * 5 % 12) "\""')" -1 1 "$all" >case.jsonl
shrinks never_sorted wrong 4
vector a int32 5,6 "$(elements 30 'i * i % 11')" null 1 "$all" >case.jsonl
shrinks neighbours_only wrong 3
vector a uint16 7,3 "$(elements 21 'i % 5')" null 1 "$all" >case.jsonl
shrinks last_index wrong 2
vector a int64 30 "$(elements 30 '"\"90071992547409" (70 + i) "\""')" null 1 "$all" >case.jsonl
shrinks int64_through_double wrong 2
vector a uint64 20 "$(elements 20 'i % 2 ? i : "\"1844674407370955" (1000 + i) "\""')" 0 1 '"Y", "counts"' >case.jsonl
shrinks uint64_signed wrong 2
vector a int32 3,4,5 "$(elements 60 'i * i % 7 % 3')" 2 1 '"Y"' >case.jsonl
shrinks axis_swapped_to_front wrong 12
vector a double 4,6 "$(elements 24 'i * i % 9 ".5"')" null 1 "$all" >case.jsonl
shrinks flattened_column_major wrong 4
vector a complex128 10 "$(elements 10 '"[" i % 2 ".0, " i ".5]"')" null 1 "$all" >case.jsonl
shrinks complex_by_real_part wrong 2
vector a string 8 "$(elements 8 '"\"the same long beginning " i "\""')" null 0 '"Y"' >case.jsonl
shrinks strings_first_16 wrong 2
grep -q '"aaaaaaaaaaaaaaaaa\?"' smallest.jsonl || fail 'no other letter than a, and no more than 17 of them'

# ---- Thresholds stay exceeded: by as little as can be ----
vector a int32 4,25 "$(elements 100 'i % 25 % 16 * 3')" 1 1 "$all" >case.jsonl
shrinks lost_when_table_grows wrong 8 onnx 8
vector a int32 300 "$(elements 300 'i * 77 % 300')" null 1 '"Y", "inverse_indices"' >case.jsonl
shrinks inverse_in_a_byte wrong 262 onnx 257 --max-calls 150
expect_err 'ended by this limit'

# ---- Deaths, clobbering, limits ----
vector a int16 2,3,2,2 "$(elements 24 'i')" null 1 "$all" >case.jsonl
shrinks aborts crash 1 onnx 1
vector a float 1,0 '' 0 0 "$all" >case.jsonl
shrinks dies_on_1_0 crash 0
vector a double 10 "$(elements 10 'i % 6')" null 0 "$all" >case.jsonl
shrinks writes_past_indices clobbers 4 onnx 4
vector a double '' 2.0 null 1 "$all" >case.jsonl
shrinks eats_memory out-of-memory 1

# ---- What must be rejected, what is a matter of policy ----
vector a double 2,3 "$(elements 6 'i')" -7 0 "$all" >case.jsonl
shrinks accepts_any_axis accepts-invalid 1 onnx 1
vector a uint8 5 "$(elements 5 'i')" null 2 "$all" >case.jsonl
shrinks accepts_sorted_2 accepts-invalid 1 onnx 1
vector a uint16 6 "$(elements 6 'i')" 0 1 "$all" >case.jsonl
shrinks rejects_uint16 rejects-valid 1 onnx 1
vector a float 9 "$(elements 9 'i % 3 ? i ".0" : "\"NaN\""')" null 1 "$all" >case.jsonl
shrinks unusual_nan_distinct freedom 2 onnx 2

# ---- Hangs, leaks and answers that change: plug-ins made here ----
made() { # NAME, its steps on standard input
  { echo '#include "naive.h"' && cat; } >"$1.c"
  local flags=(-std=c11 -shared -fPIC -I "$UO_SOURCE_DIR/include" -I "$UO_SOURCE_DIR/tests/faulty")
  [ -z "$sanitize" ] || flags+=("-fsanitize=$sanitize")
  "$(cached CMAKE_C_COMPILER)" "${flags[@]}" "$1.c" -o "$1.so" -lm
}
made hangs_on_seven <<'END'
static int begin(const naive *work) {
  for (int64_t i = 0; work->x->dtype == UO_TYPE_INT32 && i < work->count * work->outer * work->inner; i++) {
    volatile const int32_t *data = work->x->data;
    while (data[i] == 7) {
    }
  }
  return UO_OK;
}
NAIVE_PLUGIN("hangs on seven", .begin = begin)
END
vector a int32 2,6 "$(elements 12 'i')" 0 0 "$all" >case.jsonl
run shrink --plugin ./hangs_on_seven.so case.jsonl --timeout 0.2 --max-calls 1000
expect_status 1
expect_out '"dtype": "int32", "shape": \[1\], "data": \[7\]}, "axis": null, "sorted": 1, "outputs": \["Y"\]'
expect_err '^a: hang'
# Each hang counts as 50 calls: with 200 there are few, and the limit is said.
run shrink --plugin ./hangs_on_seven.so case.jsonl --timeout 0.2 --max-calls 200
expect_status 1
expect_err 'calls +2[0-4][0-9] of 200; ended by this limit'

made changes <<'END'
static void edit(naive *work) {
  static int calls;
  if (work->distinct > 0) work->counts[0] += calls++;
}
NAIVE_PLUGIN("changes", .edit = edit)
END
vector a int8 3 '1, 1, 2' null 1 "$all" >case.jsonl
run shrink --plugin ./changes.so case.jsonl
expect_status 1
expect_err '^a: unstable'
expect_err 'not shrunk'
expect_out '"id": "a-smallest", .*"shape": \[3\]'

# After ten calls everything is wrong: the smallest case then found does not stand by itself, a larger one on the way to it
# does, or else the case comes back as it was.
tires() { # NAME CONDITION
  made "$1" <<END
static void edit(naive *work) {
  static int calls;
  if (calls++ > 10 || ($2)) work->counts[0]++;
}
NAIVE_PLUGIN("tires", .edit = edit)
END
}
tires tires 'work->distinct == 3'
vector a int8 9 '1, 1, 2, 3, 2, 2, 3, 3, 1' null 1 '"Y", "counts"' >case.jsonl
run shrink --plugin ./tires.so case.jsonl
expect_status 1
expect_err 'smaller ones failed alike, but not when a fresh subject was asked'
expect_out '"id": "a-smallest", .*"shape": \[[3-8]\]'
tires tires_at_once 'work->count == 9'
run shrink --plugin ./tires_at_once.so case.jsonl
expect_status 1
expect_err 'a fresh subject answers the simpler ones otherwise'
expect_out '"id": "a-smallest", .*"shape": \[9\]'
made grows <<'END'
static int begin(const naive *work) {
  char *lost = work->x->dtype == UO_TYPE_INT16 ? malloc(1000) : NULL;
  if (lost != NULL) memset(lost, 1, 1000);
  return UO_OK;
}
NAIVE_PLUGIN("grows", .begin = begin)
END
if [ -z "$sanitize" ]; then
  vector a int16 6 "$(elements 6 'i')" null 1 "$all" >case.jsonl
  run shrink --plugin ./grows.so case.jsonl
  expect_status 1
  expect_err '^a: leaks'
  expect_out '"dtype": "int16", "shape": \[1\], "data": \[0\]'
fi

# ---- A command, the built-in reference, cases by id ----
vector a float 4 '1.0, "NaN", 3.0, "NaN"' null 1 "$all" >case.jsonl
cat >without_counts <<END
#!/bin/sh
$program answer | sed -u 's/"counts"/"kounts"/'
END
chmod +x without_counts
run shrink --command ./without_counts case.jsonl
expect_status 1
expect_err '^a: wrong'
expect_out '"dtype": "float", "shape": \[1\], "data": \[0.0\]}, "axis": null, "sorted": 1, "outputs": \["Y", "counts"\]'
run shrink case.jsonl
expect_status 0
[ ! -s out ] || fail 'nothing to shrink, nothing on standard output'
expect_err 'pass: there is nothing to shrink'
run shrink --case 7:123
expect_status 0
run shrink --plugin "$faulty/never_sorted.so" "$UO_SOURCE_DIR/corpus/vectors" --case test_unique_sorted_without_axis
expect_status 1
expect_out '"id": "test_unique_sorted_without_axis-smallest", .*"data": \[1.0, 0.0\]'
run shrink --plugin "$faulty/unusual_only_float.so" --case 7:123 --policy spec
expect_status 0

# ---- With as few clauses as may be: forms of one fault become one ----
vector a int32 5 '1, 2, 1, 2, 3' null 1 "$all" >case.jsonl
run shrink --plugin "$faulty/neighbours_only.so" case.jsonl
expect_err '^    fails    wrong VAL-01 SHAPE-01 IDX-01 IDX-03 CNT-01 CNT-02$'
run shrink --plugin "$faulty/neighbours_only.so" case.jsonl --fewer-clauses
expect_status 1
expect_err '^    fails    wrong VAL-01 SHAPE-01$'
expect_out '"shape": \[3\], "data": \[0.0, 1.0, 0.0\]}, "axis": null, "sorted": 1, "outputs": \["Y"\]'
vector a float 4 '"NaN", 1.0, "NaN", 1.0' null 1 "$all" >case.jsonl
run shrink --plugin "$faulty/unusual_nan_distinct.so" case.jsonl --fewer-clauses
expect_status 1
expect_err '^    fails    freedom SIL-01$'

# ---- Usage ----
run shrink --answers answers.jsonl case.jsonl
expect_usage 'answers\.jsonl.*--plugin'
run shrink
expect_usage 'CASE-FILE'
run shrink missing.jsonl
expect_usage 'missing\.jsonl'
run shrink case.jsonl --case nothing
expect_usage 'nothing'
run shrink case.jsonl stray
expect_usage 'stray'
run shrink case.jsonl --max-calls 0
expect_usage 'max-calls'
run shrink --plugin ./missing.so case.jsonl
expect_usage 'missing\.so'
run shrink --help
expect_status 0
expect_out 'max-calls'

# ---- The report of a run ----
vector a float 3,5 "$(elements 15 'i % 4 ? i ".0" : "\"NaN\""')" null 1 "$all" >case.jsonl
{ echo "$header" && cat case.jsonl; } >vectors.jsonl
run gate --plugin "$faulty/nan_merged_with_neighbour.so" --vectors vectors.jsonl --level 0
expect_status 1
expect_out '^      smallest float\[2\] \[(NaN, 0\.0|0\.0, NaN)\] no axis sorted=1 outputs=Y,indices,inverse_indices'
run gate --plugin "$faulty/nan_merged_with_neighbour.so" --vectors vectors.jsonl --level 0 --no-shrink
expect_status 1
! grep -q smallest out || fail '--no-shrink leaves it out'
run gate --command "$program answer" --vectors vectors.jsonl --level 0
expect_status 0
vector a int32 2,6 "$(elements 12 'i')" 0 0 "$all" >case.jsonl
{ echo "$header" && cat case.jsonl; } >vectors.jsonl
run gate --plugin ./hangs_on_seven.so --vectors vectors.jsonl --level 0 --timeout 0.2
expect_status 1
! grep -q smallest out || fail 'no search after a hang'
printf '{"id": "a", "failed": "no"}\n' >answers.jsonl
run gate --answers answers.jsonl --vectors vectors.jsonl
expect_status 1
! grep -q smallest out || fail 'answers cannot be asked'

finish
