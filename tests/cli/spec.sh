#!/usr/bin/env bash
# Answers of every kind, judged under policy onnx and under spec, in every report. SIL-01, ERR-03
. "$(dirname -- "$0")/common.sh"

vector() { # ID X SORTED OUTPUTS [EXPECT]
  printf '{"id": "%s", "X": %s, "axis": null, "sorted": %s, "outputs": [%s]%s}\n' "$1" "$2" "$3" "$4" "${5:+, \"expect\": $5}"
}
int64() { printf '{"dtype": "int64", "shape": [%s], "data": [%s]}' "$1" "$2"; }
nan_nan='{"dtype": "float", "shape": [2], "data": ["NaN", "NaN"]}'
nan='{"dtype": "float", "shape": [1], "data": ["NaN"]}'
long=$(seq -s ', ' 1000)
{
  echo "$header"
  vector distinct "$nan_nan" 1 '"Y"'
  vector merged "$nan_nan" 1 '"Y"' "{\"Y\": $nan}"
  vector golden "$(int64 3 '3, 1, 3')" 1 '"Y", "counts"' "{\"Y\": $(int64 2 '1, 3'), \"counts\": $(int64 2 '2, 1')}"
  vector failed "$(int64 1 7)" 1 '"Y"'
  vector shapes "$(int64 3 '3, 1, 3')" 1 '"Y", "indices", "inverse_indices", "counts"'
  vector nothing "$(int64 1 7)" 1 '"Y"'
  vector long "$(int64 1000 "$long")" 1 '"Y"'
  vector sorted "$(int64 1 7)" 2 '"Y"'
  vector gone "$(int64 1 7)" 1 '"Y"'
} >vectors.jsonl
{
  echo "{\"id\": \"distinct\", \"Y\": $nan_nan}"
  echo "{\"id\": \"merged\", \"Y\": $nan}"
  echo "{\"id\": \"golden\", \"Y\": $(int64 2 '1, 3'), \"counts\": $(int64 2 '1, 2')}"
  echo '{"id": "failed", "failed": "first line\n\nthird line \u007f ]]> <b> \u0001 \"quoted\" \\\\ é 😀"}'
  echo "{\"id\": \"shapes\", \"Y\": $(int64 1 5), \"indices\": $(int64 '1, 1' 0), \"inverse_indices\": $(int64 '3, 1' '0, 0, 0'), \"counts\": $(int64 2 '1, 3')}"
  echo '{"id": "nothing", "unsupported": "not this one"}'
  echo "{\"id\": \"long\", \"Y\": $(int64 999 "${long%, *}")}"
  echo "{\"id\": \"sorted\", \"Y\": $(int64 1 7)}"
} >answers.jsonl

reports='--junit report.xml --sarif report.sarif --tap report.tap --events report.events --html report.html'
judge() { run gate --answers answers.jsonl --vectors vectors.jsonl --max-shown 100 $reports "$@"; }
# in_each PATTERN [FILE...]: each report says so, in its own way of writing.
in_each() {
  local pattern=$1 file
  shift
  for file in "${@:-out report.xml report.sarif report.tap report.events report.html}"; do
    for file in $file; do grep -Eq -e "$pattern" "$file" || fail "$file should match: $pattern"; done
  done
}

judge
expect_status 1
expect_summary does-not-conform 'cases=9 pass=1 freedom=0 unsupported=1 failed=7  policy=onnx'
in_each 'freedom'
in_each 'accepts-invalid'
in_each 'no answer with id'
expect_out '^ +freedom  nan=distinct \(SIL-01\)'
expect_out '^ +X +int64\[1000\] .*\.\.\. \(1000 elements\)'
expect_out '^ +because  first line$'
expect_out '^ +third line \\x7f '
in_each 'third line .*]]&gt; &lt;b&gt; .*é 😀' report.xml
in_each 'third line .*]]> \\u003cb> .*é 😀' report.html
in_each '"answer": *"failed"|third line' report.events report.sarif
expect_out "differs from the vector's expected answer, which violates "
expect_out '^wrong: .*SHAPE-0'

judge --policy spec
expect_status 1
expect_summary does-not-conform 'cases=9 pass=0 freedom=1 unsupported=1 failed=7  policy=spec'
in_each 'inconsistent'
expect_out '^wrong, inconsistent: SIL-01: 1 case'
expect_out 'this answer follows nan=equal, but earlier answers follow nan=distinct \(SIL-01\)'
expect_out '^choices that explain the answers that are not wrong: nan=distinct'
# Alone it contradicts nothing: the command that reruns it names the choice that the others made.
expect_out '^ +rerun .* --policy ieee --case merged$|^ +rerun .* --policy (onnx,)?nan=distinct.* --case merged$'
grep -q '<property name="choices" value="nan=distinct' report.xml || fail 'the choices should stand among the properties'
grep -A 2 'name="distinct"' report.xml | grep -q '<system-out>freedom: SIL-01</system-out>' || fail 'a freedom that does not fail is output'

# Only types of which no case was judged are named, and only where it is about all of them.
judge --dtype float
expect_status 1
expect_summary does-not-conform 'cases=2 '

# Types that are required, but of which nothing was judged, are named, unless one case alone was asked for.
judge --dtype float --require-dtypes int8,float
expect_out '^note: required, but no case of that type was judged: int8$'
judge --case distinct --require-dtypes int8,float
if grep -q '^note: required' out; then fail 'one case has one type'; fi

# A list of known failures keeps, in a part of a run, what was not asked.
printf 'gone broken-adapter  # no answer\nlong wrong\n' >known
judge --case long --known-failures known --write-known-failures made
expect_status 0
grep -qx 'gone broken-adapter  # no answer' made || fail 'the line of a case that was not asked should be kept'
grep -qx 'long wrong' made || fail 'the line of a case that fails as listed should be kept'

# An id that a list cannot hold is told before a case is asked.
sed 's/"id": "gone"/"id": " gone"/' vectors.jsonl >odd.jsonl
run gate --answers answers.jsonl --vectors odd.jsonl --write-known-failures made --events none
expect_usage '^unique-oracle gate: --write-known-failures made: the id " gone" \(odd.jsonl:[0-9]+\) cannot stand in a list: '
[ ! -e none ] || fail 'no report expected'
run gate --answers answers.jsonl --vectors odd.jsonl --write-known-failures made --case long
expect_status 1

finish
