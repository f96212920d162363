#!/usr/bin/env bash
# unique-oracle explain: every form of a case says what it must, and the ones that run are run: the C program on right and
# wrong plug-ins, the numpy script where there is numpy, the ONNX folder by the gate.
. "$(dirname -- "$0")/common.sh"

cached() { sed -n "s/^$1:[A-Z]*=//p" "$UO_BINARY_DIR/CMakeCache.txt"; }
cc=$(cached CMAKE_C_COMPILER)
sanitize=$(cached UO_SANITIZE) # plug-ins that were built with it need a program that was, too
flags=(-std=c11 -Wall -Wextra -Werror -I "$UO_SOURCE_DIR/include")
[ -z "$sanitize" ] || flags+=("-fsanitize=$sanitize")
export ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0

python=
for candidate in "$UO_SOURCE_DIR/.venv/bin/python" python3; do
  if "$candidate" -c 'import numpy' 2>/dev/null; then python=$candidate && break; fi
done
[ -n "$python" ] || echo 'skipped: no python3 with numpy, so the numpy scripts are not run'

# Lines "ID | DTYPE | SHAPE | DATA | AXIS | SORTED | OUTPUTS | what the numpy script must say" of cases of every kind.
all='"Y", "indices", "inverse_indices", "counts"'
cat >rows <<'END'
float|float|4|"NaN(0xffc00001)", -0.0, 0.0, "NaN"|null|1|all|same
double|double|2,2|1e300, 5e-324, "-Infinity", 1.5|0|1|all|same
float16|float16|3|"NaN", 65504.0, -2.0|-1|1|all|same
int8|int8|3|-128, 127, -128|null|1|all|same
int16|int16|3|-32768, 1, 0|null|1|"Y", "counts"|same
int32|int32|2,1|-2147483648, 2147483647|0|1|all|same
int64|int64|3|"-9223372036854775808", "9223372036854775807", 2147483648|null|1|all|same
uint8|uint8|2|255, 0|null|1|"Y", "inverse_indices"|same
uint16|uint16|1|65535|0|1|all|same
uint32|uint32|2|4294967295, 0|null|1|all|same
uint64|uint64|2|"18446744073709551615", 0|null|1|all|same
bool|bool|3|true, false, true|null|1|all|same
complex64|complex64|2|[1.0, "NaN"], [0.0, -0.0]|null|1|"Y", "counts"|same
complex128|complex128|2|[2.0, 1.0], [2.0, -1.0]|null|1|all|same
string|string|6|"a", "", {"base64": "/wA="}, "??/\\", "a\u0000", "say \"so\""|null|1|all|same
string-rows|string|2,1|"b", "a"|0|1|all|numpy.unique raises
unsorted|int64|3|3, 1, 3|null|0|all|different
nan-rows|float|2,1|"NaN", "NaN"|0|1|"Y"|different
matrix|float|2,2|1.0, 1.0, 2.0, 1.0|null|1|"Y", "inverse_indices"|different
scalar|float||5.0|null|1|all|different
empty|int32|0||null|1|all|same
empty-rows|double|3,0||0|1|"Y", "counts"|same
no-rows|string|0,2||null|1|"Y"|same
bad-axis|float|2|1.0, 2.0|4294967296|1|all|right: an error
bad-sorted|int8|1|1|null|-9223372036854775808|"Y"|right: an error
*/ \\|float|2|1.0, 2.0|null|1|"Y"|same
END
while IFS='|' read -r id dtype shape data axis sorted outputs _; do
  [ "$outputs" != all ] || outputs=$all
  printf '{"id": "%s", "X": {"dtype": "%s", "shape": [%s], "data": [%s]}, "axis": %s, "sorted": %s, "outputs": [%s]}\n' \
    "$id" "$dtype" "$shape" "$data" "$axis" "$sorted" "$outputs"
done <rows >cases.jsonl

