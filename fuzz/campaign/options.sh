# Part of campaign.sh: its options, checked as far as that needs nothing that is built.
usage='usage: fuzz [OPTIONS]
  --seconds S      how long it fuzzes (default 60); what is found meanwhile is looked at within this time or after it
  --jobs J         processes side by side (default: the number of processors)
  --target T       unique, subject, golden, vectors, onnx, answers; repeatable, or with commas.
                   Default: all but subject; with --plugin or --link subject alone
  --plugin FILE    the implementation that subject tests: a shared library with the plug-in ABI
  --link OBJECT    the same, linked in: a C source, an object or a library that has uo_plugin_entry
                   (without either, subject tests the example of docs/example/)
  --policy P       the policy that subject is judged under (default onnx)
  --timeout S      seconds for one call (default 10). What takes longer is asked again in the sandbox of the gate, where
                   large cases get more as there, and is a finding when it fails there, too
  --memory MIB     how much memory a target may take, and a subject in the sandbox (default 2048)
  --fail-fast      end with the first finding
  --freeze [N]     make frozen vectors of at most N (default 100) of the cases met, those that exercise
                   what corpus/vectors/ does not'

die() {
  printf 'fuzz: %s\n' "$*" >&2
  exit 2
}

absolute() { # PATH: as it is where its folder does not exist
  local folder
  folder=$(cd -- "$(dirname -- "$1")" 2>/dev/null && pwd -P) || { printf '%s' "$1" && return; }
  printf '%s/%s' "${folder%/}" "$(basename -- "$1")"
}

is_whole() { # OPTION VALUE LARGEST
  [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] && [ "$2" -le "$3" ] || die "$1 $2: a whole number from 1 to $3 is right"
}

# A year of fuzzing, and more processes than a machine for them has processors.
longest_seconds=31536000 most_jobs=1024

implementation_file() { # OPTION FILE
  [ -e "$2" ] || die "$1 $2: there is no such file"
  [ -f "$2" ] || die "$1 $2: that is no file"
  [ -r "$2" ] || die "$1 $2: it cannot be read"
}

seconds=60 jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) targets='' plugin='' link='' policy=onnx
timeout=10 memory=2048 fail_fast='' freeze=''

read_options() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --help | -h) printf '%s\n' "$usage" && exit 0 ;;
      --fail-fast) fail_fast=1 && shift && continue ;;
      --freeze)
        freeze=100 && shift
        [[ ! ${1:-} =~ ^[0-9]+$ ]] || { freeze=$1 && shift; }
        continue
        ;;
      --seconds | --jobs | --target | --plugin | --link | --policy | --timeout | --memory)
        [ $# -ge 2 ] || die "$1 needs a value"
        [[ $2 =~ [^[:space:],] ]] || die "$1: its value is empty" # an unset variable in a script chooses nothing
        ;;
      *) die "'$1' is no option"$'\n'"$usage" ;;
    esac
    case "$1" in
      --seconds) seconds=$2 ;;
      --jobs) jobs=$2 ;;
      --target) targets="$targets ${2//,/ }" ;;
      --plugin) implementation_file --plugin "$2" && plugin=$(absolute "$2") ;;
      --link) implementation_file --link "$2" && link=$(absolute "$2") ;;
      --policy) policy=$2 ;;
      --timeout) timeout=$2 ;;
      --memory) memory=$2 ;;
    esac
    shift 2
  done
}

check_options() {
  local target
  is_whole --seconds "$seconds" "$longest_seconds"
  is_whole --jobs "$jobs" "$most_jobs"
  is_whole --memory "$memory" 999999999
  [ -z "$freeze" ] || is_whole --freeze "$freeze" 999999999
  [[ $timeout =~ ^[0-9]{1,6}(\.[0-9]+)?$ ]] && [[ $timeout =~ [1-9] ]] || die "--timeout $timeout: a number of seconds above 0 is right"
  [[ ${policy%%,*} =~ ^(onnx|numpy|array-api|ieee|spec|[^,]*=.*)$ ]] ||
    die "--policy $policy: there is no such policy: onnx, numpy, array-api, ieee, spec, or choices; unique-oracle clauses lists them"
  [ -z "$plugin" ] || [ -z "$link" ] || die '--plugin and --link both name the implementation: give one of them'
  for target in $targets; do
    [[ " unique subject golden vectors onnx answers " == *" $target "* ]] || die "--target $target: there is no such target"
  done
  [ -n "${targets// /}" ] || targets=$([ -n "$plugin$link" ] && echo subject || echo unique golden vectors onnx answers)
  [ -z "$freeze" ] || [[ " $targets " =~ ' '(unique|subject)' ' ]] || die "--freeze: cases are the input of unique and subject alone: --target$targets meets none"
  [[ " $targets " == *' subject '* ]] || [ -z "$plugin$link" ] || die "--target$targets: no target asks the implementation that --plugin or --link names; subject does"
}
