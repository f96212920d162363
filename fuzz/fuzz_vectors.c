/*
 * The readers of vectors and of protocol messages: lines that anybody may have written. They must not crash, leak or
 * hang, and what they accept must read back from what is written of it.
 *
 * Input: the lines of a file, the first of them a header.
 */
#include <string.h>

#include "files/json_line.h"
#include "files/json_text.h"
#include "fuzz/guard_heap.h"
#include "fuzz/signature.h"
#include "fuzz/target.h"

typedef struct line {
  const char *text;
  size_t size;
} line;

static void demand_same(line a, line b, const char *what) {
  UO_FUZZ_DEMAND(a.size == b.size && memcmp(a.text, b.text, a.size) == 0, "round-trip", what);
}

static void try_header(line read, uo_arena *arena) {
  uo_vector_header header;
  line first;
  line second;
  if (uo_json_read_header(read.text, read.size, "input", arena, &header, NULL) != UO_ERROR_NONE) return;
  UO_FUZZ_DEMAND(uo_json_header(&header, arena, &first.text, &first.size, NULL) == UO_ERROR_NONE, "cannot-write",
                 "header");
  uo_error_code code = uo_json_read_header(first.text, first.size, "written", arena, &header, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "round-trip", "header");
  UO_FUZZ_DEMAND(uo_json_header(&header, arena, &second.text, &second.size, NULL) == UO_ERROR_NONE, "cannot-write",
                 "header");
  demand_same(first, second, "header");
}

static void try_vector(line read, uo_arena *arena) {
  uo_vector vector;
  line first;
  line second;
  if (uo_json_read_vector(read.text, read.size, "input", arena, &vector, NULL) != UO_ERROR_NONE) return;
  uo_error_code code = uo_json_vector(&vector, arena, &first.text, &first.size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "vector");
  code = uo_json_read_vector(first.text, first.size, "written", arena, &vector, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "round-trip", "vector");
  code = uo_json_vector(&vector, arena, &second.text, &second.size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "vector");
  demand_same(first, second, "vector");
}

static void try_message(line read, uo_arena *arena) {
  uo_message message;
  line first;
  line second;
  uo_error_code code = uo_json_read_message(read.text, read.size, "input", arena, &message, NULL);
  if (code != UO_ERROR_NONE || message.kind != UO_MESSAGE_RUN) return;
  code = uo_json_run(&message.question, arena, &first.text, &first.size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "message");
  code = uo_json_read_message(first.text, first.size, "written", arena, &message, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE && message.kind == UO_MESSAGE_RUN, "round-trip", "message");
  code = uo_json_run(&message.question, arena, &second.text, &second.size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "message");
  demand_same(first, second, "message");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *at = (const char *)data;
  const char *end = at + size;
  for (int number = 0; at < end; number++) {
    uo_arena arena = {.allocator = uo_guard_heap()};
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    line read = {at, (size_t)((feed == NULL ? end : feed) - at)};
    if (number == 0) try_header(read, &arena);
    try_vector(read, &arena);
    try_message(read, &arena);
    uo_arena_release(&arena);
    at = feed == NULL ? end : feed + 1;
  }
  UO_FUZZ_DEMAND(uo_guard_heap_end() == 0, "leaks", "");
  return 0;
}
