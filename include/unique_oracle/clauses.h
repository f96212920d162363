/*
 * The clauses of ONNX Unique: one normative statement each, with the id by which findings, tests and vectors cite it;
 * and the silent points: questions that the operator's text leaves open, with the ruling of policy `onnx`.
 *
 * r is the rank of X, N the number of its elements, n = X.shape[axis], U the number of distinct values or subtensors.
 * Columns: name in the code, id, statement, source. Sources are files of the onnx repository at commit f7546912; a bare
 * defs.cc means onnx/defs/tensor/defs.cc. [derived] marks what follows from other clauses. These tables are the only
 * place that lists clauses; everything else that names them is generated from here. Silent points have the first three
 * columns; their text is the question, a colon and the ruling of policy `onnx`.
 */
#ifndef UNIQUE_ORACLE_CLAUSES_H
#define UNIQUE_ORACLE_CLAUSES_H

/* clang-format off */
#define UO_CLAUSES(X) \
  X(TYP_01, "TYP-01", "X has exactly one type parameter T; Y has the same T", "defs.cc 3164-3182, 3222") \
  X(TYP_02, "TYP-02", "T ranges over 15 tensor types: uint8/16/32/64, int8/16/32/64, float16, float, double, string, bool, complex64, complex128", "defs.cc 3219; schema.cc 1142-1160") \
  X(TYP_03, "TYP-03", "bfloat16, every float8/float4, int4/uint4/int2/uint2 are outside T: the list used is the oldest one, not an _ir4+ list", "schema.cc 1142-1160") \
  X(TYP_04, "TYP-04", "indices, inverse_indices and counts are tensor(int64), whatever T is", "defs.cc 3184-3218, 3234-3250") \
  X(TYP_05, "TYP-05", "all inputs/outputs are tagged non-differentiable", "defs.cc 3172, 3182, 3195, 3207, 3218") \
  X(ATT_01, "ATT-01", "sorted is an INT attribute, optional, default 1", "defs.cc 3151-3156") \
  X(ATT_02, "ATT-02", "sorted must be 0 or 1", "defs.cc 3153-3154") \
  X(ATT_03, "ATT-03", "axis is an INT attribute, optional, no default; absence is meaningful and has no sentinel value", "defs.cc 3157-3163") \
  X(AXIS_01, "AXIS-01", "without axis the input is flattened and values are compared one by one", "defs.cc 3047-3048, 3159-3160") \
  X(AXIS_02, "AXIS-02", "with axis the things compared are the subtensors obtained by slicing along that axis", "defs.cc 3047") \
  X(AXIS_03, "AXIS-03", "a negative axis counts from the back", "defs.cc 3160-3161") \
  X(AXIS_04, "AXIS-04", "accepted range is [-r, r-1]", "defs.cc 3161") \
  X(AXIS_05, "AXIS-05", "axis and axis - r (0 <= axis < r) mean the same", "[derived] AXIS-03") \
  X(AXIS_06, "AXIS-06", "for r = 0 no axis value is acceptable ([0,-1] is empty)", "[derived] AXIS-04") \
  X(FLAT_01, "FLAT-01", "flattening follows row-major order (tensor content is defined row-major)", "onnx.proto 682; IR.md 400-407; schema example 2 confirms") \
  X(OUT_01, "OUT-01", "Y is mandatory (formal parameter kind Single)", "defs.cc 3173-3182") \
  X(OUT_02, "OUT-02", "indices, inverse_indices, counts are each optional", "defs.cc 3184-3218") \
  X(OUT_03, "OUT-03", "an optional output is left out either by ending the output list early (trailing ones) or by the empty string in its place (any)", "docs/IR.md 358-370") \
  X(OUT_04, "OUT-04", "an output that is computed must be named, one that is not must not be", "IR.md 368") \
  X(OUT_05, "OUT-05", "between 1 and 4 outputs; the position, not the name, says which output it is", "schema.cc 364-380") \
  X(OUT_06, "OUT-06", "an empty name for Y makes the node invalid", "schema.cc 232-235") \
  X(OUT_07, "OUT-07", "which optional outputs are requested does not change the value of any other output", "[derived]: no clause makes Y depend on them") \
  X(VAL_01, "VAL-01", "Y holds every distinct value (or subtensor) of X, each once", "defs.cc 3051, 3176-3178") \
  X(VAL_02, "VAL-02", "Y's elements are elements of X (nothing is computed)", "[derived] defs.cc 3051, IDX-01") \
  X(ORD_01, "ORD-01", "sorted=1: outputs are in ascending order of the values/subtensors", "defs.cc 3056, 3153") \
  X(ORD_02, "ORD-02", "sorted=0: outputs are in order of first occurrence in X (along axis if given)", "defs.cc 3056, 3177-3178") \
  X(ORD_03, "ORD-03", "the order applies to indices, inverse_indices and counts as well as Y (they are expressed against Y)", "defs.cc 3052-3056") \
  X(ORD_04, "ORD-04", "the schema points at numpy.unique's manual page as background; it is the only hint for subtensor order", "defs.cc 3058") \
  X(IDX_01, "IDX-01", "indices[j] is the position of the first occurrence of Y's j-th element in X", "defs.cc 3052, 3188") \
  X(IDX_02, "IDX-02", "without axis positions are in the flattened X; with axis they are positions on that axis", "defs.cc 3189-3190") \
  X(IDX_03, "IDX-03", "indices is 1-D, length U", "defs.cc 3187; length [derived]") \
  X(IDX_04, "IDX-04", "sorted=0 implies indices strictly increasing", "[derived] IDX-01 + ORD-02") \
  X(INV_01, "INV-01", "inverse_indices[i] is the position in Y of X's i-th element/subtensor", "defs.cc 3053, 3200") \
  X(INV_02, "INV-02", "with axis those are positions on that axis of Y; without, positions in Y", "defs.cc 3201-3202") \
  X(INV_03, "INV-03", "inverse_indices is always 1-D, even when X is not", "defs.cc 3199") \
  X(INV_04, "INV-04", "its length is N without axis, n with axis", "[derived] INV-01") \
  X(INV_05, "INV-05", "inverse_indices[indices[j]] = j, and indices[j] = min{i : inverse_indices[i] = j}", "[derived]") \
  X(INV_06, "INV-06", "taking Y at inverse_indices reproduces X up to the equivalence used (exactly, except +-0 and NaN bits)", "[derived]") \
  X(CNT_01, "CNT-01", "counts[j] is how often Y's j-th element occurs in X", "defs.cc 3054, 3212-3213") \
  X(CNT_02, "CNT-02", "counts is 1-D, length U; sum(counts) = N (no axis) or n (axis); every entry >= 1", "defs.cc 3211; [derived]") \
  X(SHAPE_01, "SHAPE-01", "no axis: Y is 1-D [U] for every rank, including 0", "defs.cc 3254-3256; [derived]") \
  X(SHAPE_02, "SHAPE-02", "axis: Y has X's shape with dimension axis replaced by U", "defs.cc 3270-3277") \
  X(SHAPE_03, "SHAPE-03", "rank 0 without axis: flattened to one element: Y [1], indices [1]=0, inverse [1]=0, counts [1]=1", "[derived] IR.md 404, SHAPE-01") \
  X(SHAPE_04, "SHAPE-04", "zero-size dimensions are legal in X (shape entries are non-negative)", "IR.md 402-405") \
  X(SHAPE_05, "SHAPE-05", "n = 0: U = 0, Y keeps X's shape, the three others are [0]", "[derived]") \
  X(SHAPE_06, "SHAPE-06", "n > 0 but a different dimension is 0: all n subtensors are empty, hence equal: U = 1, indices [0], inverse n zeros, counts [n]", "[derived]; see SIL-14") \
  X(ERR_01, "ERR-01", "must be rejected: axis outside [-r, r-1]", "[derived] AXIS-04") \
  X(ERR_02, "ERR-02", "must be rejected: axis given and r = 0", "[derived] AXIS-06") \
  X(ERR_03, "ERR-03", "must be rejected: sorted not in {0,1}", "[derived] ATT-02") \
  X(ERR_04, "ERR-04", "must be rejected: attribute of the wrong kind (FLOAT, INTS)", "[derived] ATT-01, ATT-03") \
  X(ERR_05, "ERR-05", "must be rejected: unknown attribute; attribute given twice", "onnx/checker.cc") \
  X(ERR_06, "ERR-06", "must be rejected: element type outside T", "[derived] TYP-02, TYP-03") \
  X(ERR_07, "ERR-07", "must be rejected: 0 or more than 4 outputs; Y unnamed; not exactly 1 input", "[derived] OUT-05, OUT-06") \
  X(ERR_08, "ERR-08", "must be rejected: node used below opset 11", "onnx/defs/schema.h: lookup by opset version")

