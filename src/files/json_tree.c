#include "files/json_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/bytes.h"
#include "tensor/guard.h"

#define MAX_DEPTH 64

/*
 * Reads a copy of the text in place: strings are decoded where they stand, and every byte between tokens is overwritten
 * with NUL once it was read, so that numbers and strings end there.
 */
typedef struct reader {
  char *start;
  char *at;
  char *end; /* holds a NUL */
  const char *where;
  uo_arena *arena;
  uo_error *error;
} reader;

static uo_error_code fail_at(const reader *r, const char *expected) {
  size_t column = (size_t)(r->at - r->start) + 1;
  if (r->at == r->end) {
    return uo_fail(r->error, UO_ERROR_INPUT, "%s: column %zu: the line ends too early, perhaps cut off; expected %s",
                   r->where, column, expected);
  }
  char found[UO_EXCERPT];
  return uo_fail(r->error, UO_ERROR_INPUT, "%s: column %zu: expected %s, found %s", r->where, column, expected,
                 uo_excerpt(r->at, (size_t)(r->end - r->at) < 12 ? (size_t)(r->end - r->at) : 12, found));
}

/* Skips white space; the byte that follows, NUL at the end. */
static char skip(reader *r) {
  while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r') *r->at++ = '\0';
  return *r->at;
}

/* Takes the one byte that was just looked at. */
static void step(reader *r) { *r->at++ = '\0'; }

/* ---- Strings ---- */

/* Four hexadecimal digits behind "\u"; -1 when they are not. */
static int32_t hexadecimal(const char *digits) {
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    char c = digits[i];
    if (c >= '0' && c <= '9') {
      value = value * 16 + (c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      value = value * 16 + ((c | 0x20) - 'a') + 10;
    } else {
      return -1;
    }
  }
  return value;
}

static char *add_code_point(char *to, int32_t code) {
  if (code < 0x80) {
    *to++ = (char)code;
    return to;
  }
  int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char lead[4] = {0, 0xc0, 0xe0, 0xf0};
  *to++ = (char)(unsigned char)(lead[following] | (unsigned)code >> (6 * following));
  while (following-- > 0) *to++ = (char)(unsigned char)(0x80 | ((unsigned)code >> (6 * following) & 0x3f));
  return to;
}

/* \uXXXX, or two of them for one code point beyond U+FFFF. A surrogate alone stands for no text. */
static uo_error_code read_unicode_escape(reader *r, char **to) {
  int32_t code = hexadecimal(r->at + 2);
  if (code < 0) return fail_at(r, "four hexadecimal digits after \\u");
  size_t taken = 6;
  if (code >= 0xd800 && code < 0xe000) {
    bool pair = code < 0xdc00 && r->at[6] == '\\' && r->at[7] == 'u';
    int32_t low = pair ? hexadecimal(r->at + 8) : -1;
    if (low < 0xdc00 || low > 0xdfff) {
      return fail_at(
          r, "a pair of surrogates, not one alone; bytes that are not UTF-8 are written as {\"base64\": \"..\"}");
    }
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    taken = 12;
  }
  *to = add_code_point(*to, code);
  r->at += taken;
  return UO_ERROR_NONE;
}

