# Part of campaign.sh: how everything ends before its time. Nothing but the first process listens to signals: bash may run a
# handler while it is in the middle of something, and then says strange things. That one leaves a note, and ends what runs;
# the others look for the note whenever something has ended.
#
# $logs/told names the signal; $logs/enough is there when the first finding ends it all; $logs/child.N is the command that
# process N waits for.

told() { [ -e "$logs/told" ]; }
stopped() { [ -e "$logs/told" ] || [ -e "$logs/enough" ]; }

end_children() {
  local file pid
  for file in "$logs"/child.*; do
    read -r pid <"$file" && kill -TERM "$pid"
  done 2>/dev/null
}

# Runs a command that this ends as well; the exit code is its own.
run_child() {
  local status pid
  "$@" &
  pid=$!
  echo "$pid" >"$logs/child.$BASHPID"
  ! stopped || kill -TERM "$pid" 2>/dev/null # the note came while it started
  wait "$pid" 2>/dev/null
  status=$?
  rm -f -- "$logs/child.$BASHPID"
  return "$status"
}
