#!/usr/bin/env bash
# Where outputs go: descriptors, links, FIFOs, each other, and what the run reads.
. "$(dirname -- "$0")/common.sh"

cp "$official" official.jsonl
mkdir -p folder && cp "$official" folder/inside.jsonl
last_index="$UO_BINARY_DIR/faulty/last_index.so"
judge=(gate --plugin "$last_index" --vectors official.jsonl --level 0 --no-shrink)
reports='junit sarif tap events html claim behaviours'
outputs="$reports write-known-failures write-known-groups"
run "${judge[@]}" $(for option in $outputs; do echo "--$option" "plain.$option"; done)
expect_status 1

# into REDIRECTED ARGUMENTS...: the program with standard output in the file REDIRECTED.
into() {
  local file=$1
  shift
  ran="unique-oracle $* >$file" status=0
  "$UO_PROGRAM" "$@" >"$file" 2>err </dev/null || status=$?
  : >out
}
same_size() { [ "$(wc -l <"$1")" -eq "$(wc -l <"$2")" ] || fail "$1 and $2 should have as many lines"; }

# ---- Names and devices of the test's own, first ----
# A faulty program that root runs would put a file in the place of the machine's /dev/stdout or /dev/null, for everybody:
# one that does so to ours is not shown those.
ln -s /proc/self/fd/1 our-stdout
mknod our-null c 1 3 2>/dev/null && : 2>/dev/null >our-null || { rm -f our-null && ln -s /proc/self/fd/1 our-null; }
for option in $outputs; do
  for name in our-stdout our-null; do
    kind=$(stat -c '%F' $name)
    into made "${judge[@]}" --$option $name
    [ "$(stat -c '%F' $name)" = "$kind" ] && continue
    fail "$name should stay a $kind"
    finish
  done
done

# ---- Standard output by other names, and other descriptors ----
for option in $reports; do
  for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
    into made "${judge[@]}" --$option $name
    expect_status 1
    same_size made plain.$option
    tail -n 1 err | grep -q '^unique-oracle: does-not-conform' || fail 'the summary belongs on standard error then'
  done
done
ln -s /dev/stdout link
into made "${judge[@]}" --tap link
expect_status 1
same_size made plain.tap
[ -L link ] || fail 'the link should stay'
[ -L /dev/stdout ] || fail '/dev/stdout should stay'
run "${judge[@]}" --tap /dev/stdout --junit -
expect_usage '^unique-oracle gate: --tap /dev/stdout: --junit has standard output already; name a file$'
for option in $outputs; do
  run "${judge[@]}" --$option /dev/fd/3 3>made
  expect_status 1
  expect_summary does-not-conform
  same_size made plain.$option
  printf 'before\n' >made
  run "${judge[@]}" --$option /proc/self/fd/3 3>>made
  [ "$(sed 1q made)" = before ] || fail 'what stands there should stay'
  [ "$(wc -l <made)" -eq $(($(wc -l <plain.$option) + 1)) ] || fail 'the report should follow it'
  run "${judge[@]}" --$option /dev/fd/7
  expect_usage "^unique-oracle gate: --$option /dev/fd/7: no descriptor 7 is open; redirect it"
  run "${judge[@]}" --$option /dev/fd/3 3<official.jsonl
  expect_usage "^unique-oracle gate: --$option /dev/fd/3: descriptor 3 is open for reading only"
done
run explain official.jsonl --output /dev/stdout
expect_status 0
expect_out '^right answer under policy onnx'

# ---- Links, and the permissions of what is replaced ----
for option in $outputs; do
  rm -f -- target link
  ln -s target link
  run "${judge[@]}" --$option link
  expect_status 1
  [ -L link ] && [ -f target ] || fail "--$option through a link should make what the link names"
  chmod 600 target
  run "${judge[@]}" --$option link
  [ -L link ] && [ "$(stat -c %a target)" = 600 ] || fail "--$option should keep the permissions"
done
rm -f target link
echo before >target
ln target link
run "${judge[@]}" --tap target
expect_status 1
same_size target plain.tap
[ "$(cat link)" = before ] || fail 'the other name of a replaced file should keep what it had'
rm target link
ln -s loop loop
run "${judge[@]}" --junit loop
expect_usage '^unique-oracle gate: --junit loop: Too many levels of symbolic links'

