#!/usr/bin/env bash
# Options that cannot be meant, said once and clearly; outputs that cannot be written; vectors of several files.
. "$(dirname -- "$0")/common.sh"

sed -n '1,2p' "$official" >one.jsonl

# Given twice, empty, or impossible.
run gate --case ''
expect_usage 'empty'
run gate --case 7:1 --case 7:2
expect_usage 'twice'
: >known
run gate --known-failures known --known-failures known
expect_usage 'twice'
run gate --write-known-failures -
expect_usage 'name a file'
run gate --write-known-groups -
expect_usage 'name a file'
run gate --junit a.xml --junit b.xml
expect_usage 'twice'
run gate --junit - --behaviours -
expect_usage 'standard output'
run gate --behaviours a.json --behaviours b.json
expect_usage 'twice'
run gate --vectors one.jsonl --behaviours nowhere/b.json
expect_usage '--behaviours nowhere/b.json'
run gate --vectors one.jsonl --write-known-failures nowhere/known
expect_usage '--write-known-failures nowhere/known'
run gate --vectors one.jsonl --write-known-groups nowhere/known
expect_usage '--write-known-groups nowhere/known'
many=()
for _ in $(seq 1 2000); do many+=(--vectors one.jsonl); done
run gate "${many[@]}"
expect_usage '--vectors'
run answer --policy spec
expect_usage 'spec'
run explain --policy spec one.jsonl
expect_usage 'name one'
run explain --output '' one.jsonl
expect_usage 'empty'
run explain --as onnx one.jsonl
expect_usage '--output'
run explain --case nobody one.jsonl
expect_usage 'nobody'
run explain --output nowhere/text one.jsonl
expect_usage '--output nowhere/text'

# Words that are no options, and too few or too many of the others.
run gate -x
expect_usage 'no short options'
run clauses --json=3
expect_usage 'takes no argument'
run gate --seed
expect_usage 'needs an argument'
run convert one.jsonl
expect_status 2
run convert one.jsonl two.jsonl three.jsonl
expect_status 2
run answer --policy nonsense
expect_usage 'nonsense'

# The cases of each level, in shards; more shards than cases.
run generate --count 2 --level 1 --shard 7/20000
expect_status 0
expect_out '"id": "grid:'
run generate --count 1 --level 2 --shard 400000/2000000
expect_status 0
expect_out '"id": "small:'
run generate --count 3 --shard 5/100
expect_status 0
[ ! -s out ] || fail 'this shard is empty'

# Blank lines and long ones.
{ printf '\n  \t\r\n'; sed -n 2p one.jsonl; awk 'BEGIN { printf "{\"id\": \"long\", \"comment\": \""; for (i = 0; i < 300000; i++) printf "x"; print "\", \"X\": {\"dtype\": \"bool\", \"shape\": [], \"data\": [true]}, \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\"]}" }'; } >lines
ran='unique-oracle answer <lines' status=0
"$UO_PROGRAM" answer <lines >out 2>err || status=$?
expect_status 0
[ "$(wc -l <out)" -eq 2 ] || fail 'two answers expected'
expect_out '"id": "long"'

for _ in $(seq 1 3000); do sed -n 2p one.jsonl; done >many

# A reader that goes away is no failure to talk about, but nothing was finished.
for command in 'generate --count 20000' 'answer'; do
  ran="unique-oracle $command | head -n 1"
  # shellcheck disable=SC2086 # words of a command
  { status=0 && "$UO_PROGRAM" $command 2>err <many || status=$? && echo $status >code; } | head -n 1 >out
  status=$(cat code)
  expect_status 2
  [ ! -s err ] || fail 'no message expected'
done

# Folders, with a slash at the end and where something stands already.
run explain --as onnx --output made/ one.jsonl
expect_status 0
[ -e made/model.onnx ] || [ -d made ] || fail 'a folder expected'
run explain --as onnx --output made one.jsonl
expect_status 2
run explain --as onnx --output no/where one.jsonl
expect_status 2

# A case that must be rejected; a clause that nobody knows; another axis.
sed -n '1,2p' "$UO_SOURCE_DIR/corpus/vectors/rejected.jsonl" >rejected.jsonl
run explain rejected.jsonl
expect_status 0
expect_out 'rejected'
run explain --as json rejected.jsonl
expect_status 0
expect_out '"rejected"'
sed 's/"clauses": \["[A-Z]*-[0-9]*"/"clauses": ["XYZ-1"/' one.jsonl >odd.jsonl
run explain odd.jsonl
expect_status 0
expect_out 'XYZ-1 .*unknown'

# Standard output that takes nothing: said, and exit code 2.
for command in 'generate --count 3' 'generate --count 5000' 'clauses' 'clauses --json' 'explain one.jsonl' 'gate --vectors one.jsonl --level 0' 'answer'; do
  ran="unique-oracle $command >/dev/full"
  status=0
  # shellcheck disable=SC2086 # words of a command
  "$UO_PROGRAM" $command <one.jsonl >/dev/full 2>err || status=$?
  : >out
  [ "$command" = answer ] || expect_status 2
  [ "$status" -ne 0 ] || fail 'exit code 0 without any output'
  [ "$(grep -c . err)" -ge 1 ] || fail 'a message expected'
done

# Files of two policies do not go together; of two origins they do.
sed '1s/"origin": "[^"]*"/"origin": "elsewhere"/; 2s/"id": "/"id": "other-/' one.jsonl >other.jsonl
mkdir both && cp one.jsonl other.jsonl both/
run convert both together.jsonl
expect_status 0
[ "$(wc -l <together.jsonl)" -eq 3 ] || fail 'a header and two vectors expected'
sed -i '1s/"policy": "onnx"/"policy": "numpy"/' both/other.jsonl
run convert both apart.jsonl
expect_usage 'polic'
run convert one.jsonl a/b/c.jsonl
expect_status 2
expect_err 'a/b'
run convert one.jsonl folder/
expect_status 0
[ -d folder ] || fail 'a folder expected'

finish
