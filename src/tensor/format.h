/* Tensors and elements as text for a person: findings, reports, explanations. */
#ifndef UO_TENSOR_FORMAT_H
#define UO_TENSOR_FORMAT_H

#include "tensor/shape.h"

/*
 * One element: numbers as in vectors, strings quoted with escapes for what does not print (\n, \x00, invalid UTF-8),
 * complex as (re, im); with_bits adds the bits in hexadecimal ("NaN [0x7fc00001]", "-0.0 [0x80000000]"). Cut to `size`
 * with "..." at the end; returns `text`.
 */
char *uo_format_element(const uo_tensor *tensor, int64_t position, bool with_bits, char *text, size_t size);

/* One item (an element, or a subtensor as [a, b, c]), cut to `size`. */
char *uo_format_item(const uo_items *items, int64_t i, bool with_bits, char *text, size_t size);

/* "float[2, 3]": type and shape, cut to `size`. */
char *uo_format_type(const uo_tensor *tensor, char *text, size_t size);

/* "float[2, 2] [[1.0, 2.0], [3.0, NaN]]": type, shape and nested values, cut to `size`. */
char *uo_format_tensor(const uo_tensor *tensor, char *text, size_t size);

#endif
