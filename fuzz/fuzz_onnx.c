/*
 * The readers of ONNX files: serialized TensorProto and ModelProto. They must not crash, leak or hang, and what they
 * accept must read back from what is written of it.
 *
 * Input: the bytes of a .pb or model.onnx file; they are tried as either.
 */
#include <string.h>

#include "files/onnx_model.h"
#include "files/onnx_tensor.h"
#include "fuzz/guard_heap.h"
#include "fuzz/signature.h"
#include "fuzz/target.h"
#include "tensor/order.h"

static bool same_tensor(const uo_tensor *a, const uo_tensor *b) {
  if (a->dtype != b->dtype || !uo_shape_equal(a, b)) return false;
  uo_items x = uo_items_of(a, -1);
  uo_items y = uo_items_of(b, -1);
  for (int64_t i = 0; i < x.count; i++)
    if (!uo_items_identical(&x, i, &y, i)) return false;
  return true;
}

static void try_tensor(const uint8_t *data, size_t size, uo_arena *arena) {
  uo_tensor tensor;
  uo_tensor again;
  const char *name;
  const uint8_t *bytes;
  if (uo_onnx_read_tensor(data, size, "input", arena, &tensor, &name, NULL) != UO_ERROR_NONE) return;
  uo_error_code code = uo_onnx_write_tensor(&tensor, name, arena, &bytes, &size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "tensor");
  code = uo_onnx_read_tensor(bytes, size, "written", arena, &again, &name, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE && same_tensor(&tensor, &again), "round-trip", "tensor");
}

/* The vector that a model belongs to, with an empty X of its type. */
static uo_vector vector_of(const uo_onnx_model *model, const int64_t *dims) {
  static const char *const none[] = {NULL};
  uo_vector vector = {.tags = none, .clauses = none, .comment = model->comment == NULL ? "" : model->comment};
  vector.question = (uo_case){model->id == NULL ? "model" : model->id,
                              {model->input_type == 0 ? UO_TYPE_FLOAT : model->input_type, 1, dims, NULL},
                              model->attributes,
                              model->wanted};
  return vector;
}

static void try_model(const uint8_t *data, size_t size, uo_arena *arena) {
  static const int64_t dims[1] = {0};
  static const uo_vector_header header = {"onnx", "", NULL};
  uo_onnx_model model;
  uo_onnx_model again;
  const uint8_t *bytes;
  if (uo_onnx_read_model(data, size, "input", arena, &model, NULL) != UO_ERROR_NONE) return;
  if (model.input_type != 0 && uo_type_size(model.input_type) == 0) return; /* the tensor's reader refuses it */
  uo_vector vector = vector_of(&model, dims);
  uo_error_code code = uo_onnx_write_model(&vector, &header, "model", arena, &bytes, &size, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "cannot-write", "model");
  code = uo_onnx_read_model(bytes, size, "written", arena, &again, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "round-trip", "model");
  bool same = model.wanted == again.wanted && model.attributes.sorted == again.attributes.sorted &&
              !model.attributes.has_axis == !again.attributes.has_axis &&
              (!model.attributes.has_axis || model.attributes.axis == again.attributes.axis);
  UO_FUZZ_DEMAND(same, "round-trip", "model attributes");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uo_arena arena = {.allocator = uo_guard_heap()};
  try_tensor(data, size, &arena);
  try_model(data, size, &arena);
  uo_arena_release(&arena);
  UO_FUZZ_DEMAND(uo_guard_heap_end() == 0, "leaks", "");
  return 0;
}
