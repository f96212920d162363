#!/usr/bin/env bash
# Generated cases: the same every time, each one computed from its index alone.
. "$(dirname -- "$0")/common.sh"

run generate --seed 7 --count 1000
expect_status 0
cp out first
[ "$(wc -l <first)" -eq 1000 ] || fail '1000 lines expected'
run generate --seed 7 --count 1000
expect_same out first
LC_ALL=de_DE.UTF-8 "$UO_PROGRAM" generate --seed 7 --count 1000 >out
expect_same out first
run generate --seed 8 --count 1000
if cmp -s out first; then fail 'another seed should give other cases'; fi
run generate --seed 7 --count 124
head -n 124 first >head
expect_same out head

sed -n 124p first | grep -q '^{"id": *"7:123"' || fail 'line 123 (from 0) should be case 7:123'
[ "$(sed 's/.*"id": *"\([^"]*\)".*/\1/' first | sort -u | wc -l)" -eq 1000 ] || fail 'ids should be distinct'

# Case 7:123 run alone is that line: its answers are the same.
sed -n 124p first >one
"$UO_PROGRAM" answer <one >answers
run gate --case 7:123 --answers answers
expect_status 0
expect_summary conforms 'cases=1 pass=1 '
sed -n 125p first | "$UO_PROGRAM" answer | sed 's/7:124/7:123/' >answers
run gate --case 7:123 --answers answers
expect_status 1

# The shards of a generation are its parts.
for part in 0 1 2; do
  run generate --seed 7 --count 1000 --shard "$part/3"
  cat out
done | sort >parts
sort first >sorted
expect_same parts sorted

# Every type and every shape of rank 0 to 3 comes up.
for type in float double float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool string complex64 complex128; do
  grep -q "\"dtype\": *\"$type\"" first || fail "no $type among 1000 cases"
done
grep -Eq '"shape": *\[\]' first || fail 'no scalar among 1000 cases'
grep -Eq '"axis": *-' first || fail 'no negative axis among 1000 cases'
grep -Eq '"sorted": *0' first || fail 'no sorted=0 among 1000 cases'
grep -Eq '"outputs": *\["Y"\]' first || fail 'no case that wants Y alone among 1000'

run generate --seed 7
expect_usage 'count'
run generate --count 5 --seed x
expect_usage 'seed'

finish
