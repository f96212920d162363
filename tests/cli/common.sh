# Shared by the tests of the program as a user runs it. ctest sets UO_PROGRAM, UO_SOURCE_DIR and UO_BINARY_DIR; each test
# runs in a folder of its own, and ends with `finish`.
set -euo pipefail
: "${UO_PROGRAM:?run me with ctest}" "${UO_SOURCE_DIR:?}" "${UO_BINARY_DIR:?}"
export LC_ALL=C

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"
program="'$UO_PROGRAM'" # as one word of --command
failures=0

# run ARGUMENTS...: the program, standard output in `out`, standard error in `err`, its exit code in $status.
run() {
  ran="unique-oracle $*"
  status=0
  "$UO_PROGRAM" "$@" >out 2>err </dev/null || status=$?
}

fail() {
  failures=$((failures + 1))
  printf 'FAIL: %s\n  after: %s\n  exit code: %s\n' "$1" "$ran" "$status"
  printf '  %s:\n' out && sed 's/^/    /;15q' out 2>/dev/null || true # a test may have neither
  printf '  %s:\n' err && sed 's/^/    /;15q' err 2>/dev/null || true
}

expect_status() { [ "$status" -eq "$1" ] || fail "exit code $1 expected"; }
expect_out() { grep -Eq -e "$1" out || fail "standard output should match: $1"; }
expect_err() { grep -Eq -e "$1" err || fail "standard error should match: $1"; }
expect_same() { cmp -s -- "$1" "$2" || { fail "$1 and $2 should be equal"; diff -- "$1" "$2" | head -n 10 || true; }; }

# expect_summary WORD [PATTERN]: the last line of standard output, in its fixed form; PATTERN is for a part of it.
expect_summary() {
  local form='cases=[0-9]+ pass=[0-9]+ freedom=[0-9]+ unsupported=[0-9]+ failed=[0-9]+  policy=[^ ]+'
  tail -n 1 out | grep -Eqx "unique-oracle: $1  $form" || fail "the last line should be the summary of: $1"
  tail -n 1 out | grep -Eq "${2:-.}" || fail "the summary should match: $2"
}

# The number behind NAME= in the summary of the last run; 0 without one.
summary() { { tail -n 1 out | sed -n "s/.* $1=\([0-9]*\) .*/\1/p" | grep . || echo 0; } }

# expect_usage PATTERN: exit code 2 and one clear message, which matches; nothing that looks like a judgement.
expect_usage() {
  expect_status 2
  [ "$(grep -c . err)" -eq 1 ] || fail 'one line of message expected'
  expect_err "$1"
  if grep -Eq 'conforms|does-not-conform' out; then fail 'no judgement expected'; fi
  if [ -s out ]; then expect_summary not-judged 'cases=0 pass=0 freedom=0 unsupported=0 failed=0 '; fi
}

# The ids of the failed test cases of a JUnit file, sorted.
failed_ids() {
  tr '\n' ' ' <"$1" | sed 's/<testcase/\n<testcase/g' | sed -n '/<testcase/{/<failure\|<error/s/^<testcase[^>]* name="\([^"]*\)".*/\1/p}' |
    sed 's/ .*//' | sort
}

finish() {
  [ "$failures" -eq 0 ] || { printf '%d failed\n' "$failures"; exit 1; }
  echo 'all passed'
}

header='{"vectors": 1, "policy": "onnx", "origin": "tests/cli"}'

official="$UO_SOURCE_DIR/corpus/vectors/official.jsonl" # the six cases of ONNX's own suite