compile() { # NAME
  ran="$cc ${flags[*]} $1.c" status=0
  "$cc" "${flags[@]}" "$1.c" -o "$1" -ldl >out 2>err || status=$?
  [ "$status" -eq 0 ] || fail 'the program should compile without a warning'
}

# on PLUGIN STATUS PATTERN: the program `case` on a plug-in.
on() {
  ran="case $1" status=0
  { timeout -s KILL 20 ./case "$UO_BINARY_DIR/faulty/$1.so" >out 2>err; } 2>/dev/null || status=$?
  expect_status "$2"
  expect_out "$3"
}

# ---- Every case in every form ----
count=0
while IFS='|' read -r id dtype _ _ _ _ _ numpy; do
  id=${id//\\\\/\\}
  run explain cases.jsonl --case "$id"
  expect_status 0
  expect_out 'right answer under policy onnx'
  [ "$dtype" = string ] || expect_out "^  X  +$dtype"

  run explain cases.jsonl --case "$id" --as json
  expect_status 0
  cp out vector.json
  { echo "$header" && cat vector.json; } >vector.jsonl
  run gate --vectors vector.jsonl --level 0
  expect_summary conforms 'cases=1 pass=1 '

  run explain cases.jsonl --case "$id" --as c --output case.c
  expect_status 0
  [ ! -s out ] || fail '--output leaves standard output empty'
  compile case
  on conforming 0 'the plug-in says: (an answer|rejected)'

  run explain cases.jsonl --case "$id" --as numpy --output case.py
  expect_status 0
  if [ -n "$python" ]; then
    ran="case.py of $id" status=0
    "$python" case.py >out 2>err || status=$?
    [ ! -s err ] || fail 'the script should print no warning'
    expect_out "$numpy"
    case $numpy in
      same) expect_status 0 && { ! grep -q different out || fail 'numpy agrees here'; } ;;
      right*) expect_status "$([ "$id" = bad-axis ] && echo 0 || echo 1)" ;; # numpy knows no attribute sorted
      *) expect_status 1 ;;
    esac
  fi

  rm -rf onnx
  run explain cases.jsonl --case "$id" --as onnx --output onnx
  expect_status 0
  [ -f onnx/model.onnx ] || fail 'the folder is the backend test itself'
  run gate --vectors onnx --level 0
  expect_summary conforms 'cases=1 pass=1 '
  run explain onnx --as json
  expect_same out vector.json
  count=$((count + 1))
done <rows
[ "$count" -eq "$(wc -l <rows)" ] || { ran=rows fail 'not all rows were tried'; }

# Bits and bytes stand in the program as they are: X and the right answer could be wrong together.
while IFS='|' read -r id text; do
  run explain cases.jsonl --case "$id" --as c
  tr -d '\n' <out | grep -Fq -e "$text" || fail "the program should have: $text"
done <<'END'
float|0xffc00001, 0x80000000, 0x00000000, 0x7fc00000,
double|UINT64_C(0x7e37e43c8800759c), UINT64_C(0x0000000000000001), UINT64_C(0xfff0000000000000),
float16|0x7e00, 0x7bff, 0xc000,
int8|-128, 127, -128,
int64|INT64_MIN, INT64_C(9223372036854775807), INT64_C(2147483648),
uint64|UINT64_C(18446744073709551615), UINT64_C(0),
bool|1, 0, 1,
complex64|0x3f800000, 0x7fc00000, 0x00000000, 0x80000000,
complex128|UINT64_C(0x4000000000000000), UINT64_C(0x3ff0000000000000),
string|{"a", 1}, {"", 0}, {"\377\000", 2}, {"\077\077/\134", 4}, {"a\000", 2}, {"say \042so\042", 8},
bad-axis|attributes = {1, INT64_C(4294967296), 1};
bad-sorted|attributes = {0, 0, INT64_MIN};
END

