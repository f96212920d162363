/* The behaviour model: every bin is hit by what it names and by nothing else, and the table is complete. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <unique_oracle/clauses.h>

#include "cases/behaviours.h"
#include "cases/utf8.h"
#include "support/cases_notation.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Every bin --------------------------------------------------------------------------------------------------- */

/* A case that hits the bin, and one that comes near and does not. Bins of the point `answer` have a test of their own.
 */
typedef struct example {
  const char *bin;
  const char *hit;
  const char *miss;
} example;

static const example examples[] = {
    /* TYP-01, TYP-02 */
    {"type.float", "float [1] |1|", "double [1] |1|"},
    {"type.uint8", "uint8 [1] |1|", "int8 [1] |1|"},
    {"type.int8", "int8 [1] |1|", "uint8 [1] |1|"},
    {"type.uint16", "uint16 [1] |1|", "int16 [1] |1|"},
    {"type.int16", "int16 [1] |1|", "uint16 [1] |1|"},
    {"type.int32", "int32 [1] |1|", "uint32 [1] |1|"},
    {"type.int64", "int64 [1] |1|", "uint64 [1] |1|"},
    {"type.string", "string [1] |'1'|", "int64 [1] |1|"},
    {"type.bool", "bool [1] |true|", "uint8 [1] |1|"},
    {"type.float16", "float16 [1] |1|", "uint16 [1] |1|"},
    {"type.double", "double [1] |1|", "float [1] |1|"},
    {"type.uint32", "uint32 [1] |1|", "uint64 [1] |1|"},
    {"type.uint64", "uint64 [1] |1|", "uint32 [1] |1|"},
    {"type.complex64", "complex64 [1] |[1, 1]|", "complex128 [1] |[1, 1]|"},
    {"type.complex128", "complex128 [1] |[1, 1]|", "complex64 [1] |[1, 1]|"},
    /* SHAPE-01, SHAPE-02 */
    {"rank.0", "int8 [] |1|", "int8 [1] |1|"},
    {"rank.1", "int8 [1] |1|", "int8 [1, 1] |1|"},
    {"rank.2", "int8 [1, 1] |1|", "int8 [1, 1, 1] |1|"},
    {"rank.3", "int8 [1, 1, 1] |1|", "int8 [1, 1] |1|"},
    {"rank.4", "int8 [1, 1, 1, 1] |1|", "int8 [1, 1, 1] |1|"},
    {"rank.5", "int8 [1, 1, 1, 1, 1] |1|", "int8 [1, 1, 1, 1, 1, 1] |1|"},
    {"rank.6-to-8", "int8 [1, 1, 1, 1, 1, 1, 1, 1] |1|", "int8 [1, 1, 1, 1, 1, 1, 1, 1, 1] |1|"},
    {"rank.more", "int8 [1, 1, 1, 1, 1, 1, 1, 1, 1] |1|", "int8 [1, 1, 1, 1, 1, 1, 1, 1] |1|"},
    /* SHAPE-03 to SHAPE-06, SIL-14 */
    {"shape.scalar", "int8 [] |1|", "int8 [1] |1|"},
    {"shape.no-items", "int8 [0, 2] || axis=0", "int8 [0, 2] || axis=1"},
    {"shape.empty-items", "int8 [0, 2] || axis=1", "int8 [0, 2] ||"},
    {"shape.one", "int8 [1, 2] |1, 2| axis=0", "int8 [1, 2] |1, 2| axis=1"},
    {"shape.many", "int8 [2] |1, 1|", "int8 [] |1|"},
    /* AXIS-01 to AXIS-05 */
    {"axis.none", "int8 [1] |1|", "int8 [1] |1| axis=0"},
    {"axis.only", "int8 [1] |1| axis=0", "int8 [1] |1| axis=-1"},
    {"axis.only-negative", "int8 [1] |1| axis=-1", "int8 [1] |1| axis=0"},
    {"axis.first", "int8 [1, 1] |1| axis=0", "int8 [1, 1] |1| axis=-2"},
    {"axis.first-negative", "int8 [1, 1] |1| axis=-2", "int8 [1, 1] |1| axis=-1"},
    {"axis.middle", "int8 [1, 1, 1] |1| axis=1", "int8 [1, 1, 1] |1| axis=-2"},
    {"axis.middle-negative", "int8 [1, 1, 1] |1| axis=-2", "int8 [1, 1, 1] |1| axis=-3"},
    {"axis.last", "int8 [1, 1] |1| axis=1", "int8 [1, 1, 1] |1| axis=1"},
    {"axis.last-negative", "int8 [1, 1] |1| axis=-1", "int8 [1, 1] |1| axis=1"},
    /* ORD-01, ORD-02 */
    {"order.sorted", "int8 [1] |1| sorted=1", "int8 [1] |1| sorted=0"},
    {"order.unsorted", "int8 [1] |1| sorted=0", "int8 [1] |1| sorted=1"},
    /* OUT-01, OUT-02, OUT-07 */
    {"outputs.y", "int8 [1] |1| wanted=1", "int8 [1] |1| wanted=3"},
    {"outputs.y+indices", "int8 [1] |1| wanted=3", "int8 [1] |1| wanted=7"},
    {"outputs.y+inverse", "int8 [1] |1| wanted=5", "int8 [1] |1| wanted=7"},
    {"outputs.y+indices+inverse", "int8 [1] |1| wanted=7", "int8 [1] |1| wanted=15"},
    {"outputs.y+counts", "int8 [1] |1| wanted=9", "int8 [1] |1| wanted=11"},
    {"outputs.y+indices+counts", "int8 [1] |1| wanted=11", "int8 [1] |1| wanted=13"},
    {"outputs.y+inverse+counts", "int8 [1] |1| wanted=13", "int8 [1] |1| wanted=11"},
    {"outputs.all", "int8 [1] |1| wanted=15", "int8 [1] |1| wanted=7"},
    /* SIL-23 */
    {"value.largest", "int16 [1] |32767|", "int16 [1] |-1|"},
    {"value.largest", "uint32 [1] |4294967295|", "uint32 [1] |2147483647|"},
    {"value.largest", "bool [1] |true|", "bool [1] |false|"},
    {"value.largest", "float16 [1] |65504|", "float16 [1] |'Infinity'|"},
    {"value.smallest", "int64 [1] |'-9223372036854775808'|", "int64 [1] |0|"},
    {"value.smallest", "uint8 [1] |0|", "uint8 [1] |128|"},
    {"value.smallest", "complex64 [1] |[1, -3.4028234663852886e38]|", "complex64 [1] |[1, 3.4028234663852886e38]|"},
    {"value.extremes", "int8 [2] |127, -128|", "int8 [2] |127, -127|"},
    {"value.signs", "uint8 [2] |127, 128|", "uint8 [2] |126, 127|"},
    {"value.signs", "float [2] |1, -1|", "float [2] |1, -0.0|"},
    {"value.merged-by-cast", "int64 [2] |'9007199254740992', '9007199254740993'|",
     "int64 [2] |'9007199254740992', '9007199254740991'|"},
    {"value.merged-by-cast", "int32 [2] |-16777217, -16777216|", "int32 [2] |-16777215, -16777216|"},
    {"value.merged-by-cast", "uint16 [2] |2048, 2049|", "uint16 [2] |2047, 2048|"},
    {"value.merged-by-cast", "double [2] |1, 1.0000000000000002|", "double [2] |1, 1.5|"},
    {"value.merged-by-cast", "float [2] |1, 1.0000001|", "float [3] |1, 1, 1.5|"},
    {"value.merged-by-cast", "float16 [2] |1, 1.001|", "float16 [2] |'NaN', 'NaN(0x7e01)'|"},
    {"value.merged-by-cast", "float16 [2] |1.0048828125, 1.0078125|", "float16 [2] |1, 1.0048828125|"}, /* rounded */
    {"value.merged-by-cast", "float16 [2] |1, 1.00390625|", "float16 [2] |1.00390625, 1.0078125|"},     /* to even */
    {"value.merged-by-cast", "double [2] |-0.0, 1e-300|", "double [2] |-0.0, 1e-30|"},
    {"value.merged-by-cast", "float [2] |0, -1e-30|", "float [2] |0, -1e-3|"},
    {"value.merged-by-cast", "double [2] |0, -1e-300|", "double [2] |0, -0.0|"},
    {"value.merged-by-cast", "complex64 [2] |[1, 1], [1, 1.0000001]|", "complex64 [2] |[1, 1], [2, 1.0000001]|"},
    {"value.merged-by-cut", "int16 [2] |1, 257|", "int16 [2] |1, 258|"},
    {"value.merged-by-cut", "uint64 [2] |0, '4294967296'|", "uint64 [2] |0, 0|"},
    /* SIL-01, SIL-02, SIL-03 */
    {"value.nan.one", "float [2] |'NaN', 1|", "float [2] |'NaN', 'NaN'|"},
    {"value.nan.many", "double [2] |'NaN', 'NaN'|", "double [2] |'NaN', 'Infinity'|"},
    {"value.nan.many", "complex128 [2] |['NaN', 1], [1, 'NaN']|", "complex128 [1] |['NaN', 'NaN']|"},
    {"value.nan.many-patterns", "float [2] |'NaN', 'NaN(0xffc00000)'|", "float [2] |'NaN', 'NaN'|"},
    {"value.nan.signalling", "float16 [1] |'NaN(0x7d00)'|", "float16 [1] |'NaN(0x7f00)'|"},
    {"value.nan.negative", "float [1] |'NaN(0xffc00000)'|", "float [1] |'NaN(0x7fc00001)'|"},
    {"value.nan.first-not-default", "float [2] |'NaN(0x7fc00001)', 'NaN'|", "float [2] |'NaN', 'NaN(0x7fc00001)'|"},
    {"value.nan.alone", "float [2] |'NaN', 'NaN(0x7fc00001)'|", "float [3] |'NaN', 'NaN(0x7fc00001)', 1|"},
    {"value.nan.with-zeros", "float [3] |'NaN', 0, -0.0|", "float [3] |'NaN', 0, 0|"},
    {"value.nan.with-infinity", "double [2] |'Infinity', 'NaN'|", "double [2] |'-Infinity', 'NaN'|"},
    /* SIL-05 */
    {"value.nan.in-subtensor", "float [1, 2] |'NaN', 1| axis=0", "float [2, 1] |'NaN', 1| axis=0"},
    {"value.nan.equal-subtensors", "float [2, 2] |1, 'NaN', 1, 'NaN'| axis=0",
     "float [2, 2] |1, 'NaN', 2, 'NaN'| axis=0"},
    {"value.nan.equal-subtensors", "float [3, 2] |'NaN', 1, 'NaN', 1, 1, 1| axis=0",
     "float [3, 2] |1, 1, 1, 1, 'NaN', 1| axis=0"},
    {"value.nan.equal-subtensors", "complex64 [2, 2] |[1, 0], ['NaN', 0], [1, 0], [0, 'NaN']| axis=0",
     "complex64 [2, 2] |[1, 0], ['NaN', 0], [0, 1], ['NaN', 0]| axis=0"},
    {"value.infinity.plus", "complex64 [1] |[0, 'Infinity']|", "complex64 [1] |[0, '-Infinity']|"},
    {"value.infinity.minus", "float16 [1] |'-Infinity'|", "float16 [1] |-65504|"},
    {"value.infinity.and-largest", "float16 [2] |'-Infinity', -65504|", "float16 [2] |'Infinity', -65504|"},
    /* SIL-04 */
    {"value.zero.minus-first", "float [2] |-0.0, 0|", "float [2] |0, -0.0|"},
    {"value.zero.plus-first", "float [2] |0, -0.0|", "float [2] |-0.0, -0.0|"},
    {"value.zero.alone", "complex64 [1] |[0, -0.0]|", "complex64 [1] |[0, 0]|"},
    {"value.zero.alone", "float [2] |0, -0.0|", "float [3] |0, -0.0, 1|"},
    /* SIL-20 */
    {"value.subnormal.any", "float [1] |1e-45|", "float [1] |1.17549435e-38|"},
    {"value.subnormal.and-zero", "double [2] |5e-324, 0|", "double [2] |5e-324, 1|"},
    {"value.subnormal.and-normal", "float16 [2] |6.103515625e-05, 6.097555160522461e-05|",
     "float16 [2] |6.103515625e-05, 5.9604644775390625e-08|"},
    {"value.neighbours", "float16 [2] |1, 1.0009765625|", "float16 [2] |0, 5.9604644775390625e-08|"},
    {"value.neighbours", "complex128 [2] |[2, 1], [2, 1.0000000000000002]|",
     "complex128 [2] |[2, 1], [1, 1.0000000000000002]|"},
    {"value.neighbours", "float [2] |-1, -1.00000012|", "float [2] |-1, -1.00000024|"},
    {"value.cast-to-infinity", "double [2] |1e300, 'Infinity'|", "double [2] |1e300, '-Infinity'|"},
    {"value.cast-to-infinity", "float [2] |'-Infinity', -65520|", "float [2] |'-Infinity', -65504|"},
    {"value.cast-to-zero", "double [2] |1e-300, 0|", "double [2] |1e-300, 1|"},
    {"value.cast-to-zero", "float [2] |-1e-30, -0.0|", "float [2] |1e-3, 0|"},
    {"value.cast-to-integer", "float [2] |0.5, -0.5|", "float [2] |0.5, 1|"},
    /* SIL-07 */
    {"value.complex.real-tie", "complex64 [2] |[1, 2], [1, 3]|", "complex64 [2] |[1, 2], [1, 'NaN']|"},
    {"value.complex.real-tie", "complex64 [2] |[0, 2], [-0.0, 3]|", "complex64 [2] |[1, 2], [1, 2]|"},
    {"value.complex.nan-real", "complex64 [1] |['NaN', 0]|", "complex64 [1] |['NaN', 'NaN']|"},
    {"value.complex.nan-imaginary", "complex128 [1] |[0, 'NaN']|", "complex128 [1] |['NaN', 0]|"},
    {"value.complex.nan-both", "complex64 [1] |['NaN', 'NaN']|", "complex64 [1] |[0, 'NaN']|"},
    {"value.complex.nan-kinds", "complex64 [2] |['NaN', 0], [0, 'NaN']|", "complex64 [2] |['NaN', 0], ['NaN', 1]|"},
    {"value.complex.zero-in-part", "complex64 [2] |[1, 0], [1, -0.0]|", "complex64 [2] |[0, 0], [0, -0.0]|"},
    {"value.complex.swapped", "complex64 [2] |[1, 2], [2, 1]|", "complex64 [2] |[1, 2], [2, 2]|"},
    {"value.complex.equal-modulus", "complex64 [2] |[3, 4], [0, -5]|", "complex64 [2] |[3, 4], [3, 4]|"},
    {"value.complex.equal-modulus", "complex128 [2] |[3, 4], [-4, 3]|",
     "complex128 [2] |['Infinity', 0], [0, 'Infinity']|"},
    {"value.complex.equal-modulus", "complex128 [2] |[1e-100, 0], [0, 1e-100]|",
     "complex128 [2] |[1e-200, 0], [2e-200, 0]|"},
    /* SIL-09, SIL-10, SIL-11 */
    {"value.string.empty", "string [1] |''|", "string [1] |'\\u0000'|"},
    {"value.string.prefix", "string [3] |'b', 'ab', 'a'|", "string [2] |'a', 'a'|"},
    {"value.string.nul-inside", "string [1] |'a\\u0000b'|", "string [1] |'ab\\u0000'|"},
    {"value.string.nul-last", "string [1] |'a\\u0000'|", "string [1] |'\\u0000a'|"},
    {"value.string.nul-decides", "string [2] |'a', 'a\\u0000'|", "string [2] |'a', 'ab'|"},
    {"value.string.nul-decides", "string [2] |'a\\u0000b', 'a\\u0000c'|", "string [2] |'a\\u0000', 'b\\u0000'|"},
    {"value.string.multi-byte", "string [1] |'\\u00e9'|", "string [1] |'e'|"},
    {"value.string.combining", "string [1] |'e\\u0301'|", "string [1] |'\\u00e9\\u0370'|"},
    {"value.string.combining", "string [1] |'\\u036f'|", "string [1] |'\\u02ff'|"},
    {"value.string.letter-case", "string [2] |'aB', 'Ab'|", "string [2] |'a', 'a'|"},
    {"value.string.letter-case", "string [2] |'AZ', 'az'|", "string [2] |'@[', '`{'|"},
    {"value.string.utf16-order", "string [2] |'a\\ud800\\udc00', 'a\\uffff'|",
     "string [2] |'a\\ud800\\udc00', 'a\\ud7ff'|"},
    {"value.string.not-utf8", "string [1] |{'base64': '/w=='}|", "string [1] |'\\u00ff'|"},
    {"value.string.not-utf8", "string [1] |{'base64': 'wIA='}|", "string [1] |'\\u0000'|"},
    {"value.string.not-utf8", "string [1] |{'base64': '4ICA'}|", "string [1] |'\\u0800'|"},
    {"value.string.not-utf8", "string [1] |{'base64': '8ICAgA=='}|", "string [1] |'\\ud800\\udc00'|"},
    {"value.string.not-utf8", "string [1] |{'base64': '7aCA'}|", "string [1] |'\\ud7ff'|"},
    {"value.string.not-utf8", "string [1] |{'base64': '9JCAgA=='}|", "string [1] |'\\udbff\\udfff'|"},
    {"value.string.not-utf8", "string [1] |{'base64': 'YcM='}|", "string [1] |'a\\u00e3'|"},
    {"value.string.blanks", "string [2] |' a', 'a\\n'|", "string [2] |'a a', 'aa'|"},
    {"value.string.numerals", "string [2] |'01', '1.0'|", "string [2] |'1', '10'|"},
    {"value.string.numerals", "string [2] |'0', '00'|", "string [2] |'.', '.0'|"},
    {"value.string.same-hash", "string [2] |'AaBB', 'BBAa'|", "string [2] |'AB', 'BA'|"},
    {"value.string.escaped", "string [1] |'\\\\'|", "string [1] |'/'|"},
    {"value.string.escaped", "string [1] |'\\u001f'|", "string [1] |'\\u0000'|"},
    {"value.string.common-8", "string [2] |'12345678a', '12345678b'|", "string [2] |'12345678', '1234567'|"},
    {"value.string.common-15", "string [2] |'123456789012345', '1234567890123456'|",
     "string [2] |'12345678901234', '123456789012345'|"},
    {"value.string.common-16", "string [2] |'1234567890123456a', '1234567890123456b'|",
     "string [2] |'123456789012345a', '123456789012345b'|"},
    {"value.string.common-23", "string [2] |'12345678901234567890123a', '12345678901234567890123b'|",
     "string [2] |'1234567890123456789012a', '1234567890123456789012b'|"},
    {"value.string.common-32", "string [2] |'12345678901234567890123456789012', '123456789012345678901234567890123'|",
     "string [2] |'1234567890123456789012345678901', '123456789012345678901234567890123'|"},
    /* VAL-01, IDX-01, CNT-01 */
    {"duplicates.none", "int8 [2] |1, 2|", "int8 [1] |1|"},
    {"duplicates.none", "float [2] |0, 1|", "float [2] |0, -0.0|"},
    {"duplicates.all", "float [2] |'NaN', 'NaN(0xffc00000)'|", "int8 [1] |1|"},
    {"duplicates.all", "int8 [2, 0] || axis=0", "int8 [0, 2] || axis=0"},
    {"duplicates.adjacent", "int8 [3] |1, 1, 2|", "int8 [2] |1, 1|"},
    {"duplicates.apart", "int8 [3] |1, 2, 1|", "int8 [3] |1, 1, 2|"},
    {"duplicates.apart", "int8 [3, 2] |1, 2, 3, 4, 1, 2| axis=0", "int8 [3, 2] |1, 2, 3, 4, 2, 1| axis=0"},
    {"duplicates.all-but-one", "int8 [4] |1, 1, 2, 1|", "int8 [4] |1, 1, 2, 2|"},
    {"duplicates.mirrored", "int8 [4] |1, 2, 2, 1|", "int8 [4] |1, 2, 1, 2|"},
    {"duplicates.first-and-last", "int8 [3] |1, 2, 1|", "int8 [3] |1, 1, 1|"},
    /* ORD-01, ORD-02 */
    {"relation.same", "int8 [4] |1, 2, 1, 3|", "int8 [1] |1|"},
    {"relation.reverse", "int8 [4] |3, 3, 2, -1|", "uint8 [3] |3, 2, 255|"},
    {"relation.unrelated", "string [3] |'b', 'a', 'c'|", "string [3] |'b', 'a', 'b'|"},
    /* SIL-03, SIL-04, VAL-02 */
    {"first.smallest-bits", "float [2] |0, -0.0|", "float [2] |-0.0, 0|"},
    {"first.other-bits", "float [2] |-0.0, 0|", "float [2] |0, 0|"},
    {"first.other-bits", "float [2, 2] |1, -0.0, 1, 0| axis=0", "float [2, 2] |1, 0, 1, -0.0| axis=0"},
    {"distinct.0", "int8 [0] ||", "int8 [1] |1|"},
    {"distinct.1", "int8 [2, 0] || axis=0", "int8 [0] ||"},
    {"distinct.between", "int8 [3] |1, 1, 2|", "int8 [2] |1, 2|"},
    {"distinct.all", "int8 [2] |1, 2|", "int8 [1] |1|"},
    {"distinct.power-of-two", "int8 [4] |#|", "int8 [5] |#|"},
    {"distinct.power-of-two", "int8 [8] |#|", "int8 [2] |#|"},
    /* INV-04, CNT-02 */
    {"size.0", "int8 [0] ||", "int8 [1] |1|"},
    {"size.1", "int8 [1, 2] |1, 2| axis=0", "int8 [1, 2] |1, 2| axis=1"},
    {"size.2-to-16", "int8 [16] |*1|", "int8 [17] |*1|"},
    {"size.17-to-64", "int8 [64] |*1|", "int8 [65] |*1|"},
    {"size.65-to-256", "int8 [256] |*1|", "int8 [257] |*1|"},
    {"size.257-to-1024", "int8 [1024] |*1|", "int8 [1025] |*1|"},
    {"size.more", "int8 [1025] |*1|", "int8 [1024] |*1|"},
    /* INV-01, IDX-01, CNT-01 */
    {"wide.items", "int8 [65537] |*1|", "int8 [65536] |*1|"},
    {"wide.distinct", "int32 [65537] |#|", "int32 [65536] |#|"},
    {"wide.index", "int32 [65537] |#|", "int8 [65537] |*1|"},
    {"wide.index", "int32 [65537] |#|", "int32 [65536] |#|"},
    {"wide.count", "int8 [65536] |*1|", "int8 [65535] |*1|"},
    {"wide.count", "int8 [65536, 2] |*1| axis=0", "int32 [65537] |#|"},
    {"wide.count", "int8 [65536, 0] || axis=0", "int8 [65535, 0] || axis=0"},
    /* SIL-06, AXIS-02, FLAT-01 */
    {"rows.last", "int8 [2, 2] |1, 2, 1, 3| axis=0", "int8 [2, 2] |1, 2, 2, 2| axis=0"},
    {"rows.first", "int8 [2, 2] |1, 2, 2, 2| axis=0", "int8 [2, 2] |1, 2, 1, 3| axis=0"},
    {"rows.permuted", "int8 [3, 2] |1, 2, 3, 3, 2, 1| axis=0", "int8 [2, 2] |1, 2, 2, 2| axis=0"},
    {"layout.flatten", "int8 [2, 2] |1, 2, 3, 4|", "int8 [2, 2] |1, 2, 2, 1|"},
    {"layout.subtensor-order", "int8 [2, 2, 2] |1, 2, 1, 1, 1, 1, 2, 1| axis=0",
     "int8 [2, 2, 2] |1, 1, 1, 1, 2, 2, 2, 2| axis=0"},
    {"layout.blocks", "int8 [2, 2] |1, 1, 2, 2| axis=1", "int8 [2, 2] |1, 1, 1, 1| axis=1"},
    /* ERR-01, ERR-02, ERR-03, SIL-13, SIL-15, SIL-16 */
    {"reject.axis-too-large", "int8 [1, 1] |1| axis=2", "int8 [1, 1] |1| axis=1"},
    {"reject.axis-too-small", "int8 [1, 1] |1| axis=-3", "int8 [1, 1] |1| axis=-2"},
    {"reject.axis-beyond-32-bits", "int8 [1] |1| axis=2147483648", "int8 [1] |1| axis=2147483647"},
    {"reject.axis-beyond-32-bits", "int8 [1] |1| axis=-2147483649", "int8 [1] |1| axis=-2147483648"},
    {"reject.axis-wraps", "int8 [1] |1| axis=4294967295", "int8 [1] |1| axis=4294967297"},
    {"reject.axis-of-scalar", "int8 [] |1| axis=0", "int8 [1] |1| axis=1"},
    {"reject.sorted-2", "int8 [1] |1| sorted=2", "int8 [1] |1| sorted=3"},
    {"reject.sorted-more", "int8 [1] |1| sorted=3", "int8 [1] |1| sorted=2"},
    {"reject.sorted-negative", "int8 [1] |1| sorted=-1", "int8 [1] |1| sorted=2"},
    {"reject.sorted-wraps", "int8 [1] |1| sorted=4294967297", "int8 [1] |1| sorted=4294967298"},
};

