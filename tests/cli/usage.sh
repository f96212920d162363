#!/usr/bin/env bash
# What cannot be judged: exit code 2, one message that names the file or option, and no partial report.
. "$(dirname -- "$0")/common.sh"

bad() { # PATTERN ARGUMENTS...
  local pattern=$1
  shift
  rm -f -- report.xml
  run "$@" --junit report.xml
  expect_usage "$pattern"
  [ ! -e report.xml ] || fail 'no report expected'
}

vectors() { # NAME: a file of the header and the lines of standard input
  { echo "$header" && cat; } >"$1"
}

# ---- Options ----
bad 'shard 3/3' gate --shard 3/3
bad 'shard 0/0' gate --shard 0/0
bad 'shard x' gate --shard x
bad 'shard -1/3' gate --shard -1/3
bad 'nonsense' gate --policy nonsense
bad 'nan-order=sideways|sideways' gate --policy onnx,nan-order=sideways
bad 'level 3|level' gate --level 3
bad 'seed' gate --seed minus
bad 'count' gate --count -5
bad 'timeout' gate --timeout 0
bad 'timeout' gate --timeout nan
bad 'memory' gate --memory 0
bad 'max-shown' gate --max-shown many
bad 'bfloat16' gate --dtype bfloat16
bad 'dtype' gate --dtype ''
bad 'float33' gate --require-dtypes float,float33
bad 'nonsense' gate --nonsense
bad 'stray' gate stray
bad 'case' gate --case no-such-id
bad 'case' gate --case 7:99999999999999999999999
bad 'nowhere' gate --known-failures nowhere
bad 'plugin|command|answers' gate --plugin "$UO_BINARY_DIR/faulty/conforming.so" --command true

run gate --policy
expect_usage 'policy'
run gate --shard
expect_usage 'shard'
run gate --junit no/such/folder/report.xml --level 0
expect_usage 'no/such/folder/report.xml'
run nonsense
expect_usage 'nonsense'
run
[ "$status" -eq 2 ] || fail 'without a subcommand the exit code is 2'
for subcommand in gate answer generate shrink explain convert clauses; do
  run "$subcommand" --help
  expect_status 0
  expect_out "unique-oracle $subcommand"
  [ ! -s err ] || fail 'help goes to standard output'
done
run --help
expect_status 0
expect_out 'gate'
run --version
expect_status 0
expect_out '[0-9]+\.[0-9]+\.[0-9]+'

# ---- Names that cannot stand in a report, formats that do not exist ----
printf '%s\n' '{"vectors": 1, "policy": "onnx", "origin": "test"}' \
  '{"id": "a\nb", "X": {"dtype": "int8", "shape": [], "data": [1]}, "axis": null, "sorted": 1, "outputs": ["Y"]}' >control.jsonl
bad 'control\.jsonl:2: id: has a control character' gate --vectors control.jsonl
run convert "$official" made.npz
expect_status 2
expect_err 'made\.npz: there is no such format'
[ ! -e made.npz ] || fail 'nothing should be made'

# ---- Subjects that do not load or start ----
echo 'not a library' >text.so
bad 'missing\.so' gate --plugin ./missing.so
bad 'text\.so' gate --plugin ./text.so
bad 'uo_plugin_entry' gate --plugin "$UO_BINARY_DIR/faulty/no_entry.so"
bad 'wrong_abi\.so.*ABI' gate --plugin "$UO_BINARY_DIR/faulty/wrong_abi.so"
bad 'no_table\.so' gate --plugin "$UO_BINARY_DIR/faulty/no_table.so"
bad 'no_function\.so' gate --plugin "$UO_BINARY_DIR/faulty/no_function.so"
bad 'no-such-program' gate --command no-such-program
bad 'true' gate --command true # ends at once
bad "echo" gate --command 'echo hello' # does not speak the protocol
bad 'command' gate --command ''
bad 'missing\.jsonl' gate --answers missing.jsonl
echo '{"id": "a", "Y": ' >broken-answers.jsonl
bad 'broken-answers\.jsonl:1' gate --answers broken-answers.jsonl

# ---- Vectors ----
case_of() { # X AXIS SORTED REST
  printf '{"id": "v", "X": %s, "axis": %s, "sorted": %s, "outputs": ["Y"]%s}\n' "$1" "$2" "$3" "${4:-}"
}
x='{"dtype": "int8", "shape": [2], "data": [1, 2]}'

