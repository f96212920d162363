#!/usr/bin/env bash
# The pages say what the program does: clauses, verdicts, policies. (Commands, outputs and links: tests/pages/.)
. "$(dirname -- "$0")/common.sh"

docs="$UO_SOURCE_DIR/docs"

# Every clause and silent point, with its text, stands in spec.md; and none stands there that the program does not know.
sed -nE 's/^  X\([A-Z0-9_]+, "([A-Z]+-[0-9]+)", "([^"]*)".*/| \1 | \2 |/p' "$UO_SOURCE_DIR/include/unique_oracle/clauses.h" >rows
[ "$(wc -l <rows)" -ge 70 ] || { ran=clauses.h status=0 && : >out && : >err && fail 'the table of clauses was not understood'; }
run clauses
expect_status 0
while IFS= read -r row; do
  grep -Fq "$row" "$docs/spec.md" || fail "spec.md should have: $row"
  expect_out "$(cut -d' ' -f2 <<<"$row")"
done <rows
[ "$(grep -cE '^\| [A-Z]+-[0-9]+ \|' "$docs/spec.md")" -eq "$(wc -l <rows)" ] || fail 'spec.md has other clauses'

# Every option of gate stands in its --help, and every named policy works.
run gate --help
for option in plugin command answers vectors level seed count case shard dtype require-dtypes known-failures timeout memory \
  max-shown fail-fast junit policy no-shrink; do
  expect_out "--$option"
done
for policy in onnx numpy array-api ieee spec onnx,nan-order=first zero=distinct; do
  run gate --level 0 --case grid:1 --policy "$policy"
  expect_status 0
  expect_summary conforms "policy=.*${policy##*,}"
done

finish
