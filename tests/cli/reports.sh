#!/usr/bin/env bash
# What the gate tells: failures on standard output, JUnit, known failures, --fail-fast, --max-shown, streams.
. "$(dirname -- "$0")/common.sh"

faulty() { printf '%s/faulty/%s.so' "$UO_BINARY_DIR" "$1"; }

# ---- Text ----
cp "$official" official.jsonl
run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0
expect_status 1
expect_summary does-not-conform 'cases=6 pass=1 .*failed=5 '
expect_out 'wrong'
expect_out 'IDX-01'
expect_out 'position of the first occurrence' # the clause's text
expect_out 'test_unique_sorted_without_axis'
expect_out 'have'
expect_out 'want'
expect_out "rerun .*unique-oracle'? gate .*--case test_unique_sorted_without_axis\$" # the one command that reruns it
[ ! -s err ] || fail 'nothing belongs on standard error here'

# That command, taken from the output, judges that case alone and in the same way.
again=$(sed -n 's/^ *rerun *\(.*--case test_unique_sorted_without_axis\)$/\1/p' out | head -n 1)
eval "set -- $again"
shift # the program
run "$@"
expect_status 1
expect_summary does-not-conform 'cases=1 pass=0 freedom=0 unsupported=0 failed=1 '
expect_out 'IDX-01'

run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0 --max-shown 1
expect_summary does-not-conform 'failed=5 '
[ "$(grep -c -e '--case test_unique' out)" -eq 1 ] || fail '--max-shown 1 should show one case'
run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0 --fail-fast
expect_status 1
expect_summary does-not-conform 'failed=1 '

# What a verdict means is said once, not in each heading.
run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0 --no-shrink
! grep 'IDX-01' out | head -n 1 | grep -q 'cut at' || fail 'nothing is cut there'
[ "$(grep -c '^wrong: ' out)" -ge 2 ] || fail 'several groups expected'
[ "$(grep -c '^wrong: .*at least one clause is violated' out)" -eq 1 ] || fail 'the meaning of wrong should be said once'

# A freedom says what was to choose, what was chosen and what the policy has, and that it is counted as failed.
run gate --policy zero=distinct --plugin "$(faulty conforming)" --level 0 --max-shown 1
expect_status 1
expect_out '^freedom: SIL-04: [0-9]+ cases \(differs from the policy only at silent points, which are named; SIL-04: is -0 equal to \+0\)$'
expect_out '^      freedom  zero=equal \(SIL-04\), where the policy has zero=distinct$'
expect_out '^freedom fails the gate under a named policy '
run gate --policy spec --plugin "$(faulty conforming)" --level 0
! grep -q '^freedom fails' out || fail 'nothing fails under spec'

# What is cut says so.
long=$(printf '%0300d' 7)
printf '%s\n{"id": "long", "X": {"dtype": "string", "shape": [2], "data": ["%s", "%s1"]}, "axis": null, "sorted": 1, "outputs": ["Y"]}\n' \
  "$header" "$long" "$long" >long.jsonl
run gate --plugin "$(faulty descending)" --vectors long.jsonl --level 0 --no-shrink
expect_status 1
expect_out 'have .*\.\.\. \(cut at \.\.\.\)$'

# ---- JUnit ----
run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0 --junit junit.xml
[ "$(grep -o '<testcase' junit.xml | wc -l)" -eq 6 ] || fail 'one testcase a case expected'
[ "$(grep -o '<failure' junit.xml | wc -l)" -eq 5 ] || fail 'five failures expected'
[ "$(failed_ids junit.xml | wc -l)" -eq 5 ] || fail 'five failing ids expected'
head -n 1 junit.xml | grep -q '^<?xml version="1.0" encoding="UTF-8"?>' || fail 'an XML declaration expected'
if command -v xmllint >/dev/null; then xmllint --noout junit.xml || fail 'JUnit should be well-formed'; fi
run gate --vectors official.jsonl --level 0 --junit -
expect_out '</testsuites>'

# Strings that XML cannot hold as they are, in ids, data and messages.
cat >nasty.jsonl <<END
$header
{"id": "<&\"'>", "X": {"dtype": "string", "shape": [3], "data": ["b", "\u0000\u0001]]>\ufffe", {"base64": "gP8="}]}, "axis": null, "sorted": 1, "outputs": ["Y"], "comment": "--> ]]>"}
END
run gate --plugin "$(faulty descending)" --vectors nasty.jsonl --level 0 --junit nasty.xml
expect_status 1
[ "$(LC_ALL=C tr -d '\11\12\15\40-\377' <nasty.xml | wc -c)" -eq 0 ] || fail 'control characters in XML'
grep -q '&lt;&amp;' nasty.xml || fail 'the id should be escaped'
[ "$(grep -o '<testcase' nasty.xml | wc -l)" -eq 1 ] || fail 'one testcase expected'
if command -v xmllint >/dev/null; then xmllint --noout nasty.xml || fail 'JUnit should be well-formed'; fi

