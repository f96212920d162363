/* A case as a C program against the plug-in ABI. */
#include <inttypes.h>
#include <string.h>

#include "cases/values.h"
#include "cli/explain_forms.h"
#include "tensor/shape.h"

static const char *const opening[] = {
    "//",
    "//   cc -std=c11 -I DIR THIS.c -ldl -o case && ./case ./libmine.so        DIR/unique_oracle/plugin.h is the ABI",
    "//",
    "// Runs the case on the plug-in and compares with the right answer, bit for bit. Reading behind the input, leaks",
    "// and answers that change are not noticed here; writing just before or behind an output is.",
    "// Exit codes: 0 the answer is right; 1 it is not; 2 there is none: not loaded, or not offered.",
    "#include <dlfcn.h>",
    "#include <inttypes.h>",
    "#include <math.h>",
    "#include <stdbool.h>",
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "",
    "#include <unique_oracle/plugin.h>",
    "",
    "// ---- The case and the right answer ----",
    "",
};

static const char *const sink_part[] = {
    "// ---- Where the plug-in puts its answer ----",
    "",
    "enum { MARGIN = 64, FILLING = 0xC5, MOST_RANK = 64 }; // bytes before and behind each output, and what they hold",
    "",
    "typedef struct output {",
    "  bool given;",
    "  uo_tensor tensor; // points to the two below",
    "  int64_t dims[MOST_RANK];",
    "  unsigned char *block; // MARGIN, the elements, MARGIN",
    "  size_t count, size;   // elements, bytes of them",
    "} output;",
    "",
    "typedef struct sink {",
    "  uo_sink base;",
    "  output outputs[UO_OUTPUT_COUNT];",
    "} sink;",
    "",
    "static size_t size_of(int32_t dtype) {",
    "  switch (dtype) {",
    "#define SIZE(name, number, text, size) \\",
    "  case number: \\",
    "    return size;",
    "    UO_TYPES(SIZE)",
    "#undef SIZE",
    "    default:",
    "      return 0;",
    "  }",
    "}",
    "",
    "static void *allocate(uo_sink *base, int number, int32_t dtype, int32_t rank, const int64_t *dims) {",
    "  if (number < 0 || number >= UO_OUTPUT_COUNT || rank < 0 || rank > MOST_RANK) return NULL;",
    "  if (size_of(dtype) == 0) return NULL;",
    "  output *made = &((sink *)(void *)base)->outputs[number];",
    "  if (made->given) return NULL;",
    "  made->count = 1;",
    "  for (int32_t i = 0; i < rank; i++) {",
    "    if (dims[i] < 0 || (dims[i] > 0 && made->count > ((size_t)1 << 30) / (size_t)dims[i])) return NULL;",
    "    made->dims[i] = dims[i];",
    "    made->count *= (size_t)dims[i];",
    "  }",
    "  made->size = made->count * size_of(dtype);",
    "  made->block = malloc(made->size + 2 * MARGIN);",
    "  if (made->block == NULL) return NULL;",
    "  memset(made->block, FILLING, made->size + 2 * MARGIN);",
    "  memset(made->block + MARGIN, 0, made->size);",
    "  made->tensor = (uo_tensor){dtype, rank, made->dims, made->block + MARGIN};",
    "  made->given = true;",
    "  return made->block + MARGIN;",
    "}",
    "",
    "static int put_string(uo_sink *base, int64_t index, const char *data, size_t size) {",
    "  output *y = &((sink *)(void *)base)->outputs[UO_Y];",
    "  if (!y->given || y->tensor.dtype != UO_TYPE_STRING || index < 0 || (size_t)index >= y->count) return 1;",
    "  char *copy = malloc(size + 1);",
    "  if (copy == NULL) return 1;",
    "  if (size > 0) memcpy(copy, data, size);",
    "  ((uo_bytes *)(void *)(y->block + MARGIN))[index] = (uo_bytes){copy, size};",
    "  return 0;",
    "}",
    "",
    "static bool margins_are_whole(const output *made) {",
    "  for (size_t i = 0; i < MARGIN; i++) {",
    "    if (made->block[i] != FILLING || made->block[MARGIN + made->size + i] != FILLING) return false;",
    "  }",
    "  return true;",
    "}",
    "",
};

