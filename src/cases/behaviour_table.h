/*
 * The behaviour model: one table of coverpoints with their bins, one of crosses, one of clauses that no case can show.
 * Everything else that names a behaviour is made from these. docs/behaviours.md says how bins are sampled.
 */
#ifndef UO_CASES_BEHAVIOUR_TABLE_H
#define UO_CASES_BEHAVIOUR_TABLE_H

/*
 * POINT(name in the code, name, meaning), then its BINs: BIN(point, name in the code, name, clauses exercised,
 * meaning), then END(point). "Item" is what is compared: an element without axis, a subtensor with it.
 */
/* clang-format off */
#define UO_BEHAVIOURS(POINT, BIN, END) \
  POINT(TYPE, "type", "the element type; in the order of UO_TYPES") \
  BIN(TYPE, FLOAT, "type.float", "TYP-01 TYP-02", "float") \
  BIN(TYPE, UINT8, "type.uint8", "TYP-01 TYP-02 SIL-23", "uint8") \
  BIN(TYPE, INT8, "type.int8", "TYP-01 TYP-02 SIL-23", "int8") \
  BIN(TYPE, UINT16, "type.uint16", "TYP-01 TYP-02 SIL-23", "uint16") \
  BIN(TYPE, INT16, "type.int16", "TYP-01 TYP-02 SIL-23", "int16") \
  BIN(TYPE, INT32, "type.int32", "TYP-01 TYP-02 SIL-23", "int32") \
  BIN(TYPE, INT64, "type.int64", "TYP-01 TYP-02 SIL-23", "int64") \
  BIN(TYPE, STRING, "type.string", "TYP-01 TYP-02 SIL-09", "string") \
  BIN(TYPE, BOOL, "type.bool", "TYP-01 TYP-02 SIL-08", "bool") \
  BIN(TYPE, FLOAT16, "type.float16", "TYP-01 TYP-02", "float16") \
  BIN(TYPE, DOUBLE, "type.double", "TYP-01 TYP-02", "double") \
  BIN(TYPE, UINT32, "type.uint32", "TYP-01 TYP-02 SIL-23", "uint32") \
  BIN(TYPE, UINT64, "type.uint64", "TYP-01 TYP-02 SIL-23", "uint64") \
  BIN(TYPE, COMPLEX64, "type.complex64", "TYP-01 TYP-02 SIL-07", "complex64") \
  BIN(TYPE, COMPLEX128, "type.complex128", "TYP-01 TYP-02 SIL-07", "complex128") \
  END(TYPE) \
  POINT(RANK, "rank", "the rank of X") \
  BIN(RANK, 0, "rank.0", "SHAPE-01 SHAPE-03 SIL-13", "a scalar") \
  BIN(RANK, 1, "rank.1", "SHAPE-01 SIL-22", "rank 1") \
  BIN(RANK, 2, "rank.2", "FLAT-01 SHAPE-01 SHAPE-02 INV-03 SIL-12 SIL-18", "rank 2") \
  BIN(RANK, 3, "rank.3", "FLAT-01 SHAPE-01 SHAPE-02 INV-03 SIL-06 SIL-12 SIL-18", "rank 3") \
  BIN(RANK, 4, "rank.4", "FLAT-01 SHAPE-01 SHAPE-02 INV-03 SIL-06 SIL-12 SIL-18", "rank 4") \
  BIN(RANK, 5, "rank.5", "FLAT-01 SHAPE-01 SHAPE-02 INV-03 SIL-06 SIL-12 SIL-18", "rank 5") \
  BIN(RANK, 6_TO_8, "rank.6-to-8", "FLAT-01 SHAPE-01 SHAPE-02 INV-03 SIL-06 SIL-12 SIL-18", "rank 6 to 8") \
  BIN(RANK, MORE, "rank.more", "FLAT-01 SHAPE-01 SHAPE-02 INV-03 SIL-06 SIL-12 SIL-18", "rank 9 or more") \
  END(RANK) \
  POINT(SHAPE, "shape", "how many items there are and whether they have elements") \
  BIN(SHAPE, SCALAR, "shape.scalar", "SHAPE-01 SHAPE-03 SIL-13", "rank 0: one item") \
  BIN(SHAPE, NO_ITEMS, "shape.no-items", "SHAPE-04 SHAPE-05 SIL-14", "nothing to compare: N = 0, with axis n = 0") \
  BIN(SHAPE, EMPTY_ITEMS, "shape.empty-items", "SHAPE-04 SHAPE-06 SIL-14", "n > 0 subtensors without elements: another dimension is 0") \
  BIN(SHAPE, ONE, "shape.one", "SHAPE-01 SHAPE-02", "rank 1 or more, one item with elements") \
  BIN(SHAPE, MANY, "shape.many", "SHAPE-01 SHAPE-02", "several items with elements") \
  END(SHAPE) \
  POINT(AXIS, "axis", "which axis, and how it is written") \
  BIN(AXIS, NONE, "axis.none", "ATT-03 AXIS-01 FLAT-01 IDX-02 INV-02 INV-04 SHAPE-01 SIL-12", "no axis") \
  BIN(AXIS, ONLY, "axis.only", "ATT-03 AXIS-02 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SIL-22", "axis 0 of rank 1") \
  BIN(AXIS, ONLY_NEGATIVE, "axis.only-negative", "ATT-03 AXIS-02 AXIS-03 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SIL-22", "axis -1 of rank 1") \
  BIN(AXIS, FIRST, "axis.first", "ATT-03 AXIS-02 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SHAPE-02", "axis 0 of rank 2 or more") \
  BIN(AXIS, FIRST_NEGATIVE, "axis.first-negative", "ATT-03 AXIS-02 AXIS-03 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SHAPE-02", "axis -r of rank r = 2 or more") \
  BIN(AXIS, MIDDLE, "axis.middle", "ATT-03 AXIS-02 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SHAPE-02 SIL-06", "neither the first nor the last axis") \
  BIN(AXIS, MIDDLE_NEGATIVE, "axis.middle-negative", "ATT-03 AXIS-02 AXIS-03 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SHAPE-02 SIL-06", "the same, counted from the back") \
  BIN(AXIS, LAST, "axis.last", "ATT-03 AXIS-02 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SHAPE-02 SIL-06", "axis r - 1 of rank r = 2 or more") \
  BIN(AXIS, LAST_NEGATIVE, "axis.last-negative", "ATT-03 AXIS-02 AXIS-03 AXIS-04 AXIS-05 IDX-02 INV-02 INV-04 SHAPE-02 SIL-06", "axis -1 of rank 2 or more") \
  END(AXIS) \
  POINT(ORDER, "order", "the order asked for") \
  BIN(ORDER, SORTED, "order.sorted", "ATT-01 ATT-02 ORD-01 ORD-03", "sorted = 1") \
  BIN(ORDER, UNSORTED, "order.unsorted", "ATT-01 ATT-02 ORD-02 ORD-03 IDX-04", "sorted = 0") \
  END(ORDER) \
  POINT(OUTPUTS, "outputs", "the outputs asked for; bin k of the point has the bits of k: indices 1, inverse_indices 2, counts 4") \
  BIN(OUTPUTS, Y, "outputs.y", "OUT-01 OUT-02 OUT-04 OUT-07 SIL-17 VAL-01", "Y alone") \
  BIN(OUTPUTS, Y_IDX, "outputs.y+indices", "OUT-02 OUT-04 OUT-07 SIL-17 TYP-04 IDX-01 IDX-03", "Y and indices") \
  BIN(OUTPUTS, Y_INV, "outputs.y+inverse", "OUT-02 OUT-04 OUT-07 SIL-17 SIL-18 TYP-04 INV-01 INV-03 INV-04 INV-06", "Y and inverse_indices") \
  BIN(OUTPUTS, Y_IDX_INV, "outputs.y+indices+inverse", "OUT-02 OUT-04 OUT-07 SIL-17 SIL-18 TYP-04 IDX-01 IDX-03 INV-01 INV-03 INV-04 INV-05", "all but counts") \
  BIN(OUTPUTS, Y_CNT, "outputs.y+counts", "OUT-02 OUT-04 OUT-07 SIL-17 TYP-04 CNT-01 CNT-02", "Y and counts") \
  BIN(OUTPUTS, Y_IDX_CNT, "outputs.y+indices+counts", "OUT-02 OUT-04 OUT-07 SIL-17 TYP-04 IDX-01 IDX-03 CNT-01 CNT-02", "all but inverse_indices") \
  BIN(OUTPUTS, Y_INV_CNT, "outputs.y+inverse+counts", "OUT-02 OUT-04 OUT-07 SIL-17 SIL-18 TYP-04 INV-01 INV-03 INV-04 CNT-01 CNT-02", "all but indices") \
  BIN(OUTPUTS, ALL, "outputs.all", "OUT-02 OUT-07 SIL-17 SIL-18 TYP-04 IDX-01 IDX-03 INV-01 INV-03 INV-04 INV-05 CNT-01 CNT-02", "all four") \
  END(OUTPUTS) \
  POINT(VALUE, "value", "what the elements of X are; any number of bins; both parts of complex numbers count") \
  BIN(VALUE, LARGEST, "value.largest", "VAL-02 ORD-01 SIL-23", "the largest finite value of the type") \
  BIN(VALUE, SMALLEST, "value.smallest", "VAL-02 ORD-01 SIL-23", "the smallest finite value of the type") \
  BIN(VALUE, EXTREMES, "value.extremes", "ORD-01 SIL-23", "both of them") \
  BIN(VALUE, SIGNS, "value.signs", "ORD-01 SIL-23", "values on both sides of the sign bit, zeros of floats apart") \
  BIN(VALUE, MERGED_BY_CAST, "value.merged-by-cast", "VAL-01 SIL-23", "two values that the next narrower float type makes one: 64-bit integers and double, 32-bit integers and float, 16-bit integers and float16, double and float, float and float16, float16 and bfloat16") \
  BIN(VALUE, MERGED_BY_CUT, "value.merged-by-cut", "VAL-01 SIL-23", "two integers of 16 bits or more with the same low half") \
  BIN(VALUE, NAN_ONE, "value.nan.one", "SIL-01 SIL-02", "exactly one element is, or has a part that is, NaN") \
  BIN(VALUE, NAN_MANY, "value.nan.many", "SIL-01 SIL-02 VAL-01 CNT-01", "several elements with NaN") \
  BIN(VALUE, NAN_MANY_PATTERNS, "value.nan.many-patterns", "SIL-01 SIL-03", "NaNs of several bit patterns") \
  BIN(VALUE, NAN_SIGNALLING, "value.nan.signalling", "SIL-01 SIL-03 VAL-02", "a signalling NaN") \
  BIN(VALUE, NAN_NEGATIVE, "value.nan.negative", "SIL-01 SIL-02 SIL-03", "a NaN with its sign bit set") \
  BIN(VALUE, NAN_FIRST_NOT_DEFAULT, "value.nan.first-not-default", "SIL-03 VAL-02", "the first NaN is not the default quiet one") \
  BIN(VALUE, NAN_ALONE, "value.nan.alone", "SIL-01 SIL-03", "several elements, all with NaN, of several bit patterns") \
  BIN(VALUE, NAN_WITH_ZEROS, "value.nan.with-zeros", "SIL-01 SIL-04", "NaN and both zeros") \
  BIN(VALUE, NAN_WITH_INFINITY, "value.nan.with-infinity", "SIL-02", "NaN and +Infinity") \
  BIN(VALUE, NAN_IN_SUBTENSOR, "value.nan.in-subtensor", "SIL-05", "NaN in a subtensor of several elements") \
  BIN(VALUE, NAN_EQUAL_SUBTENSORS, "value.nan.equal-subtensors", "SIL-05 VAL-01", "two equal subtensors of several elements that hold NaN") \
  BIN(VALUE, PLUS_INFINITY, "value.infinity.plus", "ORD-01", "+Infinity") \
  BIN(VALUE, MINUS_INFINITY, "value.infinity.minus", "ORD-01", "-Infinity") \
  BIN(VALUE, INFINITY_AND_LARGEST, "value.infinity.and-largest", "VAL-01 ORD-01", "an infinity and the finite value next to it") \
  BIN(VALUE, MINUS_ZERO_FIRST, "value.zero.minus-first", "SIL-04", "both zeros, -0 first") \
  BIN(VALUE, PLUS_ZERO_FIRST, "value.zero.plus-first", "SIL-04", "both zeros, +0 first") \
  BIN(VALUE, ZERO_ALONE, "value.zero.alone", "SIL-04", "both zeros and nothing else") \
  BIN(VALUE, SUBNORMAL, "value.subnormal.any", "SIL-20", "a subnormal number") \
  BIN(VALUE, SUBNORMAL_AND_ZERO, "value.subnormal.and-zero", "SIL-20 VAL-01", "a subnormal number and a zero") \
  BIN(VALUE, SUBNORMAL_AND_NORMAL, "value.subnormal.and-normal", "SIL-20 VAL-01", "the largest subnormal and the smallest normal magnitude") \
  BIN(VALUE, NEIGHBOURS, "value.neighbours", "VAL-01 ORD-01", "two normal numbers with none between them") \
  BIN(VALUE, CAST_TO_INFINITY, "value.cast-to-infinity", "VAL-01", "an infinity and a finite number that the next narrower type makes infinite") \
  BIN(VALUE, CAST_TO_ZERO, "value.cast-to-zero", "VAL-01", "a zero and another number that the next narrower type makes zero") \
  BIN(VALUE, CAST_TO_INTEGER, "value.cast-to-integer", "VAL-01", "two numbers with the same integer part") \
  BIN(VALUE, REAL_TIE, "value.complex.real-tie", "SIL-07", "two numbers, neither with NaN, that differ in the imaginary part alone") \
  BIN(VALUE, NAN_REAL, "value.complex.nan-real", "SIL-07", "NaN in the real part alone") \
  BIN(VALUE, NAN_IMAGINARY, "value.complex.nan-imaginary", "SIL-07", "NaN in the imaginary part alone") \
  BIN(VALUE, NAN_BOTH, "value.complex.nan-both", "SIL-07", "NaN in both parts") \
  BIN(VALUE, NAN_KINDS, "value.complex.nan-kinds", "SIL-07", "NaNs of two or three of these kinds together") \
  BIN(VALUE, ZERO_IN_PART, "value.complex.zero-in-part", "SIL-04 SIL-07", "two equal numbers that differ in the sign of a zero in one part, the other part is no zero") \
  BIN(VALUE, SWAPPED, "value.complex.swapped", "SIL-07 VAL-01", "two numbers with their parts exchanged") \
  BIN(VALUE, EQUAL_MODULUS, "value.complex.equal-modulus", "SIL-07 ORD-01", "two different numbers of one absolute value, computed as re*re + im*im") \
  BIN(VALUE, TEXT_EMPTY, "value.string.empty", "SIL-10", "an empty string") \
  BIN(VALUE, TEXT_PREFIX, "value.string.prefix", "SIL-09", "a string that begins another") \
  BIN(VALUE, TEXT_NUL_INSIDE, "value.string.nul-inside", "SIL-10", "NUL with something behind it") \
  BIN(VALUE, TEXT_NUL_LAST, "value.string.nul-last", "SIL-10", "NUL at the end") \
  BIN(VALUE, TEXT_NUL_DECIDES, "value.string.nul-decides", "SIL-10 VAL-01", "two strings that are one up to their first NUL") \
  BIN(VALUE, TEXT_MULTI_BYTE, "value.string.multi-byte", "SIL-09", "UTF-8 with a character of several bytes") \
  BIN(VALUE, TEXT_COMBINING, "value.string.combining", "SIL-09", "a combining mark, U+0300 to U+036F: another normal form would change it") \
  BIN(VALUE, TEXT_LETTER_CASE, "value.string.letter-case", "SIL-09 VAL-01", "two strings that differ in the case of ASCII letters alone") \
  BIN(VALUE, TEXT_UTF16_ORDER, "value.string.utf16-order", "SIL-09", "U+10000 or more where another string has U+E000 to U+FFFF: UTF-16 has the other order") \
  BIN(VALUE, TEXT_NOT_UTF8, "value.string.not-utf8", "SIL-11", "bytes that are not UTF-8") \
  BIN(VALUE, TEXT_BLANKS, "value.string.blanks", "SIL-09 VAL-01", "two strings that differ in blanks at their ends alone") \
  BIN(VALUE, TEXT_NUMERALS, "value.string.numerals", "SIL-09 VAL-01", "two strings that name one number: 1, 01, 1.0") \
  BIN(VALUE, TEXT_SAME_HASH, "value.string.same-hash", "VAL-01", "two strings with one hash h = 31 h + byte of 32 bits") \
  BIN(VALUE, TEXT_ESCAPED, "value.string.escaped", "VAL-02", "a quotation mark, a backslash, or a control character other than NUL") \
  BIN(VALUE, TEXT_COMMON_8, "value.string.common-8", "SIL-09 VAL-01", "two strings with their first 8 bytes or more in common") \
  BIN(VALUE, TEXT_COMMON_15, "value.string.common-15", "SIL-09 VAL-01", "two strings with their first 15 bytes or more in common") \
  BIN(VALUE, TEXT_COMMON_16, "value.string.common-16", "SIL-09 VAL-01", "two strings with their first 16 bytes or more in common") \
  BIN(VALUE, TEXT_COMMON_23, "value.string.common-23", "SIL-09 VAL-01", "two strings with their first 23 bytes or more in common") \
  BIN(VALUE, TEXT_COMMON_32, "value.string.common-32", "SIL-09 VAL-01", "two strings with their first 32 bytes or more in common") \
  END(VALUE) \
  POINT(DUPLICATES, "duplicates", "where equal items stand, of two or more; any number of bins") \
  BIN(DUPLICATES, NONE, "duplicates.none", "VAL-01 IDX-01 CNT-02", "all items differ") \
  BIN(DUPLICATES, ALL, "duplicates.all", "VAL-01 IDX-01 INV-05 CNT-01 CNT-02", "all items are equal") \
  BIN(DUPLICATES, ADJACENT, "duplicates.adjacent", "VAL-01 IDX-01 INV-05 CNT-01", "equal neighbours, not all items equal") \
  BIN(DUPLICATES, APART, "duplicates.apart", "VAL-01 IDX-01 INV-05 CNT-01", "an item that occurred before, but not just before") \
  BIN(DUPLICATES, ALL_BUT_ONE, "duplicates.all-but-one", "VAL-01 IDX-01 CNT-01", "of four items or more all but one are equal") \
  BIN(DUPLICATES, MIRRORED, "duplicates.mirrored", "IDX-01 INV-01 CNT-01", "the items, not all equal, are the same read backwards") \
  BIN(DUPLICATES, FIRST_AND_LAST, "duplicates.first-and-last", "VAL-01 IDX-01 INV-05 CNT-01", "the first item is equal to the last, others between them") \
  END(DUPLICATES) \
  POINT(RELATION, "relation", "order of first occurrence against ascending order, of two or more different items") \
  BIN(RELATION, SAME, "relation.same", "ORD-01 ORD-02", "first occurrences ascend") \
  BIN(RELATION, REVERSE, "relation.reverse", "ORD-01 ORD-02 ORD-03 IDX-01 INV-01", "first occurrences descend") \
  BIN(RELATION, UNRELATED, "relation.unrelated", "ORD-01 ORD-02 ORD-03 IDX-01 INV-01", "neither") \
  END(RELATION) \
  POINT(FIRST, "first", "the bits of a first occurrence against those of later equal items; any number of bins") \
  BIN(FIRST, SMALLEST_BITS, "first.smallest-bits", "VAL-02 INV-06 SIL-03 SIL-04", "equal items with different bits, the first has the smallest ones") \
  BIN(FIRST, OTHER_BITS, "first.other-bits", "VAL-02 INV-06 SIL-03 SIL-04", "equal items with different bits, a later one has smaller ones") \
  END(FIRST) \
  POINT(DISTINCT, "distinct", "U, the number of different items; any number of bins") \
  BIN(DISTINCT, 0, "distinct.0", "VAL-01 SHAPE-05 IDX-03", "none") \
  BIN(DISTINCT, 1, "distinct.1", "VAL-01 IDX-03 CNT-02", "one") \
  BIN(DISTINCT, BETWEEN, "distinct.between", "VAL-01 IDX-03 INV-05 CNT-02", "more than one, fewer than items") \
  BIN(DISTINCT, ALL, "distinct.all", "VAL-01 IDX-03 CNT-02", "as many as items, two or more") \
  BIN(DISTINCT, POWER_OF_TWO, "distinct.power-of-two", "VAL-01 IDX-03", "4, 8, 16, ...: where tables grow") \
  END(DISTINCT) \
  POINT(SIZE, "size", "how many items") \
  BIN(SIZE, 0, "size.0", "SHAPE-05 INV-04", "none") \
  BIN(SIZE, 1, "size.1", "INV-04 CNT-02", "one") \
  BIN(SIZE, 16, "size.2-to-16", "INV-04 CNT-02", "2 to 16") \
  BIN(SIZE, 64, "size.17-to-64", "INV-04 CNT-02", "17 to 64") \
  BIN(SIZE, 256, "size.65-to-256", "INV-04 CNT-02", "65 to 256") \
  BIN(SIZE, 1024, "size.257-to-1024", "INV-04 CNT-02", "257 to 1024") \
  BIN(SIZE, MORE, "size.more", "INV-04 CNT-02", "more than 1024") \
  END(SIZE) \
  POINT(WIDE, "wide", "numbers beyond 16 bits; any number of bins") \
  BIN(WIDE, ITEMS, "wide.items", "INV-01 INV-04", "more than 65536 items") \
  BIN(WIDE, DISTINCT, "wide.distinct", "VAL-01 INV-01 IDX-03", "more than 65536 different items") \
  BIN(WIDE, INDEX, "wide.index", "IDX-01 INV-05", "an item occurs first behind position 65535") \
  BIN(WIDE, COUNT, "wide.count", "CNT-01 CNT-02", "more than 65535 equal items") \
  END(WIDE) \
  POINT(ROWS, "rows", "how subtensors of several elements differ; any number of bins") \
  BIN(ROWS, LAST, "rows.last", "VAL-01 ORD-01 SIL-06", "two differ in their last element alone") \
  BIN(ROWS, FIRST, "rows.first", "VAL-01 ORD-01 SIL-06", "two differ in their first element alone") \
  BIN(ROWS, PERMUTED, "rows.permuted", "VAL-01 SIL-06", "two have the same elements in another order") \
  END(ROWS) \
  POINT(LAYOUT, "layout", "what another reading of the data would change; any number of bins") \
  BIN(LAYOUT, FLATTEN, "layout.flatten", "FLAT-01 SIL-12 IDX-02 INV-06", "without axis: column by column the elements come in another sequence of values") \
  BIN(LAYOUT, SUBTENSOR_ORDER, "layout.subtensor-order", "AXIS-02 SIL-06 ORD-01", "subtensors read with their last dimension slowest would sort otherwise") \
  BIN(LAYOUT, BLOCKS, "layout.blocks", "AXIS-02 VAL-01", "two equal subtensors would differ if each were a block of contiguous elements") \
  END(LAYOUT) \
  POINT(REJECT, "reject", "why a case must be rejected; any number of bins; such a case has bins of type, reject and answer only") \
  BIN(REJECT, AXIS_TOO_LARGE, "reject.axis-too-large", "AXIS-04 ERR-01", "axis >= r, within 32 bits") \
  BIN(REJECT, AXIS_TOO_SMALL, "reject.axis-too-small", "AXIS-04 ERR-01", "axis < -r, within 32 bits") \
  BIN(REJECT, AXIS_BEYOND, "reject.axis-beyond-32-bits", "AXIS-04 ERR-01 SIL-16", "axis is beyond 32 bits") \
  BIN(REJECT, AXIS_WRAPS, "reject.axis-wraps", "AXIS-04 ERR-01 SIL-16", "the low 32 bits of axis alone would be allowed") \
  BIN(REJECT, AXIS_OF_SCALAR, "reject.axis-of-scalar", "AXIS-06 ERR-02 SIL-13", "axis is given and r = 0") \
  BIN(REJECT, SORTED_2, "reject.sorted-2", "ATT-02 ERR-03 SIL-15", "sorted = 2") \
  BIN(REJECT, SORTED_MORE, "reject.sorted-more", "ATT-02 ERR-03 SIL-15", "sorted is 3 or more") \
  BIN(REJECT, SORTED_NEGATIVE, "reject.sorted-negative", "ATT-02 ERR-03 SIL-15", "sorted < 0") \
  BIN(REJECT, SORTED_WRAPS, "reject.sorted-wraps", "ATT-02 ERR-03 SIL-15", "the low 32 bits of sorted alone would be allowed") \
  END(REJECT) \
  POINT(ANSWER, "answer", "what the subject gave; any number of bins; nothing without an answer") \
  BIN(ANSWER, OUTPUTS, "answer.outputs", "OUT-01 OUT-04 TYP-01", "outputs") \
  BIN(ANSWER, REJECTED, "answer.rejected", "ERR-01 ERR-02 ERR-03", "the case was rejected") \
  BIN(ANSWER, FLATTENED, "answer.flattened", "SHAPE-01 FLAT-01", "a Y of rank 1 for an X of another rank") \
  BIN(ANSWER, SUBTENSORS, "answer.subtensors", "SHAPE-02 AXIS-02", "a Y of rank 2 or more") \
  BIN(ANSWER, EMPTY, "answer.empty", "SHAPE-04 SIL-14", "a Y without elements") \
  BIN(ANSWER, REORDERED, "answer.reordered", "ORD-01 ORD-03 IDX-01", "indices that do not ascend") \
  BIN(ANSWER, GATHERED, "answer.gathered", "INV-01 INV-05 INV-06", "an inverse that names one position twice") \
  BIN(ANSWER, COUNTED, "answer.counted", "CNT-01 CNT-02", "a count above 1") \
  END(ANSWER)

