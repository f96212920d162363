#!/usr/bin/env bash
# campaign.sh BUILD PROGRAM KEEP [OPTIONS]: a fuzzing campaign. BUILD is a build folder with UO_FUZZ, PROGRAM unique-oracle
# without sanitizers, KEEP the folder where the corpus and the findings stay: the next campaign goes on from there.
# campaign.sh --check [OPTIONS] only says what is wrong with the options.
# UO_NUMPY is a Python that has numpy, else UO_NUMPY_MISSING says why there is none; UO_LINKED is the folder whose
# fuzz/fuzz_subject is linked with what --link names. Exit code 0 without findings, 1 with findings, 2 when nothing could be
# run, 130 when Ctrl-C ended it, 143 when another process did. docs/fuzzing.md says more.
set -uo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
for part in options stopping state findings workers numpy report; do . "$root/fuzz/campaign/$part.sh"; done

# ---- What is there to run --------------------------------------------------------------------------------------------

program_of() { # TARGET
  if [ "$1" = subject ] && [ -n "$link" ]; then echo "$UO_LINKED/fuzz/fuzz_subject"; else echo "$build/fuzz/fuzz_$1"; fi
}

check_build() {
  local target
  [ -z "$freeze" ] || [ -n "${UO_NUMPY:-}" ] || die "--freeze: numpy must answer the vectors: ${UO_NUMPY_MISSING:-UO_NUMPY names no Python that has it}"
  [ -z "$link" ] || [ -x "${UO_LINKED:-}/fuzz/fuzz_subject" ] || die "--link $link: UO_LINKED is no folder with a target that is linked with it; ./run fuzz makes one"
  for target in $unique_targets; do
    [ -x "$(program_of "$target")" ] || die "--target $target: $(program_of "$target") is not built"
  done
}

# What is no plug-in and no policy is no finding: the target says so before it runs anything.
check_subject() {
  local said
  said=$({ UNIQUE_ORACLE_LOAD_ONLY=1 timeout 60 "$(program_of subject)" -runs=0 2>&1 </dev/null || true; } 2>/dev/null | grep -a -m 1 '^fuzz_subject: ')
  said=${said#fuzz_subject: }
  case $said in
    'loaded: '*) ;;
    UNIQUE_ORACLE_POLICY*) die "--policy $policy${said#UNIQUE_ORACLE_POLICY}" ;;
    'no subject: '*) die "--link $link: it has no uo_plugin_entry" ;;
    '') told || die "${plugin:+--plugin $plugin}${link:+--link $link}: it ends the process, or does not return within 60 s, while it is loaded" ;;
    *) die "${plugin:+--plugin }$said" ;;
  esac
}

# ---- The campaign ---------------------------------------------------------------------------------------------------

share_out() {
  local number target
  list=($unique_targets)
  share=$((seconds / ((${#list[@]} + jobs - 1) / jobs))) # of each worker, so that all together take that long
  [ "$share" -gt 0 ] || share=1
  workers=$((${#list[@]} > jobs ? ${#list[@]} : jobs))
  declare -gA numbers
  for ((number = 0; number < workers; number++)); do
    target=${list[number % ${#list[@]}]}
    numbers[$target]="${numbers[$target]:-} $number"
  done
}

# A working corpus that has grown large is cut down to what adds features.
minimise() {
  local target folder
  for target in $unique_targets; do
    folder=$corpus/fuzz_$target
    rm -rf -- "$folder.new"
    [ "$(find "$folder" -type f 2>/dev/null | wc -l)" -gt 4000 ] && ! stopped || continue
    mkdir -- "$folder.new"
    run_child timeout 300 "$(program_of "$target")" -handle_int=0 -merge=1 "$folder.new" "$folder" >/dev/null 2>&1 || continue
    stopped || { rm -rf -- "$folder" && mv -- "$folder.new" "$folder"; }
  done
}

# The workers that run, into the array `alive`.
look_who_runs() { builtin jobs -rp >"$logs/running" && mapfile -t alive <"$logs/running"; }

look() { # once a second: the table, and whether the first finding ends it all
  sleep 1
  stopped || show
  [ -z "$fail_fast" ] || [ ! -e "$logs/found" ] || stopped || { : >"$logs/enough" && end_children; }
}

fuzz_all() {
  local number
  for ((number = 0; number < workers; number++)); do
    while look_who_runs && [ "${#alive[@]}" -ge "$jobs" ] && ! stopped; do look; done
    ! stopped || break
    work "${list[number % ${#list[@]}]}" "$number" "$share" &
  done
  while look_who_runs && [ "${#alive[@]}" -gt 0 ]; do look; done
  wait 2>/dev/null
  rm -f -- "$logs/enough"
}

ran_anything() { grep -aq '^#[0-9]' "$logs"/*.now "$logs"/*.past 2>/dev/null || [ $(($(count_findings) + $(count_pending))) -gt 0 ]; }

campaign() {
  local agreed=1
  check_build
  export UNIQUE_ORACLE_PLUGIN=$plugin UNIQUE_ORACLE_POLICY=$policy UNIQUE_ORACLE_TIMEOUT=$timeout
  # A small quarantine and short stacks: malloc is quicker by two thirds.
  export ASAN_OPTIONS="${ASAN_OPTIONS:-}:quarantine_size_mb=4:malloc_context_size=8"
  check_subject
  ! told || return
  open_state
  share_out
  recheck
  minimise
  told || fuzz_all
  told || settle_late
  clear_table
  table now
  report_slow
  told || report_few
  told || compare_with_numpy || agreed=''
  [ -z "$freeze" ] || told || [ -z "$agreed" ] || freeze || agreed=''
  report_findings
  summarise
  told || ran_anything || { cat -- "$logs"/*.now 2>/dev/null | tail -n 20 >&2 && die 'no target ran'; }
  [ -n "$agreed" ] && [ ! -e "$logs/lost" ] && [ $(($(count_findings) + $(count_pending))) -eq 0 ] || return 1
  [ ! -e "$logs/cannot" ] || return 2
}

# ---- The first process ------------------------------------------------------------------------------------------------

if [ "${1:-}" = --check ]; then
  shift
  read_options "$@"
  check_options
  exit 0
fi
build=$(absolute "$1") program=$(absolute "$2") keep=$(absolute "$3")
shift 3
read_options "$@"
check_options
unique_targets=$(tr ' ' '\n' <<<"$targets" | awk 'NF && !seen[$0]++' | tr '\n' ' ')
logs=$(mktemp -d) || die 'no temporary folder can be made: look at TMPDIR and at the room on the disk'
trap 'rm -rf -- "$logs"' EXIT

signal=''
tell() { # SIGNAL
  signal=${signal:-$1}
  [ -e "$logs/told" ] || { echo "$signal" >"$logs/told.new" && mv -- "$logs/told.new" "$logs/told"; }
  end_children
}
trap 'tell INT' INT
trap 'tell HUP' HUP
trap 'tell TERM' TERM
{ # Ctrl-C reaches every process at a terminal: all but the first one ignore it
  trap '' INT HUP
  trap : TERM
  campaign
} &
main=$!
while :; do
  wait "$main" 2>/dev/null
  status=$?
  kill -0 "$main" 2>/dev/null || break
done
[ -n "$signal" ] || exit "$status"
[ -e "$logs/summary" ] || printf 'partial summary: interrupted by SIG%s before anything was run\n' "$signal"
case $signal in
  INT) exit 130 ;;
  HUP) exit 129 ;;
  *) exit 143 ;;
esac