# ---- The C program shows what is wrong ----
# shows PLUGIN CASE STATUS PATTERN
shows() {
  printf '%s\n' "$2" >one.jsonl
  run explain one.jsonl --as c --output case.c
  expect_status 0
  compile case
  on "$1" "$3" "$4"
}
node() { # DTYPE SHAPE DATA SORTED OUTPUTS
  printf '{"id": "c", "X": {"dtype": "%s", "shape": [%s], "data": [%s]}, "axis": null, "sorted": %s, "outputs": [%s]}' "$@"
}
shows descending "$(node float 2 '1.0, 2.0' 1 "$all")" 1 '^Y: WRONG'
shows nan_merged_with_neighbour "$(node double 2 '"NaN", 1.0' 1 '"Y"')" 1 'have  double\[1\] [-+]?nan \[0x7ff'
shows strings_cut_at_nul "$(node string 2 '"a\u0000", "a"' 1 '"Y"')" 1 'want  string\[2\] "a", "a\\x00"'
shows conforming "$(node float16 4 '1.5, -2.0, 5.960464477539063e-08, "Infinity"' 1 '"Y"')" 0 \
  'want  float16\[4\] -2 \[0xc000\], 5.9605e-08 \[0x0001\], 1.5 \[0x3e00\], inf \[0x7c00\]'
shows conforming "$(node float16 2 '65504.0, "NaN"' 1 '"Y"')" 0 'want  float16\[2\] 65504 \[0x7bff\], [-+]?nan \[0x7e00\]'
shows conforming "$(node complex64 1 '[1.0, -0.0]' 1 '"Y"')" 0 'want  complex64\[1\] \(1 \[0x3f800000\], -0 \[0x80000000\]\)'
shows conforming "$(node uint64 1 '"18446744073709551615"' 1 '"Y"')" 0 'want  uint64\[1\] 18446744073709551615$'
shows conforming "$(node int8 2 '-128, 1' 1 '"Y"')" 0 'want  int8\[2\] -128, 1$'
shows conforming "$(node bool 2 'true, false' 1 '"Y"')" 0 'want  bool\[2\] false, true$'
shows last_count_short "$(node int8 2 '1, 1' 1 '"Y", "counts"')" 1 '^counts: WRONG'
shows int32_indices "$(node int8 2 '1, 1' 1 '"Y", "indices"')" 1 'have  int32\['
shows missing_output "$(node bool 1 true 1 "$all")" 1 'not given|WRONG'
shows unwanted_output "$(node bool 1 true 1 '"Y"')" 1 'not asked for'
shows accepts_sorted_2 "$(node float 1 1.0 2 '"Y"')" 1 'right is an error'
shows rejects_uint16 "$(node uint16 1 1 1 '"Y"')" 1 'says: (rejected|failed)'
shows unusual_only_float "$(node int8 1 1 1 '"Y"')" 2 'says: unsupported'
if [ -z "$sanitize" ]; then
  shows writes_past_y "$(node int32 1 1 1 '"Y"')" 1 'WRITTEN PAST ITS ENDS'
  shows writes_before_y "$(node uint16 2 '1, 2' 1 '"Y"')" 1 'WRITTEN PAST ITS ENDS'
  printf '{"id": "c", "X": {"dtype": "int16", "shape": [1, 1, 1, 1], "data": [1]}, "axis": null, "sorted": 1, "outputs": ["Y"]}\n' >one.jsonl
  run explain one.jsonl --as c --output case.c
  compile case
  on aborts 134 '^  X  int16\[' # killed by SIGABRT, after it said with what
fi

# What shrink finds goes straight into every form.
printf '%s\n' "$(node float 6 '3.0, 1.0, "NaN", 2.0, 2.0, "NaN"' 1 "$all")" >found.jsonl
run shrink --plugin "$UO_BINARY_DIR/faulty/nan_merged_with_neighbour.so" found.jsonl
expect_status 1
cp out smallest.jsonl
run explain smallest.jsonl --as c
cp out case.c
compile case
on nan_merged_with_neighbour 1 'WRONG'
on conforming 0 'right'

