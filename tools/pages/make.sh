#!/bin/sh
# make.sh FOLDER COMMAND...: writes the man page and the shell completions of the program that COMMAND starts into FOLDER.
set -eu
here=$(dirname -- "$0")
folder=$1
shift
mkdir -p -- "$folder"
version=$("$@" --version | sed 's/.* //')
{
  "$@" --words | awk '{ print "words\t" $0 }'
  "$@" --help | awk -f "$here/sections.awk"
  "$@" --help | sed -n 's/^  unique-oracle \([a-z][a-z-]*\) .*/\1/p' | while IFS= read -r name; do
    printf 'subcommand: %s\n' "$name"
    "$@" "$name" --help
  done | awk -f "$here/options.awk"
} >"$folder/options.tsv"
grep -q '^option' "$folder/options.tsv"
# The day of the build, or the one that a reproducible build names.
date=$(date -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"} +%Y-%m-%d)
awk -v version="$version" -v date="$date" -f "$here/man.awk" "$folder/options.tsv" >"$folder/unique-oracle.1"
awk -v shell=bash -f "$here/complete.awk" "$folder/options.tsv" >"$folder/unique-oracle.bash"
awk -v shell=zsh -f "$here/complete.awk" "$folder/options.tsv" >"$folder/_unique-oracle"
awk -v shell=fish -f "$here/complete.awk" "$folder/options.tsv" >"$folder/unique-oracle.fish"
