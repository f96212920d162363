/* ONNX TensorProto to tensors and back. */
#ifndef UO_FILES_ONNX_TENSOR_H
#define UO_FILES_ONNX_TENSOR_H

#include "tensor/memory.h"

/*
 * Reads a serialized TensorProto into a valid tensor, and its name ("" when it has none). Data stand in raw_data or in
 * the type's own field, never in both, and are exactly as many as the dimensions say. UO_ERROR_INPUT says what is
 * wrong; a type outside T is one of those (TYP-03), so are bool bytes other than 0 and 1 (SIL-21), segments and
 * external data.
 */
UO_MUST_USE uo_error_code uo_onnx_read_tensor(const uint8_t *bytes, size_t size, const char *where, uo_arena *arena,
                                              uo_tensor *tensor, const char **name, uo_error *error);

/* A valid tensor as a serialized TensorProto: raw_data, but string_data for strings. */
UO_MUST_USE uo_error_code uo_onnx_write_tensor(const uo_tensor *tensor, const char *name, uo_arena *arena,
                                               const uint8_t **bytes, size_t *size, uo_error *error);

#endif