static const char *const print_part[] = {
    "// ---- Printing and comparing ----",
    "",
    "enum { MOST_PRINTED = 64 }; // elements of a tensor",
    "",
    "static size_t count_of(const uo_tensor *tensor) {",
    "  size_t count = 1;",
    "  for (int32_t i = 0; i < tensor->rank; i++) count *= (size_t)tensor->dims[i];",
    "  return count;",
    "}",
    "",
    "static void print_string(const uo_bytes *element) {",
    "  putchar('\"');",
    "  for (size_t i = 0; i < element->size; i++) {",
    "    unsigned char byte = (unsigned char)element->data[i];",
    "    if (byte >= 0x20 && byte < 0x7f) putchar(byte);",
    "    else printf(\"\\\\x%02x\", byte);",
    "  }",
    "  putchar('\"');",
    "}",
    "",
    "static const char *name_of(int32_t dtype) {",
    "  switch (dtype) {",
    "#define NAME(name, number, text, size) \\",
    "  case number: \\",
    "    return text;",
    "    UO_TYPES(NAME)",
    "#undef NAME",
    "    default:",
    "      return \"no type, by its number\";",
    "  }",
    "}",
    "",
    "static double value_of_float16(unsigned bits) {",
    "  int exponent = bits >> 10 & 31;",
    "  double value = bits & 1023;",
    "  if (exponent == 31) value = value > 0 ? (double)NAN : (double)INFINITY;",
    "  else if (exponent > 0) value += 1024;",
    "  for (int power = exponent > 0 ? exponent : 1; power < 25; power++) value /= 2;",
    "  for (int power = exponent; power > 25; power--) value *= 2;",
    "  return bits >> 15 != 0 ? -value : value;",
    "}",
    "",
    "// A real number and its bits, which tell NaNs apart.",
    "static void print_real(const unsigned char *part, size_t size) {",
    "  uint16_t half;",
    "  uint32_t bits;",
    "  uint64_t wide;",
    "  float single;",
    "  double twice;",
    "  if (size == sizeof half) {",
    "    memcpy(&half, part, size);",
    "    printf(\"%.5g [0x%04x]\", value_of_float16(half), (unsigned)half);",
    "  } else if (size == sizeof single) {",
    "    memcpy(&single, part, size);",
    "    memcpy(&bits, part, size);",
    "    printf(\"%.9g [0x%08\" PRIx32 \"]\", (double)single, bits);",
    "  } else {",
    "    memcpy(&twice, part, size);",
    "    memcpy(&wide, part, size);",
    "    printf(\"%.17g [0x%016\" PRIx64 \"]\", twice, wide);",
    "  }",
    "}",
    "",
    "#define PRINT_WHOLE(type, format) \\",
    "  { \\",
    "    type whole; \\",
    "    memcpy(&whole, element, sizeof whole); \\",
    "    printf(\"%\" format, whole); \\",
    "    return; \\",
    "  }",
    "static void print_element(const uo_tensor *tensor, size_t i) {",
    "  size_t size = size_of(tensor->dtype);",
    "  const unsigned char *element = (const unsigned char *)tensor->data + i * size;",
    "  switch (tensor->dtype) {",
    "    case UO_TYPE_STRING: print_string((const uo_bytes *)tensor->data + i); return;",
    "    case UO_TYPE_INT8: PRINT_WHOLE(int8_t, PRId8)",
    "    case UO_TYPE_INT16: PRINT_WHOLE(int16_t, PRId16)",
    "    case UO_TYPE_INT32: PRINT_WHOLE(int32_t, PRId32)",
    "    case UO_TYPE_INT64: PRINT_WHOLE(int64_t, PRId64)",
    "    case UO_TYPE_UINT8: PRINT_WHOLE(uint8_t, PRIu8)",
    "    case UO_TYPE_UINT16: PRINT_WHOLE(uint16_t, PRIu16)",
    "    case UO_TYPE_UINT32: PRINT_WHOLE(uint32_t, PRIu32)",
    "    case UO_TYPE_UINT64: PRINT_WHOLE(uint64_t, PRIu64)",
    "    case UO_TYPE_BOOL:",
    "      if (*element > 1) printf(\"true as the byte %d, not 1\", *element);",
    "      else printf(*element == 1 ? \"true\" : \"false\");",
    "      return;",
    "    case UO_TYPE_COMPLEX64:",
    "    case UO_TYPE_COMPLEX128:",
    "      putchar('(');",
    "      print_real(element, size / 2);",
    "      printf(\", \");",
    "      print_real(element + size / 2, size / 2);",
    "      putchar(')');",
    "      return;",
    "    default:",
    "      print_real(element, size);",
    "      return;",
    "  }",
    "}",
    "#undef PRINT_WHOLE",
    "",
    "static void print_tensor(const char *title, const uo_tensor *tensor) {",
    "  printf(\"  %s  %s[\", title, name_of(tensor->dtype));",
    "  for (int32_t i = 0; i < tensor->rank; i++) printf(\"%s%\" PRId64, i == 0 ? \"\" : \", \", tensor->dims[i]);",
    "  printf(\"]\");",
    "  size_t count = count_of(tensor);",
    "  for (size_t i = 0; i < count && i < MOST_PRINTED; i++) {",
    "    printf(i == 0 ? \" \" : \", \");",
    "    print_element(tensor, i);",
    "  }",
    "  puts(count > MOST_PRINTED ? \" ...\" : \"\");",
    "}",
    "",
    "static bool same_element(const uo_tensor *a, const uo_tensor *b, size_t i) {",
    "  size_t size = size_of(a->dtype);",
    "  if (a->dtype != UO_TYPE_STRING) {",
    "    return memcmp((const char *)a->data + i * size, (const char *)b->data + i * size, size) == 0;",
    "  }",
    "  const uo_bytes *one = (const uo_bytes *)a->data + i;",
    "  const uo_bytes *other = (const uo_bytes *)b->data + i;",
    "  return one->size == other->size && (one->size == 0 || memcmp(one->data, other->data, one->size) == 0);",
    "}",
    "",
    "static bool same(const uo_tensor *a, const uo_tensor *b) {",
    "  if (a->dtype != b->dtype || a->rank != b->rank) return false;",
    "  for (int32_t i = 0; i < a->rank; i++) {",
    "    if (a->dims[i] != b->dims[i]) return false;",
    "  }",
    "  for (size_t i = 0; i < count_of(a); i++) {",
    "    if (!same_element(a, b, i)) return false;",
    "  }",
    "  return true;",
    "}",
    "",
    "static bool compare(const char *name, const output *have, const uo_tensor *want) {",
    "  if (!have->given && want == NULL) return true;",
    "  bool right_one = have->given && want != NULL && same(&have->tensor, want);",
    "  bool whole = !have->given || margins_are_whole(have);",
    "  const char *ends = whole ? \"\" : \", and WRITTEN PAST ITS ENDS\";",
    "  printf(\"%s: %s%s\\n\", name, right_one ? \"right\" : \"WRONG\", ends);",
    "  if (have->given) print_tensor(\"have\", &have->tensor);",
    "  if (want != NULL) print_tensor(\"want\", want);",
    "  if (!have->given) printf(\"  not given\\n\");",
    "  if (want == NULL) printf(\"  not asked for\\n\");",
    "  return right_one && whole;",
    "}",
    "",
};