# ---- Outputs and inputs ----
# spared PATTERN ARGUMENTS...: refused, and official.jsonl, folder/ and the plug-in are as they were.
ln -s official.jsonl to-official
ln official.jsonl hard
cp "$last_index" ./mine.so
"$UO_PROGRAM" answer <official.jsonl >answers.jsonl 2>/dev/null || true
printf 'test_unique_sorted_without_axis wrong\n' >known
sums=$(cat official.jsonl folder/inside.jsonl mine.so answers.jsonl known | cksum)
spared() {
  local pattern=$1
  shift
  run "$@"
  expect_usage "$pattern"
  [ "$(cat official.jsonl folder/inside.jsonl mine.so answers.jsonl known | cksum)" = "$sums" ] || fail 'nothing should be overwritten'
}
for option in $outputs; do
  for path in official.jsonl ./official.jsonl to-official hard; do
    spared "^unique-oracle gate: --$option $path: would overwrite what is read here \(--vectors official.jsonl\); name another file" \
      "${judge[@]}" --$option $path
  done
  spared "^unique-oracle gate: --$option folder/inside.jsonl: would overwrite .*--vectors folder\)" \
    gate --vectors folder --level 0 --$option folder/inside.jsonl
  spared "^unique-oracle gate: --$option mine.so: would overwrite .*--plugin ./mine.so" gate --plugin ./mine.so --$option mine.so
  spared "^unique-oracle gate: --$option answers.jsonl: would overwrite .*--answers answers.jsonl" \
    gate --answers answers.jsonl --$option answers.jsonl
  spared "^unique-oracle gate: --$option mine.so: would overwrite .*--command mine.so" gate --command 'cat mine.so' --$option mine.so
done
for option in $reports; do
  spared "^unique-oracle gate: --$option known: would overwrite .*--known-failures known" \
    gate --vectors official.jsonl --level 0 --known-failures known --$option known
done
run "${judge[@]}" --known-failures known --write-known-failures known # the one that follows the one it is made from
expect_status 1
[ "$(grep -c ' wrong' known)" -eq 5 ] || fail 'the list should be written'
spared='unique-oracle explain: --output official.jsonl: would overwrite what is read here \(CASE-FILE official.jsonl\)'
run explain official.jsonl --output official.jsonl
expect_usage "$spared"
expect_same official.jsonl "$official"
for pair in 'junit tap' 'claim events' 'html write-known-failures' 'write-known-failures write-known-groups'; do
  set -- $pair
  rm -f -- one two
  ln -s one two
  run "${judge[@]}" --$1 one --$2 ./two
  expect_usage "(--$1 one|--$2 ./two): --($1|$2) has this file already; name another file"
  [ ! -e one ] || fail 'nothing should be written'
  echo there >one
  run "${judge[@]}" --$1 one --$2 two
  expect_usage 'has this file already'
  [ "$(cat one)" = there ] || fail 'nothing should be written'
done
run "${judge[@]}" --junit out
expect_status 2
expect_err '^unique-oracle gate: --junit out: standard output goes to this file already; name another, or - for standard output'
run "${judge[@]}" --junit err
expect_usage '^unique-oracle gate: --junit err: standard error goes to this file already; name another'
run "${judge[@]}" --junit /dev/null --tap /dev/null
expect_status 1

# ---- FIFOs ----
mkfifo fifo
for option in $outputs; do
  cat fifo >made &
  run "${judge[@]}" --$option fifo
  wait $!
  expect_status 1
  same_size made plain.$option
done
run "${judge[@]}" --junit fifo
expect_status 2
expect_err '^unique-oracle gate: --junit fifo: nobody reads this pipe; start its reader first'
expect_summary not-judged 'cases=0 '
true <fifo &
run gate --count 2000 --tap fifo # more than a pipe holds
wait $! || true
expect_status 2
expect_err '^unique-oracle gate: --tap fifo: cannot be written: Broken pipe; its reader went away before it had read all'
expect_summary not-judged

# A signal ends the waiting for who reads, or does not.
set -m
for reader in none sleeps; do
  exec 4<>/dev/null
  [ $reader = none ] || exec 4<>fifo
  "$UO_PROGRAM" gate --count 2000 --tap fifo >out 2>err </dev/null 4<&- &
  process=$!
  ran="unique-oracle gate --tap fifo (SIGINT, reader: $reader)"
  sleep "$([ $reader = none ] && echo 1.5 || echo 6)"
  begin=$SECONDS
  kill -s INT $process
  status=0
  wait $process || status=$?
  [ $((SECONDS - begin)) -lt 2 ] || fail 'the first signal should end it'
  expect_status 130
  expect_err '--tap fifo: .*[Ii]nterrupted'
  expect_summary not-judged
  exec 4<&-
done
set +m

# ---- Full disks and limits ----
for option in $outputs; do
  [ -e /dev/full ] || break
  run "${judge[@]}" --$option /dev/full
  expect_status 2
  expect_err "^unique-oracle gate: --$option /dev/full: cannot be written: No space left on device; make room, or name a file elsewhere"
  expect_summary not-judged
done
for option in tap events; do
  ran="unique-oracle gate --$option limited (ulimit -f 8)" status=0
  (ulimit -f 8 && exec "$UO_PROGRAM" gate --count 2000 --$option limited) >out 2>err </dev/null || status=$?
  expect_status 2
  expect_err "^unique-oracle gate: --$option limited: (cannot be written: File too large|no room for a temporary file)"
done

finish
