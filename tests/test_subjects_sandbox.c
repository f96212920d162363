/* The sandbox's shared memory, from both sides in one process: what a child may leave there, and what a sink refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "subjects/sandbox.h"

/* One small layout with an open sink in slot 0, for X = [5, 6] of int64 and the outputs Y and counts. */
typedef struct bench {
  uo_sandbox_layout layout;
  uo_sandbox_node node;
  uo_sandbox_sink sink;
  uo_sandbox_slot *slot;
  uo_arena arena;
  uo_answer answer;
} bench;

static const int64_t two[1] = {2};

static int open_bench(void **state) {
  static bench one;
  one = (bench){.node = {.wanted = UO_WANT_Y | 1u << UO_COUNTS, .most_elements = 1024, .most_bytes = 1024}};
  if (uo_sandbox_map(uo_sandbox_room_for(0), &one.layout, NULL) != UO_ERROR_NONE) return -1;
  one.slot = &one.layout.control->slots[0];
  uo_sandbox_sink_open(&one.sink, &one.layout, &one.node, 0);
  *state = &one;
  return 0;
}

static int close_bench(void **state) {
  bench *b = *state;
  uo_arena_release(&b->arena);
  uo_sandbox_unmap(&b->layout);
  return 0;
}

static void *allocate(bench *b, int output, int32_t dtype, int32_t rank, const int64_t *dims) {
  return b->sink.sink.allocate(&b->sink.sink, output, dtype, rank, dims);
}

static int put_string(bench *b, int64_t index, const char *data, size_t size) {
  return b->sink.sink.put_string(&b->sink.sink, index, data, size);
}

