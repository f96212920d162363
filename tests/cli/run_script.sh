#!/usr/bin/env bash
# ./run on machines that lack something: what it names, what it would install, its exit codes; from a folder with spaces.
. "$(dirname -- "$0")/common.sh"

# A machine with a shell and nothing to build with: only these programs are found.
mkdir bin 'a clone' && clone="$scratch/a clone"
for tool in bash sh env cat cut sed grep tr sort tail head dirname basename mkdir rm cksum id uname getconf wc ls cp touch; do
  ln -s "$(command -v $tool)" "bin/$tool"
done
cp "$UO_SOURCE_DIR/run" "$clone/" && mkdir "$clone/tools" && cp "$UO_SOURCE_DIR"/tools/*.sh "$clone/tools/"

bare() { # ARGUMENTS...: ./run of the clone on that machine
  ran="run $*"
  status=0
  env -i PATH="$scratch/bin" HOME="$scratch" "$@" >out 2>err </dev/null || status=$?
}

bare UO_NO_INSTALL=1 "$clone/run" gate
expect_status 2
expect_err 'missing: .*compiler.*cmake.*json_c.*protobuf_c'
for manager in apt-get dnf apk pacman zypper brew; do expect_err "$manager"; done
expect_err 'apt-get install .*libjson-c-dev.*libprotobuf-c-dev'
if grep -Eqi 'python|numpy|clang' err; then fail 'the gate should need neither Python nor clang'; fi
[ ! -s out ] || fail 'messages belong on standard error'

# Without apt-get: the same, without UO_NO_INSTALL.
bare "$clone/run" gate
expect_status 2
expect_err 'dnf install'

# With apt-get and as root (or with sudo): updates once, installs what is missing and no more, never asks.
cat >bin/apt-get <<'END'
#!/bin/sh
echo "$DEBIAN_FRONTEND apt-get $*" >>"$HOME/apt.log"
END
printf '#!/bin/sh\necho 0\n' >bin/id.new && rm bin/id && mv bin/id.new bin/id
chmod +x bin/apt-get bin/id
bare "$clone/run" gate
expect_status 2 # nothing was really installed
[ "$(grep -c 'noninteractive apt-get update' apt.log)" -eq 1 ] || fail 'one apt-get update expected'
grep -q 'noninteractive apt-get install --yes --no-install-recommends .*cmake' apt.log || fail 'an apt-get install expected'
if grep -Eq 'clang|python' apt.log; then fail 'the gate should install neither Python nor clang'; fi

# Verbs, help and their exit codes, from another folder.
bare "$clone/run" help
expect_status 0
expect_out 'UO_NO_INSTALL'
bare "$clone/run"
expect_status 0
bare "$clone/run" nonsense
expect_status 2
expect_err 'nonsense'
# What the program does and ./run does not: each of its subcommands is told where it is.
subcommands=$("$UO_PROGRAM" --help | sed -nE 's/^  unique-oracle ([a-z][a-z-]*) .*/\1/p' | grep -v '^gate$')
[ "$(wc -l <<<"$subcommands")" -ge 5 ] || fail 'the help names the subcommands'
for subcommand in $subcommands; do
  bare "$clone/run" "$subcommand"
  expect_status 2
  expect_err "subcommand of the program.*build/release/unique-oracle $subcommand\$"
done
bare "$clone/run" test nonsense
expect_status 2
expect_err 'nonsense'
bare "$clone/run" setup nonsense
expect_status 2
bare "$clone/run" test list
expect_status 0
expect_out '^arrows '

# What is wrong with the options of a campaign is said before anything is looked for or built.
mkdir "$clone/fuzz" && cp -R "$UO_SOURCE_DIR"/fuzz/campaign* "$clone/fuzz/"
for wrong in '--seconds 0' '--plugin missing.so' '--link missing.c' '--policy nonsense' '--timeout none' '--nonsense'; do
  # shellcheck disable=SC2086 # words
  bare UO_NO_INSTALL=1 "$clone/run" fuzz $wrong
  expect_status 2
  expect_err "^fuzz: .*${wrong%% *}"
  if grep -q missing: err; then fail 'the options should be checked first'; fi
done
bare UO_NO_INSTALL=1 "$clone/run" fuzz --help
expect_status 0
expect_out '^  --timeout S '
bare UO_NO_INSTALL=1 "$clone/run" fuzz --seconds 5
expect_status 2
expect_err 'missing: .*libfuzzer'
[ ! -d "$clone/build/fuzz" ] || fail 'nothing should be made'

