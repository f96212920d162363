/*
 * The reference, judged by the checker, in any of the ways that it has to find an answer; metamorphic relations between
 * its answers; the same into the caller's buffers; and the checker, which must object to every answer that was made
 * wrong.
 */
#include <stdio.h>
#include <string.h>
#include <unique_oracle/checker.h>

#include "fuzz/case_code.h"
#include "fuzz/guard_heap.h"
#include "fuzz/relations.h"
#include "fuzz/signature.h"
#include "fuzz/steer.h"
#include "fuzz/target.h"
#include "fuzz/ways.h"

/*
 * A relation or SPOILED costs as much as all the rest and is done for one input in eleven, which a hash of the input
 * picks: what a byte decided, the engine would soon choose for half of them, since they run more code.
 */
enum { SPOILED = UO_RELATION_COUNT, NOTHING };
enum { NAMED_POLICY = 2, ANY_POLICY = 3 };

static unsigned choice_of(uint32_t salt) { return salt >> 27 < 3 ? salt >> 20 & 7u : NOTHING; }

/* For one input in 32. */
static bool wants_buffers(uint32_t salt) { return salt >> 27 == 4; }

/* Bits 6-7 of the last byte: onnx for half of the values. */
static uo_policy policy_of(uint8_t spice, uint32_t salt) {
  static const uo_policy named[] = {UO_POLICY_NUMPY, UO_POLICY_ARRAY_API, UO_POLICY_IEEE};
  if (spice >> 6 == NAMED_POLICY) return named[salt % 3];
  return spice >> 6 == ANY_POLICY ? salt % (1u << UO_CHOICE_COUNT) : UO_POLICY_ONNX;
}

#define NO_RELATIONS (UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT | UO_NAN_COMPLEX_BY_PART | UO_COMPLEX_BY_MODULUS)

/* One execution. */
typedef struct execution {
  const uo_case *question;
  uo_policy policy;
  uint32_t salt; /* decides what the input leaves open */
  const uo_allocator *heap;
} execution;

/* FNV-1a */
static uint32_t salt_of(const uint8_t *data, size_t size) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 16777619u;
  return hash ^ hash >> 15;
}

/* The reference's answer; false when it gave none, which was raised already. The second answer that one input asks for
 * is mostly found in another way than the first. */
static bool answer(const execution *run, const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                   uo_outputs *outputs) {
  uint64_t comparisons;
  uo_way way = uo_way_named(x == &run->question->x ? run->salt + wanted : ~run->salt);
  uo_error_code code =
      uo_unique_tuned(x, attributes, wanted, run->policy, &way, run->heap, outputs, &comparisons, NULL);
  if (code != UO_ERROR_NONE) uo_raise("rejects-valid", "", run->question, NULL);
  return code == UO_ERROR_NONE;
}

static void judge(const execution *run, uint32_t wanted, const uo_outputs *outputs) {
  uo_report report;
  char clauses[512];
  const uo_case *question = run->question;
  uo_error_code code =
      uo_check(&question->x, &question->attributes, wanted, outputs, run->policy, run->heap, &report, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "checker-fails", "");
  if (report.count == 0) return;
  uo_raise("wrong", uo_signature_clauses(&report, clauses, sizeof clauses), question, &report);
}

/* ---- Relations --------------------------------------------------------------------------------------------------- */

static void raise_relation(const uo_related *related, uo_relation relation, int output) {
  uo_case question = {"related", related->x, related->attributes, UO_WANT_ALL};
  char text[128];
  snprintf(text, sizeof text, "%s %s", uo_relation_name(relation), uo_output_name(output));
  uo_raise("metamorphic", text, &question, NULL);
}

/* OUT-07: the same outputs whatever is asked for. */
static void ask_for_all(const execution *run, const uo_outputs *outputs) {
  const uo_case *question = run->question;
  uo_outputs all;
  if (!answer(run, &question->x, &question->attributes, UO_WANT_ALL, &all)) return;
  judge(run, UO_WANT_ALL, &all);
  uo_related related = uo_relate_first(&question->x, &question->attributes, all.tensor[UO_INVERSE_INDICES]->data,
                                       all.tensor[UO_INDICES]->dims[0]);
  uo_outputs mixed = all;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++)
    if (outputs->tensor[output] != NULL) mixed.tensor[output] = outputs->tensor[output];
  int different = -1;
  UO_FUZZ_DEMAND(uo_related_compare(&related, &mixed, run->heap, &different, NULL) == UO_ERROR_NONE, "memory", "");
  if (different >= 0) raise_relation(&related, UO_RELATION_SAME, different);
  uo_outputs_release(&all);
}