static const uo_answer *read_answer(bench *b) {
  uo_error error;
  if (uo_sandbox_read(&b->layout, 0, &b->arena, &b->answer, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  return &b->answer;
}

static void assert_answer(bench *b, uo_answer_kind kind, const char *message) {
  const uo_answer *answer = read_answer(b);
  assert_string_equal(answer->message, message);
  assert_int_equal(answer->kind, kind);
}

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

static size_t need_of_strings(size_t first, size_t second) {
  const uo_bytes strings[2] = {{NULL, first}, {NULL, second}};
  const uo_case question = {.x = {UO_TYPE_STRING, 1, two, strings}};
  return uo_sandbox_need(&question);
}

/* Sizes that no memory has are refused before anything is added up. */
static void sizes_do_not_overflow(void **state) {
  (void)state;
  const int64_t huge[1] = {INT64_MAX};
  const uo_case question = {.x = {UO_TYPE_INT8, 1, huge, NULL}};
  assert_true(uo_sandbox_need(&question) == 0);
  assert_true(need_of_strings(SIZE_MAX / 8 + 1, 0) == 0);
  assert_true(need_of_strings(SIZE_MAX / 4, 1) == 0);
  assert_true(need_of_strings(SIZE_MAX, SIZE_MAX) == 0);
  assert_true(need_of_strings(1000000, 1000000) >= 2000000);
  uo_sandbox_layout layout;
  uo_error error;
  assert_int_equal(uo_sandbox_map(SIZE_MAX / 2 + 1, &layout, &error), UO_ERROR_MEMORY);
  assert_non_null(strstr(error.message, "which the system refuses"));
}

static void large_rooms_have_fewer_slots(void **state) {
  (void)state;
  assert_true(uo_sandbox_slots(uo_sandbox_room_for(0)) == UO_BATCH_MAX);
  assert_true(uo_sandbox_slots((size_t)1 << 24) < UO_BATCH_MAX);
  assert_true(uo_sandbox_slots((size_t)1 << 29) == 1);
  assert_true(uo_sandbox_slots(SIZE_MAX / 2 + 1) == 1);
}

/* ---- What the sink refuses -------------------------------------------------------------------------------------- */

/* The first broken rule stays; that memory was overwritten, or an output not asked for, says more. OUT-04 */
static void what_is_noted(void **state) {
  bench *b = *state;
  assert_null(allocate(b, -1, UO_TYPE_INT64, 1, two));
  assert_null(allocate(b, UO_OUTPUT_COUNT, UO_TYPE_INT64, 1, two));
  assert_answer(b, UO_ANSWER_BROKEN, "allocate: there is no output -1");
  assert_null(allocate(b, UO_INDICES, UO_TYPE_INT64, 1, two));
  assert_answer(b, UO_ANSWER_CLOBBERED, "gave indices, which was not asked for");
  assert_null(allocate(b, -1, UO_TYPE_INT64, 1, two));
  assert_null(allocate(b, UO_INVERSE_INDICES, UO_TYPE_INT64, 1, two));
  uo_sandbox_sink_close(&b->sink, UO_REJECTED);
  assert_answer(b, UO_ANSWER_CLOBBERED, "gave indices, which was not asked for");
}

static void scalars_need_no_dims(void **state) {
  bench *b = *state;
  int64_t *y = allocate(b, UO_Y, UO_TYPE_INT64, 0, NULL);
  assert_non_null(y);
  *y = 5;
  uo_sandbox_sink_close(&b->sink, UO_OK);
  assert_answer(b, UO_ANSWER_OUTPUTS, "");
  const uo_tensor *tensor = b->answer.outputs.tensor[UO_Y];
  assert_int_equal(tensor->rank, 0);
  assert_int_equal(*(const int64_t *)tensor->data, 5);
}

static void strings_need_a_string_y(void **state) {
  bench *b = *state;
  assert_non_null(allocate(b, UO_Y, UO_TYPE_INT64, 1, two));
  assert_int_not_equal(put_string(b, 0, "a", 1), 0);
  assert_answer(b, UO_ANSWER_BROKEN, "put_string: before a string Y was allocated");
}

static void strings_need_a_place(void **state) {
  bench *b = *state;
  assert_non_null(allocate(b, UO_Y, UO_TYPE_STRING, 1, two));
  assert_int_equal(put_string(b, 1, "a", 1), 0);
  assert_int_not_equal(put_string(b, -1, "a", 1), 0);
  assert_answer(b, UO_ANSWER_BROKEN, "put_string: element -1 of a Y that has 2");
}

/* The farthest byte of the canary counts, even its first one. */
static void writes_before_an_output_are_measured(void **state) {
  bench *b = *state;
  unsigned char *y = allocate(b, UO_Y, UO_TYPE_INT64, 1, two);
  assert_non_null(y);
  y[-UO_CANARY_MOST] = 1;
  uo_sandbox_sink_close(&b->sink, UO_OK);
  assert_answer(b, UO_ANSWER_CLOBBERED, "wrote 8192 bytes before Y");
}

static void one_byte_before_an_output(void **state) {
  bench *b = *state;
  unsigned char *counts = allocate(b, UO_COUNTS, UO_TYPE_INT64, 1, two);
  assert_non_null(counts);
  counts[-1] = 1;
  uo_sandbox_sink_close(&b->sink, UO_FAILED); /* whatever it returns */
  assert_answer(b, UO_ANSWER_CLOBBERED, "wrote 1 byte before counts");
}

/* ---- What a child may leave ------------------------------------------------------------------------------------- */

static const char overwrote[] = "overwrote the harness's own memory";

/* A shape that the sink cannot have written. */
static void impossible_shapes(void **state) {
  bench *b = *state;
  uo_sandbox_output *y = &b->slot->outputs[UO_Y];
  assert_non_null(allocate(b, UO_Y, UO_TYPE_INT64, 1, two));
  const uo_sandbox_output right = *y;
  assert_answer(b, UO_ANSWER_OUTPUTS, "");
  y->dtype = 16;
  assert_answer(b, UO_ANSWER_CLOBBERED, overwrote);
  *y = right;
  y->rank = -1;
  assert_answer(b, UO_ANSWER_CLOBBERED, overwrote);
  y->rank = UO_MAX_RANK + 1;
  assert_answer(b, UO_ANSWER_CLOBBERED, overwrote);
  *y = right;
  y->dims[0] = -2;
  assert_answer(b, UO_ANSWER_CLOBBERED, overwrote);
  y->dims[0] = (int64_t)(b->layout.room / 8 + 1); /* more than the room holds */
  assert_answer(b, UO_ANSWER_CLOBBERED, overwrote);
  y->dims[0] = (int64_t)(b->layout.room / 8);
  assert_answer(b, UO_ANSWER_OUTPUTS, "");
  b->slot->kind = UO_ANSWER_HUNG; /* is not for the child to say */
  assert_answer(b, UO_ANSWER_CLOBBERED, overwrote);
}

/* Strings whose bytes would lie outside their room are empty. */
static void impossible_strings(void **state) {
  bench *b = *state;
  const size_t room = b->layout.room;
  assert_non_null(allocate(b, UO_Y, UO_TYPE_STRING, 1, two));
  assert_int_equal(put_string(b, 0, "ab", 2), 0);
  assert_int_equal(put_string(b, 1, "c", 1), 0);
  assert_answer(b, UO_ANSWER_OUTPUTS, "");
  const uo_bytes *y = b->answer.outputs.tensor[UO_Y]->data;
  assert_true(y[0].size == 2 && memcmp(y[0].data, "ab", 2) == 0 && y[1].size == 1 && y[1].data[0] == 'c');

  const uo_sandbox_string outside[][2] = {{{room + 1, 0}, {0, room + 1}}, {{room, 1}, {room - 1, SIZE_MAX}}};
  for (size_t i = 0; i < 2; i++) {
    memcpy(b->layout.output + uo_output_room_end(&b->layout, 0, UO_Y) - sizeof outside[i], outside[i],
           sizeof outside[i]);
    b->slot->bytes_used = i == 0 ? SIZE_MAX : room;
    assert_answer(b, UO_ANSWER_OUTPUTS, "");
    y = b->answer.outputs.tensor[UO_Y]->data;
    assert_true(y[0].size == 0 && y[1].size == 0);
  }
}

static void message_without_an_end(void **state) {
  bench *b = *state;
  b->slot->kind = UO_ANSWER_FAILED;
  memset(b->slot->text, 'x', sizeof b->slot->text);
  const uo_answer *answer = read_answer(b);
  assert_int_equal(answer->kind, UO_ANSWER_FAILED);
  assert_int_equal(strlen(answer->message), sizeof b->slot->text);
}

/* ---- Faults ----------------------------------------------------------------------------------------------------- */

/* What a fault at this address means, or "" when it is none of the gate's memory. */
static const char *explain(bench *b, const void *address, uo_access access) {
  static char text[UO_SANDBOX_TEXT];
  atomic_store(&b->layout.control->faulted, 1);
  b->layout.control->address = (uintptr_t)address;
  b->layout.control->access = (int32_t)access;
  return uo_sandbox_explain_fault(&b->layout, 0, text, sizeof text) ? text : "";
}

static void faults_at_the_input(void **state) {
  bench *b = *state;
  const unsigned char *input = b->layout.input_readable;
  const unsigned char *data_end = input + uo_input_room_end(&b->layout, 0, UO_ROOM_DATA);
  assert_string_equal(explain(b, data_end, UO_ACCESS_READ),
                      "read past the end of its input (byte 1 behind the data of X)");
  assert_string_equal(explain(b, data_end + 9, UO_ACCESS_UNKNOWN),
                      "wrote or read past the end of its input (byte 10 behind the data of X)");
  assert_string_equal(explain(b, data_end - 1, UO_ACCESS_WRITE), "changed its input (data of X)");
  assert_string_equal(explain(b, data_end - b->layout.room - 1, UO_ACCESS_READ),
                      "read before its input (1 bytes before the room of the data of X)");
  assert_string_equal(explain(b, input, UO_ACCESS_READ),
                      "read before its input (65536 bytes before the room of the dims of X)");
  assert_string_equal(explain(b, input + uo_input_room_end(&b->layout, 0, UO_ROOM_NODE) - 1, UO_ACCESS_WRITE),
                      "changed its input (X, its dims or the attributes)");
  assert_string_equal(explain(b, input - 1, UO_ACCESS_READ), "");
  assert_string_equal(explain(b, input + b->layout.input_size, UO_ACCESS_READ), "");
}

static void faults_at_the_outputs(void **state) {
  bench *b = *state;
  const unsigned char *output = b->layout.output;
  const unsigned char *y_end = output + uo_output_room_end(&b->layout, 0, UO_Y);
  assert_string_equal(explain(b, y_end, UO_ACCESS_WRITE), "wrote past the end of Y of an earlier call"); /* not given */
  assert_non_null(allocate(b, UO_Y, UO_TYPE_INT64, 1, two));
  assert_string_equal(explain(b, y_end + 7, UO_ACCESS_WRITE), "wrote past the end of Y (byte 8 beyond its 2 elements)");
  assert_string_equal(explain(b, output + uo_output_room_end(&b->layout, 1, UO_Y), UO_ACCESS_READ),
                      "read past the end of Y of an earlier call");
  assert_string_equal(explain(b, output, UO_ACCESS_WRITE), "wrote before the start of Y, far outside");
  assert_string_equal(explain(b, y_end - 1, UO_ACCESS_WRITE), ""); /* can be written: no fault comes from there */
  assert_string_equal(explain(b, output + uo_output_room_end(&b->layout, 0, UO_ROOM_Y_BYTES), UO_ACCESS_READ), "");
  assert_string_equal(explain(b, output + b->layout.output_size, UO_ACCESS_READ), "");
  b->slot->outputs[UO_Y].dtype = UO_TYPE_STRING;
  assert_string_equal(explain(b, y_end, UO_ACCESS_WRITE), "used the token of a string Y as memory");
}

/* A signal that a process sent is no fault of memory, wherever the last one was. */
static void no_fault(void **state) {
  bench *b = *state;
  char text[UO_SANDBOX_TEXT];
  b->layout.control->address = (uintptr_t)b->layout.output;
  assert_false(uo_sandbox_explain_fault(&b->layout, 0, text, sizeof text));
}

#define ON_BENCH(test) cmocka_unit_test_setup_teardown(test, open_bench, close_bench)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_do_not_overflow),
      cmocka_unit_test(large_rooms_have_fewer_slots),
      ON_BENCH(what_is_noted),
      ON_BENCH(scalars_need_no_dims),
      ON_BENCH(strings_need_a_string_y),
      ON_BENCH(strings_need_a_place),
      ON_BENCH(writes_before_an_output_are_measured),
      ON_BENCH(one_byte_before_an_output),
      ON_BENCH(impossible_shapes),
      ON_BENCH(impossible_strings),
      ON_BENCH(message_without_an_end),
      ON_BENCH(faults_at_the_input),
      ON_BENCH(faults_at_the_outputs),
      ON_BENCH(no_fault),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