# What is no argument of a verb is said, before anything is looked for, and never taken for a path.
wrong_arguments() { # VERB ARGUMENTS..., PATTERN last
  bare UO_NO_INSTALL=1 "$clone/run" "${@:1:$#-1}"
  expect_status 2
  expect_err "${*: -1}"
  if grep -q missing: err; then fail 'the arguments should be checked first'; fi
}
mkdir -p "$clone/build/export" && touch "$clone/build/export/mine"
(cd "$clone" && ls -A) >before
wrong_arguments export --nonsense "export: unknown option '--nonsense'"
wrong_arguments export --chekc out "unknown option '--chekc'"
wrong_arguments export one --check two "'two' is one argument too many: OUT is one"
for verb in mutate fuzz faults scoreboard bench export portable; do
  wrong_arguments "$verb" '' "^run: $verb: an argument is empty"
  wrong_arguments "$verb" --only ' ' "^run: $verb: behind --only an argument is empty"
  wrong_arguments "$verb" --only= "^run: $verb: --only= has an empty value"
done
wrong_arguments coverage --nonsense "coverage: takes no arguments, and here is '--nonsense'"
wrong_arguments setup gate test "'test' is one argument too many"
wrong_arguments setup --nonsense "'--nonsense' is none of"
wrong_arguments test --nonsense "'--nonsense' is none of"
wrong_arguments bench --record-instructions 'needs the reason'
wrong_arguments bench --record-instructions --quick 'needs the reason'
wrong_arguments bench --record-instructions one two 'needs the reason'
for verb in export coverage setup test faults portable; do
  bare UO_NO_INSTALL=1 "$clone/run" "$verb" --help
  expect_status 0
  expect_out '^usage: ./run VERB'
done
ran='portable.sh --nonsense' status=0
"$UO_SOURCE_DIR/tools/portable.sh" --nonsense >out 2>err || status=$?
expect_status 2
expect_err "'--nonsense' is no target"
[ ! -s out ] || fail 'nothing should be judged before'
(cd "$clone" && ls -A) >after
expect_same before after

# An earlier export stays, also where its check cannot begin; OUT is honoured with --check in either place.
for tool in cc cmake make pkg-config protoc-c python3; do printf '#!/bin/sh\nexit 0\n' >"bin/$tool" && chmod +x "bin/$tool"; done
printf '#!/bin/sh\necho cmake version 3.30.0\n' >bin/cmake
mkdir -p "$clone/build/release" "$clone/corpus/vectors" "$clone/adapters/python"
printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\n' "$clone" >"$clone/build/release/CMakeCache.txt" && touch "$clone/build/release/Makefile"
printf '#!/bin/sh\n[ ! -e "$HOME/fails" ] && mkdir "$3"\n' >"$clone/build/release/unique-oracle"
printf '#!/bin/sh\necho no network >&2\nexit 1\n' >"$clone/adapters/python/install"
chmod +x "$clone/build/release/unique-oracle" "$clone/adapters/python/install"
ln -s "$(command -v mv)" bin/mv
bare UO_NO_INSTALL=1 "$clone/run" export
expect_status 2
expect_err 'build/export is there already, and nothing is overwritten'
for arguments in "$scratch/one" "--check $scratch/two" "$scratch/three/ --check" --check; do
  # shellcheck disable=SC2086 # words
  bare UO_NO_INSTALL=1 "$clone/run" export $arguments
  [ "$arguments" = "$scratch/one" ] && expect_status 0 || expect_status 2 # nothing to check with
done
for made in one two three; do [ -d "$made/onnx" ] && [ -d "$made/vectors" ] || fail "$made should be exported"; done
[ -e "$clone/build/export/mine" ] || fail 'an earlier export should stay'
touch fails
bare UO_NO_INSTALL=1 "$clone/run" export "$scratch/four"
expect_status 2
if ls -d four* >/dev/null 2>&1; then fail 'nothing half written should be left'; fi
for tool in cc cmake make pkg-config protoc-c python3; do rm "bin/$tool"; done

# Where nothing can be written a line says so, and nothing is tried; here as `build` is a file.
mkdir closed && cp "$UO_SOURCE_DIR/run" closed/ && touch closed/build
ran='closed/run gate' status=0
UO_NO_INSTALL=1 closed/run gate >out 2>err || status=$?
expect_status 2
expect_err '^run: .*/closed/build/log: nothing can be written there: take a copy of the project in a folder of yours$'
! grep -Eq 'No such file|cannot |failed:' err || fail 'nothing else should be tried'

# A step that fails is counted, the others run all the same, and the last line says so.
bare UO_NO_INSTALL=1 "$clone/run" test setup arrows
expect_status 1
[ "$(tail -n 1 out)" = '0 passed, 2 failed' ] || fail 'the last line should count both'
expect_out 'FAIL .*setup'
expect_out 'FAIL .*arrows'

finish
