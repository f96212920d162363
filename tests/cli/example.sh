#!/usr/bin/env bash
# docs/plug-in.md: the example compiled with one command, and the same code as a plug-in, a command and a file of answers.
. "$(dirname -- "$0")/common.sh"

example="$UO_SOURCE_DIR/docs/example"
cc=${CC:-cc}
[ "$(wc -l <"$example/plugin.c")" -le 60 ] || { ran='wc -l' status=0 fail 'the example should have at most 60 lines'; }

# build NAME SOURCE: NAME.so and NAME from that plug-in.
build() {
  "$cc" -shared -fPIC -I "$UO_SOURCE_DIR/include" -o "$1.so" "$2"
  # shellcheck disable=SC2046 # flags
  "$cc" -I "$UO_SOURCE_DIR/include" -o "$1" "$example/command.c" "$2" $(pkg-config --cflags --libs json-c)
}

# Float vectors of every kind: official ones, and generated cases made vectors without an expected answer.
cat "$official" | grep -v test_unique_length_1 >cases.jsonl
"$UO_PROGRAM" generate --seed 11 --count 2000 >>cases.jsonl
tail -n +2 cases.jsonl >questions.jsonl

# three_ways NAME: judges the three forms; leaves the summaries and the failing ids of each, which must be equal.
three_ways() {
  local form
  "./$1" <questions.jsonl >"$1-answers.jsonl"
  for form in plugin command answers; do
    case $form in
      plugin) run gate --plugin "./$1.so" --vectors cases.jsonl --level 0 --junit junit.xml ;;
      command) run gate --command "./$1" --vectors cases.jsonl --level 0 --junit junit.xml ;;
      answers) run gate --answers "$1-answers.jsonl" --vectors cases.jsonl --level 0 --junit junit.xml ;;
    esac
    expect_status "$2"
    { tail -n 1 out && failed_ids junit.xml; } >"$1-$form"
    expect_same "$1-plugin" "$1-$form"
  done
}

build right "$example/plugin.c"
three_ways right 0
expect_summary conforms 'failed=0'
[ "$(summary cases)" -eq 2005 ] || fail '2005 cases expected'
[ "$(summary pass)" -ge 100 ] || fail 'some of them are of type float'
[ $(($(summary pass) + $(summary unsupported))) -eq 2005 ] || fail 'everything else is unsupported'

# The same with a fault: in all three forms it shows in the same cases.
sed 's/k < u && (order = compare(x, n, first\[k\])) != 0/k < u \&\& (order = compare(x, n, first[k])) > 0/' "$example/plugin.c" >wrong.c
if cmp -s wrong.c "$example/plugin.c"; then fail 'the fault was not planted'; fi
build wrong wrong.c
three_ways wrong 1
expect_summary does-not-conform
[ "$(wc -l <wrong-plugin)" -ge 3 ] || fail 'the fault should show in some cases'

# The whole of level 1.
run gate --plugin ./right.so
expect_status 0
expect_summary conforms 'failed=0'
run gate --plugin ./right.so --require-dtypes float --level 0
expect_status 0
run gate --plugin ./right.so --require-dtypes float,double --level 0 --max-shown 1
expect_status 1
expect_summary does-not-conform

finish