# ---- What a subject gives stands beside what is right ----
printf '%s\n' "$(node int8 3 '1, 1, 2' 1 '"Y", "counts"')" >one.jsonl
run explain one.jsonl --plugin "$UO_BINARY_DIR/faulty/last_count_short.so"
expect_status 0
expect_out '^given by --plugin .*/last_count_short\.so: wrong$'
expect_out '^  CNT-01 +counts\[1\]: have 0, want 1'
expect_out '^right answer under policy onnx$'
[ "$(grep -c '^  counts  ' out)" -eq 2 ] || fail 'counts should stand there twice'
run explain one.jsonl --command "$program answer"
expect_out '^given by --command .*: pass$'
if [ -z "$sanitize" ]; then
  run explain one.jsonl --plugin "$UO_BINARY_DIR/faulty/exits.so"
  expect_status 0
fi
printf '{"id": "c", "X": {"dtype": "int16", "shape": [1, 1, 1, 1], "data": [1]}, "axis": null, "sorted": 1, "outputs": ["Y"]}\n' >death.jsonl
run explain death.jsonl --plugin "$UO_BINARY_DIR/faulty/aborts.so" --timeout 10 --memory 1024
expect_status 0
expect_out '^given by --plugin .*: crash$'
expect_out '^  because  signal 6 '
run explain one.jsonl --plugin ./nowhere.so
expect_usage 'nowhere\.so'
run explain one.jsonl --plugin a.so --command b
expect_usage 'a run has one subject'

# Wide tensors are cut with their number of elements in the table, and whole in what runs.
{
  printf '{"id": "wide", "X": {"dtype": "int32", "shape": [1000], "data": [7'
  for ((i = 1; i < 1000; i++)); do printf ', %d' $((i * 7919 % 1000)); done
  printf ']}, "axis": null, "sorted": 1, "outputs": ["Y", "counts"]}\n'
} >wide.jsonl
run explain wide.jsonl --plugin "$UO_BINARY_DIR/faulty/last_count_short.so"
[ "$(wc -L <out)" -lt 600 ] || fail 'lines should be cut'
[ "$(grep -c '\.\.\. ([0-9]* elements)$' out)" -eq 5 ] || fail 'X and two outputs, given and right, are cut and say how many elements they have'
expect_out '^  X +int32\[1000\] .*\.\.\. \(1000 elements\)$'
for form in json c numpy; do
  run explain wide.jsonl --as $form
  [ "$(wc -c <out)" -gt 5000 ] || fail "the form $form should be whole"
done
run shrink --plugin "$UO_BINARY_DIR/faulty/last_count_short.so" wide.jsonl --max-calls 4
[ "$(wc -L <err)" -lt 700 ] || fail 'lines should be cut'

# The script of numpy shows what was recorded of the subject, and says in one sentence when there is no numpy.
run explain one.jsonl --plugin "$UO_BINARY_DIR/faulty/last_count_short.so" --as numpy --output case.py
expect_status 0
if [ -n "$python" ]; then
  ran=case.py status=0
  "$python" case.py >out 2>err || status=$?
  expect_status 0
  expect_out '^recorded of --plugin .*/last_count_short\.so: wrong$'
  expect_out '^  CNT-01 counts\[1\]: have 0, want 1'
  expect_out '^counts: WRONG$'
  expect_out '^  given  int64\[2\] \[2, 0\]'
  expect_out '^counts: the same$'
  [ ! -s err ] || fail 'the script should print no warning'
fi

