#!/usr/bin/env bash
# Pages of figures say of which commit these are, and what their generators write about that is true.
. "$(dirname -- "$0")/common.sh"

mkdir -p project/fuzz
cp -- "$UO_SOURCE_DIR/fuzz/measured_at.sh" project/fuzz/
say() { # PATTERN
  ran=measured_at.sh status=0
  project/fuzz/measured_at.sh >out 2>err || status=$?
  expect_status 0
  expect_out "$1"
  [ "$(wc -l <out)" -eq 1 ] && [ ! -s err ] || fail 'one sentence expected'
}
day='20[0-9]{2}-[0-9]{2}-[0-9]{2}'
git() { command git -c user.name=test -c user.email=test@test.test "$@"; }

say "^Measured on $day; of which commit is not known, as this copy has no history\.$"
if command -v git >/dev/null; then
  git init -q . && git commit -q --allow-empty -m 'a folder around it'
  say 'not known'
  git init -q project && git -C project add fuzz && GIT_COMMITTER_DATE='2021-03-04T23:00:00Z' git -C project commit -q -m first
  say "^Measured on $day of commit $(git -C project rev-parse --short HEAD) \(2021-03-04\)\.$"
  echo '# changed' >>project/fuzz/measured_at.sh
  say 'of commit [0-9a-f]+ \(2021-03-04\) with changes that were not committed\.$'
else
  echo 'skipped: no git'
fi

for page in steering fuzzing-faults; do
  grep -Eq "^Measured (on $day|before commit [0-9a-f]{7})" "$UO_SOURCE_DIR/docs/$page.md" || fail "docs/$page.md should say of which commit its figures are"
done
grep -Fq 'measured_at.sh' "$UO_SOURCE_DIR/fuzz/faults.sh" || fail 'faults.sh should write it'
grep -Fq 'measured_at.sh' "$UO_SOURCE_DIR/fuzz/measure_steering.py" || fail 'measure_steering.py should write it'

finish