static uo_error_code read_escape(reader *r, char **to) {
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  char letter = r->at[1];
  if (letter == 'u') return read_unicode_escape(r, to);
  const char *found = letter == '\0' ? NULL : strchr(letters, letter);
  if (found == NULL) return fail_at(r, "one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
  *(*to)++ = meanings[found - letters];
  r->at += 2;
  return UO_ERROR_NONE;
}

/* The reader stands on the opening quote. */
static uo_error_code read_string(reader *r, const char **text, size_t *size) {
  step(r);
  char *to = r->at;
  *text = to;
  while (*r->at != '"') {
    if (r->at == r->end) return fail_at(r, "the closing quote of a string");
    if ((unsigned char)*r->at < 0x20) return fail_at(r, "no control character inside a string (use \\n, \\u0000, ...)");
    if (*r->at == '\\') {
      UO_TRY(read_escape(r, &to));
    } else {
      *to++ = *r->at++;
    }
  }
  step(r);
  *to = '\0';
  *size = (size_t)(to - *text);
  return UO_ERROR_NONE;
}

static uo_error_code read_key(reader *r, const char **key) {
  if (skip(r) != '"') return fail_at(r, "a key in double quotes");
  size_t size = 0;
  UO_TRY(read_string(r, key, &size));
  UO_REQUIRE(strlen(*key) == size, r->error, UO_ERROR_INPUT, "%s: a key holds NUL, which no key may", r->where);
  if (skip(r) != ':') return fail_at(r, "':' after the key");
  step(r);
  return UO_ERROR_NONE;
}

/* ---- Numbers and words ---- */

/* Skips digits; whether there was one. */
static bool skip_digits(reader *r) {
  const char *before = r->at;
  while (*r->at >= '0' && *r->at <= '9') r->at++;
  return r->at != before;
}

static uo_error_code read_number(reader *r, uo_json *value) {
  value->kind = UO_JSON_NUMBER;
  value->text = r->at;
  if (*r->at == '-') r->at++;
  bool zero = *r->at == '0';
  if (!skip_digits(r)) return fail_at(r, "a digit (infinities and NaN are written in quotes: \"-Infinity\", \"NaN\")");
  const char *digits = value->text + (*value->text == '-');
  UO_REQUIRE(!zero || r->at == digits + 1, r->error, UO_ERROR_INPUT,
             "%s: column %zu: a number must not begin with 0 and go on with a digit", r->where,
             (size_t)(digits - r->start) + 1);
  if (*r->at == '.') {
    r->at++;
    if (!skip_digits(r)) return fail_at(r, "a digit after the point");
  }
  if (*r->at == 'e' || *r->at == 'E') {
    r->at++;
    if (*r->at == '+' || *r->at == '-') r->at++;
    if (!skip_digits(r)) return fail_at(r, "a digit in the exponent");
  }
  value->size = (size_t)(r->at - value->text);
  return UO_ERROR_NONE;
}

static bool take_word(reader *r, const char *word) {
  size_t size = strlen(word);
  if (strncmp(r->at, word, size) != 0) return false;
  r->at += size;
  return true;
}

static uo_error_code read_word(reader *r, uo_json *value) {
  if (take_word(r, "null")) return UO_ERROR_NONE;
  value->kind = UO_JSON_BOOL;
  value->truth = take_word(r, "true");
  if (value->truth || take_word(r, "false")) return UO_ERROR_NONE;
  return fail_at(r, "a JSON value (infinities and NaN are written in quotes: \"Infinity\", \"NaN\")");
}

/* ---- Arrays and objects ---- */

static int compare_keys(const void *a, const void *b) {
  return strcmp((*(const uo_json *const *)a)->key, (*(const uo_json *const *)b)->key);
}

/* One of two equal keys would be lost without a word, so neither is taken. */
static uo_error_code check_keys(const reader *r, const uo_json *object) {
  const uo_json **sorted = uo_arena_allocate(r->arena, object->size, sizeof *sorted);
  UO_REQUIRE_MEMORY(sorted, r->error);
  size_t count = 0;
  for (const uo_json *child = object->first; child != NULL; child = child->next) sorted[count++] = child;
  qsort(sorted, count, sizeof *sorted, compare_keys);
  for (size_t i = 1; i < count; i++) {
    char key[UO_EXCERPT];
    UO_REQUIRE(strcmp(sorted[i - 1]->key, sorted[i]->key) != 0, r->error, UO_ERROR_INPUT,
               "%s: the key \"%s\" stands twice in one object; once is right", r->where,
               uo_excerpt(sorted[i]->key, strlen(sorted[i]->key), key));
  }
  return UO_ERROR_NONE;
}

static uo_error_code read_value(reader *r, int depth, uo_json **value);

/* The reader stands on the opening bracket. */
static uo_error_code read_children(reader *r, int depth, uo_json *parent) {
  const bool object = parent->kind == UO_JSON_OBJECT;
  const char close = object ? '}' : ']';
  UO_REQUIRE(depth < MAX_DEPTH, r->error, UO_ERROR_INPUT, "%s: more than %d levels of arrays and objects", r->where,
             MAX_DEPTH);
  step(r);
  if (skip(r) == close) {
    step(r);
    return UO_ERROR_NONE;
  }
  uo_json **tail = &parent->first;
  for (;;) {
    const char *key = NULL;
    if (object) UO_TRY(read_key(r, &key));
    UO_TRY(read_value(r, depth + 1, tail));
    (*tail)->key = key;
    tail = &(*tail)->next;
    parent->size++;
    char found = skip(r);
    if (found != ',' && found != close) return fail_at(r, object ? "',' or '}'" : "',' or ']'");
    step(r);
    if (found == close) return object ? check_keys(r, parent) : UO_ERROR_NONE;
  }
}

static uo_error_code read_value(reader *r, int depth, uo_json **value) {
  uo_json *made = uo_arena_allocate(r->arena, 1, sizeof *made);
  UO_REQUIRE_MEMORY(made, r->error);
  *value = made;
  char first = skip(r);
  if (first == '{' || first == '[') {
    made->kind = first == '{' ? UO_JSON_OBJECT : UO_JSON_ARRAY;
    return read_children(r, depth, made);
  }
  if (first == '"') {
    made->kind = UO_JSON_STRING;
    return read_string(r, &made->text, &made->size);
  }
  if (first == '-' || (first >= '0' && first <= '9')) return read_number(r, made);
  return read_word(r, made);
}

uo_error_code uo_json_parse(const char *text, size_t size, const char *where, uo_arena *arena, const uo_json **value,
                            uo_error *error) {
  UO_REQUIRE(size < 3 || memcmp(text, "\xef\xbb\xbf", 3) != 0, error, UO_ERROR_INPUT,
             "%s: column 1: a byte order mark; remove it: JSON is UTF-8 without one", where);
  size_t valid = uo_utf8_length(text, size);
  UO_REQUIRE(valid == size, error, UO_ERROR_INPUT,
             "%s: column %zu: not UTF-8; strings of other bytes are written as {\"base64\": \"..\"}", where, valid + 1);
  char *copy = uo_arena_copy(arena, text, size);
  UO_REQUIRE_MEMORY(copy, error);
  reader r = {.start = copy, .at = copy, .end = copy + size, .where = where, .arena = arena, .error = error};
  uo_json *root = NULL;
  UO_TRY(read_value(&r, 0, &root));
  skip(&r);
  if (r.at != r.end) return fail_at(&r, "nothing more on this line");
  *value = root;
  return UO_ERROR_NONE;
}

const uo_json *uo_json_member(const uo_json *object, const char *key) {
  for (const uo_json *child = object->first; child != NULL; child = child->next) {
    if (strcmp(child->key, key) == 0) return child;
  }
  return NULL;
}

const char *uo_json_kind_name(uo_json_kind kind) {
  static const char *const names[] = {"null", "true or false", "a number", "a string", "an array", "an object"};
  return names[kind];
}

bool uo_json_is_integer(const uo_json *value) {
  return value->kind == UO_JSON_NUMBER && strspn(value->text, "-0123456789") == value->size;
}

/* ---- Writing ---- */

static void add_escaped(uo_text *text, unsigned char byte) {
  static const char letters[] = "\"\\\b\f\n\r\t";
  static const char names[] = "\"\\bfnrt";
  const char *found = byte == 0 ? NULL : strchr(letters, byte);
  char escape[8] = {'\\', 0};
  if (found != NULL) {
    escape[1] = names[found - letters];
  } else {
    snprintf(escape, sizeof escape, "\\u%04x", (unsigned)byte);
  }
  uo_text_add_string(text, escape);
}

void uo_json_add_string(uo_text *text, const char *bytes, size_t size) {
  if (size == 0) {
    uo_text_add(text, "\"\"", 2); /* bytes may be NULL */
    return;
  }
  uo_text_add(text, "\"", 1);
  size_t plain = 0; /* where the bytes that need no change began */
  size_t valid = uo_utf8_length(bytes, size);
  for (size_t at = 0; at < size; at++) {
    unsigned char byte = (unsigned char)bytes[at];
    if (at < valid && byte >= 0x20 && byte != '"' && byte != '\\') continue;
    uo_text_add(text, bytes + plain, at - plain);
    plain = at + 1;
    if (at < valid) {
      add_escaped(text, byte);
    } else {
      uo_text_add_string(text, "\xef\xbf\xbd");
      valid = plain + uo_utf8_length(bytes + plain, size - plain);
    }
  }
  uo_text_add(text, bytes + plain, size - plain);
  uo_text_add(text, "\"", 1);
}

static void add_children(uo_text *text, const uo_json *parent) {
  for (const uo_json *child = parent->first; child != NULL; child = child->next) {
    if (child != parent->first) uo_text_add_string(text, ", ");
    if (child->key != NULL) {
      uo_json_add_string(text, child->key, strlen(child->key));
      uo_text_add_string(text, ": ");
    }
    uo_json_add_value(text, child);
  }
}

void uo_json_add_value(uo_text *text, const uo_json *value) {
  switch (value->kind) {
    case UO_JSON_NULL:
      uo_text_add_string(text, "null");
      return;
    case UO_JSON_BOOL:
      uo_text_add_string(text, value->truth ? "true" : "false");
      return;
    case UO_JSON_NUMBER:
      uo_text_add(text, value->text, value->size);
      return;
    case UO_JSON_STRING:
      uo_json_add_string(text, value->text, value->size);
      return;
    case UO_JSON_ARRAY:
      uo_text_add(text, "[", 1);
      add_children(text, value);
      uo_text_add(text, "]", 1);
      return;
    case UO_JSON_OBJECT:
    default:
      uo_text_add(text, "{", 1);
      add_children(text, value);
      uo_text_add(text, "}", 1);
      return;
  }
}
