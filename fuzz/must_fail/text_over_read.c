/* A fault for fuzz_vectors and fuzz_answers to find: the first look at a line reads one byte behind its end. */
#define uo_utf8_length right_utf8_length
#include "files/bytes.c"
#undef uo_utf8_length

size_t uo_utf8_length(const char *bytes, size_t size);

size_t uo_utf8_length(const char *bytes, size_t size) {
  size_t length = right_utf8_length(bytes, size);
  return length == size && size > 0 && bytes[size] == 1 ? 0 : length;
}
