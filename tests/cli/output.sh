#!/usr/bin/env bash
# Output that cannot be written, odd names of files and folders, and what is said then.
. "$(dirname -- "$0")/common.sh"

cp "$official" vectors.jsonl
"$UO_PROGRAM" generate --seed 3 --count 300 >cases.jsonl

# to_full ARGUMENTS...: with standard output on a device that is full; to_nobody: with a reader that has gone away.
to_full() {
  ran="unique-oracle $* >/dev/full" status=0
  "$UO_PROGRAM" "$@" >/dev/full 2>err <"${input:-/dev/null}" || status=$?
  : >out
}
to_nobody() {
  ran="unique-oracle $* | true" status=0
  mkfifo pipe
  true <pipe & # opens it, and goes away
  { "$UO_PROGRAM" "$@" 2>err <"${input:-/dev/null}" || status=$?; } >pipe
  wait $! && rm pipe
  : >out
}

# ---- Standard output ----
if [ -e /dev/full ]; then
  for arguments in clauses 'generate --count 300' 'explain vectors.jsonl' 'gate --level 0 --vectors vectors.jsonl' \
    'gate --level 0 --vectors vectors.jsonl --junit -'; do
    to_full $arguments
    expect_status 2
    [ "$(grep -c . err)" -ge 1 ] && expect_err 'cannot be written: (No space left on device|Input/output error)'
  done
  sed 1q cases.jsonl >one.jsonl
  input=one.jsonl to_full answer
  expect_status 2
  expect_err '^unique-oracle answer: standard output cannot be written: '
  input=cases.jsonl to_full answer
  expect_status 2
  expect_err '^unique-oracle answer: standard output cannot be written: '
fi
for arguments in 'generate --count 300' answer; do
  input=cases.jsonl to_nobody $arguments
  expect_status 2
  [ ! -s err ] || fail 'whoever closed the pipe knows'
done

# ---- Files ----
ln -s /dev/full full.jsonl
if [ -e /dev/full ]; then
  run gate --level 0 --vectors vectors.jsonl --junit full.jsonl
  expect_status 2
  expect_err '--junit full.jsonl: cannot be written: No space left on device'
  run explain vectors.jsonl --output full.jsonl
  expect_status 2
  expect_err 'cannot be written: No space left on device'
fi
for path in '' . vectors.jsonl/report no/such/folder/report; do
  run gate --level 0 --vectors vectors.jsonl --junit "$path"
  expect_usage 'the file name is empty|is a folder; name a file|its folder .* cannot be written: |Not a directory'
done
[ "$(id -u)" -eq 0 ] || { run gate --level 0 --vectors vectors.jsonl --junit /report.xml && expect_usage 'cannot be written: Permission denied'; }

# ---- convert ----
run convert vectors.jsonl vectors.jsonl/made
expect_usage 'vectors.jsonl/made: Not a directory'
run convert vectors.jsonl //
expect_usage 'is there already'
run convert vectors.jsonl ''
expect_usage 'cannot be written: No such file or directory'
for name in made.npz made.json; do
  run convert vectors.jsonl $name
  expect_usage 'there is no such format; give a name that ends in .jsonl'
done
run convert vectors.jsonl made///
expect_status 0
run gate --level 0 --vectors made
expect_status 0
expect_summary conforms 'cases=6 pass=6 '
[ "$(ls)" = "$(ls | grep -v tmp)" ] || fail 'nothing half written expected'

finish
