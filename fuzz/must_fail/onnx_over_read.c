/* A fault for fuzz_onnx to find: the reader of tensors reads one byte behind their end. */
#define uo_onnx_read_tensor right_onnx_read_tensor
#include "files/onnx_tensor.c"
#undef uo_onnx_read_tensor

uo_error_code uo_onnx_read_tensor(const uint8_t *bytes, size_t size, const char *where, uo_arena *arena,
                                  uo_tensor *tensor, const char **name, uo_error *error);

uo_error_code uo_onnx_read_tensor(const uint8_t *bytes, size_t size, const char *where, uo_arena *arena,
                                  uo_tensor *tensor, const char **name, uo_error *error) {
  volatile uint8_t beyond = bytes[size];
  (void)beyond;
  return right_onnx_read_tensor(bytes, size, where, arena, tensor, name, error);
}
