#!/usr/bin/env bash
# Names that a terminal would obey, or that break lines: shown safely wherever they turn up, and to be pasted into a shell.
. "$(dirname -- "$0")/common.sh"

escape=$(printf '\033')
bidi=$(printf '\342\200\256')
odd="a'b\\c
d $escape[31m$bidi$(printf '\377')"
cp "$UO_BINARY_DIR/faulty/last_index.so" "./$odd.so"
cp "$official" "./$odd.jsonl"
judge=(gate --plugin "./$odd.so" --vectors "./$odd.jsonl" --level 0 --no-shrink)

# safe FILES...: nothing in there is obeyed, and no line is torn apart by a name.
safe() {
  local file
  for file in "$@"; do
    if grep -aq -e "$escape" -e "$bidi" "$file"; then fail "$file holds what a terminal obeys"; fi
    if grep -aq -e '^d ' "$file"; then fail "$file has a line that a name tore apart"; fi
  done
}

# ---- rerun, pasted into a shell, is the same run ----
"$UO_PROGRAM" "${judge[@]}" --tap tap --events events --junit junit --html html --sarif sarif --claim claim --write-known-failures known \
  >out 2>err || status=$?
ran='unique-oracle gate --plugin ODD --vectors ODD' 
expect_status 1
safe out err tap events junit sarif
grep -qx '# unique-oracle: does-not-conform .*' tap || fail 'TAP should be whole'
[ "$(grep -c '^not ok ' tap)" -eq 5 ] || fail 'five test points should fail'
rerun=$(sed -n 's/^ *rerun *//p' out | head -n 1)
eval "set -- $rerun"
shift
run "$@"
expect_status 1
expect_summary does-not-conform 'cases=1 .*failed=1 '

# ---- Everything that echoes what the user gave ----
word="x$escape[31m$bidi
d y"
printf '%s wrong\n' "${word%%[[:cntrl:]]*}" >"list $word"
printf '{"claim": 2}\n' >"claim $word"
while IFS='|' read -r line; do
  eval "run $line"
  safe out err
  [ "$status" -ne 0 ] || expect_status 0
  [ "$(grep -c . err)" -le 1 ] || fail 'one line of message expected'
done <<'END'
"$word"
gate "--$word"
gate "$word"
gate --level "$word"
gate --policy "$word"
gate --shard "$word"
gate --dtype "$word"
gate --timeout "$word"
gate --case "$word"
gate --vectors "$word"
gate --plugin "./$word"
gate --command "$word"
gate --answers "$word"
gate --known-failures "$word"
gate --known-failures "list $word" --vectors "./$odd.jsonl" --level 0
gate --junit "no/$word/report"
gate --vectors "./$odd.jsonl" --junit "./$odd.jsonl"
explain "$word"
explain "./$odd.jsonl"
explain "./$odd.jsonl" --as "$word"
explain "./$odd.jsonl" --output "no/$word"
explain --case "$word"
shrink --plugin "./$odd.so" "$word"
convert "./$odd.jsonl" "made $word.jsonl"
convert "./$odd.jsonl" "made $word"
convert "./$odd.jsonl" "./$odd.jsonl"
verify-claim "$word"
verify-claim "claim $word"
clauses "$word"
generate --count "$word"
answer "$word"
END

# A claim that holds, of answers whose name is odd; texts of a vector that are not the user's own.
printf '%s\n' "$header" '{"id": "a\u202eb", "X": {"dtype": "int8", "shape": [], "data": [1]}, "axis": 7, "sorted": 1, "outputs": ["Y"],
 "clauses": ["X\u001b[31m"], "comment": "\u001b[31m", "expect": {"rejected": "\u001b[31m\nd no"}}' | tr '\n' ' ' |
  sed 's/} {/}\n{/' >texts.jsonl
run explain texts.jsonl
expect_status 0
safe out err
run gate --vectors texts.jsonl --level 0 --claim "claim $word"
expect_status 0
run verify-claim "claim $word" --vectors texts.jsonl
expect_status 0
safe out err

# ---- Cases without a file ----
for command in explain "shrink --plugin $UO_BINARY_DIR/faulty/last_index.so"; do
  for id in test_unique_sorted_without_axis grid:5 1:3 small:7; do
    run $command --case $id
    [ "$status" -le 1 ] || fail 'the case should be found'
    [ "$command" = explain ] && expect_out "^$id  \("
  done
  run $command --case nothing
  expect_usage '^unique-oracle (explain|shrink): --case nothing: none of the [0-9]+ bundled vectors has this id, and it is not of the form'
  UNIQUE_ORACLE_CORPUS=/nowhere run $command --case nothing
  expect_usage 'the corpus: /nowhere: cannot be read: .*; name a CASE-FILE or UNIQUE_ORACLE_CORPUS'
  UNIQUE_ORACLE_CORPUS="./$odd.jsonl" run $command --case test_unique_length_1
  [ "$status" -le 1 ] || fail 'the case should be found in what the environment names'
  run $command
  expect_usage 'name a CASE-FILE, or a bundled vector or a generated case with --case'
done
run shrink --plugin "$UO_BINARY_DIR/faulty/last_index.so" --case test_unique_sorted_without_axis
expect_status 1
expect_out '"id": "test_unique_sorted_without_axis-smallest"'

finish
