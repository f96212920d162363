#!/usr/bin/env bash
# Every clause has code, tests and behaviours (coverage/trace.sh), and the check sees it when one is taken away.
. "$(dirname -- "$0")/common.sh"

trace() { # ARGUMENTS...: the check on the copy below, or on the sources themselves
  ran="trace.sh $*"
  status=0
  "$UO_SOURCE_DIR/coverage/trace.sh" "$@" >out 2>err </dev/null || status=$?
}

trace
expect_status 0
expect_out '^clauses: [0-9]+; with code [0-9]+ .*, with tests [0-9]+ .*, with bins [0-9]+; unobservable [0-9]+$'

# A copy to break. What is only read stays where it is.
mkdir copy && cp -r "$UO_SOURCE_DIR"/{src,include,coverage} copy/ && mkdir copy/tests
cp -r "$UO_SOURCE_DIR"/tests/*.c "$UO_SOURCE_DIR/tests/cli" copy/tests/
cp "$UO_SOURCE_DIR/README.md" copy/
ln -s "$UO_SOURCE_DIR"/{docs,corpus,reference} copy/
export UO_TRACE_ROOT="$scratch/copy"
trace --record # the sources may have more than what is recorded there
expect_status 0
trace
expect_status 0

expect_broken() { # PATTERN: the check fails and says it; then the copy is whole again
  expect_status 1
  expect_out "$1"
  expect_out '^NOT ALL TRACED'
  cp -r "$UO_SOURCE_DIR"/{src,include} copy/ && cp "$UO_SOURCE_DIR"/tests/*.c copy/tests/ && cp "$UO_SOURCE_DIR"/tests/cli/*.sh copy/tests/cli/
}

# One of several citations, a bin of several, a test that cites nothing.
sed -i '0,/VAL-02/s///' copy/src/checker/judge_values.c
trace
expect_broken '^VAL-02: [0-9]+ places in src/, but [0-9]+ are recorded$'
sed -i '/BIN(SIZE, MORE, /s/INV-04 //' copy/src/cases/behaviour_table.h
trace
expect_broken '^INV-04: [0-9]+ bins, but [0-9]+ are recorded$'
sed -i '0,/^static void [a-z_]*(void \*\*state)/s//static void *gone(void)/' copy/tests/test_tensor_number.c
trace
expect_broken '^tests: [0-9]+, but [0-9]+ are recorded$'

grep -rl 'CNT-02' copy/src --include='*.[ch]' | grep -v behaviour_table | xargs sed -i 's/CNT-02/CNT-01/g'
trace
expect_broken '^CNT-02: no comment in src/ cites it$'

grep -rl 'SIL-20' copy/tests | xargs sed -i 's/SIL-20/SIL-01/g'
trace
expect_broken '^SIL-20: no test cites it$'

sed -i '/define UO_UNOBSERVABLE/,$!s/ SIL-16\|SIL-16 \|SIL-16//' copy/src/cases/behaviour_table.h
trace
expect_broken '^SIL-16: no behaviour exercises it'

none=77 # no clause has this number
sed -i "0,/VAL-01/s//VAL-$none/" copy/tests/test_reference.c
trace
expect_broken "tests/test_reference.c:[0-9]+: cites VAL-$none, which is no clause\$"

sed -i '/define UO_UNOBSERVABLE/,$!s/"TYP-01 /"TYP-'"$none"' /' copy/src/cases/behaviour_table.h
trace
expect_broken "^bin type\.[a-z0-9]+ names TYP-$none, which is no clause\$"

printf '/* VAL-01: nothing comes behind this. */\n' >>copy/tests/test_reference.c
trace
expect_broken 'tests/test_reference.c:[0-9]+: cites VAL-01 where no test follows$'

# A cited test that did not run, or did not pass.
mkdir -p build/Testing/Temporary
{
  awk -v kind=test -v clauses="$UO_SOURCE_DIR/include/unique_oracle/clauses.h" -f "$UO_SOURCE_DIR/coverage/cite.awk" copy/tests/*.c copy/tests/cli/*.sh |
    awk -F '\t' '{ tests[$5] = tests[$5] ($6 == "" ? "" : "[       OK ] " $6 "\n") }
      END { for (t in tests) printf "%d/99 Testing: %s\n%d/99 Test: %s\n%sTest Passed.\n", ++n, t, n, t, tests[t] }'
} >build/Testing/Temporary/LastTest.log
trace --ran build --table table
expect_status 0
grep -q '^code	VAL-01	src/' table || fail 'the table should have a place of VAL-01'
sed -i '/OK \] a_hash_alone_makes_nothing_equal$/d' build/Testing/Temporary/LastTest.log
trace --ran build
expect_broken 'cites VAL-01, but test_checker_robust: a_hash_alone_makes_nothing_equal did not run or did not pass$'

unset UO_TRACE_ROOT
trace --ran "$scratch/nowhere"
expect_status 2
expect_err 'run ctest first'
trace nonsense
expect_status 2

finish
