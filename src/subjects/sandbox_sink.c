/* The sink of a plug-in, in the child: hands out room that ends at a guard, and notes what breaks the rules of the ABI.
 */
#include "subjects/sandbox.h"
#include "tensor/shape.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The first violation stays, but memory that was overwritten says more than a broken rule. */
static void note(uo_sandbox_slot *slot, uo_answer_kind kind, const char *format, ...) UO_PRINTF(3, 4);
static void note(uo_sandbox_slot *slot, uo_answer_kind kind, const char *format, ...) {
  if (slot->kind == UO_ANSWER_CLOBBERED || (slot->kind == UO_ANSWER_BROKEN && kind == UO_ANSWER_BROKEN)) return;
  slot->kind = (int32_t)kind;
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(slot->text, sizeof slot->text, format, arguments);
  va_end(arguments);
}

static unsigned char *output_end(const uo_sandbox_sink *self, int output) {
  return self->layout->output + uo_output_room_end(self->layout, self->slot_number, output);
}

static size_t canary_size(const uo_sandbox_sink *self, size_t data_size) {
  size_t front = self->layout->room - data_size;
  return front < UO_CANARY_MOST ? front : UO_CANARY_MOST;
}

/* ---- allocate -------------------------------------------------------------------------------------------------- */

static bool may_allocate(const uo_sandbox_sink *self, int output, int32_t dtype, int32_t rank, const int64_t *dims) {
  if (output < 0 || output >= UO_OUTPUT_COUNT) {
    note(self->slot, UO_ANSWER_BROKEN, "allocate: there is no output %d", output);
    return false;
  }
  const char *name = uo_output_name(output);
  if ((self->node->wanted & 1u << output) == 0) /* OUT-04 */
    note(self->slot, UO_ANSWER_CLOBBERED, "gave %s, which was not asked for", name);
  else if (self->slot->outputs[output].given)
    note(self->slot, UO_ANSWER_BROKEN, "allocate: called twice for %s", name);
  else if (uo_type_size(dtype) == 0)
    note(self->slot, UO_ANSWER_BROKEN, "allocate: %s with dtype %d, which is no type of T", name, (int)dtype);
  else if (rank < 0 || rank > UO_MAX_RANK)
    note(self->slot, UO_ANSWER_BROKEN, "allocate: %s with rank %d; 0 to %d are allowed", name, (int)rank, UO_MAX_RANK);
  else if (rank > 0 && dims == NULL)
    note(self->slot, UO_ANSWER_BROKEN, "allocate: %s with rank %d but without dims", name, (int)rank);
  else
    return true;
  return false;
}

/* The number of elements, or -1 when the shape is refused. */
static int64_t count_granted(const uo_sandbox_sink *self, int output, int32_t dtype, int32_t rank,
                             const int64_t *dims) {
  int64_t count;
  uo_error error;
  if (uo_shape_count(rank, dims, uo_type_size(dtype), &count, &error) != UO_ERROR_NONE) {
    note(self->slot, UO_ANSWER_BROKEN, "allocate: %s: %.180s", uo_output_name(output), error.message);
    return -1;
  }
  if (count > self->node->most_elements) {
    note(self->slot, UO_ANSWER_BROKEN, "asked for room of %lld elements for %s, far more than X has", (long long)count,
         uo_output_name(output));
    return -1;
  }
  return count;
}

static void *sink_allocate(uo_sink *sink, int output, int32_t dtype, int32_t rank, const int64_t *dims) {
  uo_sandbox_sink *self = (uo_sandbox_sink *)sink;
  if (!may_allocate(self, output, dtype, rank, dims)) return NULL;
  int64_t count = count_granted(self, output, dtype, rank, dims);
  if (count < 0) return NULL;

  uo_sandbox_output *given = &self->slot->outputs[output];
  given->given = 1;
  given->dtype = dtype;
  given->rank = rank;
  given->count = count;
  if (rank > 0) memcpy(given->dims, dims, (size_t)rank * sizeof *dims);

  size_t size = (size_t)count * uo_type_size(dtype);
  unsigned char *start = output_end(self, output) - size;
  size_t canary = canary_size(self, size);
  memset(start - canary, UO_CANARY_BYTE, canary);
  memset(start, 0, size);
  /* Strings are set by put_string alone: their token is the guard, so that using it as memory is seen. */
  return dtype == UO_TYPE_STRING ? output_end(self, output) : start;
}

