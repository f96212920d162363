/* The gate's side of an answer: out of shared memory, where a plug-in may have written anything. */
#include "subjects/sandbox.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(uo_sandbox_string) == sizeof(uo_bytes), "a string Y has the room of its elements");

static const unsigned char *output_end(const uo_sandbox_layout *layout, size_t slot, int room) {
  return layout->output + uo_output_room_end(layout, slot, room);
}

/* ---- Tensors --------------------------------------------------------------------------------------------------- */

/* What the child says about an output, taken once and checked; false when the sink cannot have written it. */
static bool take_shape(const uo_sandbox_layout *layout, const uo_sandbox_output *given, int32_t *dtype, int32_t *rank,
                       int64_t *dims, int64_t *count) {
  *dtype = given->dtype;
  *rank = given->rank;
  size_t size = uo_type_size(*dtype);
  if (size == 0 || *rank < 0 || *rank > UO_MAX_RANK) return false;
  memcpy(dims, given->dims, (size_t)*rank * sizeof *dims);
  return uo_shape_count(*rank, dims, size, count, NULL) == UO_ERROR_NONE && (uint64_t)*count <= layout->room / size;
}

/* Strings of Y; those of any other output cannot be set and stay "". */
static void take_strings(const uo_sandbox_layout *layout, size_t slot, int output, const char *bytes, uo_bytes *strings,
                         int64_t count) {
  const unsigned char *table = output_end(layout, slot, output) - (size_t)count * sizeof(uo_sandbox_string);
  for (int64_t i = 0; i < count; i++) {
    uo_sandbox_string string;
    memcpy(&string, table + (size_t)i * sizeof string, sizeof string);
    bool inside = string.offset <= layout->room && string.size <= layout->room - string.offset;
    strings[i] = inside ? (uo_bytes){bytes + string.offset, string.size} : (uo_bytes){bytes, 0};
  }
}

static uo_error_code take_data(const uo_sandbox_layout *layout, size_t slot, int output, uo_arena *arena, int32_t dtype,
                               int64_t count, const void **data, uo_error *error) {
  size_t size = uo_type_size(dtype);
  void *room = uo_arena_allocate(arena, (size_t)count, size);
  UO_REQUIRE_MEMORY(room, error);
  *data = room;
  if (dtype != UO_TYPE_STRING) {
    if (count > 0) memcpy(room, output_end(layout, slot, output) - (size_t)count * size, (size_t)count * size);
    return UO_ERROR_NONE;
  }
  size_t used = layout->control->slots[slot].bytes_used;
  if (used > layout->room) used = layout->room;
  char *bytes = uo_arena_allocate(arena, layout->room < used + 1 ? layout->room : used + 1, 1);
  UO_REQUIRE_MEMORY(bytes, error);
  memcpy(bytes, output_end(layout, slot, UO_ROOM_Y_BYTES) - layout->room, used);
  take_strings(layout, slot, output, bytes, room, count);
  return UO_ERROR_NONE;
}

