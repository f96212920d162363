#!/usr/bin/env bash
# Every plug-in of tests/faulty at level 1: the gate says what tests/faulty/expected.txt says. In an optimised build
# a right one gets every case, and a wrong one all vectors; if these do not catch it, generated cases up to the first that
# does. Elsewhere, where that takes minutes, every third plug-in is judged (another third in builds with sanitizers): a wrong one gets
# vectors up to the first that catches it, and each of the right ones, but for `conforming`, another sixth of the cases.
. "$(dirname -- "$0")/common.sh"

whole=no
if grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=Release$' "$UO_BINARY_DIR/CMakeCache.txt"; then whole=yes; fi

# The verdicts and clauses that a run named, one line a group: "wrong IDX-01,IDX-04 12".
groups() {
  sed -nE 's/^([a-z-]+)(, inconsistent)?(: ([A-Z0-9, -]+))?( in [A-Za-z_]+)?: ([0-9]+) cases?( \(.*)?$/\1 \4 \6/p' "$1" |
    sed 's/, /,/g'
}

# count_named CLAUSES: how many of them the run named.
count_named() {
  local clause count=0
  for clause in ${1//,/ }; do
    if grep -q -- "$clause" named; then count=$((count + 1)); fi
  done
  echo "$count"
}

expect_conforms() { # VERDICTS
  expect_status 0
  expect_summary conforms "failed=0  policy=$policy\$"
  [ "$whole" = no ] || [ "$(summary cases)" -ge 100000 ] || fail 'level 1 has at least 100000 cases'
  [ "$1" = pass ] || [ "$(summary unsupported)" -gt 1000 ] || fail 'many cases should be unsupported'
  [ "$1" != pass ] || [ "$(summary unsupported)" -eq 0 ] || fail 'nothing should be unsupported'
  [ "$policy" = spec ] || [ "$(summary freedom)" -eq 0 ] || fail 'nothing should differ from the policy'
}

judge_right() { # ROW VERDICTS
  [ "$name" != conforming ] || whole=yes
  gate+=(--timeout 60) # most are slow by nature, and the machine may be busy
  [ "$whole" = yes ] || gate+=(--shard "$(($1 % 6))/6")
  run "${gate[@]}"
  expect_conforms "$2"
  groups out >named
}

# Every vector, and what they name together; or all cases up to the first that fails.
judge_wrong_wholly() { # VERDICTS CLAUSES
  run "${gate[@]}" --level 0
  if [ "$status" -eq 0 ]; then
    run "${gate[@]}" --fail-fast
    return
  fi
  least=$(wc -w <<<"${2//,/ }")
  [ "$(summary pass)" -gt 0 ] || fail 'the rest should pass'
  expect_out "^${1%%,*}[,:]"
}

judge_wrong() { # VERDICTS CLAUSES
  local least=1
  if [ "$1" = hang ]; then gate+=(--timeout 2); else gate+=(--timeout 30); fi # the machine may be busy
  if [ "$whole" = yes ]; then
    judge_wrong_wholly "$@"
  else
    run "${gate[@]}" --level 0 --fail-fast
    : >named
    [ "$status" -ne 0 ] || return 0 # only generated cases catch it
  fi
  expect_status 1
  expect_summary does-not-conform "policy=$policy\$"
  groups out >named
  [ "$2" = - ] || [ "$(count_named "$2")" -ge "$least" ] || fail "$name: $least of $2 should be named"
}

judge() { # ROW NAME POLICY VERDICTS CLAUSES
  local name=$2 policy=$3 verdict
  local gate=(gate --plugin "$UO_BINARY_DIR/faulty/$name.so" --policy "$policy" --memory 256 --max-shown 0)
  case $4 in
    pass | unsupported) judge_right "$1" "$4" ;;
    *) judge_wrong "$4" "$5" ;;
  esac
  while read -r verdict _; do
    case ",$4,$verdict" in
      *",$verdict,"* | ,wrong,*freedom) ;;
      *) fail "$name: no case should be $verdict" ;;
    esac
  done <named
}

grep -v '^#' "$UO_SOURCE_DIR/tests/faulty/expected.txt" | grep . | nl >rows

# One row, in a process of its own: several run side by side.
if [ "${1:-}" = --row ]; then
  shift
  read -r number name policy verdicts clauses <<<"$*"
  judge "$number" "$name" "$policy" "$verdicts" "$clauses"
  [ "$failures" -eq 0 ] || cat named
  printf '%-30s %-28s %-16s %s\n' "$name" "$policy" "$verdicts" "$(tail -n 1 out | sed 's/.*cases/cases/; s/ policy.*//')"
  exit "$((failures > 0))"
fi

# The table speaks of every plug-in but those that no run can load (usage.sh has them).
ran='expected.txt' status=0 && : >out && : >err
for source in "$UO_SOURCE_DIR"/tests/faulty/*.c; do
  name=$(basename -- "$source" .c)
  case $name in no_entry | no_table | no_function | wrong_abi) continue ;; esac
  grep -q "[0-9][[:blank:]]$name " rows || fail "$name stands in no row"
  case $name in conforming | unusual_*) continue ;; esac
  grep -q "^| .$name. | .*[a-z]" "$UO_SOURCE_DIR/docs/faults.md" || fail "$name should stand in docs/faults.md"
done
[ "$(grep -Evc ' (pass|unsupported) ' rows)" -ge 70 ] || fail 'at least 70 wrong ones'

third=0
! grep -q '^UO_SANITIZE:[A-Z]*=.' "$UO_BINARY_DIR/CMakeCache.txt" || third=1
[ "$whole" = yes ] || { grep -E '[[:blank:]]conforming ' rows; awk -v third=$third '!/[[:blank:]]conforming / && $1 % 3 == third' rows; } >some
[ "$whole" = yes ] || mv some rows

xargs -d '\n' -P "$(getconf _NPROCESSORS_ONLN)" -I{} bash "$UO_SOURCE_DIR/tests/cli/faulty.sh" --row {} <rows || { ran=rows fail 'rows failed'; }
finish
