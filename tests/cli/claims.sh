#!/usr/bin/env bash
# gate --claim and verify-claim as a user runs them.
. "$(dirname -- "$0")/common.sh"

plugin="$UO_BINARY_DIR/faulty/last_index.so"
cp "$official" official.jsonl

# ---- A claim about a subject that does not conform holds, as it says so ----
run gate --plugin "$plugin" --vectors official.jsonl --level 1 --count 50 --dtype float --claim claim.json
expect_status 1
cases=$(summary cases)
grep -q '"name": "last index"' claim.json || fail 'the subject should be named'
grep -q '"conforms": false' claim.json || fail 'it does not conform'
run verify-claim claim.json --plugin "$plugin" --vectors official.jsonl
expect_status 0
expect_out '^claim.json: last index .* under policy onnx, made by version '
expect_out '^claim.json: the claim holds$'
told=$(awk '/^(pass|wrong|freedom|unsupported) /{sum += $2} END {print sum}' out)
[ "$told" -eq "$cases" ] || fail "the table should count $cases cases"

# ---- Under the limits that it was made with, unless others are given ----
slow="$UO_BINARY_DIR/faulty/hangs_on_one.so"
run gate --plugin "$slow" --vectors official.jsonl --level 0 --timeout 0.125 --memory 300 --claim slow.json
expect_status 1
grep -q '^  "limits": {"timeout": 0.125, "memory": 300},$' slow.json || fail 'the limits should stand in the claim'
SECONDS=0
run verify-claim slow.json --plugin "$slow" --vectors official.jsonl
expect_status 0
expect_out '^hang  *1  *1$'
[ "$SECONDS" -lt 8 ] || fail 'the time limit of the claim should hold, not that of the gate, which is 10 s'
run verify-claim slow.json --plugin "$slow" --vectors official.jsonl --timeout 0.25
expect_status 0
sed 's/"timeout": 0.125/"timeout": 0/' slow.json >never.json
run verify-claim never.json --plugin "$slow" --vectors official.jsonl
expect_usage 'limits.timeout: 0: not a number of seconds'

# ---- It does not hold for a subject that became better, or says another thing ----
sed 's/"wrong": [0-9]*/"wrong": 1/' claim.json >edited.json
run verify-claim edited.json --plugin "$plugin" --vectors official.jsonl
expect_status 1
expect_out '^wrong  .* differs$'
expect_out '^edited.json: the claim does not hold$'

# ---- What the manifest does not hold was changed by hand; made by another version of the program ----
sed 's/"vectors": 6,/"vectors": 7,/' claim.json >edited.json
run verify-claim edited.json --plugin "$plugin" --vectors official.jsonl
expect_status 1
expect_out '^vectors  *7  *6  differs$'
sed 's/"program": "[^"]*"/"program": "0.0.0"/' claim.json >older.json
run verify-claim older.json --plugin "$plugin" --vectors official.jsonl
expect_status 0
expect_out '^this program is version .*: another version may ask other cases$'

# ---- Answers are the same from wherever they are named; without a version no blank stands for it ----
sed -n 's/^{"id": \("[^"]*"\).*"expect": {\(.*\)}, "tags".*/{"id": \1, \2}/p' official.jsonl >an.jsonl
run gate --answers an.jsonl --vectors official.jsonl --level 0 --claim answers.json
expect_status 0
for spelling in an.jsonl ./an.jsonl "$scratch/an.jsonl"; do
  run verify-claim answers.json --answers "$spelling" --vectors official.jsonl
  expect_status 0
done
expect_out '^answers.json: an.jsonl under policy onnx, made by'
cp an.jsonl other.jsonl
run verify-claim answers.json --answers other.jsonl --vectors official.jsonl
expect_usage 'is about an.jsonl, and this subject is other.jsonl: name'
run verify-claim answers.json --vectors official.jsonl
expect_usage 'is about an.jsonl: name it with --answers'

# ---- The vectors count, not where and how they are kept ----
run gate --vectors official.jsonl --level 0 --claim reference.json
expect_status 0
run convert official.jsonl folders
run verify-claim reference.json --vectors folders
expect_status 0
sed 's/"counts": {"dtype": "int64", "shape": \[1\], "data": \[1\]}/"counts": {"dtype": "int64", "shape": [1], "data": [2]}/' official.jsonl >changed.jsonl
cmp -s official.jsonl changed.jsonl && fail 'the sed above should change something'
run verify-claim reference.json --vectors changed.jsonl
expect_usage 'was made with other vectors: 6 of manifest .*; name those with --vectors'

# ---- What cannot be verified ----
run verify-claim reference.json --plugin "$plugin" --vectors official.jsonl
expect_usage 'is about built-in reference .*: name no subject'
run verify-claim claim.json --vectors official.jsonl
expect_usage 'is about last index .*: name it with --plugin'
run verify-claim claim.json --plugin "$UO_BINARY_DIR/faulty/descending.so" --vectors official.jsonl
expect_usage 'is about last index .*, and this subject is descending'
run verify-claim claim.json --plugin ./none.so --vectors official.jsonl
expect_usage 'none.so'
run verify-claim none.json
expect_usage 'none.json'
run verify-claim official.jsonl
expect_usage 'official.jsonl'
run verify-claim
expect_usage 'FILE.json'
run verify-claim --help
expect_status 0

# ---- Written whole or not at all ----
run gate --vectors official.jsonl --level 0 --claim -
expect_status 0
expect_out '^  "claim": 1,$'
run gate --vectors official.jsonl --level 0 --case none --claim none.json
expect_status 2
[ ! -e none.json ] || fail 'a run without a judgement claims nothing'
sed -n 's/^{"id": "\([^"]*\)".*/{"id": "\1", "unsupported": "no"}/p' official.jsonl >none-offered.jsonl
run gate --vectors official.jsonl --answers none-offered.jsonl --claim none.json
expect_status 2
expect_err 'offers none of the 6 cases'
[ ! -e none.json ] || fail 'a run that judged nothing claims nothing'
run gate --vectors official.jsonl --level 0 --claim no/such/folder.json
expect_usage '--claim no/such/folder.json'
run gate --vectors official.jsonl --level 0 --claim c.json --fail-fast
expect_usage '--claim c.json: is made of a whole run without --known-failures and --fail-fast'

finish
