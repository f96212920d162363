# Shell completions, from what options.awk writes. Variables: shell (bash, zsh, fish).
# An argument like 0|1|2 completes to one of these, one that --words knows to its words (a list with commas between them),
# FILE and PATH to files, any other to nothing.
function quote(text) { gsub(/'/, "'\\''", text); return "'" text "'" }
function kind(argument) {
  if (argument in known) return "list"
  if (argument ~ /^[a-z0-9]+(\|[a-z0-9]+)+$/) return "words"
  return argument ~ /(FILE|PATH|FOLDER)/ ? "files" : "nothing"
}
function words(argument) {
  if (argument in known) return known[argument]
  gsub(/\|/, " ", argument)
  return argument
}
BEGIN { FS = "\t" }
$1 == "words" { known[$2] = substr($3, 2) }
$1 == "command" { names[++count] = $2; summary[$2] = $4 }
$1 == "option" {
  many[$2]++
  option[$2, many[$2]] = $3
  argument[$2, many[$2]] = $4
  help[$2, many[$2]] = $5
}
# The word before the cursor is taken from the line: bash takes it to pieces at = and :, which policies and ids hold.
# Where files are meant nothing is offered, and readline's own completion, which knows how names are quoted, goes on.
function bash_completion(   i, k, name, all, what) {
  print "# bash completion for unique-oracle"
  print "_unique_oracle_words() { # VALUE START WORDS: those that begin with VALUE, each behind START"
  print "  local word pieces=''"
  print "  case $COMP_WORDBREAKS in *=*) case $2$1 in *=*) pieces=${2}${1} && pieces=${pieces%=*}= ;; esac ;; esac"
  print "  for word in $3; do"
  print "    case $word in \"$1\"*) word=$2$word && COMPREPLY+=(\"${word#\"$pieces\"}\") ;; esac"
  print "  done"
  print "}"
  print "_unique_oracle() {"
  print "  local line=${COMP_LINE:0:COMP_POINT} current previous option start='' options='' words"
  print "  current=${line##*[[:space:]]} COMPREPLY=()"
  print "  read -r -a words <<<\"${line%\"$current\"}\""
  print "  previous=${words[${#words[@]} - 1]}"
  for (i = 1; i <= count; i++) all = all " " names[i]
  printf "  if [ \"${#words[@]}\" -le 1 ]; then\n    _unique_oracle_words \"$current\" '' '%s --help --version'\n    return\n  fi\n", substr(all, 2)
  print "  option=$previous"
  print "  case $current in --*=*) option=${current%%=*} start=$option= current=${current#*=} ;; esac"
  print "  case \"${words[1]} $option\" in"
  for (i = 1; i <= count; i++) {
    name = names[i]
    for (k = 1; k <= many[name]; k++) {
      if (argument[name, k] == "") continue
      what = kind(argument[name, k])
      printf "    '%s %s') ", name, option[name, k]
      if (what == "list")
        printf "start=$start${current%%\"${current##*,}\"} && _unique_oracle_words \"${current##*,}\" \"$start\" '%s'; return ;;\n", words(argument[name, k])
      else if (what == "words")
        printf "_unique_oracle_words \"$current\" \"$start\" '%s'; return ;;\n", words(argument[name, k])
      else if (what == "files")
        print "compopt -o default; return ;;"
      else
        print "return ;;"
    }
  }
  print "  esac\n  case \"${words[1]}\" in"
  for (i = 1; i <= count; i++) {
    all = ""
    for (k = 1; k <= many[names[i]]; k++) all = all " " option[names[i], k]
    printf "    %s) options='%s' ;;\n", names[i], substr(all, 2)
  }
  print "  esac\n  case $current in\n    -*) _unique_oracle_words \"$current\" '' \"$options\" ;;\n    *) compopt -o default ;;\n  esac\n}\ncomplete -F _unique_oracle unique-oracle"
}
function zsh_text(text) {
  gsub(/\\/, "\\\\", text)
  gsub(/:/, "\\:", text)
  gsub(/\[/, "\\[", text)
  gsub(/\]/, "\\]", text)
  return text
}
function zsh_completion(   i, k, name, spec) {
  print "#compdef unique-oracle\n_unique_oracle() {\n  local -a subcommands\n  subcommands=("
  for (i = 1; i <= count; i++) printf "    %s\n", quote(names[i] ":" zsh_text(summary[names[i]]))
  print "  )\n  if (( CURRENT == 2 )); then\n    _describe 'subcommand' subcommands\n    return\n  fi\n  shift words\n  (( CURRENT-- ))\n  case $words[1] in"
  for (i = 1; i <= count; i++) {
    name = names[i]
    printf "    %s) _arguments", name
    for (k = 1; k <= many[name]; k++) {
      spec = option[name, k] "[" zsh_text(help[name, k]) "]"
      if (argument[name, k] != "") {
        spec = spec ":" zsh_text(argument[name, k]) ":"
        if (kind(argument[name, k]) == "list") spec = spec "_sequence -s , compadd - " words(argument[name, k])
        else if (kind(argument[name, k]) == "words") spec = spec "(" words(argument[name, k]) ")"
        else if (kind(argument[name, k]) == "files") spec = spec "_files"
      }
      printf " \\\n        %s", quote(spec)
    }
    print " \\\n        '*:file:_files' ;;"
  }
  print "  esac\n}\n_unique_oracle \"$@\""
}
function fish_completion(   i, k, name, when, more) {
  print "# fish completion for unique-oracle"
  for (i = 1; i <= count; i++) printf "complete -c unique-oracle -n __fish_use_subcommand -f -a %s -d %s\n", names[i], quote(summary[names[i]])
  for (i = 1; i <= count; i++) {
    name = names[i]
    when = "-n '__fish_seen_subcommand_from " name "'"
    for (k = 1; k <= many[name]; k++) {
      more = ""
      if (argument[name, k] != "") more = kind(argument[name, k]) == "list" ? " -x -a " quote("(__fish_append , " words(argument[name, k]) ")") : kind(argument[name, k]) == "words" ? " -x -a " quote(words(argument[name, k])) : kind(argument[name, k]) == "files" ? " -r -F" : " -x"
      printf "complete -c unique-oracle %s -l %s%s -d %s\n", when, substr(option[name, k], 3), more, quote(help[name, k])
    }
  }
}
END {
  if (shell == "bash") bash_completion()
  else if (shell == "zsh") zsh_completion()
  else fish_completion()
}