/* ---- put_string ------------------------------------------------------------------------------------------------ */

static int sink_put_string(uo_sink *sink, int64_t index, const char *data, size_t size) {
  uo_sandbox_sink *self = (uo_sandbox_sink *)sink;
  const uo_sandbox_output *y = &self->slot->outputs[UO_Y];
  if (!y->given || y->dtype != UO_TYPE_STRING)
    note(self->slot, UO_ANSWER_BROKEN, "put_string: before a string Y was allocated");
  else if (index < 0 || index >= y->count)
    note(self->slot, UO_ANSWER_BROKEN, "put_string: element %lld of a Y that has %lld", (long long)index,
         (long long)y->count);
  else if (size > 0 && data == NULL)
    note(self->slot, UO_ANSWER_BROKEN, "put_string: element %lld has %zu bytes but no data", (long long)index, size);
  else if (size > self->node->most_bytes - self->slot->bytes_used)
    note(self->slot, UO_ANSWER_BROKEN, "put_string: the strings of Y take far more bytes than those of X");
  else {
    uo_sandbox_string string = {self->slot->bytes_used, size};
    unsigned char *bytes = output_end(self, UO_ROOM_Y_BYTES) - self->layout->room + string.offset;
    if (size > 0) memcpy(bytes, data, size);
    self->slot->bytes_used += size;
    size_t behind = (size_t)(y->count - index) * sizeof(uo_bytes);
    memcpy(output_end(self, UO_Y) - behind, &string, sizeof string);
    return 0;
  }
  return 1;
}

/* ---- Before and after the call --------------------------------------------------------------------------------- */

void uo_sandbox_sink_open(uo_sandbox_sink *sink, const uo_sandbox_layout *layout, const uo_sandbox_node *node,
                          size_t slot_number) {
  uo_sandbox_slot *slot = &layout->control->slots[slot_number];
  slot->kind = UO_ANSWER_OUTPUTS;
  slot->text[0] = '\0';
  slot->bytes_used = 0;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) slot->outputs[output].given = 0;
  *sink = (uo_sandbox_sink){.sink = {.wanted = node->wanted, .allocate = sink_allocate, .put_string = sink_put_string},
                            .layout = layout,
                            .node = node,
                            .slot = slot,
                            .slot_number = slot_number};
}

/* How many bytes before its start an output was overwritten, at the farthest; 0 when the canary is whole. */
static size_t overwritten_before(const uo_sandbox_sink *self, int output) {
  const uo_sandbox_output *given = &self->slot->outputs[output];
  size_t size = (size_t)given->count * uo_type_size(given->dtype);
  size_t canary = canary_size(self, size);
  const unsigned char *start = output_end(self, output) - size - canary;
  /* All bytes are alike when the first is right and each equals the one before it. */
  if (start[0] == UO_CANARY_BYTE && memcmp(start, start + 1, canary - 1) == 0) return 0;
  size_t whole = 0;
  while (start[whole] == UO_CANARY_BYTE) whole++;
  return canary - whole;
}

static void judge_return(uo_sandbox_sink *self, int returned) {
  switch (returned) {
    case UO_OK:
      return;
    case UO_REJECTED:
      self->slot->kind = UO_ANSWER_REJECTED;
      return;
    case UO_UNSUPPORTED:
      self->slot->kind = UO_ANSWER_UNSUPPORTED;
      return;
    case UO_FAILED:
      self->slot->kind = UO_ANSWER_FAILED;
      return;
    default:
      note(self->slot, UO_ANSWER_BROKEN, "returned %d, which is no uo_status", returned);
  }
}

void uo_sandbox_sink_close(uo_sandbox_sink *sink, int returned) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (!sink->slot->outputs[output].given) continue;
    size_t before = overwritten_before(sink, output);
    if (before > 0)
      note(sink->slot, UO_ANSWER_CLOBBERED, "wrote %zu byte%s before %s", before, before == 1 ? "" : "s",
           uo_output_name(output));
  }
  if (sink->slot->kind == UO_ANSWER_OUTPUTS) judge_return(sink, returned);
}
