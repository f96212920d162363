#!/usr/bin/env bash
# campaign.sh BUILD PROGRAM KEEP [OPTIONS]: a fuzzing campaign. BUILD is a build folder with UO_FUZZ, PROGRAM unique-oracle
# without sanitizers, KEEP the folder where the corpus and the findings stay: the next campaign goes on from there.
# UO_NUMPY is a Python that has numpy, else UO_NUMPY_MISSING says why there is none; UO_LINKED is the folder whose
# fuzz/fuzz_subject is linked with what --link names. Exit code 0 without findings, 1 with findings, 2 when nothing could be
# run. docs/fuzzing.md says more.
set -uo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
usage='usage: fuzz [OPTIONS]
  --seconds S      how long it all takes (default 60)
  --jobs J         processes side by side (default: the number of processors)
  --target T       unique, subject, golden, vectors, onnx, answers; repeatable, or with commas.
                   Default: all but subject; with --plugin or --link subject alone
  --plugin FILE    the implementation that subject tests: a shared library with the plug-in ABI
  --link OBJECT    the same, linked in: a C source, an object or a library that has uo_plugin_entry
                   (without either, subject tests the example of docs/example/)
  --policy P       the policy that subject is judged under (default onnx)
  --memory MIB     how much memory a target may take, and a subject while it is shrunk (default 2048)
  --fail-fast      end with the first finding
  --freeze [N]     make frozen vectors of at most N (default 100) of the cases met, those that exercise
                   what corpus/vectors/ does not'

die() {
  printf 'fuzz: %s\n' "$*" >&2
  exit 2
}

# ---- Options --------------------------------------------------------------------------------------------------------

absolute() { printf '%s/%s' "$(cd -- "$(dirname -- "$1")" 2>/dev/null && pwd -P)" "$(basename -- "$1")"; }

build=$(absolute "$1") program=$(absolute "$2") keep=$(absolute "$3")
shift 3
seconds=60 jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) targets='' plugin='' link='' policy=onnx
memory=2048 fail_fast='' freeze=''
while [ $# -gt 0 ]; do
  case "$1" in
    --help) printf '%s\n' "$usage" && exit 0 ;;
    --fail-fast) fail_fast=1 && shift && continue ;;
    --freeze)
      freeze=100 && shift
      [[ ! ${1:-} =~ ^[0-9]+$ ]] || { freeze=$1 && shift; }
      continue
      ;;
    --seconds | --jobs | --target | --plugin | --link | --policy | --memory) [ $# -ge 2 ] || die "$1 needs a value" ;;
    *) die "'$1' is no option"$'\n'"$usage" ;;
  esac
  case "$1" in
    --seconds) seconds=$2 ;;
    --jobs) jobs=$2 ;;
    --target) targets="$targets ${2//,/ }" ;;
    --plugin) plugin=$(absolute "$2") ;;
    --link) link=$(absolute "$2") ;;
    --policy) policy=$2 ;;
    --memory) memory=$2 ;;
  esac
  shift 2
done
[[ $seconds =~ ^[1-9][0-9]*$ ]] || die "--seconds $seconds: a whole number from 1 on is right"
[[ $jobs =~ ^[1-9][0-9]*$ ]] || die "--jobs $jobs: a whole number from 1 on is right"
[[ $memory =~ ^[1-9][0-9]*$ ]] || die "--memory $memory: a whole number from 1 on is right"
[ -z "$freeze" ] || [ "$freeze" -gt 0 ] || die "--freeze $freeze: a whole number from 1 on is right"
[ -z "$freeze" ] || [ -n "${UO_NUMPY:-}" ] || die "--freeze: numpy must answer the vectors: ${UO_NUMPY_MISSING:-UO_NUMPY names no Python that has it}"
[ -z "$plugin" ] || [ -z "$link" ] || die '--plugin and --link both name the implementation: give one of them'
[ -z "$plugin" ] || [ -f "$plugin" ] || die "--plugin $plugin: there is no such file"
[ -z "$link" ] || [ -f "$link" ] || die "--link $link: there is no such file"
[ -z "$link" ] || [ -x "${UO_LINKED:-}/fuzz/fuzz_subject" ] || die "--link $link: UO_LINKED is no folder with a target that is linked with it; ./run fuzz makes one"
[ -n "${targets// /}" ] || targets=$([ -n "$plugin$link" ] && echo subject || echo unique golden vectors onnx answers)

program_of() { # TARGET
  if [ "$1" = subject ] && [ -n "$link" ]; then echo "$UO_LINKED/fuzz/fuzz_subject"; else echo "$build/fuzz/fuzz_$1"; fi
}
for target in $targets; do
  [[ " unique subject golden vectors onnx answers " == *" $target "* ]] || die "--target $target: there is no such target"
  [ -x "$(program_of "$target")" ] || die "--target $target: $(program_of "$target") is not built"
