#!/usr/bin/env bash
# What is shown is bounded, what is required was judged, what is given twice is refused.
. "$(dirname -- "$0")/common.sh"

last_index="$UO_BINARY_DIR/faulty/last_index.so"
judge=(gate --plugin "$last_index" --vectors "$official" --level 0 --no-shrink)

# ---- --max-shown bounds groups, failures and stale entries ----
run "${judge[@]}"
heading='^[a-z][a-z-]*((: |, ).*)?: [0-9]+ cases?( \(|$)'
groups=$(grep -Ec "$heading" out)
[ "$groups" -ge 2 ] || fail 'several groups expected'
run "${judge[@]}" --max-shown 1
expect_status 1
[ "$(grep -c '^      rerun' out)" -eq 1 ] || fail 'one case should be shown'
[ "$(grep -c 'none of them shown (--max-shown)$' out)" -eq $((groups - 1)) ] || fail 'the other groups should have a heading'
run "${judge[@]}" --max-shown 0
expect_status 1
[ "$(grep -c 'none of them shown (--max-shown)$' out)" -eq $groups ] || fail 'each group should have a heading'
if grep -Eq 'and [0-9]+ more|rerun' out; then fail 'nothing was shown'; fi
# Many groups: each answer is wrong in its own way.
"$UO_PROGRAM" generate --count 800 >cases
sed 's/.*"id": "\([^"]*\)".*/{"id": "\1"/' cases >ids
{ echo "$header" && cat cases; } >many.jsonl
"$UO_PROGRAM" answer <cases >right.jsonl
# the answers of the next case each
paste -d '\n' ids <(sed 's/^{"id": "[^"]*"//' right.jsonl | sed -n '2,$p;1h;${g;p}') | sed 'N;s/\n//' >next.jsonl
run gate --answers next.jsonl --vectors many.jsonl --no-shrink
expect_status 1
headings=$(grep -Ec "$heading" out)
[ "$headings" -ge 35 ] && [ "$headings" -le 40 ] || fail 'headings should be bounded: 20 with a case, 20 without'
expect_out '^[0-9]+ more groups of failures: [0-9]+ cases, not shown \(--max-shown\)$'
run gate --answers next.jsonl --vectors many.jsonl --no-shrink --max-shown 0
[ "$(grep -Ec "$heading" out)" -eq 20 ] || fail 'twenty headings expected'
run gate --plugin "$UO_BINARY_DIR/faulty/aborts.so" --count 200 --no-shrink --max-shown 0
if grep -q ' more' out; then fail 'nothing was shown of which there is more'; fi
[ "$(wc -l <out)" -lt 12 ] || fail 'a few lines expected'
for i in $(seq 5000); do echo "gone-$i wrong"; done >stale
run "${judge[@]}" --known-failures stale --max-shown 3
expect_status 1
expect_out '^known failures that are not true any more: 5000$'
[ "$(grep -c 'is listed as wrong but never ran' out)" -eq 3 ] || fail 'three stale entries should be shown'
expect_out '^    4997 more not shown \(--max-shown\)$'
run "${judge[@]}" --known-failures stale --max-shown 0
expect_out '^    5000 not shown \(--max-shown\)$'
if grep -q 'never ran' out; then fail 'no stale entry should be shown'; fi

# ---- --require-dtypes of what nobody was asked about ----
run gate --vectors "$official" --level 0 --require-dtypes int8,float
expect_status 2
expect_err '^unique-oracle gate: --require-dtypes int8: no case of this type was judged; choose cases that have it'
expect_summary not-judged 'cases=6 pass=6 '
run gate --vectors "$official" --level 0 --require-dtypes int8,uint16,float
expect_err '^unique-oracle gate: --require-dtypes int8,uint16: no case of these types was judged'
run gate --vectors "$official" --level 0 --require-dtypes int8,float --shard 0/2 # another part may have it
expect_status 0
expect_out '^note: required, but no case of that type was judged: int8$'
run gate --vectors "$official" --level 0 --require-dtypes all
expect_status 0
run gate --vectors "$official" --level 0 --require-dtypes float
expect_status 0
run "${judge[@]}" --require-dtypes int8 # what fails fails
expect_status 1

# ---- Given twice ----
for option in 'level 0' 'seed 1' 'count 5' 'shard 0/2' 'dtype float' 'require-dtypes float' 'policy onnx' 'timeout 5' 'memory 64' \
  'max-shown 3' 'case grid:1' 'junit -' 'known-failures stale' 'write-known-failures made'; do
  run gate --${option% *} ${option#* } --${option% *} ${option#* }
  expect_usage "^unique-oracle gate: --${option% *} ${option#* }: given twice; give it once$"
done
run generate --count 2 --count 3
expect_usage '^unique-oracle generate: --count 3: given twice; give it once$'
run explain --case grid:1 --as json --as c
expect_usage '^unique-oracle explain: --as c: given twice; give it once$'
run shrink --plugin "$last_index" --case grid:1 --case grid:2
expect_usage 'grid:2: given twice'
run gate --plugin "$last_index" --plugin "$last_index"
expect_usage 'there is a subject already'
mkdir two && cp "$official" two/
sed 's/"id": "/"id": "b-/' "$official" >b.jsonl
run gate --vectors two --vectors b.jsonl --level 0 --quiet --quiet
expect_status 0
expect_summary conforms 'cases=12 '

# ---- Standard input is no file of vectors, answers or known failures ----
run gate --vectors - --level 0
expect_usage '^unique-oracle gate: --vectors -: vectors are not read from standard input; write them to a file and name it$'
run gate --answers - --vectors "$official"
expect_usage '^unique-oracle gate: --answers -: are not read from standard input; write them to a file'
run gate --known-failures -
expect_usage '^unique-oracle gate: --known-failures -: is not read from standard input; name a file'
for command in explain "shrink --plugin $last_index"; do
  run $command -
  expect_usage '-: vectors are not read from standard input'
done
run convert - made.jsonl
expect_usage '-: vectors are not read from standard input'

finish
