# Reads the program's --help and writes of its sections "exit status" and "environment", parts apart by tabs:
#   section TITLE NAME TEXT
function flush_entry() {
  if (name != "") printf "section\t%s\t%s\t%s\n", title, name, text
  name = ""
}
/^(exit status|environment):$/ { flush_entry(); title = $0; sub(/:$/, "", title); next }
title == "" { next }
NF == 0 { flush_entry(); title = ""; next }
/^  [^ ]/ {
  flush_entry()
  line = substr($0, 3)
  match(line, /  +/)
  name = substr(line, 1, RSTART - 1)
  text = substr(line, RSTART + RLENGTH)
  next
}
{ line = $0; sub(/^ +/, "", line); text = text " " line }
END { flush_entry() }
