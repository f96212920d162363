#!/usr/bin/env bash
# Every plug-in of tests/faulty at level 1: the gate says what tests/faulty/expected.txt says. Whole runs in an optimised
# build; elsewhere, where they take minutes, a wrong plug-in's run ends at the first failing case and the right ones get a part.
. "$(dirname -- "$0")/common.sh"

whole=no
if grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=Release$' "$UO_BINARY_DIR/CMakeCache.txt"; then whole=yes; fi

# The verdicts and clauses that a run named, one line a group: "wrong IDX-01,IDX-04 12".
groups() {
  sed -nE 's/^([a-z-]+)(, inconsistent)?(: ([A-Z0-9, -]+))?( in [A-Za-z_]+)?: ([0-9]+) cases? \(.*/\1 \4 \6/p' "$1" |
    sed 's/, /,/g'
}

judge() { # NAME POLICY VERDICTS CLAUSES
  local name=$1 policy=$2 verdicts=$3 clauses=$4 clause verdict
  local gate=(gate --plugin "$UO_BINARY_DIR/faulty/$name.so" --policy "$policy" --timeout 2 --memory 256 --max-shown 0)
  case $verdicts in
    pass | unsupported)
      [ "$whole" = yes ] || gate+=(--shard 3/8)
      run "${gate[@]}"
      expect_status 0
      expect_summary conforms "failed=0  policy=$policy\$"
      [ "$whole" = no ] || [ "$(summary cases)" -ge 100000 ] || fail 'level 1 has at least 100000 cases'
      [ "$verdicts" = pass ] || [ "$(summary unsupported)" -gt 1000 ] || fail 'many cases should be unsupported'
      [ "$verdicts" != pass ] || [ "$(summary unsupported)" -le 500 ] || fail 'only the largest should be unsupported'
      [ "$policy" = spec ] || [ "$(summary freedom)" -eq 0 ] || fail 'nothing should differ from the policy'
      ;;
    *)
      [ "$whole" = yes ] || gate+=(--fail-fast)
      run "${gate[@]}"
      expect_status 1
      expect_summary does-not-conform "policy=$policy\$"
      [ "$whole" = no ] || [ "$(summary pass)" -gt 0 ] || fail 'the rest should pass'
      [ "$whole" = no ] || expect_out "^${verdicts%%,*}[,:]"
      ;;
  esac
  groups out >named
  while read -r verdict _; do
    case ",$verdicts,$verdict" in
      *",$verdict,"* | ,wrong,*freedom) ;;
      *) fail "$name: no case should be $verdict" ;;
    esac
  done <named
  [ "$whole" = yes ] || return 0
  for clause in ${clauses//,/ }; do
    [ "$clause" = - ] || grep -q "$clause" named || fail "$name: $clause should be named"
  done
}

grep -v '^#' "$UO_SOURCE_DIR/tests/faulty/expected.txt" | grep . >rows

# One row, in a process of its own: several run side by side.
if [ "${1:-}" = --row ]; then
  shift
  read -r name policy verdicts clauses <<<"$*"
  judge "$name" "$policy" "$verdicts" "$clauses"
  [ "$failures" -eq 0 ] || cat named
  printf '%-30s %-28s %-16s %s\n' "$name" "$policy" "$verdicts" "$(tail -n 1 out | sed 's/.*cases/cases/; s/ policy.*//')"
  exit "$((failures > 0))"
fi

# The table speaks of every plug-in but those that no run can load (usage.sh has them).
ran='expected.txt' status=0 && : >out && : >err
for source in "$UO_SOURCE_DIR"/tests/faulty/*.c; do
  name=$(basename -- "$source" .c)
  case $name in no_entry | no_table | no_function | wrong_abi) continue ;; esac
  grep -q "^$name " rows || fail "$name stands in no row"
done
[ "$(grep -Evc ' (pass|unsupported) ' rows)" -ge 24 ] || fail 'at least 24 wrong ones'

xargs -d '\n' -P "$(getconf _NPROCESSORS_ONLN)" -I{} bash "$UO_SOURCE_DIR/tests/cli/faulty.sh" --row {} <rows || { ran=rows fail 'rows failed'; }
finish