static uo_behaviour_set sample(const char *notation, const uo_answer *answer) {
  uo_arena arena = {0};
  uo_arena scratch = {0};
  uo_behaviour_set set;
  uo_case question = cases_from_notation(notation, &arena);
  assert_int_equal(uo_behaviours_sample(&question, answer, &scratch, &set, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
  uo_arena_release(&scratch);
  return set;
}

static uo_bin bin_of(const char *name) {
  uo_bin bin;
  if (!uo_bin_find(name, &bin)) fail_msg("no bin %s", name);
  return bin;
}

static void every_bin_is_hit_by_what_it_names(void **state) {
  (void)state;
  bool shown[UO_BIN_COUNT] = {false};
  for (size_t i = 0; i < COUNT(examples); i++) {
    uo_bin bin = bin_of(examples[i].bin);
    shown[bin] = true;
    uo_behaviour_set hit = sample(examples[i].hit, NULL);
    uo_behaviour_set miss = sample(examples[i].miss, NULL);
    if (!uo_behaviour_set_has(&hit, bin)) fail_msg("%s does not hit %s", examples[i].hit, examples[i].bin);
    if (uo_behaviour_set_has(&miss, bin)) fail_msg("%s hits %s", examples[i].miss, examples[i].bin);
  }
  for (int bin = 0; bin < UO_BINS_ANSWER; bin++) {
    if (!shown[bin]) fail_msg("no example of %s", uo_bin_name((uo_bin)bin));
  }
}

/* SIL-11: nothing behind the end is looked at. */
static void characters_end_with_the_text(void **state) {
  (void)state;
  assert_int_equal(uo_utf8_size("\xC3\xA9", 2), 2);
  assert_int_equal(uo_utf8_size("\xC3\xA9", 1), 0);
  assert_int_equal(uo_utf8_size("\xF4\x8F\xBF\xBF", 4), 4);
  assert_int_equal(uo_utf8_size("\xF4\x8F\xBF\xBF", 3), 0);
  assert_int_equal(uo_utf8_size("\xE2\x82(", 3), 0);
}

/* A case that must be rejected has no bins of what it would be if it were allowed. */
static void rejected_cases_hit_little(void **state) {
  (void)state;
  uo_behaviour_set set = sample("float [2, 2] |'NaN', 0, -0.0, 1| axis=2 sorted=2", NULL);
  for (int bin = 0; bin < UO_BIN_COUNT; bin++) {
    uo_point point = uo_bin_point((uo_bin)bin);
    if (!uo_behaviour_set_has(&set, bin)) continue;
    assert_true(point == UO_POINT_TYPE || point == UO_POINT_REJECT);
  }
  assert_true(uo_behaviour_set_has(&set, UO_BIN_REJECT_AXIS_TOO_LARGE));
  assert_true(uo_behaviour_set_has(&set, UO_BIN_REJECT_SORTED_2));
  assert_int_equal(set.items, 0);
}

/* Points that say "any number of bins" apart, every allowed case hits exactly one bin of each point. */
static void plain_points_have_one_bin(void **state) {
  (void)state;
  static const uo_point plain[] = {UO_POINT_TYPE,  UO_POINT_RANK,    UO_POINT_SHAPE, UO_POINT_AXIS,
                                   UO_POINT_ORDER, UO_POINT_OUTPUTS, UO_POINT_SIZE};
  for (size_t i = 0; i < COUNT(examples); i++) {
    uo_behaviour_set set = sample(examples[i].hit, NULL);
    if (strncmp(examples[i].bin, "reject.", 7) == 0) continue;
    for (size_t p = 0; p < COUNT(plain); p++) {
      int first;
      int end;
      int hits = 0;
      uo_point_bins(plain[p], &first, &end);
      for (int bin = first; bin < end; bin++) hits += uo_behaviour_set_has(&set, bin);
      assert_int_equal(hits, 1);
    }
  }
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static const int64_t two[] = {2};
static const int64_t none[] = {0};
static const int64_t one_by_two[] = {1, 2};
static const int8_t bytes[] = {1, 2};
static const int64_t up[] = {0, 1};
static const int64_t down[] = {1, 0};
static const int64_t zeros[] = {0, 0};
static const int64_t ones[] = {1, 1};
static const int64_t twice[] = {1, 2};

static const uo_tensor flat_y = {UO_TYPE_INT8, 1, two, bytes};
static const uo_tensor empty_y = {UO_TYPE_INT8, 1, none, NULL};
static const uo_tensor row_y = {UO_TYPE_INT8, 2, one_by_two, bytes};
static const uo_tensor ascending = {UO_TYPE_INT64, 1, two, up};
static const uo_tensor descending = {UO_TYPE_INT64, 1, two, down};
static const uo_tensor same = {UO_TYPE_INT64, 1, two, zeros};
static const uo_tensor single = {UO_TYPE_INT64, 1, two, ones};
static const uo_tensor several = {UO_TYPE_INT64, 1, two, twice};
static const uo_tensor bad_shape = {UO_TYPE_INT64, -1, two, twice};
static const uo_tensor bad_type = {UO_TYPE_INT32, 1, two, zeros};

static uo_behaviour_set sample_outputs(const uo_tensor *y, const uo_tensor *indices, const uo_tensor *inverse,
                                       const uo_tensor *counts) {
  uo_answer answer = {UO_ANSWER_OUTPUTS, {{y, indices, inverse, counts}, NULL}, ""};
  return sample("int8 [1, 2] |1, 2|", &answer);
}

static void expect_answer_bins(const uo_behaviour_set *set, uint32_t bins) {
  for (int bin = UO_BINS_ANSWER; bin < UO_BINS_ANSWER_END; bin++) {
    bool want = (bins >> (bin - UO_BINS_ANSWER) & 1) != 0;
    if (uo_behaviour_set_has(set, bin) != want) fail_msg("%s: want %d", uo_bin_name((uo_bin)bin), want);
  }
}

#define BIT(name) (1u << (UO_BIN_ANSWER_##name - UO_BINS_ANSWER))

/* SHAPE-01, SHAPE-02, ORD-03, INV-01, CNT-01, ERR-01 */
static void answers_are_sampled_as_given(void **state) {
  (void)state;
  uo_behaviour_set set = sample("int8 [1, 2] |1, 2|", NULL);
  expect_answer_bins(&set, 0);
  set = sample_outputs(&flat_y, &ascending, &ascending, &single);
  expect_answer_bins(&set, BIT(OUTPUTS) | BIT(FLATTENED));
  set = sample_outputs(&row_y, NULL, NULL, NULL);
  expect_answer_bins(&set, BIT(OUTPUTS) | BIT(SUBTENSORS));
  set = sample_outputs(&empty_y, NULL, NULL, NULL);
  expect_answer_bins(&set, BIT(OUTPUTS) | BIT(FLATTENED) | BIT(EMPTY));
  set = sample_outputs(&row_y, &descending, &same, &several);
  expect_answer_bins(&set, BIT(OUTPUTS) | BIT(SUBTENSORS) | BIT(REORDERED) | BIT(GATHERED) | BIT(COUNTED));
  set = sample_outputs(&bad_shape, &bad_type, &bad_type, &bad_shape); /* nonsense shows nothing */
  expect_answer_bins(&set, BIT(OUTPUTS));
  uo_answer flattened = {UO_ANSWER_OUTPUTS, {{&flat_y, NULL, NULL, NULL}, NULL}, ""};
  set = sample("int8 [] |1|", &flattened);
  expect_answer_bins(&set, BIT(OUTPUTS) | BIT(FLATTENED));
  set = sample("int8 [2] |1, 2|", &flattened);
  expect_answer_bins(&set, BIT(OUTPUTS));
  uo_answer answer = {UO_ANSWER_REJECTED, {{NULL, NULL, NULL, NULL}, NULL}, "no"};
  set = sample("int8 [] |1| axis=0", &answer);
  expect_answer_bins(&set, BIT(REJECTED));
  answer.kind = UO_ANSWER_CRASHED;
  set = sample("int8 [1] |1|", &answer);
  expect_answer_bins(&set, 0);
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static const char *const clauses[] = {
#define CLAUSE_ID(name, id, text, source) id,
#define SILENT_ID(name, id, text)         id,
    UO_CLAUSES(CLAUSE_ID) UO_SILENT_POINTS(SILENT_ID)
#undef CLAUSE_ID
#undef SILENT_ID
};

/* Every clause and silent point has bins or a reason why it cannot have any, never both. */
static void every_clause_has_bins(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(clauses); i++) {
    int bins = 0;
    for (int bin = 0; bin < UO_BIN_COUNT; bin++) bins += uo_bin_exercises((uo_bin)bin, clauses[i]);
    const char *why = uo_clause_unobservable(clauses[i]);
    if ((bins > 0) == (why != NULL)) fail_msg("%s: %d bins, %s", clauses[i], bins, why == NULL ? "no reason" : why);
    if (why != NULL) assert_true(strlen(why) > 10);
  }
}

static bool is_clause(const char *id) {
  for (size_t i = 0; i < COUNT(clauses); i++) {
    if (strcmp(clauses[i], id) == 0) return true;
  }
  return false;
}

static void every_bin_names_clauses(void **state) {
  (void)state;
  for (int bin = 0; bin < UO_BIN_COUNT; bin++) {
    char list[256];
    snprintf(list, sizeof list, "%s", uo_bin_clauses((uo_bin)bin));
    assert_true(list[0] != '\0');
    for (char *id = strtok(list, " "); id != NULL; id = strtok(NULL, " ")) {
      if (!is_clause(id)) fail_msg("%s names %s", uo_bin_name((uo_bin)bin), id);
      assert_true(uo_bin_exercises((uo_bin)bin, id));
    }
  }
#define UNOBSERVABLE_IS_CLAUSE(id, why) assert_true(is_clause(id));
  UO_UNOBSERVABLE(UNOBSERVABLE_IS_CLAUSE)
#undef UNOBSERVABLE_IS_CLAUSE
  assert_false(uo_bin_exercises(UO_BIN_TYPE_FLOAT, "TYP-0"));
  assert_false(uo_bin_exercises(UO_BIN_TYPE_FLOAT, ""));
}

/* "point.name", no name twice, with a meaning, and the bins of a point follow each other. */
static void names_are_in_order(void **state) {
  (void)state;
  int next = 0;
  for (int point = 0; point < UO_POINT_COUNT; point++) {
    const char *name = uo_point_name((uo_point)point);
    int first;
    int end;
    uo_point_bins((uo_point)point, &first, &end);
    assert_int_equal(first, next);
    assert_true(end - first >= 2);
    assert_true(strlen(uo_point_meaning((uo_point)point)) > 5);
    for (int bin = first; bin < end; bin++) {
      const char *text = uo_bin_name((uo_bin)bin);
      assert_int_equal(uo_bin_point((uo_bin)bin), point);
      assert_int_equal(strncmp(text, name, strlen(name)), 0);
      assert_int_equal(text[strlen(name)], '.');
      assert_int_equal(bin_of(text), bin);
      assert_true(uo_bin_meaning((uo_bin)bin)[0] != '\0');
    }
    next = end;
  }
  assert_int_equal(next, UO_BIN_COUNT);
  uo_bin bin;
  assert_false(uo_bin_find("value", &bin));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bin_is_hit_by_what_it_names), cmocka_unit_test(characters_end_with_the_text),
      cmocka_unit_test(rejected_cases_hit_little),         cmocka_unit_test(plain_points_have_one_bin),
      cmocka_unit_test(answers_are_sampled_as_given),      cmocka_unit_test(every_clause_has_bins),
      cmocka_unit_test(every_bin_names_clauses),           cmocka_unit_test(names_are_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