done

export UNIQUE_ORACLE_PLUGIN=$plugin UNIQUE_ORACLE_POLICY=$policy
# What is no plug-in and no policy is no finding: the target says so before it runs anything.
if said=$({ "$(program_of subject)" -runs=0 -timeout=5 -artifact_prefix=/dev/null/ 2>&1 </dev/null || true; } | grep -a -m 1 '^fuzz_subject: '); then
  said=${said#fuzz_subject: }
  case $said in
    UNIQUE_ORACLE_POLICY*) die "--policy $policy${said#UNIQUE_ORACLE_POLICY}" ;;
    *) die "${plugin:+--plugin }$said" ;;
  esac
fi

# ---- State ----------------------------------------------------------------------------------------------------------

corpus=$keep/corpus findings=$keep/findings
implementation=$plugin$link
[ -z "$implementation" ] || findings=$findings/$(basename -- "${implementation%.*}")
logs=$(mktemp -d)
trap 'rm -rf -- "$logs"' EXIT
mkdir -p -- "$logs/claims" "$findings" "$corpus" 2>/dev/null && [ -w "$findings" ] && [ -w "$corpus" ] ||
  die "$keep: findings and corpus cannot be written there; make it a folder of yours"
# A small quarantine and short stacks: malloc is quicker by two thirds.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:quarantine_size_mb=4:malloc_context_size=8"
unique_targets=$(tr ' ' '\n' <<<"$targets" | awk 'NF && !seen[$0]++' | tr '\n' ' ')
list=($unique_targets)
count=${#list[@]}
share=$((seconds / ((count + jobs - 1) / jobs))) # of each worker, so that all together take that long
[ "$share" -gt 0 ] || share=1
workers=$((count > jobs ? count : jobs))
declare -A numbers
for ((number = 0; number < workers; number++)); do
  target=${list[number % count]}
  numbers[$target]="${numbers[$target]:-} $number"
done

. "$root/fuzz/campaign/findings.sh"
. "$root/fuzz/campaign/workers.sh"
. "$root/fuzz/campaign/numpy.sh"

# A working corpus that has grown large is cut down to what adds features.
minimise() {
  local target folder seeds
  for target in $unique_targets; do
    folder=$corpus/fuzz_$target
    rm -rf -- "$folder.new"
    [ "$(find "$folder" -type f 2>/dev/null | wc -l)" -gt 4000 ] && [ -z "${interrupted:-}" ] || continue
    mkdir -- "$folder.new"
    run_child timeout 300 "$(program_of "$target")" -merge=1 "$folder.new" "$folder" >/dev/null 2>&1 || continue
    [ -n "${interrupted:-}" ] || { rm -rf -- "$folder" && mv -- "$folder.new" "$folder"; }
  done
}

# ---- The campaign ---------------------------------------------------------------------------------------------------

pids=() interrupted='' child=''
stop() {
  interrupted=1
  [ -z "$child" ] || kill "$child" 2>/dev/null
  end_workers
}
end_workers() {
  local pid
  for pid in "${pids[@]}"; do kill -TERM "$pid" 2>/dev/null; done
}
trap stop INT TERM

running() {
  local pid n=0
  for pid in "${pids[@]}"; do ! kill -0 "$pid" 2>/dev/null || n=$((n + 1)); done
  echo "$n"
}

ended=''
look() { # once a second: the table, and whether the first finding ends it all
  sleep 1
  show
  [ -z "$interrupted" ] || ended=1
  [ -z "$fail_fast" ] || [ ! -e "$logs/found" ] || { ended=1 && end_workers; }
}

recheck
minimise
child=''
for ((number = 0; number < workers; number++)); do
  while [ "$(running)" -ge "$jobs" ] && [ -z "$ended" ]; do look; done
  [ -z "$ended$interrupted" ] || break
  work "${list[number % count]}" "$number" "$share" &
  pids+=($!)
done
while [ "$(running)" -gt 0 ]; do look; done
wait

[ -t 1 ] && [ "$lines" -gt 0 ] && printf '\033[%dA\033[J' "$lines"
table now
if [ -n "$interrupted" ]; then
  echo 'interrupted: everything is kept, the next campaign goes on from here; numpy was not asked'
else
  agreed=1
  compare_with_numpy || agreed=''
  [ -z "$freeze" ] || [ -z "$agreed" ] || freeze || agreed=''
fi
report_findings
if ! grep -aq '^#[0-9]' "$logs"/*.now "$logs"/*.past 2>/dev/null && [ -z "$interrupted" ] && [ ! -e "$logs/found" ]; then
  cat -- "$logs"/*.now 2>/dev/null | tail -n 20 >&2
  die 'no target ran'
fi
for target in $unique_targets numpy; do [ -z "$(finding_folders "$target")" ] || exit 1; done
[ -n "${agreed:-$interrupted}" ] || exit 1
exit 0