static const char *const main_part[] = {
    "// ---- The run ----",
    "",
    "static const uo_plugin *load(const char *path) {",
    "  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);",
    "  void *symbol = library == NULL ? NULL : dlsym(library, \"uo_plugin_entry\");",
    "  if (symbol == NULL) {",
    "    fprintf(stderr, \"%s\\n\", dlerror());",
    "    return NULL;",
    "  }",
    "  const uo_plugin *(*entry)(void);",
    "  memcpy(&entry, &symbol, sizeof entry);",
    "  const uo_plugin *plugin = entry();",
    "  bool fits = plugin != NULL && plugin->abi == UO_PLUGIN_ABI && plugin->unique != NULL;",
    "  if (!fits) fprintf(stderr, \"%s: has no table of ABI %d\\n\", path, UO_PLUGIN_ABI);",
    "  return fits ? plugin : NULL;",
    "}",
    "",
    "int main(int argc, char **argv) {",
    "  static const char *const names[] = {\"Y\", \"indices\", \"inverse_indices\", \"counts\"};",
    "  static const char *const statuses[] = {\"an answer\", \"rejected\", \"unsupported\", \"failed\"};",
    "  sink answer = {.base = {wanted, allocate, put_string}};",
    "  const uo_plugin *plugin = argc == 2 ? load(argv[1]) : NULL;",
    "  if (argc != 2) fprintf(stderr, \"usage: %s ./PLUGIN.so\\n\", argv[0]);",
    "  if (plugin == NULL) return 2;",
    "  print_tensor(\"X\", &x);",
    "  fflush(stdout); // it may die",
    "  int status = plugin->unique(&x, &attributes, &answer.base);",
    "  bool known = status >= UO_OK && status <= UO_FAILED;",
    "  printf(\"the plug-in says: %s\\n\", known ? statuses[status] : \"no status\");",
    "  if (status == UO_UNSUPPORTED) return 2;",
    "  if (rejected[0] != '\\0') {",
    "    printf(\"right is an error: %s\\n\", rejected);",
    "    return status == UO_REJECTED || status == UO_FAILED ? 0 : 1;",
    "  }",
    "  bool all = status == UO_OK;",
    "  for (int i = 0; i < UO_OUTPUT_COUNT; i++) all = compare(names[i], &answer.outputs[i], right[i]) && all;",
    "  return all ? 0 : 1;",
    "}",
};