# NaNs that are no default ones are told apart by their bits, and a finding about an output as a whole has no position.
# py PLUGIN CASE PATTERN...
py() {
  local plugin=$1 pattern
  printf '%s\n' "$2" >one.jsonl
  shift 2
  run explain one.jsonl --plugin "$UO_BINARY_DIR/faulty/$plugin.so" --as numpy --output case.py
  expect_status 0
  ! grep -q '\[-1\]' case.py || fail 'no element stands at -1'
  [ -n "$python" ] || return 0
  ran="case.py of $plugin" status=0
  "$python" case.py >out 2>err || status=$?
  for pattern in "$@"; do expect_out "$pattern"; done
  [ ! -s err ] || fail 'the script should print no warning'
}
py nan_quietened "$(node float 2 '"NaN(0x7fa00001)", 1.5' 1 '"Y"')" '^Y: WRONG$' '^  X      float32\[2\] \[nan\(0x7fa00001\), 1\.5\]$' \
  '^  given  float32\[2\] \[1\.5, nan\]$' '^  right  float32\[2\] \[1\.5, nan\(0x7fa00001\)\]$'
py conforming "$(node float16 1 '"NaN(0xfe01)"' 1 '"Y"')" '^Y: right$' '^  X      float16\[1\] \[nan\(0xfe01\)\]$'
py conforming "$(node double 1 '"NaN(0xfff0000000000001)"' 1 '"Y"')" '^  X      float64\[1\] \[nan\(0xfff0000000000001\)\]$'
py conforming "$(node complex64 2 '["NaN(0x7fc00001)", -0.0], [1.0, "NaN"]' 1 '"Y"')" \
  '^  X      complex64\[2\] \[\(nan\(0x7fc00001\), -0\.0\), \(1\.0, nan\)\]$'
py last_count_short "$(node float 2 '"NaN", 1.0' 1 '"Y", "counts"')" '^  X      float32\[2\] \[nan, 1\.0\]$'
py scalar_y_for_scalar_x '{"id": "s", "X": {"dtype": "float", "shape": [], "data": [5.0]}, "axis": null, "sorted": 1, "outputs": ["Y"]}' \
  '^  SHAPE-03 Y: have '
bare=$(command -v python3 || true)
if [ -n "$bare" ]; then
  ran='case.py without numpy' status=0
  "$bare" -S -E -c 'import sys; sys.modules["numpy"] = None; exec(open("case.py").read())' >out 2>err || status=$?
  expect_status 2
  [ "$(wc -l <err)" -eq 1 ] || fail 'one sentence expected'
  expect_err '^this script needs numpy, which .* does not have: '
fi

# ---- Generated cases need no file, as for gate and shrink ----
for id in 7:123 grid:42 small:9; do
  run explain --case $id
  expect_status 0
  expect_out "^$id  \(generated\)$"
  expect_out '^right answer under policy onnx'
  run explain cases.jsonl --case $id --as json
  expect_status 0
  { echo "$header" && cat out; } >made.jsonl
  "$UO_PROGRAM" gate --level 0 --vectors made.jsonl >out || fail "gate should take what explain made of $id"
  expect_summary conforms 'cases=1 pass=1 '
done
run explain --case 7:123 --as onnx --output made
expect_status 0
[ -s made/model.onnx ] || fail 'a folder expected'
run explain --case grid:999999999
expect_usage 'grid:999999999'
run explain --case nothing
expect_usage '--case nothing: none of the [0-9]+ bundled vectors has this id, and it is not of the form SEED:INDEX'
run explain
expect_usage 'name a CASE-FILE, or a bundled vector or a generated case with --case'

# ---- Usage ----
run explain cases.jsonl --as latex
expect_usage 'latex.*numpy'
run explain cases.jsonl --as onnx
expect_usage 'onnx.*--output'
mkdir there
run explain cases.jsonl --as onnx --output there
expect_usage 'there: is there already'
run explain cases.jsonl --as c --output no/such/folder/case.c
expect_usage 'no/such/folder'
run explain cases.jsonl --case nothing
expect_usage 'nothing'
run explain cases.jsonl --policy spec
expect_usage 'spec'
[ -z "$(find . -name '*.tmp')" ] || { ran=tidy fail 'nothing half-written stays'; }

finish