#define UO_SILENT_POINTS(X) \
  X(SIL_01, "SIL-01", "is NaN equal to NaN: yes: every NaN (any sign, payload, quiet or signalling) is one value") \
  X(SIL_02, "SIL-02", "where NaN sorts: above +Inf") \
  X(SIL_03, "SIL-03", "which NaN bits reach Y: those of the first occurrence, verbatim, not quieted") \
  X(SIL_04, "SIL-04", "-0 and +0: equal; Y carries the bits of the first occurrence") \
  X(SIL_05, "SIL-05", "NaN inside subtensors: the same element rule, element by element") \
  X(SIL_06, "SIL-06", "order of subtensors: lexicographic over the remaining axes in their original order, row-major (axis moved to the front, not swapped)") \
  X(SIL_07, "SIL-07", "complex: by real part, then imaginary part, each by the float rule; every value with a NaN in either part is one value above all others, index and bits of the first occurrence") \
  X(SIL_08, "SIL-08", "bool: False < True") \
  X(SIL_09, "SIL-09", "strings: equal if same length and same bytes; unsigned bytewise lexicographic, shorter prefix first; no normalisation, case folding or locale") \
  X(SIL_10, "SIL-10", "empty string, NUL: ordinary values; NUL is a significant byte 0, embedded or trailing; '' sorts first") \
  X(SIL_11, "SIL-11", "invalid UTF-8: the operator does not look; a loader may refuse it") \
  X(SIL_12, "SIL-12", "flatten order: row-major") \
  X(SIL_13, "SIL-13", "rank 0: without axis SHAPE-03; with any axis an error") \
  X(SIL_14, "SIL-14", "zero sizes: n = 0: SHAPE-05. n > 0 and empty subtensors: SHAPE-06. No axis and N = 0: all four outputs have shape [0]") \
  X(SIL_15, "SIL-15", "sorted other than 0 or 1: error") \
  X(SIL_16, "SIL-16", "axis beyond 32 bits: range-test the 64-bit value, then error") \
  X(SIL_17, "SIL-17", "a subset of outputs: the same values whatever is asked for") \
  X(SIL_18, "SIL-18", "shape of the inverse: always 1-D, N or n long") \
  X(SIL_19, "SIL-19", "types beyond T: rejected or unsupported at opsets 11 to 27") \
  X(SIL_20, "SIL-20", "subnormals: ordinary values, never flushed") \
  X(SIL_21, "SIL-21", "bool bytes other than 0 and 1 in a file: the loader rejects them") \
  X(SIL_22, "SIL-22", "axis on a rank-1 tensor: identical to no axis in every output") \
  X(SIL_23, "SIL-23", "integers: signed compare signed, unsigned compare unsigned, at full width (2^63 above 2^63-1; 2^53 and 2^53+1 differ)")
/* clang-format on */

#endif
