/*
 * The plug-in ABI: how an implementation of ONNX Unique is put under test as a shared library.
 *
 * A plug-in exports one symbol, uo_plugin_entry, whose table names one function, `unique`. The gate calls that
 * function once for each case, in a child process, and judges what it wrote to the sink. Nothing is linked: this
 * header is all that a plug-in needs, and it depends on nothing but <stddef.h> and <stdint.h>.
 *
 * Ownership: everything that is passed in belongs to the gate and lives until the call returns. X (its dims, its
 * data and its strings) is mapped read-only. Memory handed out by `allocate` ends at a guard page and begins behind a
 * canary.
 */
#ifndef UNIQUE_ORACLE_PLUGIN_H
#define UNIQUE_ORACLE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UO_PLUGIN_ABI 1

/* One element of a string tensor. NUL is a byte like any other; nothing terminates it. `data` may be NULL if size is 0.
 */
typedef struct uo_bytes {
  const char *data;
  size_t size;
} uo_bytes;

/*
 * The 15 types of T (TYP-02): name in the code, ONNX TensorProto.DataType number, ONNX name, bytes of one element in
 * uo_tensor.data. This table is the only place that lists them.
 *
 * Elements: bool is one byte, 0 or 1; float16 is its 16 bits as uint16_t; complex is a pair (real, imaginary) of
 * float or double; string is uo_bytes.
 */
#define UO_TYPES(X)                                                                                                    \
  X(FLOAT, 1, "float", 4)                                                                                              \
  X(UINT8, 2, "uint8", 1)                                                                                              \
  X(INT8, 3, "int8", 1)                                                                                                \
  X(UINT16, 4, "uint16", 2)                                                                                            \
  X(INT16, 5, "int16", 2)                                                                                              \
  X(INT32, 6, "int32", 4)                                                                                              \
  X(INT64, 7, "int64", 8)                                                                                              \
  X(STRING, 8, "string", sizeof(struct uo_bytes))                                                                      \
  X(BOOL, 9, "bool", 1)                                                                                                \
  X(FLOAT16, 10, "float16", 2)                                                                                         \
  X(DOUBLE, 11, "double", 8)                                                                                           \
  X(UINT32, 12, "uint32", 4)                                                                                           \
  X(UINT64, 13, "uint64", 8)                                                                                           \
  X(COMPLEX64, 14, "complex64", 8)                                                                                     \
  X(COMPLEX128, 15, "complex128", 16)

enum uo_type {
#define UO_TYPE_ENUMERATOR(name, number, text, size) UO_TYPE_##name = number,
  UO_TYPES(UO_TYPE_ENUMERATOR)
#undef UO_TYPE_ENUMERATOR
};

/*
 * A tensor, elements in row-major order (FLAT-01). `dtype` is an ONNX TensorProto.DataType number (enum uo_type).
 * `dims` has `rank` entries, none negative (SHAPE-04); it may be NULL when rank is 0. `data` may be NULL when there is
 * no element.
 */
typedef struct uo_tensor {
  int32_t dtype;
  int32_t rank;
  const int64_t *dims;
  const void *data;
} uo_tensor;

/* The node's attributes as they stand in the node: axis may be negative or out of range, sorted may be neither 0 nor 1.
 */
typedef struct uo_attributes {
  int32_t has_axis; /* 0: no axis attribute, and `axis` means nothing (ATT-03) */
  int64_t axis;
  int64_t sorted;
} uo_attributes;

/* The four outputs, by their position in the node (OUT-05). */
enum uo_output { UO_Y = 0, UO_INDICES = 1, UO_INVERSE_INDICES = 2, UO_COUNTS = 3 };
#define UO_OUTPUT_COUNT 4

typedef struct uo_sink uo_sink;

/* Where a plug-in puts its answer. The gate's own state follows these members; do not copy the struct. */
struct uo_sink {
  /* The outputs asked for: bit (1u << output). UO_Y is always set. Giving one that is not asked for is a finding. */
  uint32_t wanted;

  /*
   * Zero-filled room for exactly dims[0] * ... * dims[rank - 1] elements of `dtype`; call it once for each wanted
   * output, in any order. NULL when refused: return UO_FAILED then. The index outputs have dtype UO_TYPE_INT64
   * (TYP-04). For a string Y the result is a non-NULL token, not memory: set the elements with put_string.
   */
  void *(*allocate)(uo_sink *sink, int output, int32_t dtype, int32_t rank, const int64_t *dims);

  /* Sets element `index` (in row-major order) of a string Y to a copy of these bytes. 0 on success. Unset elements are
   * "". */
  int (*put_string)(uo_sink *sink, int64_t index, const char *data, size_t size);
};

/* What `unique` returns. */
enum uo_status {
  UO_OK = 0,          /* every wanted output was given */
  UO_REJECTED = 1,    /* the operator does not allow this input (ERR-01 to ERR-03) */
  UO_UNSUPPORTED = 2, /* valid, but this implementation does not offer it (a type, say) */
  UO_FAILED = 3       /* anything else that went wrong */
};

typedef struct uo_plugin {
  uint32_t abi; /* UO_PLUGIN_ABI */
  const char *name;
  const char *version;
  /* Answers one case; returns an enum uo_status. Called many times, one call at a time, from one thread. */
  int (*unique)(const uo_tensor *x, const uo_attributes *attributes, uo_sink *outputs);
} uo_plugin;

/* The one exported symbol. The table lives as long as the library is loaded. */
const uo_plugin *uo_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif
