#include "cli/explain_forms.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/folder.h"
#include "files/onnx_folder.h"
#include "tensor/format.h"
#include "tensor/guard.h"

void uo_explain_plainly(const char *text, FILE *stream) {
  for (; *text != '\0'; text++) fputc(isprint((unsigned char)*text) ? *text : '?', stream); /* in the C locale */
}

void uo_explain_literal(const char *bytes, size_t size, FILE *stream) {
  fputc('"', stream);
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    /* A question mark may begin a trigraph. */
    bool plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\' && byte != '?';
    if (plain) {
      fputc(byte, stream);
    } else {
      fprintf(stream, "\\%03o", byte);
    }
  }
  fputc('"', stream);
}

void uo_explain_heading(const uo_explained *explained, const char *comment, FILE *stream) {
  const uo_case *question = &explained->right->question;
  char text[300];
  fprintf(stream, "%s Case ", comment);
  uo_explain_plainly(question->id, stream);
  fprintf(stream, " of ONNX Unique, written by unique-oracle explain.\n%s\n%s   X        ", comment, comment);
  uo_explain_plainly(uo_format_tensor(&question->x, text, sizeof text), stream);
  fprintf(stream, " .\n%s   node     ", comment); /* the full stop: a backslash must not end the line */
  if (question->attributes.has_axis) {
    fprintf(stream, "axis=%" PRId64, question->attributes.axis);
  } else {
    fputs("no axis", stream);
  }
  fprintf(stream, " sorted=%" PRId64 " outputs=", question->attributes.sorted);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & (1u << output)) == 0) continue;
    fprintf(stream, "%s%s", output == UO_Y ? "" : ",", uo_output_name(output));
  }
  fprintf(stream, "\n%s   policy   %s\n", comment, explained->policy);
}

/* ---- ONNX -------------------------------------------------------------------------------------------------------- */

/* Gives the one folder in `parent` the name `path`. */
static uo_error_code move_out(const char *parent, const char *path, uo_arena *arena, uo_error *error) {
  const char **names;
  size_t count;
  UO_TRY(uo_folder_list(parent, arena, &names, &count, error));
  UO_REQUIRE(count == 1, error, UO_ERROR_SYSTEM, "%s: holds %zu entries instead of one", parent, count);
  const char *made = uo_path_join(arena, parent, names[0]);
  UO_REQUIRE_MEMORY(made, error);
  UO_REQUIRE(rename(made, path) == 0, error, UO_ERROR_SYSTEM, "--output %s: cannot be written: %s", path,
             strerror(errno));
  return UO_ERROR_NONE;
}

uo_error_code uo_explain_as_onnx(const uo_explained *explained, const char *path, uo_error *error) {
  uo_vector_header header = {.policy = explained->policy, .origin = "unique-oracle explain"};
  UO_REQUIRE(!uo_path_exists(path), error, UO_ERROR_ARGUMENT,
             "--output %s: is there already, and nothing is overwritten: remove it or name another", path);
  size_t length = strlen(path);
  while (path[length - 1] == '/') length--; /* not all of it: what has slashes alone is there already */
  uo_arena arena = {0};
  uo_error inner = {0};
  char *parent = uo_arena_allocate(&arena, length + 32, 1);
  UO_REQUIRE_MEMORY(parent, error);
  snprintf(parent, length + 32, "%.*s.%ld.tmp", (int)length, path, (long)getpid());
  uo_error_code code = UO_ERROR_NONE;
  if (mkdir(parent, 0777) != 0) {
    code = uo_fail(error, UO_ERROR_SYSTEM, "--output %s: cannot be made: %s", path, strerror(errno));
  } else {
    uo_error reason = {0};
    code = uo_onnx_write(parent, explained->right, &header, &reason);
    if (code != UO_ERROR_NONE) code = uo_fail_under(&reason, parent, path, &inner);
    if (code != UO_ERROR_NONE) code = uo_fail(error, code, "--output %s", inner.message);
    if (code == UO_ERROR_NONE) code = move_out(parent, path, &arena, error);
    if (rmdir(parent) != 0) uo_folder_remove(parent);
  }
  uo_arena_release(&arena);
  return code;
}
