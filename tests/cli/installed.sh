#!/usr/bin/env bash
# The program finds the vectors that are installed beside it, else those of the sources that it was built from.
. "$(dirname -- "$0")/common.sh"

mkdir -p bin share/unique-oracle
cp -- "$UO_PROGRAM" bin/unique-oracle
UO_PROGRAM=$PWD/bin/unique-oracle
run gate --level 0
expect_status 0
built=$(tail -n 1 out)

mkdir share/unique-oracle/vectors
cp -- "$UO_SOURCE_DIR/corpus/vectors/official.jsonl" share/unique-oracle/vectors/
run gate --level 0
expect_status 0
expect_summary conforms 'cases=6 '
[ "$built" != "$(tail -n 1 out)" ] || fail 'the vectors beside the program should be taken'

UNIQUE_ORACLE_CORPUS=$UO_SOURCE_DIR/corpus/vectors run gate --level 0
expect_status 0
[ "$built" = "$(tail -n 1 out)" ] || fail 'UNIQUE_ORACLE_CORPUS should come first'
finish