static void write_lines(const char *const *lines, size_t count, FILE *stream) {
  for (size_t i = 0; i < count; i++) fprintf(stream, "%s\n", lines[i]);
}
#define WRITE_LINES(lines, stream) write_lines((lines), sizeof(lines) / sizeof(lines)[0], (stream))

/* ---- Tensors ----------------------------------------------------------------------------------------------------- */

/* What an array of elements is made of: the bits of floats, of which a union makes floats again. */
typedef struct written_type {
  const char *name;  /* UO_TYPE_FLOAT */
  const char *bits;  /* NULL for strings */
  const char *value; /* NULL when `bits` is the type itself */
} written_type;

static written_type written_type_of(int32_t dtype) {
  static const written_type types[] = {
      [UO_TYPE_FLOAT] = {"UO_TYPE_FLOAT", "uint32_t", "float"},
      [UO_TYPE_UINT8] = {"UO_TYPE_UINT8", "uint8_t", NULL},
      [UO_TYPE_INT8] = {"UO_TYPE_INT8", "int8_t", NULL},
      [UO_TYPE_UINT16] = {"UO_TYPE_UINT16", "uint16_t", NULL},
      [UO_TYPE_INT16] = {"UO_TYPE_INT16", "int16_t", NULL},
      [UO_TYPE_INT32] = {"UO_TYPE_INT32", "int32_t", NULL},
      [UO_TYPE_INT64] = {"UO_TYPE_INT64", "int64_t", NULL},
      [UO_TYPE_STRING] = {"UO_TYPE_STRING", NULL, NULL},
      [UO_TYPE_BOOL] = {"UO_TYPE_BOOL", "unsigned char", NULL},
      [UO_TYPE_FLOAT16] = {"UO_TYPE_FLOAT16", "uint16_t", NULL},
      [UO_TYPE_DOUBLE] = {"UO_TYPE_DOUBLE", "uint64_t", "double"},
      [UO_TYPE_UINT32] = {"UO_TYPE_UINT32", "uint32_t", NULL},
      [UO_TYPE_UINT64] = {"UO_TYPE_UINT64", "uint64_t", NULL},
      [UO_TYPE_COMPLEX64] = {"UO_TYPE_COMPLEX64", "uint32_t", "float"},
      [UO_TYPE_COMPLEX128] = {"UO_TYPE_COMPLEX128", "uint64_t", "double"},
  };
  return types[dtype];
}

static void write_signed(int64_t number, FILE *stream) {
  /* The least number has no literal of its own: it would be the negation of one too large. */
  if (number == INT64_MIN) {
    fputs("INT64_MIN", stream);
  } else {
    fprintf(stream, number > INT32_MAX || number <= INT32_MIN ? "INT64_C(%" PRId64 ")" : "%" PRId64, number);
  }
}

static int64_t sign_extend(uint64_t bits, size_t size) {
  uint64_t sign = UINT64_C(1) << (8 * size - 1);
  uint64_t extended = (bits ^ sign) - sign;
  int64_t number;
  memcpy(&number, &extended, sizeof number);
  return number;
}

static void write_element(const uo_tensor *tensor, int64_t position, FILE *stream) {
  uo_value value = uo_value_load(tensor, position);
  switch (tensor->dtype) {
    case UO_TYPE_STRING:
      fputc('{', stream);
      uo_explain_literal(value.text.data, value.text.size, stream);
      fprintf(stream, ", %zu}", value.text.size);
      return;
    case UO_TYPE_INT8:
    case UO_TYPE_INT16:
    case UO_TYPE_INT32:
    case UO_TYPE_INT64:
      write_signed(sign_extend(value.bits[0], uo_type_size(tensor->dtype)), stream);
      return;
    case UO_TYPE_UINT64:
      fprintf(stream, "UINT64_C(%" PRIu64 ")", value.bits[0]);
      return;
    case UO_TYPE_DOUBLE:
      fprintf(stream, "UINT64_C(0x%016" PRIx64 ")", value.bits[0]);
      return;
    case UO_TYPE_COMPLEX128:
      fprintf(stream, "UINT64_C(0x%016" PRIx64 "), UINT64_C(0x%016" PRIx64 ")", value.bits[0], value.bits[1]);
      return;
    case UO_TYPE_COMPLEX64:
      fprintf(stream, "0x%08" PRIx64 ", 0x%08" PRIx64, value.bits[0], value.bits[1]);
      return;
    case UO_TYPE_FLOAT:
      fprintf(stream, "0x%08" PRIx64, value.bits[0]);
      return;
    case UO_TYPE_FLOAT16:
      fprintf(stream, "0x%04" PRIx64, value.bits[0]);
      return;
    default: /* bool, uint8, uint16, uint32 */
      fprintf(stream, "%" PRIu64, value.bits[0]);
      return;
  }
}

