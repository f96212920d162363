#!/usr/bin/env bash
# What a terminal gets that a file does not: colours and progress, and how they are refused. And a signal that is ignored.
. "$(dirname -- "$0")/common.sh"

# terminal ARGUMENTS...: as `run`, with all three streams on a terminal.
terminal() {
  ran="unique-oracle $* (on a terminal)"
  status=0
  "$UO_BINARY_DIR/tests/cli/on_terminal" "$UO_PROGRAM" "$@" >out 2>err </dev/null || status=$?
  sed -i 's/\r$//' out
}
has() { grep -q "$1" out || fail "$2"; }
has_not() { if grep -q "$1" out; then fail "$2"; fi; }

escape=$(printf '\033')
red="$escape\\[1;31m"
wrong="gate --plugin $UO_BINARY_DIR/faulty/last_index.so --vectors $official --level 0 --no-shrink"
export TERM=xterm
unset NO_COLOR
terminal $wrong
expect_status 1
has "$red" 'colours expected'
expect_summary does-not-conform 'cases=6 '
NO_COLOR='' terminal $wrong
has "$red" 'an empty NO_COLOR is none'
NO_COLOR=1 terminal $wrong
has_not "$escape" 'NO_COLOR refuses colours'
TERM=dumb terminal $wrong
has_not "$escape" 'a terminal without colours gets none'
unset TERM
terminal $wrong
has_not "$escape" 'a terminal that is unknown gets none'
export TERM=xterm
run $wrong
has_not "$escape" 'a file gets no colours'

# A run of some seconds shows how far it is, and the line is gone at the end.
printf '%s\n' "$header" >slow.jsonl
for i in 1 2 3 4 5 6 7 8 9; do
  printf '{"id": "v%d", "X": {"dtype": "int64", "shape": [1], "data": [%d]}, "axis": null, "sorted": 1, "outputs": ["Y"]}\n' $i $i
done >>slow.jsonl
cat >slow.c <<'END'
#include <unique_oracle/plugin.h>
#include <poll.h>
static int unique(const uo_tensor *x, const uo_attributes *attributes, uo_sink *sink) {
  (void)x, (void)attributes, (void)sink;
  (void)poll(0, 0, 150);
  return UO_FAILED;
}
static const uo_plugin table = {UO_PLUGIN_ABI, "slow", "1", unique};
const uo_plugin *uo_plugin_entry(void) { return &table; }
END
"${CC:-cc}" -shared -fPIC -I "$UO_SOURCE_DIR/include" -o slow.so slow.c
slow="gate --plugin ./slow.so --vectors slow.jsonl --level 0 --no-shrink"
terminal $slow
expect_status 1
has ' of 9 cases, [0-9]* failed' 'progress expected'

# widest: the longest line of progress that the terminal got.
widest() { tr '\r' '\n' <out | sed "s/$escape\\[K//g" | grep ' %  ' | awk '{ if (length > most) most = length } END { print most + 0 }'; }
UO_COLUMNS=20 terminal $slow
[ "$(widest)" -eq 19 ] || fail 'progress should fit 20 columns'
UO_COLUMNS=200 terminal $slow
[ "$(widest)" -ge 45 ] || fail 'progress should be whole in 200 columns'
COLUMNS=30 terminal $slow # the terminal does not tell
[ "$(widest)" -eq 29 ] || fail 'progress should fit what COLUMNS says'
UO_COLUMNS=12 terminal $slow
expect_status 1
[ "$(widest)" -eq 0 ] || fail 'no progress expected on 12 columns'

terminal $slow --quiet
expect_status 1
has_not ' of 9 cases, ' 'no progress with --quiet'

# A claim that is verified shows it, too, from the corpus that the environment names.
UNIQUE_ORACLE_CORPUS="$scratch/slow.jsonl" run gate --plugin ./slow.so --level 0 --no-shrink --claim claim.json
expect_status 1
UNIQUE_ORACLE_CORPUS="$scratch/slow.jsonl" terminal verify-claim claim.json --plugin ./slow.so
expect_status 0
has ' of 9 cases, ' 'progress expected'
UNIQUE_ORACLE_CORPUS='' run verify-claim claim.json --plugin ./slow.so
expect_status 2

# In the background of a script SIGINT is ignored, and stays so.
status=0
(trap '' INT && exec "$UO_PROGRAM" $slow >out 2>err) &
sleep 0.5
kill -s INT $!
wait $! || status=$?
ran="$slow (SIGINT ignored)"
expect_status 1
expect_summary does-not-conform 'cases=9 '

finish
