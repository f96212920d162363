#!/usr/bin/env bash
# SIGINT and SIGTERM in mid-run: a partial summary named as such, exit code 130 or 143, reports that say so, no process left.
. "$(dirname -- "$0")/common.sh"

# interrupt SIGNAL ARGUMENTS...: sent once some cases are judged.
interrupt() {
  local signal=$1 process waited=0
  shift
  ran="unique-oracle $* (SIG$signal)"
  rm -f -- events.jsonl
  "$UO_PROGRAM" "$@" --events events.jsonl --junit junit.xml --tap report.tap --sarif report.sarif --html report.html \
    --known-failures known --write-known-failures written --behaviours behaviours.json >out 2>err </dev/null &
  process=$!
  until [ -s events.jsonl ] || [ $((waited += 1)) -gt 600 ]; do sleep 0.05; done
  sleep 0.3
  kill -s "$signal" "$process"
  status=0
  wait "$process" || status=$?
}

: >known
# A case of this list hangs for its time limit, which nobody should have to wait for.
"$UO_PROGRAM" generate --seed 5 --count 40 | sed 's/^{"id": "5:/{"id": "early:/' >cases
early="early-${scratch##*/}.jsonl" # by this name its processes are found
{ echo "$header" && cat cases; } >"$early"
nan='{"id": "ZHANGS", "X": {"dtype": "double", "shape": [2], "data": ["NaN", "NaN"]}, "axis": null, "sorted": 1, "outputs": ["Y"]}'
{ echo "$header" && echo "$nan"; } >late.jsonl

set -m # or this shell's background would have SIGINT ignored
for signal in INT TERM; do
  begin=$SECONDS
  interrupt $signal gate --plugin "$UO_BINARY_DIR/faulty/hangs_on_nan.so" --vectors "$early" --vectors late.jsonl --dtype int64,double \
    --level 0 --timeout 60
  [ $((SECONDS - begin)) -lt 50 ] || fail 'nobody should wait for the time limit'
  expect_status "$([ $signal = INT ] && echo 130 || echo 143)"
  expect_summary not-judged 'failed=0 '
  expect_out "^partial summary: interrupted by SIG$signal after [0-9]+ cases"
  [ ! -s err ] || fail 'nothing belongs on standard error'
  tail -n 1 events.jsonl | grep -q '"event": "end", "conforms": false, "incomplete": "interrupted by ' || fail 'events should say so'
  grep -q '<error type="incomplete" message="interrupted by ' junit.xml || fail 'JUnit should say so'
  tail -n 1 report.tap | grep -q '^Bail out! interrupted by ' || fail 'TAP should say so'
  grep -q '"executionSuccessful": false' report.sarif || fail 'SARIF should say so'
  grep -q 'Not judged: interrupted by ' report.html || fail 'HTML should say so'
  [ ! -e written ] || fail 'a list of known failures would not be whole'
  if ls -- *.tmp >/dev/null 2>&1; then fail 'a temporary file is left'; fi
  if pgrep -f -- "--vectors $early" >/dev/null 2>&1; then fail 'a process is left'; fi
done

# A command that does not answer: it is ended with all that it started.
cat >silent.sh <<END
read -r _
echo '{"started": true, "protocol": 1}'
while read -r line; do
  case \$line in *ZHANGS*) sleep 1000$$ ;; *'"stop"'*) exit 0 ;; *) echo "\$line" | sed 's/.*"id": "\([^"]*\)".*/{"id": "\1", "unsupported": "x"}/' ;; esac
done
END
begin=$SECONDS
interrupt INT gate --command "sh silent.sh" --vectors "$early" --vectors late.jsonl --level 0 --timeout 60
[ $((SECONDS - begin)) -lt 50 ] || fail 'nobody should wait for the time limit'
expect_status 130
expect_out '^partial summary: interrupted by SIGINT'
sleep 0.2
if pgrep -f "^sleep 1000$$\$" >/dev/null 2>&1; then fail 'the subject and its child should be ended'; fi

# Before the first case is judged there is nothing to tell of.
rm -f -- events.jsonl
"$UO_PROGRAM" gate --command 'sleep 60' --events events.jsonl >out 2>err </dev/null &
process=$!
sleep 0.5
kill -s INT "$process"
status=0
wait "$process" || status=$?
ran='unique-oracle gate --command sleep (SIGINT)'
expect_status 130
expect_err 'interrupted'
expect_summary not-judged 'cases=0 '
[ ! -e events.jsonl ] || fail 'no report expected'

# Ignored signals stay ignored.
set +m
(
  trap '' INT
  exec "$UO_PROGRAM" gate --count 100 --events ignored.jsonl >out 2>err </dev/null
) &
process=$!
until [ -s ignored.jsonl ] || ! kill -0 "$process" 2>/dev/null; do sleep 0.05; done
kill -s INT "$process" 2>/dev/null || true
status=0
wait "$process" || status=$?
expect_status 0
expect_summary conforms

# ---- Quiet, and colours ----
run gate --plugin "$UO_BINARY_DIR/faulty/last_index.so" --vectors "$official" --level 0 --quiet
expect_status 1
expect_summary does-not-conform 'failed=5 '
[ "$(wc -l <out)" -eq 1 ] || fail 'one line expected'
TERM=xterm run gate --plugin "$UO_BINARY_DIR/faulty/last_index.so" --vectors "$official" --level 0
if grep -q "$(printf '\033')" out; then fail 'no colours expected in a file'; fi
finish