# ---- Events ----
run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0 --events events.jsonl
expect_status 1
[ "$(wc -l <events.jsonl)" -eq 8 ] || fail 'a start, six cases and an end expected'
head -n 1 events.jsonl | grep -q '^{"event": "start", "events": 1, "version": "[0-9.]*", "subject": {"name": "last index", .*"planned": 6, "whole": 6}$' ||
  fail 'the first line should say what is run'
tail -n 1 events.jsonl | grep -q '^{"event": "end", "conforms": false, "incomplete": null, "stopped": null, "cases": 6, "pass": 1, .*"failed": 5, ' ||
  fail 'the last line should have the counts'
grep '"id": "test_unique_sorted_with_axis"' events.jsonl | grep -q '"verdict": "wrong", "fails": true, .*"clauses": \["IDX-01", "INV-05"\], .*"shape": \[3, 3\], "axis": 0, "sorted": 1, .*"findings": \[{"clause": "IDX-01", .*"have": "1, a later occurrence", "want": "0, where .*"rerun": ".*--case test_unique_sorted_with_axis"} *$' ||
  fail 'a failing case should say what is wrong'
[ "$(grep -c '"rerun"' events.jsonl)" -eq 5 ] || fail 'five cases fail'
mv events.jsonl kept.jsonl
run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0 --events -
without_times() { sed -E 's/"seconds": [0-9.]+/"seconds": 0/g; s/ *$//' "$1"; } # and the blanks that fill pages up
[ "$(without_times out)" = "$(without_times kept.jsonl)" ] || fail 'the same events on standard output'
grep -q '^unique-oracle: does-not-conform' err || fail 'the readable report should be on standard error'
run gate --vectors official.jsonl --level 0 --events - --junit -
expect_usage '--events -: --junit has standard output already'
run gate --vectors official.jsonl --level 0 --events same --junit same
expect_usage '--events same: --junit has this file already'
[ ! -e same ] || fail 'no report expected'
run gate --vectors official.jsonl --level 0 --case none --events none.jsonl
expect_status 2
[ ! -e none.jsonl ] || fail 'no report expected of a run that is refused'

# ---- Each to standard output; tests/pages/ compares all of it with docs/reports.md ----
cp "$(faulty last_index)" last_index.so
for kind in junit sarif tap events html; do
  run gate --plugin last_index.so --vectors official.jsonl --level 0 --$kind -
  expect_status 1
  [ "$(grep -c 'test_unique_sorted_with_axis_3d' out)" -ge 1 ] || fail "--$kind - should name the cases that fail"
  grep -q '^unique-oracle: does-not-conform' err || fail 'the readable report should be on standard error'
done

# ---- What a subject with a memory was asked before ----
run gate --plugin "$(faulty once_in_500_calls)" --level 0 --max-shown 100
expect_status 1
expect_out '^ +because  asked again it gave other outputs \(first judged [a-z]+\); asked before it: first [^ ,]+, then [^ ,]+$'

# ---- Known failures ----
known() { # LINES...: judged with these
  printf '%s\n' "$@" >known
  run gate --plugin "$(faulty last_index)" --vectors official.jsonl --level 0 --known-failures known
}
all='test_unique_sorted_without_axis test_unique_not_sorted_without_axis test_unique_sorted_with_axis test_unique_sorted_with_axis_3d test_unique_sorted_with_negative_axis'
lines=()
for id in $all; do lines+=("$id wrong  # upstream issue 1"); done
known "${lines[@]}"
expect_status 0
expect_summary conforms 'cases=6 '
known "${lines[@]:1}" # one is not listed
expect_status 1
expect_out 'test_unique_sorted_without_axis'
known "${lines[@]}" 'test_unique_length_1 wrong # it passes'
expect_status 1
grep -q 'test_unique_length_1' out err || fail 'a listed case that passes should be named'
known "${lines[@]:1}" 'test_unique_sorted_without_axis crash # it is wrong now'
expect_status 1
known "${lines[@]}" 'no-such-case wrong # never runs'
expect_status 1
grep -q 'no-such-case' out err || fail 'a listed case that never runs should be named'

# ---- The other subcommands ----
run clauses
expect_status 0
for id in TYP-01 ATT-02 AXIS-06 OUT-07 VAL-01 ORD-02 IDX-01 INV-05 CNT-02 SHAPE-06 ERR-08 SIL-01 SIL-23; do expect_out "$id"; done
sed -n 2p official.jsonl >case.jsonl
for form in text json; do
  run explain case.jsonl --as "$form"
  expect_status 0
  [ -s out ] || fail "explain --as $form prints something"
done
run explain case.jsonl --as nonsense
expect_usage 'nonsense'

finish
