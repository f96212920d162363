/* A case as a Python script that runs it through numpy.unique. */
#include <inttypes.h>
#include <string.h>

#include "cases/values.h"
#include "cli/explain_forms.h"
#include "tensor/shape.h"

#define HEX_COLUMNS 96

static const char *const opening[] = {
    "#",
    "# Runs the case through numpy.unique as numpy has it, and shows where that differs from the right answer. numpy",
    "# always sorts, and departs from the operator at a few points, so a difference may be numpy's.",
    "# Where a subject was named, what it gave when this was written is shown as well; it is not asked again.",
    "# Exit codes: 0 numpy gives the same, 1 different, 2 there is no numpy.",
    "import sys",
    "",
    "try:",
    "    import numpy as np",
    "except ImportError:",
    "    print('this script needs numpy, which', sys.executable, 'does not have: python3 -m pip install numpy',",
    "          file=sys.stderr)",
    "    sys.exit(2)",
    "",
    "",
    "# Elements are their bytes in hexadecimal, lowest byte first: every bit of a NaN is as it was asked.",
    "def tensor(dtype, shape, data):",
    "    return np.frombuffer(bytes.fromhex(data), dtype).reshape(shape) if data else np.empty(shape, dtype)",
    "",
    "",
    "def strings(shape, elements):",
    "    made = np.empty(len(elements), object)",
    "    for position, element in enumerate(elements):",
    "        made[position] = element",
    "    return made.reshape(shape)",
    "",
    "",
};

static const char *const closing[] = {
    "",
    "def same(have, want):",
    "    if have.dtype != want.dtype or have.shape != want.shape:",
    "        return False",
    "    return have.tolist() == want.tolist() if have.dtype == object else have.tobytes() == want.tobytes()",
    "",
    "",
    "# A NaN whose bits are not the default ones says which it has: they are compared, too.",
    "def float_text(array):",
    "    bits = array.tobytes()[::-1].hex()",
    "    is_plain = not np.isnan(array) or bits in ('7e00', '7fc00000', '7ff8000000000000')",
    "    return str(array.item()) if is_plain else f'nan(0x{bits})'",
    "",
    "",
    "# Complex numbers are pairs: real part, imaginary part.",
    "def text_of(array):",
    "    if array.ndim > 0:",
    "        return '[' + ', '.join(text_of(array[i, ...]) for i in range(len(array))) + ']'",
    "    if array.dtype.kind == 'c':",
    "        return f'({float_text(array.real)}, {float_text(array.imag)})'",
    "    return float_text(array) if array.dtype.kind == 'f' else repr(array.item())",
    "",
    "",
    "def show(title, array):",
    "    text = text_of(array)",
    "    text = text if len(text) < 1000 else text[:1000] + ' ...'",
    "    print(f'  {title}  {array.dtype}{list(array.shape)} {text}')",
    "",
    "",
    "def places(have, want):",
    "    size = have.dtype.itemsize",
    "    pairs = zip(have.ravel(), want.ravel())",
    "    if have.dtype != object:",
    "        cut = lambda array: [array.tobytes()[i * size : (i + 1) * size] for i in range(array.size)]",
    "        pairs = zip(cut(have), cut(want))",
    "    return [place for place, (one, other) in enumerate(pairs) if one != other]",
    "",
    "",
    "def compare(name, have, want):",
    "    if same(have, want):",
    "        print(f'{name}: the same')",
    "        show('both ', want)",
    "        return 0",
    "    print(f'{name}: different')",
    "    show('numpy', have)",
    "    show('right', want)",
    "    if have.dtype == want.dtype and have.shape == want.shape:",
    "        print('  at position', ' '.join(map(str, places(have, want)[:100])), 'in row-major order')",
    "    return 1",
    "",
    "",
    "def show_subject():",
    "    print('recorded of', subject + ':', verdict)",
    "    for line in said:",
    "        print(' ', line)",
    "    for name, have in given.items():",
    "        want = None if right is None else right.get(name)",
    "        word = 'not asked for' if want is None else 'right' if same(have, want) else 'WRONG'",
    "        print(f'{name}: {word}')",
    "        show('given', have)",
    "        if word == 'WRONG':",
    "            show('right', want)",
    "    print()",
    "",
    "",
    "def main():",
    "    if subject is not None:",
    "        show_subject()",
    "    print('numpy', np.__version__)",
    "    show('X    ', X)",
    "    try:",
    "        names = ('Y', 'indices', 'inverse_indices', 'counts')",
    "        with_all = {'return_index': True, 'return_inverse': True, 'return_counts': True}",
    "        answer = dict(zip(names, np.unique(X, axis=axis, **with_all)))",
    "    except Exception as error:",
    "        print('numpy.unique raises', type(error).__name__ + ':', error)",
    "        print('right:', 'an answer' if right is not None else 'an error: ' + rejected)",
    "        return 0 if right is None else 1",
    "    if right is None:",
    "        for name in names:",
    "            show(name, answer[name])",
    "        print('right: an error:', rejected)",
    "        return 1",
    "    return max(compare(name, answer[name], want) for name, want in right.items())",
    "",
    "",
    "sys.exit(main())",
};

static void write_lines(const char *const *lines, size_t count, FILE *stream) {
  for (size_t i = 0; i < count; i++) fprintf(stream, "%s\n", lines[i]);
}

