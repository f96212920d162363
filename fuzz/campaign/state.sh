# Part of campaign.sh: where things stand. Findings of the reference and of the readers stand in KEEP/findings/, those of an
# implementation in KEEP/findings/NAME/POLICY/: whether an answer is right depends on both. KEEP/findings/NAME/subject says
# which file NAME is.
# TEXT: as a name of a file. Long ones are cut; a number tells those apart that begin alike.
slug() {
  local name
  name=$(printf '%s' "$1" | tr -c 'A-Za-z0-9.\n' '-' | tr -s '-')
  [ "${#name}" -le 100 ] || name=${name:0:90}-$(cksum <<<"$1" | cut -d ' ' -f 1)
  printf '%s' "$name"
}

# The folder of an implementation: NAME, or NAME-2 and so on where another one has that name.
subject_folder() { # NAME WHICH
  local folder=$findings/$1 number=1
  while [ -e "$folder" ] && [ "$(cat -- "$folder/subject" 2>/dev/null)" != "$2" ]; do
    number=$((number + 1)) folder=$findings/$1-$number
  done
  printf '%s' "$folder"
}

make_folders() {
  local target folder which=${plugin:-${link:-the example of docs/example/}} name
  for target in $unique_targets numpy; do home[$target]=$findings; done
  mkdir -p -- "$findings" "$corpus" "$keep/numpy" || return
  for target in $unique_targets; do mkdir -p -- "$corpus/fuzz_$target" || return; done
  [[ " $unique_targets" == *' subject '* ]] || return 0
  name=$(basename -- "${plugin:-${link:-example.c}}")
  folder=$(subject_folder "${name%.*}" "$which")
  home[subject]=$folder/$(slug "$policy")
  mkdir -p -- "${home[subject]}" && { [ -e "$folder/subject" ] || printf '%s\n' "$which" >"$folder/subject"; }
}

can_write() { # FOLDER
  [ -w "$1" ] && echo test >"$1/.written" && [ -s "$1/.written" ]
  local status=$?
  rm -f -- "$1/.written"
  return "$status"
}

# Makes the folders, or says why there can be none. One campaign at a time.
open_state() {
  local folder
  declare -gA home
  corpus=$keep/corpus findings=$keep/findings
  { mkdir -p -- "$keep" && exec 9>>"$keep/campaign.lock"; } 2>/dev/null || die "$keep: findings and corpus cannot be written there; make it a folder of yours"
  ! command -v flock >/dev/null || flock -n 9 || die "$keep: another campaign is running there; wait for its end, or take a copy of the project"
  make_folders 2>/dev/null || die "$keep: findings and corpus cannot be written there; make it a folder of yours"
  for folder in "$logs" "$findings" "$corpus" "$corpus"/fuzz_* "$keep/numpy" "${home[@]}"; do
    can_write "$folder" 2>/dev/null || die "$folder: nothing can be written there: is it read-only, or the disk full?"
  done
  mkdir -p -- "$logs/claims"
  began=$SECONDS
}
