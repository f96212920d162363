#!/usr/bin/env bash
# Known failures of a kind in one line: written by a run, true in the next one, and red as soon as anything changes.
. "$(dirname -- "$0")/common.sh"

last_index="$UO_BINARY_DIR/faulty/last_index.so"
cases=(--level 0 --vectors "$official" --no-shrink)

run gate --plugin "$last_index" "${cases[@]}" --write-known-groups groups
expect_status 1
grep -Eqx 'groups of --level 0 --shard 0/1 \(6 cases\)' groups || fail 'the list should name its run'
grep -Eqx 'wrong: IDX-01, INV-05 in indices  [a-z0-9]+  cases=[0-9]+ ids=[0-9a-f]{16}' groups || fail 'a group expected'
known=$(summary failed)

run gate --plugin "$last_index" "${cases[@]}" --known-failures groups
expect_status 0
expect_out "^known failures: $known "
if grep -q '^note:.*groups' out; then fail 'no note expected'; fi

# The subject is mended: every group is stale.
run gate "${cases[@]}" --known-failures groups --junit junit.xml
expect_status 1
expect_out 'groups:[0-9]+: no case fails so any more: wrong: IDX-01'
grep -q 'classname="known-failures"' junit.xml || fail 'a failing test case for each stale group expected'

# One case more than listed, and one that is another.
sed 's/cases=\([0-9]*\)/cases=1\1/' groups >more
run gate --plugin "$last_index" "${cases[@]}" --known-failures more
expect_status 1
expect_out 'more:[0-9]+: now [0-9]+ cases fail so'
sed 's/ids=./ids=x/; y/x/0/' groups | sed 's/ids=0000000000000000/ids=1111111111111111/' >others
if ! cmp -s groups others; then
  run gate --plugin "$last_index" "${cases[@]}" --known-failures others
  expect_status 1
  expect_out 'as many cases fail so, but others'
fi

# A part of the run: its failures are known, the counts are left alone, and that is said.
run gate --plugin "$last_index" "${cases[@]}" --shard 0/2 --known-failures groups
expect_status 0
expect_out '^note: groups has groups of another run \(--level 0 --shard 0/1 \(6 cases\)\)'

# A runtime that drops support, or gains some: an answer of `unsupported` fails nobody, but the list counts it.
run gate --plugin "$last_index" "${cases[@]}" --known-failures groups --quiet
unsupported=$(summary unsupported)
grep -Eqx "unsupported  any  cases=$unsupported ids=[0-9a-f]{16}" groups || fail 'a line for what is unsupported expected'
sed -n 's/^{"id": \("[^"]*"\).*"expect": {\(.*\)}, "tags".*/{"id": \1, \2}/p' "$official" >answers.jsonl
run gate --answers answers.jsonl "${cases[@]}" --write-known-groups all
expect_status 0
grep -Fqx 'unsupported  any  cases=0 ids=0000000000000000' all || fail 'a list without a failure counts what is unsupported, too'
run gate --answers answers.jsonl "${cases[@]}" --known-failures all
expect_status 0
sed '1s/^\({"id": "[^"]*"\).*/\1, "unsupported": "no longer"}/' answers.jsonl >fewer.jsonl
run gate --answers fewer.jsonl "${cases[@]}" --known-failures all
expect_status 1
expect_out 'all:[0-9]+: now 1 cases are unsupported: unsupported  any  cases=0 ids=0+: look at them'
expect_out '^unique-oracle: does-not-conform .* unsupported=1 failed=0 '
run gate --answers fewer.jsonl "${cases[@]}" --known-failures <(grep -v unsupported all)
expect_status 0 # a list that does not speak of it
sed 's/ids=.*//; s/cases=0/cases=1/' all >one
run gate --answers fewer.jsonl "${cases[@]}" --known-failures one
expect_status 0
run gate --answers answers.jsonl "${cases[@]}" --known-failures one
expect_status 1
expect_out 'one:[0-9]+: now 0 cases are unsupported'

run gate --plugin "$last_index" "${cases[@]}" --known-failures <(echo 'wrong any cases=some')
expect_usage 'groups of PLAN'
finish
