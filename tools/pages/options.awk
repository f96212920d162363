# Reads the --help of subcommands, each behind a line "subcommand: NAME", and writes one line a thing, parts apart by tabs:
#   command NAME USAGE SUMMARY | paragraph NAME TEXT | example NAME TEXT | option NAME --OPTION ARGUMENT TEXT
# What man page and completions are made from, so that they say what --help says.
function flush_option() {
  if (option != "") printf "option\t%s\t%s\t%s\t%s\n", name, option, argument, text
  option = ""
}
function flush_paragraph() {
  if (paragraph != "") printf "paragraph\t%s\t%s\n", name, paragraph
  paragraph = ""
}
/^subcommand: / { flush_option(); name = $2; part = "usage"; next }
part == "usage" && /^usage: / { usage = $0; sub(/^usage: unique-oracle [^ ]+ ?/, "", usage); part = "summary"; next }
part == "summary" && NF { printf "command\t%s\t%s\t%s\n", name, usage, $0; part = "details"; next }
part == "details" && /^options:$/ { flush_paragraph(); part = "options"; next }
part == "details" && /^  / { flush_paragraph(); printf "example\t%s\t%s\n", name, substr($0, 3); next }
part == "details" { # a line that ends in the middle of a sentence goes on
  paragraph = paragraph (paragraph == "" ? "" : " ") $0
  if ($0 == "" || $0 ~ /[.:]$/) flush_paragraph()
  next
}
part == "options" && /^  --/ {
  flush_option()
  line = substr($0, 3)
  at = match(line, /  +/)
  head = at ? substr(line, 1, at - 1) : line
  text = at ? substr(line, at + RLENGTH) : ""
  option = head
  sub(/ .*/, "", option)
  argument = substr(head, length(option) + 2)
  next
}
part == "options" && NF { line = $0; sub(/^ +/, "", line); text = text (text == "" ? "" : " ") line }
END { flush_option() }
