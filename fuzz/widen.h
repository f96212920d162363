/* Strictly monotone functions from one element type to another: equal stays equal, less stays less (policy onnx). */
#ifndef UO_FUZZ_WIDEN_H
#define UO_FUZZ_WIDEN_H

#include <unique_oracle/unique.h>

/* The type that elements of this one are widened to; 0 when there is none (complex128). */
int32_t uo_widened_type(int32_t dtype);

/* Widens `count` elements of a fixed-size type. */
void uo_widen(int32_t dtype, const void *from, int64_t count, void *to);

/* Strings are put behind a prefix: the bytes needed for all, and the strings, one behind the other in `text`. */
size_t uo_prefixed_size(const uo_bytes *from, int64_t count, uint32_t seed);
void uo_prefix(const uo_bytes *from, int64_t count, uint32_t seed, char *text, uo_bytes *to);

#endif
