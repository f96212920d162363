#!/usr/bin/env bash
# portable.sh [--page] [TARGET...]: builds the program for other machines, libraries and compilers and asks for the same answers.
#
# For each target: no warning under -Werror, all vectors and the level-1 cases judged as here, the same 1,000 generated
# cases byte for byte, and the unit tests of the rooms that compute. Foreign programs run under qemu's user emulation;
# their libraries are unpacked into build/portable/, nothing foreign is installed. `portable.sh list` lists the targets.
# --page puts what became of these and of earlier targets of this machine into docs/portability.md.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
work="$root/build/portable"
jobs=${UO_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
here="$root/build/release/unique-oracle"

say() { printf '%s\n' "$*"; }
warn() { printf 'portable: %s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

quietly() { # LOG COMMAND...
  local log=$1
  shift
  mkdir -p -- "$(dirname -- "$log")"
  "$@" >>"$log" 2>&1 </dev/null && return 0
  warn "failed: $*"
  tail -n 40 -- "$log" >&2
  return 1
}

# ---- Targets --------------------------------------------------------------------------------------------------------

# Compilers that are installed under a name with their version, the oldest first.
compilers() { compgen -c | grep -E '^(gcc|clang)-[0-9]+$' | sort -u -t- -k1,1 -k2,2n; }

targets() {
  say i386 s390x musl posix hardened pedantic
  compilers
}

describe() {
  case $1 in
    i386) say '32-bit x86, under qemu-i386' ;;
    s390x) say '64-bit big-endian, under qemu-s390x' ;;
    musl) say 'the musl C library, with json-c and protobuf-c built for it' ;;
    posix) say 'posix.c of src/*/platform/ instead of what Linux offers' ;;
    hardened) say '-O2 -D_FORTIFY_SOURCE=3, stack protector, PIE, full RELRO' ;;
    pedantic) say '-std=c11 -pedantic-errors -O3' ;;
    *) say "$("$1" --version | sed -n 1p)" ;;
  esac
}

# Debian's packages that a target needs beside those of `./run gate`.
packages() {
  case $1 in
    i386) say gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user ;;
    s390x) say gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user ;;
    musl) say musl-tools ;;
  esac
}

tool() { # what shows that the packages are there
  case $1 in
    i386) say i686-linux-gnu-gcc qemu-i386 ;;
    s390x) say s390x-linux-gnu-gcc qemu-s390x ;;
    musl) say musl-gcc ;;
  esac
}

provide() { # TARGET: its tools are there, or exit code 2
  local command missing=0
  for command in $(tool "$1"); do have "$command" || missing=1; done
  [ "$missing" -eq 1 ] || return 0
  if [ -z "${UO_NO_INSTALL:-}" ] && have apt-get && [ "$(id -u)" -eq 0 ]; then
    warn "installing $(packages "$1") (needed for: $1)"
    # shellcheck disable=SC2046 # a list of names
    DEBIAN_FRONTEND=noninteractive quietly "$work/log/install.log" \
      apt-get install --yes --no-install-recommends $(packages "$1") && return 0
  fi
  warn "$1 needs $(tool "$1"), in Debian: apt-get install $(packages "$1")"
  return 2
}

# ---- Libraries of other machines ------------------------------------------------------------------------------------

# apt-get with lists and caches of its own, for an architecture that this machine need not know.
foreign_apt() { # ARCHITECTURE ARGUMENT...
  local state="$work/$1/apt" architecture=$1
  shift
  mkdir -p -- "$state/lists/partial" "$state/cache/archives/partial"
  : >"$state/status"
  apt-get -o "Dir::State::Lists=$state/lists" -o "Dir::Cache=$state/cache" -o "Dir::State::status=$state/status" \
    -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o Acquire::Languages=none \
    -o APT::Sandbox::User=root "$@"
}

