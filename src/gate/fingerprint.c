/* Whether two answers are the same, without keeping the first one. */
#include "gate/judge.h"

/* FNV-1a, 64 bits: enough to notice a difference that nobody made on purpose. */
static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static uint64_t mix_strings(uint64_t hash, const uo_bytes *strings, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    uint64_t size = strings[i].size;
    hash = mix(hash, &size, sizeof size);
    if (size != 0) hash = mix(hash, strings[i].data, strings[i].size);
  }
  return hash;
}

static uint64_t mix_tensor(uint64_t hash, const uo_tensor *tensor) {
  int64_t count = 0;
  hash = mix(hash, &tensor->dtype, sizeof tensor->dtype);
  hash = mix(hash, &tensor->rank, sizeof tensor->rank);
  /* What is no tensor of T has no elements that could be compared. */
  if (uo_tensor_validate(tensor, &count, NULL) != UO_ERROR_NONE) return hash;
  if (tensor->rank > 0) hash = mix(hash, tensor->dims, (size_t)tensor->rank * sizeof *tensor->dims);
  if (count == 0) return hash;
  if (tensor->dtype == UO_TYPE_STRING) return mix_strings(hash, tensor->data, count);
  return mix(hash, tensor->data, (size_t)count * uo_type_size(tensor->dtype));
}

uint64_t uo_answer_fingerprint(const uo_answer *answer) {
  int32_t kind = (int32_t)answer->kind;
  uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), &kind, sizeof kind);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *tensor = answer->outputs.tensor[output];
    unsigned char given = tensor != NULL;
    hash = mix(hash, &given, sizeof given);
    if (tensor != NULL) hash = mix_tensor(hash, tensor);
  }
  return hash;
}
