#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite ask for it: with $CC, $CXX, $CFLAGS, $CXXFLAGS and
# $LIB_FUZZING_ENGINE, from $SRC in $WORK, into $OUT, where each target has its seeds, options and dictionary beside it.
# Nothing of $OUT may need a library that is not there where it runs, so those of the project are linked in statically.
root=$SRC/unique-oracle
build=$WORK/unique-oracle
targets='fuzz_unique fuzz_subject fuzz_golden fuzz_vectors fuzz_answers fuzz_onnx'

# MemorySanitizer would take what an uninstrumented library writes for never written. protobuf-c is one file: where its
# sources are ($SRC/protobuf-c) it is built like everything else; else fuzz_onnx is left out. Under other sanitizers the
# archive of the system serves; it shifts bits out of an int, which is not ours to find.
if [ "${SANITIZER:-}" = memory ] && [ -e "$SRC/protobuf-c/protobuf-c/protobuf-c.c" ]; then
  mkdir -p -- "$WORK/protobuf-c"
  # shellcheck disable=SC2086 # flags
  "$CC" $CFLAGS -I"$SRC/protobuf-c" -c "$SRC/protobuf-c/protobuf-c/protobuf-c.c" -o "$WORK/protobuf-c/protobuf-c.o"
  ar rcs "$WORK/protobuf-c/libprotobuf-c.a" "$WORK/protobuf-c/protobuf-c.o"
  protobuf_c=-Dpkgcfg_lib_PROTOBUF_C_protobuf-c=$WORK/protobuf-c/libprotobuf-c.a # what CMake would look for
elif [ "${SANITIZER:-}" = memory ]; then
  echo 'fuzz_onnx is left out: there are no sources of protobuf-c to instrument' >&2
  targets=${targets% fuzz_onnx}
fi

# CMAKE_BUILD_TYPE has no flags of its own, so that CFLAGS alone say how to compile. An engine may be in C++, so the C++
# compiler links.
cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=OSSFuzz -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$CFLAGS" \
  -DCMAKE_C_LINK_EXECUTABLE="$CXX $CXXFLAGS <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>" \
  -DCMAKE_PROJECT_INCLUDE="$root/fuzz/oss-fuzz/static.cmake" \
  -DUO_TESTS=OFF -DUO_FUZZ=ON -DUO_FUZZ_INSTRUMENT= -DUO_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" ${protobuf_c:+"$protobuf_c"}
# shellcheck disable=SC2086 # a list of names
cmake --build "$build" --parallel "$(nproc)" --target $targets

# pack NAME FOLDER...: the files of the folders that there are as $OUT/NAME.
pack() {
  local archive=$OUT/$1 files=$WORK/files folder
  shift
  rm -rf -- "$files" && mkdir -p -- "$files"
  for folder in "$@"; do [ ! -d "$folder" ] || cp -- "$folder"/* "$files/"; done
  rm -f -- "$archive"
  (cd -- "$files" && cmake -E tar cf "$archive" --format=zip -- *)
}

for target in $targets; do
  cp -- "$build/fuzz/$target" "$OUT/"
  pack "${target}_seed_corpus.zip" "$root/corpus/seeds/$target" "$root/corpus/regressions/$target"
  cp -- "$root/fuzz/oss-fuzz/$target.options" "$OUT/"
done
cp -- "$root"/fuzz/oss-fuzz/*.dict "$OUT/"
mkdir -p -- "$OUT/vectors" # what fuzz_golden starts from
cp -- "$root"/corpus/vectors/* "$OUT/vectors/"