# Unpacks json-c, protobuf-c and cmocka of an architecture into build/portable/ARCHITECTURE/sysroot.
unpack_libraries() { # ARCHITECTURE
  local folder="$work/$1" package log="$work/log/$1-libraries.log"
  [ ! -e "$folder/sysroot/complete" ] || return 0
  rm -rf -- "$folder/sysroot" "$folder/packages"
  mkdir -p -- "$folder/sysroot" "$folder/packages"
  quietly "$log" foreign_apt "$1" update || true # one list that cannot be had does not matter when the packages can
  (cd -- "$folder/packages" && quietly "$log" foreign_apt "$1" download libjson-c-dev libjson-c5 libprotobuf-c-dev libprotobuf-c1 \
    libcmocka-dev libcmocka0)
  for package in "$folder"/packages/*.deb; do dpkg-deb --extract "$package" "$folder/sysroot"; done
  : >"$folder/sysroot/complete"
}

write_toolchain() { # ARCHITECTURE TRIPLE LIBRARIES EMULATOR
  local sysroot="$work/$1/sysroot"
  local path="$sysroot/usr/lib/$3:$sysroot/lib/$3:/usr/$2/lib"
  cat >"$work/$1/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $1)
set(CMAKE_C_COMPILER $2-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR "$4;-L;/usr/$2;-E;LD_LIBRARY_PATH=$path")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "$sysroot")
set(ENV{PKG_CONFIG_LIBDIR} "$sysroot/usr/lib/$3/pkgconfig")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,$sysroot/lib/$3:$sysroot/usr/lib/$3")
set(CMAKE_FIND_ROOT_PATH "$sysroot" "/usr/$2")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
END
  run_under=("$4" -L "/usr/$2" -E "LD_LIBRARY_PATH=$path")
}

# The sources of Debian's json-c and protobuf-c, built with musl-gcc into build/portable/musl/prefix.
build_for_musl() {
  local folder="$work/musl" log="$work/log/musl-libraries.log" list
  [ ! -e "$folder/prefix/complete" ] || return 0
  rm -rf -- "$folder/sources" "$folder/prefix"
  mkdir -p -- "$folder/sources" "$folder/prefix/lib/pkgconfig" "$folder/prefix/include"
  list="$folder/sources.list"
  apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | awk '/debian/ && !/security|updates/ { print "deb-src", $1, $2, "main"; exit }' >"$list"
  quietly "$log" foreign_apt amd64 -o "Dir::Etc::SourceList=$list" -o Dir::Etc::SourceParts=/dev/null update
  (cd -- "$folder/sources" && quietly "$log" foreign_apt amd64 -o "Dir::Etc::SourceList=$list" -o Dir::Etc::SourceParts=/dev/null \
    source --download-only json-c protobuf-c && for list in *.orig.tar.*; do tar xf "$list"; done)
  quietly "$log" cmake -S "$folder"/sources/json-c-*/ -B "$folder/sources/json-c-build" -DCMAKE_C_COMPILER=musl-gcc -DBUILD_SHARED_LIBS=OFF \
    -DBUILD_TESTING=OFF -DDISABLE_WERROR=ON -DCMAKE_INSTALL_PREFIX="$folder/prefix" -DCMAKE_INSTALL_LIBDIR=lib
  quietly "$log" cmake --build "$folder/sources/json-c-build" --target install --parallel "$jobs"
  mkdir -p -- "$folder/prefix/include/protobuf-c"
  cp "$folder"/sources/protobuf-c-*/protobuf-c/protobuf-c.h "$folder/prefix/include/protobuf-c/"
  (cd "$folder"/sources/protobuf-c-*/ && quietly "$log" musl-gcc -O2 -fPIC -I. -c protobuf-c/protobuf-c.c -o protobuf-c.o &&
    quietly "$log" ar rcs "$folder/prefix/lib/libprotobuf-c.a" protobuf-c.o)
  printf 'prefix=%s\nName: libprotobuf-c\nDescription: protobuf-c\nVersion: 1\nLibs: -L${prefix}/lib -lprotobuf-c\nCflags: -I${prefix}/include\n' \
    "$folder/prefix" >"$folder/prefix/lib/pkgconfig/libprotobuf-c.pc"
  : >"$folder/prefix/complete"
}

# ---- One target -----------------------------------------------------------------------------------------------------

# Sets `options` (of CMake), `run_under` (what runs the program) and `units` (whether cmocka is there).
prepare() {
  options=(-DCMAKE_BUILD_TYPE=Release -DUO_WERROR=ON) run_under=() units=ON
  unset PKG_CONFIG_LIBDIR
  case $1 in
    i386) unpack_libraries i386 && write_toolchain i386 i686-linux-gnu i386-linux-gnu qemu-i386 ;;
    s390x) unpack_libraries s390x && write_toolchain s390x s390x-linux-gnu s390x-linux-gnu qemu-s390x ;;
    musl)
      build_for_musl || return 1
      options+=(-DCMAKE_C_COMPILER=musl-gcc) units=OFF
      export PKG_CONFIG_LIBDIR="$work/musl/prefix/lib/pkgconfig"
      ;;
    posix) options+=(-DUO_PLATFORM=posix) ;;
    hardened)
      options=(-DCMAKE_BUILD_TYPE=None -DUO_WERROR=ON
        "-DCMAKE_C_FLAGS=-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection -fcf-protection -D_GLIBCXX_ASSERTIONS -fPIE"
        "-DCMAKE_EXE_LINKER_FLAGS=-pie -Wl,-z,relro,-z,now")
      ;;
    pedantic) options+=("-DCMAKE_C_FLAGS=-pedantic-errors") ;;
    gcc-* | clang-*) options+=("-DCMAKE_C_COMPILER=$1") ;;
    *) warn "'$1' is no target; list lists them" && return 2 ;;
  esac
  [ ! -e "$work/$1/toolchain.cmake" ] || options+=("-DCMAKE_TOOLCHAIN_FILE=$work/$1/toolchain.cmake")
}

