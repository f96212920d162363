#!/usr/bin/env bash
# Five wrong plug-ins, each on cases of which some must fail ("hit-...") and all others must pass: each run ends, and names
# exactly those.
. "$(dirname -- "$0")/common.sh"

all='"Y", "indices", "inverse_indices", "counts"'

# vectors NAME: lines "ID | DTYPE | SHAPE | DATA | AXIS | SORTED | OUTPUTS" of standard input as NAME.jsonl; OUTPUTS may be `all`.
vectors() {
  {
    echo "$header"
    while IFS='|' read -r id dtype shape data axis sorted outputs; do
      [ "$outputs" != all ] || outputs=$all
      printf '{"id": "%s", "X": {"dtype": "%s", "shape": [%s], "data": [%s]}, "axis": %s, "sorted": %s, "outputs": [%s]}\n' \
        "$id" "$dtype" "$shape" "$data" "$axis" "$sorted" "$outputs"
    done
  } >"$1.jsonl"
  sed -n 's/.*"id": "\(hit[^"]*\)".*/\1/p' "$1.jsonl" | sort >"$1.hits"
}

# judge NAME VERDICT CLAUSE: the plug-in on its vectors.
judge() {
  local cases hits
  cases=$(($(wc -l <"$1.jsonl") - 1))
  hits=$(wc -l <"$1.hits")
  run gate --plugin "$UO_BINARY_DIR/faulty/$1.so" --vectors "$1.jsonl" --level 0 --timeout 1 --junit junit.xml
  expect_status 1
  expect_summary does-not-conform "cases=$cases pass=$((cases - hits)) freedom=0 unsupported=0 failed=$hits "
  failed_ids junit.xml >have
  expect_same have "$1.hits"
  expect_out "$2"
  expect_out "$3"
}

vectors nan_merged_with_neighbour <<'END'
hit-nan-first|float|3|"NaN", 1.0, 2.0|null|0|all
hit-nan-last|double|3|1.0, 2.0, "NaN"|null|1|all
hit-nan-between|float16|3|1.0, "NaN", 1.0|null|1|"Y"
hit-nan-in-row|double|2,2|1.0, "NaN", 1.0, 2.0|0|1|all
ok-no-nan|float|3|3.0, 1.0, 2.0|null|1|all
ok-only-nan|float|3|"NaN", "NaN", "NaN(0xffc00000)"|null|1|all
ok-rows-differ-elsewhere|double|2,2|1.0, "NaN", 2.0, "NaN"|0|0|all
ok-integers|int64|3|3, 1, 3|null|1|all
ok-empty|float|0||null|1|all
END
judge nan_merged_with_neighbour wrong VAL-01

vectors sorted_ignored_for_y_alone <<'END'
hit-reverse|int32|2|2, 1|null|0|"Y"
hit-rows|string|2,1|"b", "a"|0|0|"Y"
hit-nan|double|2|"NaN", 1.0|null|0|"Y"
ok-ascending|int32|3|1, 2, 2|null|0|"Y"
ok-sorted|int32|2|2, 1|null|1|"Y"
ok-with-counts|int32|2|2, 1|null|0|"Y", "counts"
ok-all|int32|2|2, 1|null|0|all
END
judge sorted_ignored_for_y_alone wrong ORD-02

vectors dies_on_1_0 <<'END'
hit-float|float|1,0||0|1|all
hit-string|string|1,0||0|0|"Y"
hit-negative|int8|1,0||-2|1|all
ok-other-axis|float|1,0||1|1|all
ok-flattened|float|1,0||null|1|all
ok-two-rows|float|2,0||0|1|all
ok-no-row|float|0,1||0|1|all
ok-one-row|float|1,1|7.0|0|1|all
END
judge dies_on_1_0 crash 'SIGFPE|signal'

vectors hangs_on_one <<'END'
hit|float|3,3|1, 0, 0, 1, 0, 0, 2, 3, 4|0|1|all
ok-other-data|float|3,3|1, 0, 0, 1, 0, 0, 2, 3, 3|0|1|all
ok-other-type|double|3,3|1, 0, 0, 1, 0, 0, 2, 3, 4|0|1|all
ok-other-axis|float|3,3|1, 0, 0, 1, 0, 0, 2, 3, 4|1|1|all
ok-flattened|float|3,3|1, 0, 0, 1, 0, 0, 2, 3, 4|null|1|all
END
judge hangs_on_one hang 'second|time'

vectors writes_past_y <<'END'
hit-int32|int32|3|1, 1, 2|null|1|all
hit-int32-y-alone|int32|1|5|null|0|"Y"
hit-int32-axis|int32|3|2, 2, 1|-1|0|all
hit-int32-empty|int32|0||null|1|all
ok-int32-rows|int32|2,2|1, 2, 1, 2|0|1|all
ok-int64|int64|3|1, 1, 2|null|1|all
ok-uint32|uint32|3|1, 1, 2|null|1|all
ok-string|string|2|"b", "a"|null|1|all
ok-rejected|int32|2|1, 2|5|1|all
END
judge writes_past_y clobbers 'past|after|beyond'

finish
