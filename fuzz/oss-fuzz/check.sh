#!/usr/bin/env bash
# check.sh FOLDER [SANITIZER...]: builds the targets as OSS-Fuzz would, for address, undefined and memory or the sanitizers
# named, and runs each from its archive of seeds with its options and dictionary. FOLDER is where all of that stands.
# UO_RUNS executions follow the seeds (default 2000). Exit code 1 when a target does not build or does not pass.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
mkdir -p -- "$1"
folder=$(cd -- "$1" && pwd -P)
shift
[ $# -gt 0 ] || set -- address undefined memory
runs=${UO_RUNS:-2000}
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
failed=0

# The flags that the images of OSS-Fuzz set.
checked='array-bounds,bool,builtin,enum,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute'
checked="$checked,shift,signed-integer-overflow,unreachable,vla-bound"
flags_of() { # SANITIZER
  case $1 in
    address) echo '-fsanitize=address -fsanitize-address-use-after-scope' ;;
    undefined) echo "-fsanitize=$checked,unsigned-integer-overflow -fno-sanitize-recover=$checked" ;;
    memory) echo '-fsanitize=memory -fsanitize-memory-track-origins' ;;
    *) echo "check.sh: '$1' is none of address, undefined, memory" >&2 && return 2 ;;
  esac
}

# The sources of protobuf-c, of the version that is installed, as the Dockerfile has them: from Debian's, with a list of
# packages of our own because most machines have none of sources. Without them build.sh leaves fuzz_onnx out.
fetch_protobuf_c() {
  local apt=$folder/apt list options
  [ ! -e "$folder/protobuf-c/protobuf-c/protobuf-c.c" ] || return 0
  command -v apt-get >/dev/null || return 1
  rm -rf -- "$apt" "$folder/protobuf-c"
  mkdir -p -- "$apt"/{sources,lists/partial,cache/archives/partial} "$folder/protobuf-c"
  for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/$(basename -- "$list")"
  done
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -e "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$apt/sources/$(basename -- "$list" .list).list"
  done
  options=(-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt/sources" -o Dir::State::Lists="$apt/lists"
    -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root)
  (cd -- "$apt" && { apt-get "${options[@]}" update || true; } && # one list of several that has no sources is no harm
    apt-get "${options[@]}" source --download-only --only-source protobuf-c &&
    tar xf protobuf-c_*.orig.tar.* -C "$folder/protobuf-c" --strip-components 1) >"$folder/protobuf-c.log" 2>&1 </dev/null
}

# What build.sh finds there: $SRC with the sources, and nothing of the caller's environment.
build() { # SANITIZER
  local flags work=$folder/$1
  flags="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $(flags_of "$1")"
  flags="$flags -fsanitize=fuzzer-no-link"
  rm -rf -- "$work/out"
  mkdir -p -- "$work/src" "$work/work" "$work/out"
  ln -sfn -- "$root" "$work/src/unique-oracle"
  [ ! -e "$folder/protobuf-c/protobuf-c/protobuf-c.c" ] || ln -sfn -- "$folder/protobuf-c" "$work/src/protobuf-c"
  env -i PATH="$PATH" HOME="$HOME" SRC="$work/src" WORK="$work/work" OUT="$work/out" SANITIZER="$1" \
    FUZZING_ENGINE=libfuzzer ARCHITECTURE=x86_64 FUZZING_LANGUAGE=c CC=clang CXX=clang++ CFLAGS="$flags" \
    CXXFLAGS="$flags" LIB_FUZZING_ENGINE=-fsanitize=fuzzer bash -eu "$root/fuzz/oss-fuzz/build.sh" >"$work/log" 2>&1 </dev/null
}

option() { # FILE NAME: of libFuzzer
  sed -n "s/^$2 *= *//p" "$1"
}

# A machine that only runs the targets has no library of ours.
foreign_libraries() { # PROGRAM
  ldd "$1" | awk '{ print $1 }' | grep -v -E '^(linux-vdso|libc|libm|libdl|libpthread|librt|libresolv|libgcc_s|libstdc\+\+)\.so|^/' || true
}

run() { # OUT TARGET: from a folder of its own, as a runner does
  local out=$1 target=$2 corpus=$scratch/$2 dictionary foreign
  foreign=$(foreign_libraries "$out/$target")
  [ -z "$foreign" ] || { echo "needs $foreign" && return 1; }
  rm -rf -- "$corpus" && mkdir -- "$corpus"
  (cd -- "$corpus" && cmake -E tar xf "$out/${target}_seed_corpus.zip")
  [ "$(find "$corpus" -type f | wc -l)" -ge 10 ] || { echo 'fewer than 10 seeds' && return 1; }
  dictionary=$(option "$out/$target.options" dict)
  (cd -- "$scratch" && env -i PATH="$PATH" UBSAN_OPTIONS=silence_unsigned_overflow=1:print_stacktrace=1 "$out/$target" \
    -seed=1 -runs=$(($(find "$corpus" -type f | wc -l) + runs)) -max_len="$(option "$out/$target.options" max_len)" \
    ${dictionary:+-dict="$out/$dictionary"} -artifact_prefix="$scratch/" "$corpus")
}

fetch_protobuf_c || echo "left out: fuzz_onnx under MemorySanitizer: no sources of protobuf-c ($folder/protobuf-c.log)"
for sanitizer in "$@"; do
  begin=$SECONDS
  if ! build "$sanitizer"; then
    printf 'FAILED  %-10s build.sh\n' "$sanitizer"
    tail -n 30 -- "$folder/$sanitizer/log"
    failed=1
    continue
  fi
  printf 'built   %-10s %d s\n' "$sanitizer" $((SECONDS - begin))
  for target in "$folder/$sanitizer/out"/fuzz_*.options; do
    target=$(basename -- "$target" .options)
    if run "$folder/$sanitizer/out" "$target" >"$scratch/log" 2>&1; then
      printf 'passed  %-10s %-13s %s\n' "$sanitizer" "$target" "$(grep -a -o 'Done.*runs' "$scratch/log" | sed 's/Done //')"
    else
      printf 'FAILED  %-10s %s\n' "$sanitizer" "$target"
      tail -n 40 -- "$scratch/log"
      failed=1
    fi
  done
done
exit "$failed"
