#!/usr/bin/env bash
# check.sh BUILD SCRATCH: installs and packs a build and uses what comes out in each way that is offered.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$1
scratch=$2
prefix="$scratch/prefix"
export CMAKE_BUILD_PARALLEL_LEVEL=${UO_JOBS:-2}
unset UNIQUE_ORACLE_CORPUS

say() { printf '%s\n' "$*"; }
fail() { say "FAIL: $*"; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 </dev/null || { cat "$scratch/log"; fail "$*"; }; }

rm -rf -- "$scratch"
mkdir -p -- "$scratch"
quietly cmake --build "$build"
quietly cmake --install "$build" --prefix "$prefix"
libdir=$(dirname -- "$(find "$prefix" -name libunique_oracle.a)")
program="$prefix/bin/unique-oracle"

# ---- What is there ------------------------------------------------------------------------------------------------

for file in bin/unique-oracle include/unique_oracle/unique.h include/unique_oracle/checker.h include/unique_oracle/plugin.h \
  include/unique_oracle/clauses.h share/doc/unique-oracle/copyright \
  share/unique-oracle/vectors/manifest.json share/man/man1/unique-oracle.1 share/bash-completion/completions/unique-oracle \
  share/zsh/site-functions/_unique-oracle share/fish/vendor_completions.d/unique-oracle.fish; do
  [ -s "$prefix/$file" ] || fail "$file is not installed"
done
[ -L "$libdir/libunique_oracle.so" ] || fail 'libunique_oracle.so is no link to a version'

# The shared library exports what the public headers declare, no more and no less.
nm -D --defined-only "$libdir/libunique_oracle.so" | sed -n 's/.* T \([^@]*\).*/\1/p' | sort >"$scratch/exported"
for header in "$prefix"/include/unique_oracle/*.h; do cc -E -P "$header" -I"$prefix/include"; done | tr -d '\n' | tr ';{}' '\n' |
  grep -oE '\buo_[a-z_0-9]+\(' | tr -d '(' | grep -vE '^(uo_plugin_entry)$' | sort -u >"$scratch/declared"
diff "$scratch/declared" "$scratch/exported" || fail 'exported symbols (right) are not what the headers declare (left)'
say "exports: $(wc -l <"$scratch/exported") functions, all of the public headers"

"$program" gate --level 0 --vectors "$prefix/share/unique-oracle/vectors" | tail -n 1 >"$scratch/with"
"$program" gate --level 0 | tail -n 1 >"$scratch/without"
diff "$scratch/with" "$scratch/without" || fail 'the installed program does not find its vectors'

python3 "$root/tests/pages/links.py" "$prefix/share/doc/unique-oracle" || fail 'an installed page has a dead link'

# ---- Man page and completions ---------------------------------------------------------------------------------------

python3 "$root/tests/install/complete.py" "$prefix/share/bash-completion/completions/unique-oracle" || fail 'bash does not complete'
if command -v zsh >/dev/null 2>&1; then zsh -n "$prefix/share/zsh/site-functions/_unique-oracle" || fail 'the zsh completion'; fi
if command -v fish >/dev/null 2>&1; then
  [ "$(fish --no-config -c 'source $argv[1]; complete -C "unique-oracle gate --policy onnx,zero=d"' "$prefix/share/fish/vendor_completions.d/unique-oracle.fish" |
    cut -f 1)" = onnx,zero=distinct ] || fail 'fish does not complete onnx,zero=d'
fi
if command -v groff >/dev/null 2>&1; then
  groff -man -ww -Tutf8 "$prefix/share/man/man1/unique-oracle.1" 2>"$scratch/groff" >"$scratch/page"
  [ ! -s "$scratch/groff" ] || { cat "$scratch/groff"; fail 'groff warns about the man page'; }
fi
if command -v mandoc >/dev/null 2>&1; then
  mandoc -Tlint "$prefix/share/man/man1/unique-oracle.1" || fail 'mandoc warns about the man page'
fi
grep -q '^130, 143$' "$prefix/share/man/man1/unique-oracle.1" || fail 'the man page lacks exit status 130'
for name in NO_COLOR TERM UNIQUE_ORACLE_CORPUS TMPDIR; do
  grep -qx "$name" "$prefix/share/man/man1/unique-oracle.1" || fail "the man page lacks $name"
done
for name in $("$program" --help | sed -n 's/^  unique-oracle \([a-z][a-z-]*\) .*/\1/p'); do
  "$program" "$name" --help | grep -oE '^  --[a-z-]+' | while read -r option; do
    grep -qF -- "${option//-/\\-}" "$prefix/share/man/man1/unique-oracle.1" || fail "the man page lacks $option of $name"
  done
done

# ---- Consumers ------------------------------------------------------------------------------------------------------