static void write_data(const char *name, const uo_tensor *tensor, int64_t count, FILE *stream) {
  written_type type = written_type_of(tensor->dtype);
  bool complex = tensor->dtype == UO_TYPE_COMPLEX64 || tensor->dtype == UO_TYPE_COMPLEX128;
  if (type.bits == NULL) {
    fprintf(stream, "static const uo_bytes %s_data[] = {", name);
  } else if (type.value == NULL) {
    fprintf(stream, "static const %s %s_data[] = {", type.bits, name);
  } else {
    long long parts = (long long)count * (complex ? 2 : 1);
    fprintf(stream, "static const union {\n  %s bits[%lld];\n  %s value[%lld];\n} %s_data = {{", type.bits, parts,
            type.value, parts, name);
  }
  for (int64_t i = 0; i < count; i++) {
    fputs(i % 8 == 0 ? "\n    " : " ", stream);
    write_element(tensor, i, stream);
    fputc(',', stream);
  }
  fputs(type.value == NULL ? "\n};\n" : "\n}};\n", stream);
}

static void write_tensor(const char *name, const uo_tensor *tensor, FILE *stream) {
  int64_t count = uo_items_of(tensor, -1).count;
  written_type type = written_type_of(tensor->dtype);
  if (tensor->rank > 0) {
    fprintf(stream, "static const int64_t %s_dims[] = {", name);
    for (int32_t i = 0; i < tensor->rank; i++) {
      if (i > 0) fputs(", ", stream);
      write_signed(tensor->dims[i], stream);
    }
    fputs("};\n", stream);
  }
  if (count > 0) write_data(name, tensor, count, stream);
  fprintf(stream, "static const uo_tensor %s = {%s, %d, ", name, type.name, (int)tensor->rank);
  fprintf(stream, tensor->rank > 0 ? "%s_dims, " : "NULL, ", name);
  fprintf(stream, count > 0 ? (type.value == NULL ? "%s_data};\n\n" : "&%s_data};\n\n") : "NULL};\n\n", name);
}

static void write_node(const uo_case *question, FILE *stream) {
  const uo_attributes *attributes = &question->attributes;
  fprintf(stream, "static const uo_attributes attributes = {%d, ", attributes->has_axis ? 1 : 0);
  write_signed(attributes->has_axis ? attributes->axis : 0, stream);
  fputs(", ", stream);
  write_signed(attributes->sorted, stream);
  fputs("}; // has_axis, axis, sorted\n", stream);
  fprintf(stream, "enum { wanted = 0x%x }; // bits 1u << output\n\n", (unsigned)question->wanted);
}

static void write_right(const uo_vector *right, FILE *stream) {
  static const char *const names[UO_OUTPUT_COUNT] = {"right_y", "right_indices", "right_inverse", "right_counts"};
  bool given[UO_OUTPUT_COUNT];
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    given[output] = right->rejected == NULL && (right->question.wanted & (1u << output)) != 0;
    if (given[output]) write_tensor(names[output], &right->expected[output], stream);
  }
  fputs("static const uo_tensor *const right[UO_OUTPUT_COUNT] = {", stream);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    fprintf(stream, "%s%s%s", output == 0 ? "" : ", ", given[output] ? "&" : "",
            given[output] ? names[output] : "NULL");
  }
  fputs("};\nstatic const char rejected[] = ", stream);
  const char *why = right->rejected == NULL ? "" : right->rejected;
  uo_explain_literal(why, strlen(why), stream);
  fputs("; // why the case must be rejected; empty when it must be answered\n\n", stream);
}

void uo_explain_as_c(const uo_explained *explained, FILE *stream) {
  const uo_case *question = &explained->right->question;
  uo_explain_heading(explained, "//", stream);
  WRITE_LINES(opening, stream);
  write_tensor("x", &question->x, stream);
  write_node(question, stream);
  write_right(explained->right, stream);
  WRITE_LINES(sink_part, stream);
  WRITE_LINES(print_part, stream);
  WRITE_LINES(main_part, stream);
}