static uo_error_code take_output(const uo_sandbox_layout *layout, size_t slot, int output, uo_arena *arena,
                                 const uo_tensor **tensor, bool *sound, uo_error *error) {
  int32_t dtype;
  int32_t rank;
  int64_t dims[UO_MAX_RANK];
  int64_t count;
  *sound = take_shape(layout, &layout->control->slots[slot].outputs[output], &dtype, &rank, dims, &count);
  if (!*sound) return UO_ERROR_NONE;
  uo_tensor *made = uo_arena_allocate(arena, 1, sizeof *made);
  UO_REQUIRE_MEMORY(made, error);
  int64_t *kept = uo_arena_allocate(arena, (size_t)rank, sizeof *kept);
  UO_REQUIRE_MEMORY(kept, error);
  memcpy(kept, dims, (size_t)rank * sizeof *kept);
  *made = (uo_tensor){.dtype = dtype, .rank = rank, .dims = kept};
  UO_TRY(take_data(layout, slot, output, arena, dtype, count, &made->data, error));
  *tensor = made;
  return UO_ERROR_NONE;
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

static bool is_kind_of_child(int32_t kind) {
  switch (kind) {
    case UO_ANSWER_OUTPUTS:
    case UO_ANSWER_REJECTED:
    case UO_ANSWER_UNSUPPORTED:
    case UO_ANSWER_FAILED:
    case UO_ANSWER_CLOBBERED:
    case UO_ANSWER_LEAKED:
    case UO_ANSWER_BROKEN:
      return true;
    default:
      return false;
  }
}

uo_error_code uo_sandbox_read(const uo_sandbox_layout *layout, size_t slot, uo_arena *arena, uo_answer *answer,
                              uo_error *error) {
  const uo_sandbox_slot *given = &layout->control->slots[slot];
  *answer = (uo_answer){.kind = (uo_answer_kind)given->kind, .message = ""};
  bool sound = is_kind_of_child(given->kind);
  for (int output = 0; output < UO_OUTPUT_COUNT && sound; output++)
    if (given->outputs[output].given)
      UO_TRY(take_output(layout, slot, output, arena, &answer->outputs.tensor[output], &sound, error));
  if (!sound) {
    *answer = (uo_answer){.kind = UO_ANSWER_CLOBBERED, .message = "overwrote the harness's own memory"};
    return UO_ERROR_NONE;
  }
  if (given->text[0] == '\0') return UO_ERROR_NONE;
  const char *end = memchr(given->text, '\0', sizeof given->text);
  size_t size = end == NULL ? sizeof given->text : (size_t)(end - given->text);
  answer->message = uo_arena_copy(arena, given->text, size);
  UO_REQUIRE_MEMORY(answer->message, error);
  return UO_ERROR_NONE;
}

/* ---- Faults ---------------------------------------------------------------------------------------------------- */

/* A place in one of the views: which room it belongs to, and where it stands towards that room. */
typedef struct place {
  size_t room; /* number in the view */
  enum { BEFORE, INSIDE, BEHIND } side;
  size_t distance; /* bytes outside the room, counting the one touched */
} place;

/* The half of a guard that is nearer to a room counts for that room. */
static place place_of(const uo_sandbox_layout *layout, size_t offset) {
  size_t stride = layout->guard + layout->room;
  size_t number = offset / stride;
  size_t within = offset % stride; /* guard first, then room */
  if (within >= layout->guard) return (place){number, INSIDE, 0};
  if (number == 0 || within >= layout->guard / 2) return (place){number, BEFORE, layout->guard - within};
  return (place){number - 1, BEHIND, within + 1};
}

static const char *verb(int32_t access) {
  if (access == UO_ACCESS_WRITE) return "wrote";
  return access == UO_ACCESS_READ ? "read" : "wrote or read";
}

static bool explain_input(const uo_sandbox_layout *layout, size_t offset, int32_t access, char *text, size_t size) {
  static const char *const what[UO_INPUT_ROOMS] = {"dims of X", "data of X", "strings of X"};
  place at = place_of(layout, offset);
  size_t room = at.room % UO_INPUT_ROOMS;
  if (at.side == INSIDE)
    (void)snprintf(text, size, "changed its input (%s)",
                   room == UO_ROOM_NODE ? "X, its dims or the attributes" : what[room]);
  else if (at.side == BEHIND)
    (void)snprintf(text, size, "%s past the end of its input (byte %zu behind the %s)", verb(access), at.distance,
                   what[room]);
  else
    (void)snprintf(text, size, "%s before its input (%zu bytes before the room of the %s)", verb(access), at.distance,
                   what[room]);
  return true;
}

static bool explain_output(const uo_sandbox_layout *layout, size_t slot, size_t offset, int32_t access, char *text,
                           size_t size) {
  place at = place_of(layout, offset);
  int output = (int)(at.room % UO_OUTPUT_ROOMS);
  if (at.side == INSIDE || output >= UO_OUTPUT_COUNT) return false; /* nothing there faults for a plug-in's own doing */
  const char *name = uo_output_name(output);
  const uo_sandbox_output *given = &layout->control->slots[slot].outputs[output];
  if (at.side == BEFORE)
    (void)snprintf(text, size, "%s before the start of %s, far outside", verb(access), name);
  else if (at.room / UO_OUTPUT_ROOMS != slot || !given->given)
    (void)snprintf(text, size, "%s past the end of %s of an earlier call", verb(access), name);
  else if (given->dtype == UO_TYPE_STRING)
    (void)snprintf(text, size, "used the token of a string %s as memory", name);
  else
    (void)snprintf(text, size, "%s past the end of %s (byte %zu beyond its %lld elements)", verb(access), name,
                   at.distance, (long long)given->count);
  return true;
}

bool uo_sandbox_explain_fault(const uo_sandbox_layout *layout, size_t slot, char *text, size_t size) {
  const uo_sandbox_control *control = layout->control;
  if (!atomic_load(&control->faulted)) return false;
  uintptr_t input = (uintptr_t)layout->input_readable;
  uintptr_t output = (uintptr_t)layout->output;
  if (control->address >= input && control->address - input < layout->input_size)
    return explain_input(layout, control->address - input, control->access, text, size);
  if (control->address >= output && control->address - output < layout->output_size)
    return explain_output(layout, slot, control->address - output, control->access, text, size);
  return false;
}