/*
 * X(name in the code, point, point, point, point, meaning); NOTHING where a cross has fewer points. Which combinations are impossible is
 * behaviours_cross.c's uo_cross_impossible.
 */
#define UO_CROSSES(X) \
  X(TYPE_AXIS_ORDER_OUTPUTS, TYPE, AXIS, ORDER, OUTPUTS, "every type along every kind of axis, in both orders, with every set of outputs") \
  X(VALUE_AXIS_ORDER, VALUE, AXIS, ORDER, NOTHING, "every class of values along every kind of axis in both orders") \
  X(VALUE_TYPE_AXIS, VALUE, TYPE, AXIS, NOTHING, "every class of values in every type that has it along every kind of axis") \
  X(VALUE_OUTPUTS, VALUE, OUTPUTS, NOTHING, NOTHING, "every class of values with every set of outputs") \
  X(SHAPE_AXIS_ORDER, SHAPE, AXIS, ORDER, NOTHING, "every shape along every kind of axis in both orders") \
  X(SHAPE_TYPE_OUTPUTS, SHAPE, TYPE, OUTPUTS, NOTHING, "every shape in every type with every set of outputs") \
  X(RANK_AXIS_ORDER, RANK, AXIS, ORDER, NOTHING, "every rank along every kind of axis in both orders") \
  X(DUPLICATES_RELATION_ORDER, DUPLICATES, RELATION, ORDER, NOTHING, "where duplicates stand against how first occurrences lie") \
  X(DUPLICATES_TYPE_ORDER, DUPLICATES, TYPE, ORDER, NOTHING, "where duplicates stand in every type") \
  X(DUPLICATES_AXIS_ORDER, DUPLICATES, AXIS, ORDER, NOTHING, "where duplicates stand along every kind of axis") \
  X(DUPLICATES_SIZE, DUPLICATES, SIZE, NOTHING, NOTHING, "where duplicates stand among how many items") \
  X(RELATION_OUTPUTS_ORDER, RELATION, OUTPUTS, ORDER, NOTHING, "how first occurrences lie, with every set of outputs") \
  X(RELATION_TYPE_ORDER, RELATION, TYPE, ORDER, NOTHING, "how first occurrences lie in every type") \
  X(RELATION_AXIS_ORDER, RELATION, AXIS, ORDER, NOTHING, "how first occurrences lie along every kind of axis") \
  X(RELATION_SIZE, RELATION, SIZE, NOTHING, NOTHING, "how first occurrences lie among how many items") \
  X(FIRST_AXIS_ORDER, FIRST, AXIS, ORDER, NOTHING, "the bits of first occurrences along every kind of axis") \
  X(FIRST_TYPE_OUTPUTS, FIRST, TYPE, OUTPUTS, NOTHING, "the bits of first occurrences in every type that has equal values with different bits") \
  X(DISTINCT_AXIS_ORDER, DISTINCT, AXIS, ORDER, NOTHING, "how many different items along every kind of axis") \
  X(DISTINCT_SIZE, DISTINCT, SIZE, NOTHING, NOTHING, "how many different items among how many") \
  X(SIZE_AXIS_ORDER, SIZE, AXIS, ORDER, NOTHING, "how many items along every kind of axis") \
  X(SIZE_TYPE_ORDER, SIZE, TYPE, ORDER, NOTHING, "how many items in every type") \
  X(WIDE_ORDER, WIDE, ORDER, NOTHING, NOTHING, "numbers beyond 16 bits in both orders") \
  X(ROWS_AXIS_ORDER, ROWS, AXIS, ORDER, NOTHING, "how subtensors differ along every kind of axis") \
  X(ROWS_TYPE_ORDER, ROWS, TYPE, ORDER, NOTHING, "how subtensors differ in every type") \
  X(LAYOUT_AXIS_ORDER, LAYOUT, AXIS, ORDER, NOTHING, "what another reading would change along every kind of axis") \
  X(LAYOUT_TYPE, LAYOUT, TYPE, NOTHING, NOTHING, "what another reading would change in every type") \
  X(REJECT_TYPE, REJECT, TYPE, NOTHING, NOTHING, "every reason to reject in every type")

/* Clauses that no case here can exercise: X(id, why). */
#define UO_UNOBSERVABLE(X) \
  X("TYP-03", "a tensor here has a type of T; other types occur in model files only") \
  X("TYP-05", "concerns training; Unique has no gradient that could be called") \
  X("OUT-03", "how an output is left out is a matter of model files") \
  X("OUT-05", "the number and position of outputs is a matter of model files") \
  X("OUT-06", "names of outputs are a matter of model files") \
  X("ORD-04", "points at a page and asks for nothing by itself; SIL-06 is the ruling") \
  X("ERR-04", "the kind of an attribute is a matter of model files") \
  X("ERR-05", "unknown and repeated attributes are a matter of model files") \
  X("ERR-06", "a tensor here has a type of T; other types occur in model files only") \
  X("ERR-07", "the number of inputs and outputs is a matter of model files") \
  X("ERR-08", "the opset is a matter of model files") \
  X("SIL-19", "a tensor here has a type of T; other types occur in model files only") \
  X("SIL-21", "bool bytes other than 0 and 1 are refused by whoever loads the case")
/* clang-format on */

#endif
