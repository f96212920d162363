/*
 * The reference implementation of ONNX Unique (opsets 11 to 27) as a library, and what it shares with its users:
 * errors, allocators, policies and tensors.
 *
 *   uo_outputs outputs;
 *   uo_error error;
 *   if (uo_unique(&x, &attributes, UO_WANT_ALL, UO_POLICY_ONNX, NULL, &outputs, &error) != UO_ERROR_NONE)
 *     puts(error.message);
 *   ... outputs.tensor[UO_Y], outputs.tensor[UO_COUNTS] ...
 *   uo_outputs_release(&outputs);
 *
 * Thread safety: no function keeps global state; calls on different objects may run at the same time.
 */
#ifndef UNIQUE_ORACLE_UNIQUE_H
#define UNIQUE_ORACLE_UNIQUE_H

#include <unique_oracle/plugin.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define UO_MUST_USE            __attribute__((warn_unused_result))
#define UO_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define UO_MUST_USE
#define UO_PRINTF(text, first)
#endif

/* ---- Errors ---------------------------------------------------------------------------------------------------- */

/* Every function that can fail returns one of these; nothing was changed or kept when it is not UO_ERROR_NONE. */
typedef enum uo_error_code {
  UO_ERROR_NONE = 0,
  UO_ERROR_ARGUMENT, /* the caller's fault: NULL, an unknown output, a policy that does not exist */
  UO_ERROR_TYPE,     /* an element type outside T (TYP-02, TYP-03) */
  UO_ERROR_SHAPE,    /* a negative dimension, too many elements, data missing */
  UO_ERROR_AXIS,     /* axis outside [-r, r-1] (ERR-01, ERR-02) */
  UO_ERROR_SORTED,   /* sorted is neither 0 nor 1 (ERR-03) */
  UO_ERROR_INPUT,    /* a file or message that cannot be understood */
  UO_ERROR_SYSTEM,   /* the operating system refused something: open, fork, write, ... */
  UO_ERROR_MEMORY,   /* an allocation failed */
  UO_ERROR_ROOM      /* the caller's buffers are too small */
} uo_error_code;

/* What went wrong, for a person. Optional everywhere: pass NULL when the code is enough. */
typedef struct uo_error {
  uo_error_code code;
  char message[512];
} uo_error;

/* ---- Allocators ------------------------------------------------------------------------------------------------ */

/* Where memory comes from. A NULL uo_allocator * means malloc and free. */
typedef struct uo_allocator {
  void *(*allocate)(void *context, size_t size); /* aligned like malloc's; NULL when there is none; size is never 0 */
  void (*release)(void *context, void *block);   /* block is never NULL */
  void *context;
} uo_allocator;

/* ---- Policies -------------------------------------------------------------------------------------------------- */

/*
 * The questions that the operator's text leaves open and that implementations answer differently. Each has two answers:
 * the first is policy `onnx`, the second sets the bit. A uo_policy is the set of bits.
 * Columns: name in the code, bit, name in --policy, first answer, second answer, silent point, question.
 */
#define UO_CHOICES(X)                                                                                                  \
  X(NAN_DISTINCT, 0, "nan", "equal", "distinct", "SIL-01", "is NaN equal to NaN")                                      \
  X(NAN_SUBTENSOR_DISTINCT, 1, "nan-subtensor", "equal", "distinct", "SIL-05",                                         \
    "are subtensors holding NaN ever equal")                                                                           \
  X(NAN_FIRST, 2, "nan-order", "last", "first", "SIL-02", "where NaN sorts")                                           \
  X(NAN_COMPLEX_BY_PART, 3, "nan-complex", "any-part", "by-part", "SIL-07", "which complex NaNs are one value")        \
  X(ZERO_DISTINCT, 4, "zero", "equal", "distinct", "SIL-04", "is -0 equal to +0")                                      \
  X(REPRESENTATIVE_ANY, 5, "representative", "first", "any", "SIL-03", "whose bits stand in Y")                        \
  X(COMPLEX_BY_MODULUS, 6, "complex-order", "lexicographic", "modulus", "SIL-07", "how complex numbers are ordered")   \
  X(STRING_UTF16, 7, "string-order", "bytes", "utf16", "SIL-09", "how strings are ordered")

#define UO_CHOICE_COUNT 8

typedef uint32_t uo_policy;

enum uo_choice {
#define UO_CHOICE_ENUMERATOR(name, bit, choice, first, second, silent, question) UO_##name = 1 << bit,
  UO_CHOICES(UO_CHOICE_ENUMERATOR)
#undef UO_CHOICE_ENUMERATOR
};

/* The named policies: name in the code, name in --policy, its choices, whom it follows. */
#define UO_POLICIES(X)                                                                                                 \
  X(ONNX, "onnx", 0, "the ruling of this project at every silent point")                                               \
  X(NUMPY, "numpy", UO_NAN_SUBTENSOR_DISTINCT, "numpy.unique with equal_nan=True")                                     \
  X(ARRAY_API, "array-api",                                                                                            \
    UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT | UO_NAN_COMPLEX_BY_PART | UO_REPRESENTATIVE_ANY,                      \
    "the array API standard's unique_* functions")                                                                     \
  X(IEEE, "ieee", UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT, "equality as IEEE 754 has it")

enum uo_named_policy {
#define UO_POLICY_ENUMERATOR(name, text, choices, follows) UO_POLICY_##name = choices,
  UO_POLICIES(UO_POLICY_ENUMERATOR)
#undef UO_POLICY_ENUMERATOR
};

