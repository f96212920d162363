#!/usr/bin/env bash
# kill -9 in mid-run, at moments that differ from run to run: every report is whole, and says that the run is not over.
# (tests/readers does the same with parsers of others.)
. "$(dirname -- "$0")/common.sh"

check_xml() {
  tail -n 1 junit.xml | grep -qx '</testsuites>' || fail 'JUnit should end'
  [ "$(grep -c '<testcase' junit.xml)" -eq "$(sed -n 's/^<testsuites .* tests="\([0-9]*\)".*/\1/p' junit.xml)" ] || fail 'JUnit should count its test cases'
  [ "$(sed -n 's/^<testsuites .* failures="\([0-9]*\)".*/\1/p' junit.xml)" -eq "$(grep -c '<failure' junit.xml)" ] || fail 'JUnit should count its failures'
  grep -q '<error type="incomplete" message="the run is not over' junit.xml || fail 'JUnit should say that the run is not over'
}

check_tap() {
  head -n 1 report.tap | grep -qx 'TAP version 14' || fail 'TAP should begin'
  [ "$(grep -Ec '^(not )?ok ' report.tap)" -eq "$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' report.tap)" ] || fail 'TAP should have its plan'
  tail -n 1 report.tap | grep -q '^Bail out! the run is not over' || fail 'TAP should say that the run is not over'
}

check_events() {
  [ "$(grep -vc '^{"event": ".*} *$' events.jsonl)" -eq 0 ] || fail 'each event should be a whole line'
  [ ! -s events.jsonl ] || [ "$(tail -c 1 events.jsonl | od -An -tu1)" -eq 10 ] || fail 'the last event should be a whole line'
  if grep -q '^{"event": "end"' events.jsonl; then fail 'events should not have ended'; fi
}

check_others() {
  grep -q '"executionSuccessful": false, ' report.sarif || fail 'SARIF should say that the run is not over'
  tail -n 1 report.sarif | grep -qx '}' || fail 'SARIF should end'
  grep -q 'Not judged: the run is not over' report.html || fail 'HTML should say that the run is not over'
  tail -n 1 report.html | grep -qx '</body></html>' || fail 'HTML should end'
}

for pause in 0 0.03 0.1 0.25 0.4 0.7; do
  rm -f -- junit.xml report.* events.jsonl
  ran="unique-oracle gate (SIGKILL after $pause s)"
  "$UO_PROGRAM" gate --plugin "$UO_BINARY_DIR/faulty/last_index.so" --level 2 --events events.jsonl --junit junit.xml --tap report.tap \
    --sarif report.sarif --html report.html >out 2>err </dev/null &
  process=$!
  until [ -s report.html ] && [ -s events.jsonl ] && [ -s report.tap ] && [ -s report.sarif ] && [ -s junit.xml ]; do
    kill -0 "$process" || break
    sleep 0.01
  done
  sleep "$pause"
  kill -s KILL "$process"
  status=0
  wait "$process" 2>/dev/null || status=$?
  expect_status 137
  check_xml
  check_tap
  check_events
  check_others
done
finish
