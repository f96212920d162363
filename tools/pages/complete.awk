# Shell completions, from what options.awk writes. Variables: shell (bash, zsh, fish).
# An argument like 0|1|2 completes to one of these, FILE and PATH to files, any other to nothing.
function quote(text) { gsub(/'/, "'\\''", text); return "'" text "'" }
function kind(argument) {
  if (argument ~ /^[a-z0-9]+(\|[a-z0-9]+)+$/) return "words"
  return argument ~ /(FILE|PATH|FOLDER)/ ? "files" : "nothing"
}
function words(argument) { gsub(/\|/, " ", argument); return argument }
BEGIN { FS = "\t" }
$1 == "command" { names[++count] = $2; summary[$2] = $4 }
$1 == "option" {
  many[$2]++
  option[$2, many[$2]] = $3
  argument[$2, many[$2]] = $4
  help[$2, many[$2]] = $5
}
function bash_completion(   i, k, name, all) {
  print "# bash completion for unique-oracle\n_unique_oracle() {\n  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options=''"
  for (i = 1; i <= count; i++) all = all " " names[i]
  printf "  COMPREPLY=()\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '%s --help --version' -- \"$current\"))\n    return\n  fi\n", substr(all, 2)
  print "  case \"${COMP_WORDS[1]} $previous\" in"
  for (i = 1; i <= count; i++) {
    name = names[i]
    for (k = 1; k <= many[name]; k++) {
      if (argument[name, k] == "") continue
      if (kind(argument[name, k]) == "words")
        printf "    '%s %s') COMPREPLY=($(compgen -W '%s' -- \"$current\")); return ;;\n", name, option[name, k], words(argument[name, k])
      else if (kind(argument[name, k]) == "files")
        printf "    '%s %s') COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n", name, option[name, k]
      else
        printf "    '%s %s') return ;;\n", name, option[name, k]
    }
  }
  print "  esac\n  case \"${COMP_WORDS[1]}\" in"
  for (i = 1; i <= count; i++) {
    all = ""
    for (k = 1; k <= many[names[i]]; k++) all = all " " option[names[i], k]
    printf "    %s) options='%s' ;;\n", names[i], substr(all, 2)
  }
  print "  esac\n  case $current in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n  esac\n}\ncomplete -o filenames -F _unique_oracle unique-oracle"
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
        if (kind(argument[name, k]) == "words") spec = spec "(" words(argument[name, k]) ")"
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
      if (argument[name, k] != "") more = kind(argument[name, k]) == "words" ? " -x -a " quote(words(argument[name, k])) : kind(argument[name, k]) == "files" ? " -r -F" : " -x"
      printf "complete -c unique-oracle %s -l %s%s -d %s\n", when, substr(option[name, k], 3), more, quote(help[name, k])
    }
  }
}
END {
  if (shell == "bash") bash_completion()
  else if (shell == "zsh") zsh_completion()
  else fish_completion()
}
