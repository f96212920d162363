#!/usr/bin/env bash
# check.sh SCRATCH: runs the shell of action.yml, of our own workflow and of the recipes of docs/ci.md, each for a right
# implementation, where it must succeed, and for a wrong one, where it must not.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
scratch=$1
page="$root/docs/ci.md"
failures=0
unset UNIQUE_ORACLE_CORPUS

fail() { failures=$((failures + 1)) && printf 'FAIL: %s\n' "$*"; }

# The fenced block of the page's section $1, numbered $2 there.
block() {
  awk -v section="## $1" -v wanted="${2:-1}" '
    /^## / { on = $0 == section; next }
    on && /^```yaml/ { inside = ++count == wanted; next }
    /^```/ { inside = 0 }
    inside' "$page"
}

# The items of the list behind "KEY:" in YAML on standard input.
items() {
  awk -v key="$1:" '
    { indent = match($0, /[^ ]/) - 1; text = substr($0, indent + 1) }
    on && indent <= depth && text !~ /^- / { on = 0 }
    on && text ~ /^- / { print substr(text, 3) }
    text == key { on = 1; depth = indent }'
}

# The lines of the first block scalar "KEY: |" in YAML on standard input, without their indentation.
scalar() {
  awk -v key="$1: |" '
    { indent = match($0, /[^ ]/) - 1 }
    on && indent >= 0 && indent <= depth { exit }
    on { if (first == "") first = indent; print substr($0, first + 1) }
    substr($0, indent + 1) == key { on = 1; depth = indent }'
}

# judge NAME right|wrong SHELL: in a folder with that implementation as mine.c and mine.so.
judge() {
  local name=$1 kind=$2 status=0
  (cd -- "$scratch/$kind" && bash -e -c "$3") >"$scratch/log" 2>&1 </dev/null || status=$?
  case "$kind $status" in
    'right 0' | 'wrong 1') printf '%s, %s: exit code %d\n' "$name" "$kind" "$status" ;;
    *) fail "$name, $kind: exit code $status" && tail -n 20 "$scratch/log" ;;
  esac
}

rm -rf -- "$scratch"
mkdir -p -- "$scratch/right" "$scratch/wrong"
cp "$root/docs/example/plugin.c" "$scratch/right/mine.c"
sed 's/group(&x, node->sorted, first/group(\&x, 1, first/' "$scratch/right/mine.c" >"$scratch/wrong/mine.c"
! cmp -s "$scratch/right/mine.c" "$scratch/wrong/mine.c" || fail 'the fault was not planted'
for kind in right wrong; do cc -shared -fPIC -I "$root/include" -o "$scratch/$kind/mine.so" "$scratch/$kind/mine.c"; done

# The action: every input reaches the gate by a variable, and the defaults stand in the file.
shell=$(scalar run <"$root/action.yml")
[ -n "$shell" ] || fail 'action.yml has no shell'
for kind in right wrong; do
  judge 'GitHub action' "$kind" "export GITHUB_ACTION_PATH='$root' PLUGIN=./mine.so COMMAND= ANSWERS= POLICY=onnx LEVEL=1 KNOWN_FAILURES= REPORTS=reports
$shell"
  for report in xml sarif html; do [ -s "$scratch/$kind/reports/unique-oracle.$report" ] || fail "action: no $report for $kind"; done
done
for input in $(sed -n '/^inputs:/,/^runs:/s/^  \([a-z-]*\):$/\1/p' "$root/action.yml"); do
  name=$(tr 'a-z-' 'A-Z_' <<<"$input")
  grep -qF "$name: \${{ inputs.$input }}" "$root/action.yml" && grep -qF "\"\$$name" <<<"$shell" || fail "action.yml: input $input is not used"
done

# The page's GitHub steps: the compiler's line builds what the action judges.
line=$(block GitHub | sed -n 's/^  - run: //p')
for kind in right wrong; do
  rm -f -- "$scratch/$kind/mine.so"
  ln -sfn "$root" "$scratch/$kind/unique-oracle"
  (cd -- "$scratch/$kind" && bash -e -c "$line") && [ -s "$scratch/$kind/mine.so" ] || fail "GitHub: $line"
done

script=$(block GitLab | items script)
grep -q 'run gate' <<<"$script" || fail 'GitLab: no gate in its script'
# The project is cloned into place above.
for kind in right wrong; do judge GitLab "$kind" "$(grep -v '^git clone' <<<"$script")" && [ -s "$scratch/$kind/unique-oracle.xml" ]; done

entry=$(block pre-commit | sed -n 's/^ *entry: //p')
for kind in right wrong; do judge pre-commit "$kind" "PATH='$root/build/release':\$PATH; $entry"; done

script=$(block 'Several machines' | items script)
judge 'one machine of several' right "export CI_NODE_INDEX=3 CI_NODE_TOTAL=400; $script"

# Our own workflow calls verbs that there are.
for verb in $(sed -n 's/^ *- run: .\/run //p' "$root/.github/workflows/ci.yml"); do
  grep -qE "^verb_$verb\(\)" "$root/run" || fail "ci.yml: ./run $verb does not exist"
done
grep -q './run test$' "$root/.github/workflows/ci.yml" || fail 'ci.yml does not run the tests'

[ "$failures" -eq 0 ] && printf 'all recipes work\n'
