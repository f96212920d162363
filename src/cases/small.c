/*
 * Level 2: every tensor of up to five elements over the values of an alphabet, for every shape of up to three
 * dimensions, every axis, both orders and all sets of outputs.
 */
#include "cases/generated.h"
#include "cases/number_text.h"
#include "cases/values.h"
#include "tensor/guard.h"

#define SMALL_MAX_RANK     3
#define SMALL_MAX_COUNT    5 /* elements */
#define SUBSETS_AND_ORDERS 16

/* ---- Alphabets --------------------------------------------------------------------------------------------------- */

/*
 * The alphabets of a type have no value in common, so that no tensor comes twice; only a type's first one is tried with
 * shapes that have no element. `letter` depends on the kind: bits, a number of enum uo_float_number, a pair of them, or
 * a text.
 */
typedef struct small_alphabet {
  int32_t dtype;
  bool first;
  int bits; /* of a letter's number: 2 for four letters, 1 for the two of bool */
  uint64_t letter[4][2];
} small_alphabet;

#define F(name)                                                                                                        \
  { UO_FLOAT_##name, 0 }
#define P(real, imaginary)                                                                                             \
  { UO_FLOAT_##real, UO_FLOAT_##imaginary }
#define TEXT(number)                                                                                                   \
  { number, 0 }

/*
 * 0, the largest signed number, the smallest signed number, all ones: the ends of the signed and of the unsigned range
 * (SIL-23).
 */
#define ENDS(width)                                                                                                    \
  {                                                                                                                    \
    {0, 0}, {(UINT64_C(1) << ((width)-1)) - 1, 0}, {UINT64_C(1) << ((width)-1), 0}, { UINT64_MAX, 0 }                  \
  }
/* SIL-01, SIL-04 */
#define FLOATS_A                                                                                                       \
  { F(MINUS_ZERO), F(ZERO), F(NAN), F(ONE) }
/* SIL-02, SIL-03, SIL-20 */
#define FLOATS_B                                                                                                       \
  { F(MINUS_SIGNALLING_NAN), F(PAYLOAD_NAN), F(INFINITY), F(SUBNORMAL_MIN) }
/* SIL-07 */
#define COMPLEX_A                                                                                                      \
  { P(ONE, ZERO), P(ONE, MINUS_ONE), P(ONE, NAN), P(NAN, ONE) }
#define COMPLEX_B                                                                                                      \
  { P(ZERO, MINUS_ZERO), P(MINUS_ZERO, ZERO), P(ZERO, ONE), P(PAYLOAD_NAN, MINUS_SIGNALLING_NAN) }

/* SIL-09, SIL-10: empty, prefix, trailing NUL; then U+FFFF, U+10000, e with acute accent, upper case. */
static const uo_bytes texts[] = {
    {"", 0}, {"a", 1}, {"a\0", 2}, {"b", 1}, {"\357\277\277", 3}, {"\360\220\200\200", 4}, {"\303\251", 2}, {"A", 1}};

static const small_alphabet alphabets[] = {
    {UO_TYPE_FLOAT, true, 2, FLOATS_A},
    {UO_TYPE_UINT8, true, 2, ENDS(8)},
    {UO_TYPE_INT8, true, 2, ENDS(8)},
    {UO_TYPE_UINT16, true, 2, ENDS(16)},
    {UO_TYPE_INT16, true, 2, ENDS(16)},
    {UO_TYPE_INT32, true, 2, ENDS(32)},
    {UO_TYPE_INT64, true, 2, ENDS(64)},
    {UO_TYPE_STRING, true, 2, {TEXT(0), TEXT(1), TEXT(2), TEXT(3)}},
    {UO_TYPE_BOOL, true, 1, {{0, 0}, {1, 0}, {0, 0}, {0, 0}}},
    {UO_TYPE_FLOAT16, true, 2, FLOATS_A},
    {UO_TYPE_DOUBLE, true, 2, FLOATS_A},
    {UO_TYPE_UINT32, true, 2, ENDS(32)},
    {UO_TYPE_UINT64, true, 2, ENDS(64)},
    {UO_TYPE_COMPLEX64, true, 2, COMPLEX_A},
    {UO_TYPE_COMPLEX128, true, 2, COMPLEX_A},
    {UO_TYPE_FLOAT, false, 2, FLOATS_B},
    {UO_TYPE_STRING, false, 2, {TEXT(4), TEXT(5), TEXT(6), TEXT(7)}},
    {UO_TYPE_FLOAT16, false, 2, FLOATS_B},
    {UO_TYPE_DOUBLE, false, 2, FLOATS_B},
    {UO_TYPE_COMPLEX64, false, 2, COMPLEX_B},
    {UO_TYPE_COMPLEX128, false, 2, COMPLEX_B},
};

#define ALPHABET_COUNT (sizeof(alphabets) / sizeof(alphabets[0]))

static uo_value letter_value(const small_alphabet *alphabet, uint64_t number) {
  const uint64_t *letter = alphabet->letter[number];
  switch (alphabet->dtype) {
    case UO_TYPE_STRING:
      return uo_value_of_text(texts[letter[0]].data, texts[letter[0]].size);
    case UO_TYPE_FLOAT:
    case UO_TYPE_FLOAT16:
    case UO_TYPE_DOUBLE:
      return uo_value_of_float(alphabet->dtype, (int)letter[0]);
    case UO_TYPE_COMPLEX64:
    case UO_TYPE_COMPLEX128:
      return uo_value_of_complex(alphabet->dtype, (int)letter[0], (int)letter[1]);
    default:
      return uo_value_of_integer(alphabet->dtype, letter[0]);
  }
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

typedef struct small_shape {
  int32_t rank;
  int64_t dims[SMALL_MAX_RANK];
} small_shape;

/*
 * Every shape over 0 to 3 with a zero in it (SHAPE-04), and all of up to three dimensions with a product of 1 to 5: by
 * number of elements, rank, dimensions.
 */
/* clang-format off */
static const small_shape shapes[] = {
    {1, {0}},
    {2, {0, 0}},
    {2, {0, 1}},
    {2, {0, 2}},
    {2, {0, 3}},
    {2, {1, 0}},
    {2, {2, 0}},
    {2, {3, 0}},
    {3, {0, 0, 0}},
    {3, {0, 0, 1}},
    {3, {0, 0, 2}},
    {3, {0, 0, 3}},
    {3, {0, 1, 0}},
    {3, {0, 1, 1}},
    {3, {0, 1, 2}},
    {3, {0, 1, 3}},
    {3, {0, 2, 0}},
    {3, {0, 2, 1}},
    {3, {0, 2, 2}},
    {3, {0, 2, 3}},
    {3, {0, 3, 0}},
    {3, {0, 3, 1}},
    {3, {0, 3, 2}},
    {3, {0, 3, 3}},
    {3, {1, 0, 0}},
    {3, {1, 0, 1}},
    {3, {1, 0, 2}},
    {3, {1, 0, 3}},
    {3, {1, 1, 0}},
    {3, {1, 2, 0}},
    {3, {1, 3, 0}},
    {3, {2, 0, 0}},
    {3, {2, 0, 1}},
    {3, {2, 0, 2}},
    {3, {2, 0, 3}},
    {3, {2, 1, 0}},
    {3, {2, 2, 0}},
    {3, {2, 3, 0}},
    {3, {3, 0, 0}},
    {3, {3, 0, 1}},
    {3, {3, 0, 2}},
    {3, {3, 0, 3}},
    {3, {3, 1, 0}},
    {3, {3, 2, 0}},
    {3, {3, 3, 0}},
    {0, {0}},
    {1, {1}},
    {2, {1, 1}},
    {3, {1, 1, 1}},
    {1, {2}},
    {2, {1, 2}},
    {2, {2, 1}},
    {3, {1, 1, 2}},
    {3, {1, 2, 1}},
    {3, {2, 1, 1}},
    {1, {3}},
    {2, {1, 3}},
    {2, {3, 1}},
    {3, {1, 1, 3}},
    {3, {1, 3, 1}},
    {3, {3, 1, 1}},
    {1, {4}},
    {2, {1, 4}},
    {2, {2, 2}},
    {2, {4, 1}},
    {3, {1, 1, 4}},
    {3, {1, 2, 2}},
    {3, {1, 4, 1}},
    {3, {2, 1, 2}},
    {3, {2, 2, 1}},
    {3, {4, 1, 1}},
    {1, {5}},
    {2, {1, 5}},
    {2, {5, 1}},
    {3, {1, 1, 5}},
    {3, {1, 5, 1}},
    {3, {5, 1, 1}}};
/* clang-format on */

/*
 * The shapes with as many elements as the row's number: where they begin, and how many axis forms they have together.
 */
static const struct {
  int first_shape;
  uint64_t axis_forms;
} groups[SMALL_MAX_COUNT + 1] = {{0, 297}, {45, 16}, {49, 34}, {55, 34}, {61, 60}, {71, 34}};

/* No axis, every axis from -r to r - 1. */
static uint64_t axis_forms(int32_t rank) { return 1 + 2 * (uint64_t)rank; }

/* ---- Counting and finding ---------------------------------------------------------------------------------------- */

/* How many tensors of this many elements and one shape there are. */
static uint64_t tensor_count(const small_alphabet *alphabet, int elements) {
  if (elements == 0 && !alphabet->first) return 0;
  return UINT64_C(1) << (alphabet->bits * elements);
}

static uint64_t group_cases(const small_alphabet *alphabet, int elements) {
  return groups[elements].axis_forms * tensor_count(alphabet, elements) * SUBSETS_AND_ORDERS;
}

static uint64_t alphabet_cases(const small_alphabet *alphabet) {
  uint64_t cases = 0;
  for (int elements = 0; elements <= SMALL_MAX_COUNT; elements++) cases += group_cases(alphabet, elements);
  return cases;
}

uint64_t uo_small_size(void) {
  uint64_t cases = 0;
  for (size_t a = 0; a < ALPHABET_COUNT; a++) cases += alphabet_cases(&alphabets[a]);
  return cases;
}

/* An index taken apart. */
typedef struct small_place {
  const small_alphabet *alphabet;
  const small_shape *shape;
  int elements;
  uint64_t digits; /* the elements as letters: the first element the highest digit */
  uint64_t form;   /* 0: no axis, then 0 to r - 1, then -r to -1 */
  uint32_t subset;
  uint32_t sorted;
} small_place;

/*
 * Where the index points to; false when it is out of range. From the slowest to the fastest: alphabet, number of
 * elements, shape, elements, axis, order, outputs.
 */
static bool find_place(uint64_t index, small_place *place) {
  size_t a = 0;
  for (; a < ALPHABET_COUNT && index >= alphabet_cases(&alphabets[a]); a++) index -= alphabet_cases(&alphabets[a]);
  if (a == ALPHABET_COUNT) return false;
  int elements = 0;
  for (; index >= group_cases(&alphabets[a], elements); elements++) index -= group_cases(&alphabets[a], elements);
  uint64_t of_form = tensor_count(&alphabets[a], elements) * SUBSETS_AND_ORDERS;
  const small_shape *shape = &shapes[groups[elements].first_shape];
  for (; index >= axis_forms(shape->rank) * of_form; shape++) index -= axis_forms(shape->rank) * of_form;
  place->alphabet = &alphabets[a];
  place->shape = shape;
  place->elements = elements;
  place->subset = (uint32_t)(index % 8);
  place->sorted = (uint32_t)(index / 8 % 2);
  place->form = index / SUBSETS_AND_ORDERS % axis_forms(shape->rank);
  place->digits = index / SUBSETS_AND_ORDERS / axis_forms(shape->rank);
  return true;
}

/* ---- The case ---------------------------------------------------------------------------------------------------- */

static uo_attributes attributes_of(const small_place *place) {
  uo_attributes attributes = {0, 0, place->sorted};
  if (place->form == 0) return attributes;
  int64_t rank = place->shape->rank;
  int64_t axis = (int64_t)place->form - 1;
  attributes.has_axis = 1;
  attributes.axis = axis < rank ? axis : axis - 2 * rank; /* AXIS-03, AXIS-04 */
  return attributes;
}

uo_error_code uo_small_case(uint64_t index, uo_arena *arena, uo_case *made, uo_error *error) {
  small_place place;
  UO_REQUIRE(find_place(index, &place), error, UO_ERROR_ARGUMENT, "small:%llu: the small cases end at small:%llu",
             (unsigned long long)index, (unsigned long long)uo_small_size() - 1);
  int32_t dtype = place.alphabet->dtype;
  void *data = uo_arena_allocate(arena, (size_t)place.elements, uo_type_size(dtype));
  UO_REQUIRE_MEMORY(data, error);
  uint64_t digits = place.digits;
  for (int i = place.elements - 1; i >= 0; i--, digits >>= place.alphabet->bits) {
    uo_value value = letter_value(place.alphabet, digits & ((1u << place.alphabet->bits) - 1));
    uo_value_store(dtype, &value, data, i);
  }
  /* The table outlives every case. */
  uo_case built = {
      NULL, {dtype, place.shape->rank, place.shape->dims, data}, attributes_of(&place), UO_WANT_Y | place.subset << 1};
  built.id = uo_case_id(arena, "small", index);
  UO_REQUIRE_MEMORY(built.id, error);
  *made = built;
  return UO_ERROR_NONE;
}
