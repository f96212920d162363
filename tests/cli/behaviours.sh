#!/usr/bin/env bash
# gate --behaviours: which behaviours of the operator a run exercised.
. "$(dirname -- "$0")/common.sh"

# ---- A file ----
run gate --vectors "$official" --level 0 --behaviours behaviours.json
expect_status 0
expect_out '^behaviours: [0-9]+/[0-9]+ bins, [0-9]+/[0-9]+ cross bins, [0-9]+ holes$'
expect_summary conforms 'cases=6 pass=6 '
grep -q '"behaviours": 1,' behaviours.json || fail 'the report should name its version'
grep -q '"cases": 6,' behaviours.json || fail 'six cases should be counted'
grep -q '{"name": "axis.first", .*"hits": 1, "first": "test_unique_sorted_with_axis",' behaviours.json ||
  fail 'one official case has the first axis'
grep -q '{"name": "rank.0", .*"hits": 0, "first": null,' behaviours.json || fail 'no official case is a scalar'
grep -q '{"id": "TYP-03", .*"unobservable": "' behaviours.json || fail 'TYP-03 should say why it has no bins'
if ls behaviours.json.* >/dev/null 2>&1; then fail 'a temporary file is left'; fi

# The same run says the same, and a shard less.
run gate --vectors "$official" --level 0 --behaviours again.json
expect_same behaviours.json again.json
run gate --vectors "$official" --level 0 --shard 0/2 --behaviours half.json
grep -q '"cases": 3,' half.json || fail 'half of the cases should be counted'

# A subject that is wrong is sampled as it is; it still does not conform.
run gate --plugin "$UO_BINARY_DIR/faulty/last_index.so" --vectors "$official" --level 0 --behaviours wrong.json
expect_status 1
grep -q '"cases": 6,' wrong.json || fail 'wrong answers should be counted'
run gate --plugin "$UO_BINARY_DIR/faulty/last_index.so" --vectors "$official" --level 0 --fail-fast --behaviours fast.json
grep -q '"cases": [12],' fast.json || fail 'only what was judged should be counted'

# ---- Standard output ----
run gate --vectors "$official" --level 0 --behaviours -
expect_status 0
head -n 1 out | grep -qx '{' || fail 'JSON should come first'
tail -n 1 out | grep -qx '}' || fail 'JSON should come last'
expect_err '^unique-oracle: conforms '

# ---- What cannot be ----
run gate --vectors "$official" --behaviours - --junit -
expect_usage 'behaviours'
run gate --vectors "$official" --behaviours a --behaviours b
expect_usage 'given twice'
run gate --vectors "$official" --behaviours no/such/folder/file
expect_usage 'no/such/folder'
run gate --vectors "$official" --behaviours
expect_usage 'behaviours'
run gate --vectors no-such-file --behaviours none.json
expect_status 2
[ ! -e none.json ] || fail 'no report without a judgement'

finish