# What the page says of a target that gives the same answers.
write_row() { # TARGET BUILD TEST-PROGRAMS
  local compiler
  compiler=$(sed -n 's/^set(CMAKE_C_COMPILER "\(.*\)")$/\1/p' "$2"/CMakeFiles/*/CMakeCCompiler.cmake)
  compiler=$("$compiler" --version | sed -n 1p)
  printf '| `%s` | %s | equal | %s | %s | %s |\n' "$1" "$compiler" "$(sed -n 's/.* cases=\([0-9]*\) pass=\1 .*/\1/p' "$work/summary.txt")" \
    "$3" "$(date -u +%F)" >"$work/$1/row"
}

write_page() {
  local page="$root/docs/portability.md" name
  {
    sed '/^<!-- measured -->$/q' "$page"
    printf '\n| target | compiler | 1,000 generated cases | cases judged alike | unit test programs | on |\n|---|---|---|---|---|---|\n'
    for name in $(targets); do cat -- "$work/$name/row" 2>/dev/null || true; done
    printf '\n'
    sed -n '/^<!-- end -->$/,$p' "$page"
  } >"$work/page.md"
  cp -- "$work/page.md" "$page"
}

# The rooms that compute; those that need processes, signals and time are tested where they run natively.
unit_tests='test_(tensor|reference|files|cases_(values|draw|small))'

try_target() { # TARGET
  local name=$1 build="$work/$1/build" log="$work/log/$1.log" begin=$SECONDS options run_under units passed=none
  : >"$log" && rm -f -- "$work/$1/row"
  provide "$name" && prepare "$name" || return
  quietly "$log" cmake -S "$root" -B "$build" -DUO_TESTS=$units "${options[@]}"
  quietly "$log" cmake --build "$build" --parallel "$jobs" --target unique-oracle
  "${run_under[@]}" "$build/unique-oracle" generate --seed 7 --count 1000 >"$work/$name/cases.jsonl"
  cmp "$work/$name/cases.jsonl" "$work/cases.jsonl"
  "${run_under[@]}" "$build/unique-oracle" gate --timeout 60 >"$work/$name/gate.txt" || { tail -n 40 "$work/$name/gate.txt" >&2; return 1; }
  diff <(tail -n 1 "$work/$name/gate.txt") "$work/summary.txt"
  if [ "$units" = ON ]; then
    local tests
    tests=$(cmake --build "$build" --target help | grep -oE "\b$unit_tests[a-z0-9_]*" | sort -u)
    # shellcheck disable=SC2086 # a list of targets
    quietly "$log" cmake --build "$build" --parallel "$jobs" --target $tests
    quietly "$log" ctest --test-dir "$build" --parallel "$jobs" --output-on-failure --no-tests=error -R "^$unit_tests"
    passed=$(wc -w <<<"$tests")
  fi
  write_row "$name" "$build" "$passed"
  say "  same  $(printf '%5d s  %-10s %s' $((SECONDS - begin)) "$name" "$(describe "$name")")"
}

# ---- All ------------------------------------------------------------------------------------------------------------

if [ "${1:-}" = list ]; then
  for name in $(targets); do printf '%-10s %s\n' "$name" "$(describe "$name")"; done
  exit 0
fi
page=no
[ "${1:-}" != --page ] || { page=yes && shift; }
[ $# -gt 0 ] || set -- $(targets)
for name in "$@"; do
  grep -Fqx -e "$name" <<<"$(targets | tr ' ' '\n')" || { warn "'$name' is no target; list lists them"; exit 2; }
done
mkdir -p -- "$work/log"
"$here" generate --seed 7 --count 1000 >"$work/cases.jsonl"
"$here" gate | tail -n 1 >"$work/summary.txt"
grep -q '^unique-oracle: conforms ' "$work/summary.txt" || { warn "the program does not conform here"; exit 1; }
say "here: $(cat "$work/summary.txt")"
failed=0
for name in "$@"; do
  # Not in a condition, where `set -e` would be off.
  set +e
  (set -e; try_target "$name")
  status=$?
  set -e
  [ "$status" -eq 0 ] || { failed=$((failed + 1)); say "  FAIL  $name (exit $status; $work/log/$name.log)"; }
done
[ "$page" = no ] || write_page
say "$(($# - failed)) of $# targets give the same answers"
[ "$failed" -eq 0 ]
