/*
 * docs/cases.md lists what the generator is made of and how many cases there are. Those lists are computed here; the
 * page must hold them word for word. When one differs, what it should be is printed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/build.h"
#include "cases/generated.h"
#include "cases/values.h"
#include "support/cases_canonical.h"
#include "tensor/shape.h"

/* ---- Text -------------------------------------------------------------------------------------------------------- */

typedef struct text {
  size_t size;
  char bytes[64 * 1024];
} text;

static void add(text *page, const char *format, ...) UO_PRINTF(2, 3);

static void add(text *page, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(page->bytes + page->size, sizeof(page->bytes) - page->size, format, arguments);
  va_end(arguments);
  assert_true(size >= 0 && (size_t)size < sizeof(page->bytes) - page->size);
  page->size += (size_t)size;
}

static text *new_text(void) {
  text *page = calloc(1, sizeof(*page));
  assert_non_null(page);
  return page;
}

static text *read_page(void) {
  text *page = new_text();
  FILE *file = fopen(UO_SOURCE_DIR "/docs/cases.md", "rb");
  assert_non_null(file);
  page->size = fread(page->bytes, 1, sizeof(page->bytes) - 1, file);
  assert_true(page->size < sizeof(page->bytes) - 1);
  fclose(file);
  return page;
}

static size_t line_size(const char *line) { return strcspn(line, "\n"); }

/* The first line of the page's list, which has the same head, that is not the program's. */
static void print_first_difference(const char *page, const char *list) {
  static char head[256];
  assert_true(line_size(list) < sizeof head);
  memcpy(head, list, line_size(list));
  const char *theirs = strstr(page, head);
  if (theirs == NULL) return;
  while (line_size(list) == line_size(theirs) && memcmp(list, theirs, line_size(list)) == 0 && list[line_size(list)]) {
    list += line_size(list) + 1;
    theirs += line_size(theirs) + 1;
  }
  printf("the first line that differs is\n  in the program: %.*s\n  on the page: %.*s\n", (int)line_size(list), list,
         (int)line_size(theirs), theirs);
}

