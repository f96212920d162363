/*
 * The readers of what a subject says, and the checker on answers that may be anything. They must not crash, leak or
 * hang; answers that are accepted must read back from what is written of them.
 *
 * Input: one line, an answer or the reply to "start".
 */
#include <string.h>
#include <unique_oracle/checker.h>

#include "files/json_text.h"
#include "fuzz/guard_heap.h"
#include "fuzz/signature.h"
#include "fuzz/target.h"

static void demand_same(const char *a, size_t a_size, const char *b, size_t b_size, const char *what) {
  UO_FUZZ_DEMAND(a_size == b_size && memcmp(a, b, a_size) == 0, "round-trip", what);
}

/* The claimed outputs as an answer to a question whose X is the claimed Y: X is then a valid tensor of any kind. */
static void check(const uo_answer *answer) {
  const uo_tensor *x = answer->outputs.tensor[UO_Y];
  uo_report report;
  for (int axis = -1; x != NULL && axis < x->rank && axis < 2; axis++) {
    uo_attributes attributes = {axis >= 0, axis, axis != 0};
    uo_error_code code =
        uo_check(x, &attributes, UO_WANT_ALL, &answer->outputs, UO_POLICY_ONNX, uo_guard_heap(), &report, NULL);
    UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "checker-fails", "");
  }
}

static void try_answer(const char *line, size_t size, uo_arena *arena) {
  const char *id;
  const char *first;
  const char *second;
  size_t first_size;
  size_t second_size;
  uo_answer answer;
  if (uo_json_read_answer(line, size, "input", arena, &id, &answer, NULL) != UO_ERROR_NONE) return;
  if (answer.kind == UO_ANSWER_OUTPUTS) check(&answer);
  uo_error_code code = uo_json_answer(id, &answer, arena, &first, &first_size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "answer");
  code = uo_json_read_answer(first, first_size, "written", arena, &id, &answer, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "round-trip", "answer");
  code = uo_json_answer(id, &answer, arena, &second, &second_size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "answer");
  demand_same(first, first_size, second, second_size, "answer");
}

static void try_started(const char *line, size_t size, uo_arena *arena) {
  const char *first;
  const char *second;
  size_t first_size;
  size_t second_size;
  uo_started started;
  if (uo_json_read_started(line, size, "input", arena, &started, NULL) != UO_ERROR_NONE) return;
  uo_error_code code = uo_json_started(&started, arena, &first, &first_size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "started");
  code = uo_json_read_started(first, first_size, "written", arena, &started, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "round-trip", "started");
  code = uo_json_started(&started, arena, &second, &second_size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "started");
  demand_same(first, first_size, second, second_size, "started");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uo_arena arena = {.allocator = uo_guard_heap()};
  try_answer((const char *)data, size, &arena);
  try_started((const char *)data, size, &arena);
  uo_arena_release(&arena);
  UO_FUZZ_DEMAND(uo_guard_heap_end() == 0, "leaks", "");
  return 0;
}