/*
 * Reads NAME[,CHOICE=VALUE...] or CHOICE=VALUE[,...] (which starts from onnx). `spec` is not a policy but a set of
 * them: see checker.h. UO_ERROR_ARGUMENT names the part that is not known and what would be.
 */
UO_MUST_USE uo_error_code uo_policy_parse(const char *text, uo_policy *policy, uo_error *error);

/* Writes the shortest text that uo_policy_parse reads back to this policy, cut to `size`; returns `text`. */
char *uo_policy_format(uo_policy policy, char *text, size_t size);

/* ---- Tensors --------------------------------------------------------------------------------------------------- */

/* The most dimensions that any tensor here may have. */
#define UO_MAX_RANK 64

/* The ONNX name of an element type ("float", "complex64", ...), or NULL when it is outside T. */
const char *uo_type_name(int32_t dtype);

/* The element type of that ONNX name, or 0 (ONNX's UNDEFINED). */
int32_t uo_type_from_name(const char *name);

/* Bytes of one element in uo_tensor.data, or 0 when the type is outside T. */
size_t uo_type_size(int32_t dtype);

/*
 * Checks what every function here relies on: a type of T, 0 <= rank <= UO_MAX_RANK, no negative dimension, a number of
 * elements whose size in bytes fits in ptrdiff_t, data where there are elements. *count receives the number of
 * elements.
 */
UO_MUST_USE uo_error_code uo_tensor_validate(const uo_tensor *tensor, int64_t *count, uo_error *error);

/* ---- Unique ---------------------------------------------------------------------------------------------------- */

/* Sets of outputs. */
#define UO_WANT_Y               (1u << UO_Y)
#define UO_WANT_INDICES         (1u << UO_INDICES)
#define UO_WANT_INVERSE_INDICES (1u << UO_INVERSE_INDICES)
#define UO_WANT_COUNTS          (1u << UO_COUNTS)
#define UO_WANT_ALL             15u

/* The ONNX name of an output ("Y", "indices", "inverse_indices", "counts"), or NULL. */
const char *uo_output_name(int output);

/* The outputs of Unique, an answer's or a claim's: NULL where an output was not given. */
typedef struct uo_outputs {
  const uo_tensor *tensor[UO_OUTPUT_COUNT];
  struct uo_outputs_storage *storage; /* what uo_outputs_release frees; NULL in outputs that somebody else owns */
} uo_outputs;

/*
 * Unique of X (rank r, N elements), every clause of the operator obeyed and every silent point answered as `policy`
 * says. U is the number of distinct values or subtensors, n = x->dims[axis].
 *
 *   Y                without axis [U]; with axis X's shape with n replaced by U (SHAPE-01, SHAPE-02). Bit for bit
 *                    elements of X (VAL-02). Strings point into X's strings: keep X as long as the outputs.
 *   indices          int64 [U], the first occurrence of each (IDX-01 to IDX-03)
 *   inverse_indices  int64 [N], with axis [n] (INV-01 to INV-04)
 *   counts           int64 [U] (CNT-01, CNT-02)
 *
 * `wanted` is a set of outputs; UO_Y is always given (OUT-01), the others only when asked for (OUT-04). No output
 * depends on which others are asked for (OUT-07).
 *
 * Errors: UO_ERROR_AXIS, UO_ERROR_SORTED, UO_ERROR_TYPE, UO_ERROR_SHAPE, UO_ERROR_ARGUMENT, UO_ERROR_MEMORY; `outputs`
 * is then empty and needs no release. Time O(n log n) for every input, memory O(n). `allocator` must outlive the
 * outputs.
 */
UO_MUST_USE uo_error_code uo_unique(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                    uo_policy policy, const uo_allocator *allocator, uo_outputs *outputs,
                                    uo_error *error);

/* Frees what uo_unique gave and empties `outputs`. NULL and empty outputs are fine. */
void uo_outputs_release(uo_outputs *outputs);

/* ---- Unique without allocation --------------------------------------------------------------------------------- */

/*
 * Memory that calls of uo_unique_into need on their way, kept from one to the next: it grows to what the largest of
 * them had use for, and calls that need no more allocate nothing. Used by one call at a time.
 */
typedef struct uo_workspace uo_workspace;

/* An empty workspace, or NULL when there is no memory. `allocator` must outlive it. */
UO_MUST_USE uo_workspace *uo_workspace_create(const uo_allocator *allocator);

/* NULL is fine. */
void uo_workspace_release(uo_workspace *workspace);

/* The caller's room for outputs. An output whose room is NULL is not made; Y always is (OUT-01). */
typedef struct uo_buffers {
  void *y;                  /* `capacity` elements or subtensors of X's type */
  int64_t *indices;         /* `capacity` */
  int64_t *inverse_indices; /* as many as X has elements, with axis as X is long along it; whatever the capacity is */
  int64_t *counts;          /* `capacity` */
  int64_t capacity;         /* distinct values or subtensors that there is room for; N, with axis n, is always enough */
} uo_buffers;

/*
 * As uo_unique, into the caller's buffers: the outputs stand at their beginnings, in the shapes given there, with U in
 * *distinct. Y's strings point into X's.
 *
 * `workspace` may be NULL: memory comes from malloc then, and tensors of some hundred elements need none.
 *
 * Errors: those of uo_unique, and UO_ERROR_ROOM when U is over the capacity; *distinct is U then, 0 after any other
 * error. What the buffers hold after an error is not determined.
 */
UO_MUST_USE uo_error_code uo_unique_into(const uo_tensor *x, const uo_attributes *attributes, uo_policy policy,
                                         uo_workspace *workspace, const uo_buffers *buffers, int64_t *distinct,
                                         uo_error *error);

#ifdef __cplusplus
}
#endif

#endif
