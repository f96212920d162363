/*
 * Cases as byte strings, so that a fuzzer that knows nothing of tensors can make them: every byte string is some valid
 * case. Choices stand at the end and are read backwards, elements at the beginning, so that bytes put in front change
 * elements and leave the choices alone. docs/fuzzing.md describes every byte.
 */
#ifndef UO_FUZZ_CASE_CODE_H
#define UO_FUZZ_CASE_CODE_H

#include "cases/case.h"
#include "tensor/memory.h"

#define UO_CODE_MAX_RANK    7
#define UO_CODE_MAX_DIM     69  /* of any dimension but the free one */
#define UO_CODE_MAX_OTHERS  128 /* the product of these, and no more than the byte string has bytes */
#define UO_CODE_FEW_OTHERS  16  /* but so much is always allowed */
#define UO_CODE_MAX_TABLE   64
#define UO_CODE_MAX_TEXT    255
#define UO_CODE_REPEATS     64 /* how often each element of a long case stands there */
#define UO_CODE_LONG_UNITS  1200
#define UO_CODE_DRIFT_UNITS 80
#define UO_CODE_MAX_CHOICES (5 + UO_CODE_MAX_RANK - 1)

/* How elements are written. */
typedef enum uo_code_mode {
  UO_CODE_PALETTE, /* one byte a part (complex has two) names one of 256 values */
  UO_CODE_RAW,     /* little-endian bits; strings: a length byte and the bytes */
  UO_CODE_TABLE,   /* a table of raw elements, then one byte an element that says which */
  UO_CODE_MODES
} uo_code_mode;

/* The choices of a byte string: all but the elements. */
typedef struct uo_code_plan {
  uint8_t spice; /* the last byte: not part of the case, free for the target's own choices */
  int32_t dtype;
  int32_t rank;
  int64_t dims[UO_CODE_MAX_RANK]; /* that of `free_dim` is 0 and follows from the number of elements */
  int32_t free_dim;               /* the axis where there is a valid one, else 0; -1 for rank 0 */
  bool has_axis;
  int32_t axis;
  int64_t sorted; /* 0 or 1 */
  int way;        /* of uo_invalidate, -1 when the attributes are valid */
  uint32_t wanted;
  uo_code_mode mode;
  int table;    /* how many elements the table has, 1 to UO_CODE_MAX_TABLE */
  bool is_long; /* palette, each element UO_CODE_REPEATS times; never of strings */
  bool drifts;  /* of a long one: each of these times another number */
  bool is_far; /* of a drifting one: the numbers differ from its beginning to its end, which may be as far as others' */
  size_t head; /* how many bytes from the start are elements */
} uo_code_plan;

/* Reads the choices; bytes that are missing count as 0. */
void uo_code_read_plan(const uint8_t *bytes, size_t size, uo_code_plan *plan);

/* Writes the choices, ignoring `head`; returns how many bytes they take. */
size_t uo_code_write_plan(const uo_code_plan *plan, uint8_t bytes[UO_CODE_MAX_CHOICES]);

/* Bytes of one element in the head (with a table: of one index); 0 when they differ (raw strings). */
size_t uo_code_unit(const uo_code_plan *plan);

/* Where the elements begin that count as such: behind the table. */
size_t uo_code_table_end(const uo_code_plan *plan, const uint8_t *bytes);

/* A case in blocks of an allocator, each exactly as large as what it holds. */
typedef struct uo_coded_case {
  uo_case question;
  uint8_t spice;
  const uo_allocator *allocator;
  int64_t count;
  int64_t *dims;
  void *data;
} uo_coded_case;

/* The case of a byte string; its id is "code". UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_code_decode(const uint8_t *bytes, size_t size, const uo_allocator *allocator,
                                         uo_coded_case *coded, uo_error *error);
void uo_coded_case_release(uo_coded_case *coded);

/*
 * The shortest byte string of a case; 0 when it does not fit in `room` or has none: a rank above UO_CODE_MAX_RANK, a
 * dimension that is too large, a string that is too long, invalid attributes that uo_invalidate does not make.
 */
size_t uo_code_encode(const uo_case *question, uint8_t spice, uint8_t *bytes, size_t room);

#endif