static void relate(const execution *run, uo_relation relation, const uo_outputs *outputs) {
  const uo_case *question = run->question;
  const uo_tensor *inverse = outputs->tensor[UO_INVERSE_INDICES];
  if (relation == UO_RELATION_SAME || inverse == NULL) {
    ask_for_all(run, outputs);
    return;
  }
  int32_t axis = 0;
  if (question->attributes.has_axis) {
    axis = (int32_t)(question->attributes.axis < 0 ? question->attributes.axis + question->x.rank
                                                   : question->attributes.axis);
  }
  uo_related first =
      uo_relate_first(&question->x, &question->attributes, inverse->data, outputs->tensor[UO_Y]->dims[axis]);
  uo_related second;
  bool made;
  UO_FUZZ_DEMAND(uo_relate(&first, relation, run->salt, run->heap, &second, &made, NULL) == UO_ERROR_NONE, "memory",
                 "");
  uo_outputs related;
  if (!made || !answer(run, &second.x, &second.attributes, UO_WANT_ALL, &related)) {
    uo_related_release(&second);
    return;
  }
  int different = -1;
  UO_FUZZ_DEMAND(uo_related_compare(&second, &related, run->heap, &different, NULL) == UO_ERROR_NONE, "memory", "");
  if (different >= 0) raise_relation(&second, relation, different);
  uo_outputs_release(&related);
  uo_related_release(&second);
}

/* ---- The caller's buffers ---------------------------------------------------------------------------------------- */

/* Whether the output stands in the buffer, bit for bit. */
static bool is_same(const uo_tensor *output, const void *buffer) {
  int64_t count;
  if (output == NULL) return true;
  UO_FUZZ_DEMAND(uo_tensor_validate(output, &count, NULL) == UO_ERROR_NONE, "wrong", "invalid output");
  return count == 0 || memcmp(output->data, buffer, (size_t)count * uo_type_size(output->dtype)) == 0;
}

/* An output's buffer of its exact size; NULL where it was not asked for. */
static void *buffer_for(const execution *run, const uo_tensor *output) {
  int64_t count;
  if (output == NULL) return NULL;
  UO_FUZZ_DEMAND(uo_tensor_validate(output, &count, NULL) == UO_ERROR_NONE, "wrong", "invalid output");
  void *buffer = uo_allocate(run->heap, (size_t)count, uo_type_size(output->dtype));
  UO_FUZZ_DEMAND(buffer != NULL, "memory", "");
  return buffer;
}

/* The same outputs in buffers that are just large enough; in smaller ones none, but how large they must be. */
static void fill_buffers(const execution *run, const uo_outputs *outputs) {
  const uo_case *question = run->question;
  const uo_tensor *counted =
      outputs->tensor[UO_COUNTS] != NULL ? outputs->tensor[UO_COUNTS] : outputs->tensor[UO_INDICES];
  if (counted == NULL) return; /* how many they are is not known */
  void *room[UO_OUTPUT_COUNT];
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) room[output] = buffer_for(run, outputs->tensor[output]);
  uo_buffers buffers = {room[UO_Y], room[UO_INDICES], room[UO_INVERSE_INDICES], room[UO_COUNTS], counted->dims[0]};
  uo_workspace *workspace = run->salt % 2 == 0 ? NULL : uo_workspace_create(run->heap);
  int64_t distinct = -1;
  for (int again = 0; again < 2; again++) { /* in a workspace that has grown, too */
    uo_error_code code =
        uo_unique_into(&question->x, &question->attributes, run->policy, workspace, &buffers, &distinct, NULL);
    bool same = code == UO_ERROR_NONE && distinct == buffers.capacity;
    for (int output = 0; output < UO_OUTPUT_COUNT; output++) same &= is_same(outputs->tensor[output], room[output]);
    if (!same) uo_raise("buffers", "", question, NULL);
  }
  if (buffers.capacity > 0) {
    int64_t needed = buffers.capacity--;
    if (uo_unique_into(&question->x, &question->attributes, run->policy, workspace, &buffers, &distinct, NULL) !=
            UO_ERROR_ROOM ||
        distinct != needed)
      uo_raise("buffers", "capacity", question, NULL);
  }
  uo_workspace_release(workspace);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) uo_release(run->heap, room[output]);
}

/* ---- The checker must object ------------------------------------------------------------------------------------- */

