#include "fuzz/subject_sink.h"

#include <string.h>

#include "fuzz/fence.h"
#include "tensor/memory.h"
#include "tensor/shape.h"

/* The first thing that is wrong is kept. */
static void *refuse(uo_fuzz_sink *self, const char *why) {
  if (self->broken == NULL) self->broken = why;
  return NULL;
}

static void *allocate(uo_sink *sink, int output, int32_t dtype, int32_t rank, const int64_t *dims) {
  uo_fuzz_sink *self = (uo_fuzz_sink *)sink;
  if (output < 0 || output >= UO_OUTPUT_COUNT) return refuse(self, "an output that does not exist");
  if ((self->given >> output & 1u) != 0) return refuse(self, "an output was given twice");
  if (uo_type_size(dtype) == 0) return refuse(self, "an element type outside T");
  int64_t *count = &self->count[output];
  if (uo_shape_count(rank, dims, uo_type_size(dtype), count, NULL) != UO_ERROR_NONE)
    return refuse(self, "a shape that no tensor has");
  if (*count > 1 << 24) return refuse(self, "an output that is far too large");
  self->dims[output] = uo_allocate(self->allocator, (size_t)rank, sizeof **self->dims);
  self->data[output] = uo_fence_allocate(self->allocator, (size_t)*count * uo_type_size(dtype));
  self->given |= 1u << output;
  self->tensor[output].dtype = dtype; /* its fences are of this size, whatever else fails */
  if (self->dims[output] == NULL || self->data[output] == NULL) return refuse(self, "out of memory");
  if (rank > 0) memcpy(self->dims[output], dims, (size_t)rank * sizeof *dims);
  memset(self->data[output], 0, (size_t)*count * uo_type_size(dtype));
  self->tensor[output] = (uo_tensor){dtype, rank, self->dims[output], self->data[output]};
  return dtype == UO_TYPE_STRING ? (void *)self : self->data[output];
}

static int put_string(uo_sink *sink, int64_t index, const char *data, size_t size) {
  uo_fuzz_sink *self = (uo_fuzz_sink *)sink;
  bool is_there = (self->given >> UO_Y & 1u) != 0 && self->tensor[UO_Y].dtype == UO_TYPE_STRING;
  if (!is_there || index < 0 || index >= self->count[UO_Y]) {
    (void)refuse(self, "a string where there is no place for one");
    return 1;
  }
  uo_bytes *string = (uo_bytes *)self->data[UO_Y] + index;
  if (string->data != NULL) {
    (void)refuse(self, "a string was set twice");
    return 1;
  }
  if (size == 0) return 0;
  char *copy = uo_allocate(self->allocator, size, 1);
  if (copy == NULL) return 1;
  memcpy(copy, data, size);
  *string = (uo_bytes){copy, size};
  return 0;
}

/* A hash of everything in X that the plug-in must leave alone. */
static uint64_t fingerprint(const uo_tensor *x) {
  uint64_t hash = 14695981039346656037u;
  int64_t count = 0;
  if (uo_tensor_validate(x, &count, NULL) != UO_ERROR_NONE) return 0;
  const unsigned char *bytes = x->data;
  for (size_t i = 0; i < (size_t)count * uo_type_size(x->dtype); i++) hash = (hash ^ bytes[i]) * 1099511628211u;
  for (int64_t i = 0; x->dtype == UO_TYPE_STRING && i < count; i++) {
    const uo_bytes *string = (const uo_bytes *)x->data + i;
    for (size_t k = 0; k < string->size; k++) hash = (hash ^ (unsigned char)string->data[k]) * 1099511628211u;
  }
  return hash;
}

static uo_answer_kind kind_of(int status) {
  switch (status) {
    case UO_OK:
      return UO_ANSWER_OUTPUTS;
    case UO_REJECTED:
      return UO_ANSWER_REJECTED;
    case UO_UNSUPPORTED:
      return UO_ANSWER_UNSUPPORTED;
    case UO_FAILED:
      return UO_ANSWER_FAILED;
    default:
      return UO_ANSWER_BROKEN;
  }
}

/* Looks at every fence, so that none stays poisoned. */
static bool wrote_outside(uo_fuzz_sink *self) {
  bool outside = false;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    size_t size = (size_t)self->count[output] * uo_type_size(self->tensor[output].dtype);
    if (self->data[output] != NULL && !uo_fence_is_whole(self->data[output], size)) outside = true;
  }
  return outside;
}

/* The case with its elements where a read beyond them is a crash. */
static uo_tensor fenced(const uo_tensor *x) {
  uo_tensor copy = *x;
  int64_t count = 0;
  if (uo_tensor_validate(x, &count, NULL) == UO_ERROR_NONE && x->data != NULL)
    copy.data = uo_fence_input(x->data, (size_t)count * uo_type_size(x->dtype));
  return copy;
}

void uo_fuzz_ask(const uo_plugin *plugin, const uo_case *question, const uo_allocator *allocator, uo_fuzz_sink *sink,
                 uo_answer *answer) {
  *sink = (uo_fuzz_sink){
      .sink = {.wanted = question->wanted, .allocate = allocate, .put_string = put_string},
      .allocator = allocator,
  };
  *answer = (uo_answer){.message = ""};
  uint64_t before = fingerprint(&question->x);
  uo_tensor x = fenced(&question->x);
  answer->kind = kind_of(plugin->unique(&x, &question->attributes, &sink->sink));
  for (int output = 0; output < UO_OUTPUT_COUNT; output++)
    if ((sink->given >> output & 1u) != 0) answer->outputs.tensor[output] = &sink->tensor[output];
  if (wrote_outside(sink)) {
    answer->kind = UO_ANSWER_CLOBBERED;
    answer->message = "it wrote before or past an output";
  } else if (fingerprint(&x) != before) {
    answer->kind = UO_ANSWER_CLOBBERED;
    answer->message = "it changed its input";
  } else if (sink->broken != NULL) {
    answer->kind = UO_ANSWER_BROKEN;
    answer->message = sink->broken;
  }
}

void uo_fuzz_sink_release(uo_fuzz_sink *sink) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    uo_bytes *strings = sink->data[output];
    bool is_text = (sink->given >> output & 1u) != 0 && sink->tensor[output].dtype == UO_TYPE_STRING;
    for (int64_t i = 0; is_text && strings != NULL && i < sink->count[output]; i++) {
      union {
        const char *seen;
        void *owned;
      } block = {.seen = strings[i].data};
      uo_release(sink->allocator, block.owned);
    }
    uo_fence_release(sink->allocator, sink->data[output]);
    uo_release(sink->allocator, sink->dims[output]);
  }
}
