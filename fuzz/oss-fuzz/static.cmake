# Libraries are looked for as archives alone.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