/* numpy's name of an element type as it lies in the script: little-endian. */
static const char *numpy_type(int32_t dtype) {
  static const char *const names[] = {
      [UO_TYPE_FLOAT] = "<f4",     [UO_TYPE_UINT8] = "u1",        [UO_TYPE_INT8] = "i1",    [UO_TYPE_UINT16] = "<u2",
      [UO_TYPE_INT16] = "<i2",     [UO_TYPE_INT32] = "<i4",       [UO_TYPE_INT64] = "<i8",  [UO_TYPE_BOOL] = "?",
      [UO_TYPE_FLOAT16] = "<f2",   [UO_TYPE_DOUBLE] = "<f8",      [UO_TYPE_UINT32] = "<u4", [UO_TYPE_UINT64] = "<u8",
      [UO_TYPE_COMPLEX64] = "<c8", [UO_TYPE_COMPLEX128] = "<c16",
  };
  return names[dtype];
}

static void write_shape(const uo_tensor *tensor, FILE *stream) {
  fputc('(', stream);
  for (int32_t i = 0; i < tensor->rank; i++) fprintf(stream, "%" PRId64 ", ", tensor->dims[i]);
  fputs("), ", stream);
}

static void write_strings(const uo_tensor *tensor, FILE *stream) {
  const uo_bytes *elements = tensor->data;
  int64_t count = uo_items_of(tensor, -1).count;
  fputs("strings(", stream);
  write_shape(tensor, stream);
  fputc('[', stream);
  for (int64_t i = 0; i < count; i++) {
    fputs("\n    b", stream);
    uo_explain_literal(elements[i].data, elements[i].size, stream);
    fputc(',', stream);
  }
  fputs("])", stream);
}

/* The bytes of an element, lowest first. */
static int write_element(const uo_tensor *tensor, int64_t position, FILE *stream) {
  uo_value value = uo_value_load(tensor, position);
  bool complex = tensor->dtype == UO_TYPE_COMPLEX64 || tensor->dtype == UO_TYPE_COMPLEX128;
  int parts = complex ? 2 : 1;
  int width = (int)uo_type_size(tensor->dtype) / parts;
  for (int part = 0; part < parts; part++) {
    for (int byte = 0; byte < width; byte++) {
      fprintf(stream, "%02x", (unsigned)(value.bits[part] >> (8 * byte) & 0xff));
    }
  }
  return 2 * parts * width;
}

static void write_tensor(const uo_tensor *tensor, FILE *stream) {
  if (tensor->dtype == UO_TYPE_STRING) {
    write_strings(tensor, stream);
    return;
  }
  int64_t count = uo_items_of(tensor, -1).count;
  fprintf(stream, "tensor(\"%s\", ", numpy_type(tensor->dtype));
  write_shape(tensor, stream);
  fputc('"', stream);
  int column = 0;
  for (int64_t i = 0; i < count; i++) {
    if (column >= HEX_COLUMNS) fputs("\"\n    \"", stream);
    if (column >= HEX_COLUMNS) column = 0;
    column += write_element(tensor, i, stream);
  }
  fputs("\")", stream);
}

static void write_outputs(const char *name, const uo_outputs *outputs, FILE *stream) {
  fprintf(stream, "%s = {\n", name);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (outputs->tensor[output] == NULL) continue;
    fprintf(stream, "    \"%s\": ", uo_output_name(output));
    write_tensor(outputs->tensor[output], stream);
    fputs(",\n", stream);
  }
  fputs("}\n", stream);
}

static void write_right(const uo_vector *right, FILE *stream) {
  if (right->rejected != NULL) {
    fputs("right = None\nrejected = ", stream);
    uo_explain_literal(right->rejected, strlen(right->rejected), stream);
    fputc('\n', stream);
    return;
  }
  uo_outputs outputs = uo_vector_outputs(right);
  write_outputs("right", &outputs, stream);
  fputs("rejected = \"\"\n", stream);
}

/* The words of a judgement, a literal of Python for each line. */
static void write_said(const uo_judgement *judgement, FILE *stream) {
  fputs("said = [\n", stream);
  if (judgement->message[0] != '\0') {
    fputs("    ", stream);
    uo_explain_literal(judgement->message, strlen(judgement->message), stream);
    fputs(",\n", stream);
  }
  for (int i = 0; i < judgement->report.count; i++) {
    const uo_finding *finding = &judgement->report.findings[i];
    char line[sizeof finding->have + sizeof finding->want + 100];
    char where[32] = ""; /* none when it is about the output as a whole */
    if (finding->position >= 0) snprintf(where, sizeof where, "[%" PRId64 "]", finding->position);
    int size = snprintf(line, sizeof line, "%s %s%s: have %s, want %s", uo_clause_id(finding->clause),
                        uo_output_name(finding->output), where, finding->have, finding->want);
    fputs("    ", stream);
    uo_explain_literal(line, size < 0 ? 0 : (size_t)size, stream);
    fputs(",\n", stream);
  }
  fputs("]\n", stream);
}

static void write_given(const uo_explained_answer *given, FILE *stream) {
  if (given == NULL) {
    fputs("subject = None\n", stream);
    return;
  }
  fputs("subject = ", stream);
  uo_explain_literal(given->name, strlen(given->name), stream);
  fprintf(stream, "\nverdict = \"%s\"\n", uo_verdict_name(given->judgement.verdict));
  write_said(&given->judgement, stream);
  write_outputs("given", &given->answer.outputs, stream);
}

void uo_explain_as_numpy(const uo_explained *explained, FILE *stream) {
  const uo_case *question = &explained->right->question;
  fputs("#!/usr/bin/env python3\n", stream);
  uo_explain_heading(explained, "#", stream);
  write_lines(opening, sizeof opening / sizeof opening[0], stream);
  fputs("X = ", stream);
  write_tensor(&question->x, stream);
  if (question->attributes.has_axis) {
    fprintf(stream, "\naxis = %" PRId64 "\n", question->attributes.axis);
  } else {
    fputs("\naxis = None\n", stream);
  }
  write_right(explained->right, stream);
  write_given(explained->given, stream);
  write_lines(closing, sizeof closing / sizeof closing[0], stream);
}