/* The page holds this list; frees it. */
static void expect_on_page(text *list) {
  text *page = read_page();
  bool found = strstr(page->bytes, list->bytes) != NULL;
  if (!found) {
    printf("docs/cases.md should say:\n\n%s\n", list->bytes);
    print_first_difference(page->bytes, list->bytes);
  }
  free(page);
  free(list);
  assert_true(found);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static const char *const float_names[] = {
#define FLOAT_NAME(name, half, single, twice) #name,
    UO_FLOATS(FLOAT_NAME)
#undef FLOAT_NAME
};

enum { FLOAT_NAMES = sizeof(float_names) / sizeof(float_names[0]) };

static void numbers_are_listed(void **state) {
  (void)state;
  text *list = new_text();
  add(list, "| number | float16 | float | double |\n|---|---|---|---|\n");
  for (int number = 0; number < FLOAT_NAMES; number++) {
    add(list, "| %s | 0x%04llX | 0x%08llX | 0x%016llX |\n", float_names[number],
        (unsigned long long)uo_value_of_float(UO_TYPE_FLOAT16, number).bits[0],
        (unsigned long long)uo_value_of_float(UO_TYPE_FLOAT, number).bits[0],
        (unsigned long long)uo_value_of_float(UO_TYPE_DOUBLE, number).bits[0]);
  }
  expect_on_page(list);
}

static const char *name_of_bits(uint64_t bits) {
  for (int number = 0; number < FLOAT_NAMES; number++) {
    if (uo_value_of_float(UO_TYPE_DOUBLE, number).bits[0] == bits) return float_names[number];
  }
  fail_msg("no name");
  return NULL;
}

/* Bytes that are not printable ASCII as \\xHH, so that nobody has to guess. */
static void add_text(text *list, const uo_bytes *bytes) {
  add(list, "`\"");
  for (size_t i = 0; i < bytes->size; i++) {
    unsigned char byte = (unsigned char)bytes->data[i];
    if (byte < 0x20 || byte > 0x7E)
      add(list, "\\x%02X", byte);
    else
      add(list, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
  }
  add(list, "\"`");
}

static void add_member(text *list, int32_t dtype, const uo_value *value) {
  switch (dtype) {
    case UO_TYPE_DOUBLE:
      add(list, "%s", name_of_bits(value->bits[0]));
      return;
    case UO_TYPE_COMPLEX128:
      add(list, "(%s, %s)", name_of_bits(value->bits[0]), name_of_bits(value->bits[1]));
      return;
    case UO_TYPE_STRING:
      add_text(list, &value->text);
      return;
    default:
      add(list, "0x%llX", (unsigned long long)value->bits[0]);
      return;
  }
}

static void add_families(text *list, const char *types, int32_t dtype) {
  for (int family = 0; family < uo_family_count(dtype); family++) {
    add(list, "| %s | %d | %s | %d | ", types, family + UO_SOURCE_FAMILIES, uo_family_name(dtype, family),
        uo_family_size(dtype, family));
    for (int i = 0; i < uo_family_size(dtype, family); i++) {
      uo_value value = uo_family_value(dtype, family, i);
      if (i > 0) add(list, ", ");
      add_member(list, dtype, &value);
    }
    add(list, " |\n");
  }
}

static void families_are_listed(void **state) {
  (void)state;
  text *list = new_text();
  add(list, "| types | source | family | size | values |\n|---|---|---|---|---|\n");
  add_families(list, "float16, float, double", UO_TYPE_DOUBLE);
  add_families(list, "complex64, complex128", UO_TYPE_COMPLEX128);
  add_families(list, "string", UO_TYPE_STRING);
  add_families(list, "bool", UO_TYPE_BOOL);
  add_families(list, "int8, uint8", UO_TYPE_UINT8);
  add_families(list, "int16, uint16", UO_TYPE_UINT16);
  add_families(list, "int32, uint32", UO_TYPE_UINT32);
  add_families(list, "int64, uint64", UO_TYPE_UINT64);
  expect_on_page(list);
}

/* ERR-01 to ERR-03 */
static void invalid_attributes_are_listed(void **state) {
  (void)state;
  text *list = new_text();
  add(list, "| way | rank 0 | rank 1 | rank 3 |\n|---|---|---|---|\n");
  for (int way = 0; way < uo_invalid_count(); way++) {
    add(list, "| %d |", way);
    for (int32_t rank = 0; rank <= 3; rank += rank == 1 ? 2 : 1) {
      uo_attributes attributes = {0, 0, 1};
      uo_invalidate(way, rank, &attributes);
      if (attributes.has_axis)
        add(list, " axis %lld |", (long long)attributes.axis);
      else
        add(list, " sorted %lld |", (long long)attributes.sorted);
    }
    add(list, "\n");
  }
  expect_on_page(list);
}

/* ---- Counts ------------------------------------------------------------------------------------------------------ */

static bool same_kind(const uo_case *a, const uo_case *b) {
  return uo_shape_equal(&a->x, &b->x) &&
         (uo_case_allowed(a, NULL) == UO_ERROR_NONE) == (uo_case_allowed(b, NULL) == UO_ERROR_NONE);
}

static void add_shape(text *list, const uo_case *question, uint64_t begin, uint64_t cases) {
  add(list, "| %llu | [", (unsigned long long)begin);
  for (int32_t d = 0; d < question->x.rank; d++) add(list, d == 0 ? "%lld" : ", %lld", (long long)question->x.dims[d]);
  add(list, "]%s | %llu |\n", uo_case_allowed(question, NULL) == UO_ERROR_NONE ? "" : ", to be rejected",
      (unsigned long long)cases);
}

static void grid_is_counted(void **state) {
  (void)state;
  text *list = new_text();
  add(list, "| from index | shape | cases |\n|---|---|---|\n");
  uo_arena arenas[2] = {{0}};
  uo_case made[2];
  uint64_t begin = 0;
  assert_int_equal(uo_grid_case(0, &arenas[0], &made[0], NULL), UO_ERROR_NONE);
  for (uint64_t i = 1; i < uo_grid_size(); i++) {
    uo_arena_reset(&arenas[1]);
    assert_int_equal(uo_grid_case(i, &arenas[1], &made[1], NULL), UO_ERROR_NONE);
    if (same_kind(&made[0], &made[1])) continue;
    add_shape(list, &made[0], begin, i - begin);
    begin = i;
    uo_arena_reset(&arenas[0]);
    assert_int_equal(uo_grid_case(i, &arenas[0], &made[0], NULL), UO_ERROR_NONE);
  }
  add_shape(list, &made[0], begin, uo_grid_size() - begin);
  add(list, "| | all | %llu |\n", (unsigned long long)uo_grid_size());
  uo_arena_release(&arenas[0]);
  uo_arena_release(&arenas[1]);
  expect_on_page(list);
}

static int32_t small_type(uint64_t index, uo_arena *arena) {
  uo_case made;
  uo_arena_reset(arena);
  assert_int_equal(uo_small_case(index, arena, &made, NULL), UO_ERROR_NONE);
  return made.x.dtype;
}

/*
 * Where the block of one alphabet ends; blocks that follow each other have different types and are longer than `step`.
 */
static uint64_t block_end(uint64_t begin, uo_arena *arena) {
  const uint64_t step = 40000;
  int32_t dtype = small_type(begin, arena);
  uint64_t inside = begin;
  while (inside + step < uo_small_size() && small_type(inside + step, arena) == dtype) inside += step;
  uint64_t outside = inside + step < uo_small_size() ? inside + step : uo_small_size();
  while (outside - inside > 1) {
    uint64_t middle = inside + (outside - inside) / 2;
    if (small_type(middle, arena) == dtype)
      inside = middle;
    else
      outside = middle;
  }
  return outside;
}

static void add_letter(text *list, const uo_tensor *x) {
  if (x->dtype == UO_TYPE_STRING) {
    add_text(list, x->data);
    return;
  }
  bool is_complex = x->dtype == UO_TYPE_COMPLEX64 || x->dtype == UO_TYPE_COMPLEX128;
  unsigned long long bits = cases_element_bits(x, 0, 0);
  if (is_complex)
    add(list, "(0x%llX, 0x%llX)", bits, (unsigned long long)cases_element_bits(x, 0, 1));
  else
    add(list, "0x%llX", bits);
}

/*
 * The scalars of a block come first, behind the shapes without elements if it has those: one for each letter, 16 cases
 * apart.
 */
static void add_letters(text *list, uint64_t begin, int32_t dtype, uo_arena *arena) {
  uo_case made;
  uint64_t first = begin;
  do {
    uo_arena_reset(arena);
    assert_int_equal(uo_small_case(first, arena, &made, NULL), UO_ERROR_NONE);
    first += 16;
  } while (made.x.rank > 0);
  first -= 16;
  for (int i = 0; i < (dtype == UO_TYPE_BOOL ? 2 : 4); i++) {
    uo_arena_reset(arena);
    assert_int_equal(uo_small_case(first + (uint64_t)i * 16, arena, &made, NULL), UO_ERROR_NONE);
    if (i > 0) add(list, ", ");
    add_letter(list, &made.x);
  }
}

static void small_cases_are_counted(void **state) {
  (void)state;
  text *list = new_text();
  uo_arena arena = {0};
  add(list, "| from index | type | letters | cases |\n|---|---|---|---|\n");
  for (uint64_t begin = 0; begin < uo_small_size();) {
    uint64_t end = block_end(begin, &arena);
    int32_t dtype = small_type(begin, &arena);
    add(list, "| %llu | %s | ", (unsigned long long)begin, uo_type_name(dtype));
    add_letters(list, begin, dtype, &arena);
    add(list, " | %llu |\n", (unsigned long long)(end - begin));
    begin = end;
  }
  add(list, "| | all | | %llu |\n", (unsigned long long)uo_small_size());
  uo_arena_release(&arena);
  expect_on_page(list);
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static void arrangements_and_styles_are_listed(void **state) {
  (void)state;
  text *list = new_text();
  int number = 0;
  add(list, "| arrangement | name | what it is |\n|---|---|---|\n");
#define ADD_ROW(name, meaning) add(list, "| %d | %s | %s |\n", number++, #name, meaning);
  UO_ARRANGEMENTS(ADD_ROW)
  expect_on_page(list);
  list = new_text();
  number = 0;
  add(list, "| style | name | subtensors differ |\n|---|---|---|\n");
  UO_STYLES(ADD_ROW)
#undef ADD_ROW
  expect_on_page(list);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_listed),
      cmocka_unit_test(families_are_listed),
      cmocka_unit_test(invalid_attributes_are_listed),
      cmocka_unit_test(arrangements_and_styles_are_listed),
      cmocka_unit_test(grid_is_counted),
      cmocka_unit_test(small_cases_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
