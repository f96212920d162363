# cmake -D NAMES="a;b" -D FILES="a.css;b.js" -D OUTPUT=x.c -P embed.cmake: each file as a NUL-terminated array of that name.
set(text "/* Made from files; see src/CMakeLists.txt. */\n")
foreach(name file IN ZIP_LISTS NAMES FILES)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "extern const char ${name}[];\nconst char ${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