bad 'nowhere' gate --vectors nowhere
mkdir empty-folder
bad 'empty-folder' gate --vectors empty-folder
: >empty.jsonl
bad 'empty\.jsonl' gate --vectors empty.jsonl
vectors header-only.jsonl </dev/null
bad 'header-only\.jsonl' gate --vectors header-only.jsonl
{ case_of "$x" null 1 && case_of "$x" null 1 | cut -c 1-40; } | vectors truncated.jsonl
bad 'truncated\.jsonl:3' gate --vectors truncated.jsonl
case_of '{"dtype": "int8", "shape": [2, 2], "data": [1, 2, 3]}' null 1 | vectors product.jsonl
bad 'product\.jsonl:2.*(shape|data)' gate --vectors product.jsonl
case_of '{"dtype": "int8", "shape": [-1], "data": []}' null 1 | vectors negative.jsonl
bad 'negative\.jsonl:2.*shape' gate --vectors negative.jsonl
case_of '{"dtype": "int8", "shape": [4294967296, 4294967296, 4294967296], "data": []}' null 1 | vectors overflow.jsonl
bad 'overflow\.jsonl:2.*shape' gate --vectors overflow.jsonl
case_of '{"dtype": "bfloat16", "shape": [1], "data": [1]}' null 1 | vectors type.jsonl
bad 'type\.jsonl:2.*bfloat16' gate --vectors type.jsonl
case_of '{"dtype": "uint8", "shape": [1], "data": [300]}' null 1 | vectors range.jsonl
bad 'range\.jsonl:2.*300.*uint8' gate --vectors range.jsonl
case_of '{"dtype": "int64", "shape": [1], "data": ["9223372036854775808"]}' null 1 | vectors range64.jsonl
bad 'range64\.jsonl:2.*9223372036854775808' gate --vectors range64.jsonl
case_of '{"dtype": "float", "shape": [1], "data": [1e39]}' null 1 | vectors range-float.jsonl
bad 'range-float\.jsonl:2' gate --vectors range-float.jsonl
case_of '{"dtype": "float", "shape": [1], "data": ["NaN(0x7f800000)"]}' null 1 | vectors no-nan.jsonl
bad 'no-nan\.jsonl:2' gate --vectors no-nan.jsonl
case_of '{"dtype": "bool", "shape": [1], "data": [1]}' null 1 | vectors bool.jsonl
bad 'bool\.jsonl:2' gate --vectors bool.jsonl
case_of '{"dtype": "string", "shape": [1], "data": [{"base64": "@"}]}' null 1 | vectors base64.jsonl
bad 'base64\.jsonl:2' gate --vectors base64.jsonl
case_of "$x" '"0"' 1 | vectors axis.jsonl
bad 'axis\.jsonl:2.*axis' gate --vectors axis.jsonl
case_of "$x" null 0.5 | vectors sorted.jsonl
bad 'sorted\.jsonl:2.*sorted' gate --vectors sorted.jsonl
case_of "$x" null 1 | sed 's/"Y"/"indices"/' | vectors no-y.jsonl
bad 'no-y\.jsonl:2.*outputs' gate --vectors no-y.jsonl
case_of "$x" null 1 | sed 's/"Y"/"Y", "Z"/' | vectors outputs.jsonl
bad 'outputs\.jsonl:2' gate --vectors outputs.jsonl
case_of "$x" null 1 | sed 's/"id": "v", //' | vectors no-id.jsonl
bad 'no-id\.jsonl:2.*id' gate --vectors no-id.jsonl
case_of "$x" null 1 ', "expect": {"indices": {"dtype": "int64", "shape": [2], "data": [0, 1]}}' | vectors expect.jsonl
bad 'expect\.jsonl:2' gate --vectors expect.jsonl
{ case_of "$x" null 1 && case_of "$x" null 0; } | vectors same-id.jsonl
bad 'same-id\.jsonl:3.*v' gate --vectors same-id.jsonl
case_of "$x" null 1 >no-header.jsonl
bad 'no-header\.jsonl:1' gate --vectors no-header.jsonl
{ echo '{"vectors": 2, "policy": "onnx", "origin": ""}' && case_of "$x" null 1; } >version.jsonl
bad 'version\.jsonl:1' gate --vectors version.jsonl
{ echo '{"vectors": 1, "policy": "mine", "origin": ""}' && case_of "$x" null 1; } >policy.jsonl
bad 'policy\.jsonl.*mine' gate --vectors policy.jsonl
{ echo "$header" && printf '\x00\xff\xfe\n'; } >binary.jsonl
bad 'binary\.jsonl:2' gate --vectors binary.jsonl

# A file that is right is not judged either when a later one is wrong.
case_of "$x" null 1 | vectors right.jsonl
bad 'truncated\.jsonl:3' gate --vectors right.jsonl --vectors truncated.jsonl
# A run that judges no case never exits 0.
run gate --vectors right.jsonl --level 0 --dtype float
expect_status 2
expect_err 'dtype|no case'
run gate --vectors right.jsonl --level 0 --shard 1/2
expect_status 2

# ---- Known failures ----
for line in 'v' 'v nonsense' 'v pass'; do
  echo "$line" >known
  bad 'known:1' gate --known-failures known
done
printf 'v wrong\nv crash\n' >known
bad 'known:2' gate --known-failures known

finish
