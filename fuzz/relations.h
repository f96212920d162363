/*
 * Metamorphic relations: another question whose answer follows from the answer to a first one. What is known of a
 * question is only which class of equal items each item belongs to; the four outputs of the new question are derived
 * from that by counting, without looking at a value.
 */
#ifndef UO_FUZZ_RELATIONS_H
#define UO_FUZZ_RELATIONS_H

#include <unique_oracle/unique.h>

/* Name in the code, name in findings, what it does. */
#define UO_RELATIONS(X)                                                                                                \
  X(SAME, "same", "the same question, all outputs asked for (OUT-07)")                                                 \
  X(PERMUTED, "permuted", "items in another order")                                                                    \
  X(REPEATED, "repeated", "each item twice, side by side")                                                             \
  X(CONCATENATED, "concatenated", "X twice, one behind the other")                                                     \
  X(RELABELLED, "relabelled", "each element through a strictly monotone function")                                     \
  X(FRONT, "front", "the axis moved to the front (SIL-06)")                                                            \
  X(RESTATED, "restated", "the axis counted from the other side, or a flat X reshaped (AXIS-05, SIL-12, SIL-22)")

typedef enum uo_relation {
#define UO_RELATION_ENUMERATOR(name, text, meaning) UO_RELATION_##name,
  UO_RELATIONS(UO_RELATION_ENUMERATOR)
#undef UO_RELATION_ENUMERATOR
      UO_RELATION_COUNT
} uo_relation;

const char *uo_relation_name(uo_relation relation);

/* A question whose classes are known. Classes are numbered as they stand in the first answer's Y. */
typedef struct uo_related {
  uo_tensor x;
  int32_t axis; /* resolved, -1 without */
  uo_attributes attributes;
  int64_t items;
  int64_t classes;
  const int64_t *class_of; /* one an item */
  const uo_allocator *allocator;
  void *owned[8]; /* blocks to be released; NULL in a question that somebody else owns */
} uo_related;

/* The first question: X and attributes must be valid, and class_of is its inverse_indices. */
uo_related uo_relate_first(const uo_tensor *x, const uo_attributes *attributes, const int64_t *inverse,
                           int64_t classes);

/*
 * The question that the relation makes of `from`, which must outlive it: strings are shared. `seed` decides what the
 * relation leaves open. *made is false when it has no effect on this question (an axis that is in front already) or
 * would make X too large. UO_ERROR_MEMORY.
 *
 * Every relation holds under policy onnx, and under every policy without nan=distinct, nan-subtensor=distinct,
 * nan-complex=by-part and complex-order=modulus.
 */
UO_MUST_USE uo_error_code uo_relate(const uo_related *from, uo_relation relation, uint32_t seed,
                                    const uo_allocator *allocator, uo_related *to, bool *made, uo_error *error);
void uo_related_release(uo_related *related);

/*
 * The outputs that must answer a related question, compared with `have`, which has all four: -1 when they are the same
 * bit for bit, else the first output that differs. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_related_compare(const uo_related *related, const uo_outputs *have,
                                             const uo_allocator *allocator, int *output, uo_error *error);

#endif