consumer() { # NAME OPTION...: builds it; the right plug-in passes, the wrong one does not, unless its failures are listed
  local name=$1 folder="$scratch/$1" verdict
  shift
  mkdir -p -- "$folder"
  cp -r "$root/tests/install/consumer" "$folder/source"
  cp "$root/docs/example/plugin.c" "$folder/source/right.c"
  sed 's/sorted && order < 0/sorted \&\& order > 0/' "$folder/source/right.c" >"$folder/source/wrong.c"
  ! cmp -s "$folder/source/right.c" "$folder/source/wrong.c" || fail 'the fault was not planted'
  : >"$folder/source/known.txt"
  quietly cmake -S "$folder/source" -B "$folder/build" "$@"
  quietly cmake --build "$folder/build"
  "$program" gate --level 0 --plugin "$folder/build/libwrong.so" --write-known-failures "$folder/source/known.txt" >"$scratch/log" 2>&1 || true
  ctest --test-dir "$folder/build" >"$folder/ctest.log" 2>&1 && fail "$name: the wrong plug-in passed"
  for verdict in 'shared .*Passed' 'static .*Passed' 'conforms_right .*Passed' 'conforms_wrong .*Failed' 'listed_wrong .*Passed'; do
    grep -qE "$verdict" "$folder/ctest.log" || { cat "$folder/ctest.log"; fail "$name: $verdict"; }
  done
  say "consumer by $name: right passes, wrong fails, listed passes"
}

consumer find_package -DCMAKE_PREFIX_PATH="$prefix"
# A consumer's strict flags hold for its own sources and our headers, and do not stop what it fetches.
strict='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wcast-align -Werror -Werror=conversion'
consumer FetchContent -DCONSUMER_FETCH="$root"
quietly cmake -S "$scratch/FetchContent/source" -B "$scratch/strict" -DCONSUMER_FETCH="$root" -DCMAKE_C_FLAGS="$strict"
quietly cmake --build "$scratch/strict" --target unique_oracle unique_oracle_shared use_unique_oracle use_unique_oracle_static unique-oracle
say 'consumer by FetchContent with -Wconversion -Werror: builds'

# The project of docs/install.md as it stands there: green for the example, red when it is broken.
mkdir -p -- "$scratch/from-page"
python3 "$root/tests/pages/markdown.py" "$root/docs/install.md" 'cmake_minimum_required(VERSION 3.22)' >"$scratch/from-page/CMakeLists.txt"
for kind in right wrong; do
  cp "$scratch/find_package/source/$kind.c" "$scratch/from-page/my_unique.c"
  quietly cmake -S "$scratch/from-page" -B "$scratch/from-page/build" -DCMAKE_PREFIX_PATH="$prefix"
  quietly cmake --build "$scratch/from-page/build"
  status=0
  ctest --test-dir "$scratch/from-page/build" >"$scratch/from-page/$kind.log" 2>&1 || status=$?
  [ "$kind $((status != 0))" = 'right 0' ] || [ "$kind $((status != 0))" = 'wrong 1' ] || { cat "$scratch/from-page/$kind.log"; fail "docs/install.md: $kind"; }
done
say 'the project of docs/install.md: right passes, wrong fails'

export PKG_CONFIG_PATH="$libdir/pkgconfig"
mkdir -p -- "$scratch/pkg-config"
# shellcheck disable=SC2046 # lists of flags
cc "$root/tests/install/consumer/use.c" $(pkg-config --cflags --libs unique_oracle) -o "$scratch/pkg-config/shared"
# shellcheck disable=SC2046
cc "$root/tests/install/consumer/use.c" $(pkg-config --cflags unique_oracle) "$libdir/libunique_oracle.a" -lm -o "$scratch/pkg-config/static"
LD_LIBRARY_PATH="$libdir" "$scratch/pkg-config/shared"
"$scratch/pkg-config/static"
say 'consumer by pkg-config: shared and static'

# The headers are C++ as well.
if command -v c++ >/dev/null 2>&1; then
  for header in plugin unique checker; do
    printf '#include <unique_oracle/%s.h>\nint main() { return 0; }\n' "$header" |
      c++ -std=c++11 -Wall -Wextra -Werror -x c++ -I"$prefix/include" -fsyntax-only - || fail "$header.h is not C++"
  done
fi

# ---- Archives -------------------------------------------------------------------------------------------------------

generators=TGZ
! command -v dpkg-deb >/dev/null 2>&1 || generators='TGZ;DEB'
quietly cpack --config "$build/CPackConfig.cmake" -G "$generators" -B "$scratch/packages"
mkdir -p -- "$scratch/unpacked"
tar xzf "$scratch"/packages/*.tar.gz -C "$scratch/unpacked" --strip-components=1
[ "$(find "$scratch/unpacked" -name unique-oracle -path '*/bin/*' -exec {} gate --level 0 \; | tail -n 1)" = "$(cat "$scratch/with")" ] ||
  fail 'the unpacked archive does not judge its vectors'
if [ "$generators" != TGZ ]; then
  dpkg-deb --extract "$scratch"/packages/*.deb "$scratch/deb"
  [ "$("$scratch/deb/usr/bin/unique-oracle" gate --level 0 | tail -n 1)" = "$(cat "$scratch/with")" ] || fail 'the deb does not judge its vectors'
  [ -s "$scratch/deb/usr/share/man/man1/unique-oracle.1.gz" ] || fail 'the man page of the deb is not compressed'
  grep -q 'License: none has been chosen' "$scratch/deb/usr/share/doc/unique-oracle/copyright" || fail 'the deb has no copyright file'
  dpkg-deb --field "$scratch"/packages/*.deb Maintainer | grep -qx '[^<]* <[^ ]*@[^ ]*>' || fail 'the deb has no maintainer with an address'
  dpkg-deb --field "$scratch"/packages/*.deb Depends | grep -q libjson-c || fail 'the deb does not depend on json-c'
fi
say "packages: $(cd -- "$scratch/packages" && echo unique*)"