/* Changes one element: an index by one, one bit of a value, a string by one more byte, which stands in `text`. */
static void spoil(const uo_tensor *tensor, int64_t count, uint32_t salt, unsigned char *data, char *text) {
  size_t size = uo_type_size(tensor->dtype);
  size_t at = (size_t)(salt % (uint64_t)count);
  if (tensor->dtype == UO_TYPE_STRING) {
    uo_bytes *string = (uo_bytes *)(void *)data + at;
    if (string->size > 0) memcpy(text, string->data, string->size);
    text[string->size] = 'x';
    *string = (uo_bytes){text, string->size + 1};
  } else if (tensor->dtype == UO_TYPE_BOOL) {
    data[at] ^= 1;
  } else {
    data[at * size + (salt >> 8) % size] ^= (unsigned char)(1u << (salt >> 16) % 8);
  }
}

static size_t longest_text(const uo_tensor *tensor, int64_t count) {
  size_t longest = 0;
  for (int64_t i = 0; tensor->dtype == UO_TYPE_STRING && i < count; i++) {
    size_t size = ((const uo_bytes *)tensor->data)[i].size;
    longest = size > longest ? size : longest;
  }
  return longest;
}

/* A right answer with one thing wrong in one output. Under representative=any another bit may be right again. */
static void spoil_and_judge(const execution *run, const uo_outputs *outputs) {
  int output = (int)(run->salt >> 24) % UO_OUTPUT_COUNT;
  const uo_tensor *right = outputs->tensor[output];
  if (right == NULL || (run->policy & UO_REPRESENTATIVE_ANY) != 0) return;
  int64_t count;
  UO_FUZZ_DEMAND(uo_tensor_validate(right, &count, NULL) == UO_ERROR_NONE, "wrong", "invalid output");
  unsigned char *data = uo_allocate(run->heap, (size_t)count, uo_type_size(right->dtype));
  char *text = uo_allocate(run->heap, longest_text(right, count) + 1, 1);
  UO_FUZZ_DEMAND(data != NULL && text != NULL, "memory", "");
  uo_tensor spoiled = {right->dtype, right->rank, right->dims, data};
  if (count == 0) {
    spoiled.dtype = right->dtype == UO_TYPE_INT64 ? UO_TYPE_FLOAT : UO_TYPE_INT64;
  } else {
    memcpy(data, right->data, (size_t)count * uo_type_size(right->dtype));
    spoil(right, count, run->salt, data, text);
  }
  uo_outputs claimed = *outputs;
  claimed.tensor[output] = &spoiled;
  uo_report report;
  const uo_case *question = run->question;
  uo_error_code code =
      uo_check(&question->x, &question->attributes, question->wanted, &claimed, run->policy, run->heap, &report, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "checker-fails", "");
  if (report.count == 0) uo_raise("checker-overlooks", uo_output_name(output), question, NULL);
  uo_release(run->heap, text);
  uo_release(run->heap, data);
}

/* ---- Executions -------------------------------------------------------------------------------------------------- */

/* ERR-01 to ERR-03: must be rejected, for the reason that the case itself gives. */
static void reject(const execution *run, uo_error_code reason) {
  const uo_case *question = run->question;
  uo_outputs outputs;
  uo_error_code code =
      uo_unique(&question->x, &question->attributes, question->wanted, run->policy, run->heap, &outputs, NULL);
  if (code == UO_ERROR_NONE) uo_outputs_release(&outputs);
  if (code != reason) uo_raise("accepts-invalid", reason == UO_ERROR_AXIS ? "ERR-01" : "ERR-03", question, NULL);
  uo_answer rejected = {.kind = UO_ANSWER_REJECTED, .message = ""};
  uo_steer(question, &rejected);
}

static void execute(const execution *run, unsigned choice) {
  const uo_case *question = run->question;
  uo_error_code reason = uo_case_allowed(question, NULL);
  if (reason != UO_ERROR_NONE) {
    reject(run, reason);
    return;
  }
  uo_answer given = {.kind = UO_ANSWER_OUTPUTS, .message = ""};
  if (!answer(run, &question->x, &question->attributes, question->wanted, &given.outputs)) return;
  judge(run, question->wanted, &given.outputs);
  uo_steer(question, &given);
  if (choice == SPOILED) spoil_and_judge(run, &given.outputs);
  if (choice < SPOILED && (run->policy & NO_RELATIONS) == 0) relate(run, (uo_relation)choice, &given.outputs);
  if (wants_buffers(run->salt)) fill_buffers(run, &given.outputs);
  uo_outputs_release(&given.outputs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uo_coded_case coded;
  UO_FUZZ_DEMAND(uo_code_decode(data, size, uo_guard_heap(), &coded, NULL) == UO_ERROR_NONE, "memory", "");
  uint32_t salt = salt_of(data, size);
  execution run = {&coded.question, policy_of(coded.spice, salt), salt, uo_guard_heap()};
  execute(&run, choice_of(salt));
  uo_coded_case_release(&coded);
  UO_FUZZ_DEMAND(uo_guard_heap_end() == 0, "leaks", "");
  return 0;
}
