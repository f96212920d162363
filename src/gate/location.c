#define _XOPEN_SOURCE 700 /* realpath */
#include "gate/location.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "subjects/words.h"

/* A path as a part of a URI. */
static void write_path(const char *path, FILE *stream) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  for (; *path != '\0'; path++) fprintf(stream, strchr(plain, *path) != NULL ? "%c" : "%%%02X", (unsigned char)*path);
}

/* The path from `base` on, or NULL when it does not lie in there. */
static const char *inside(const char *path, const char *base) {
  size_t length = strlen(base);
  if (path[0] != '/') return path;
  return length > 1 && strncmp(path, base, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

void uo_location_write(const char *path, const char *base, int64_t line, FILE *stream) {
  char *resolved = realpath(path, NULL);
  const char *whole = resolved == NULL ? path : resolved;
  const char *relative = inside(whole, base);
  fputs("\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"", stream);
  if (relative == NULL) fputs("file://", stream);
  write_path(relative == NULL ? whole : relative, stream);
  fputs(relative == NULL ? "\"}" : "\", \"uriBaseId\": \"" UO_LOCATION_BASE "\"}", stream);
  if (line > 0) fprintf(stream, ", \"region\": {\"startLine\": %" PRId64 "}", line);
  fputc('}', stream);
  free(resolved);
}

void uo_location_write_base(const char *base, FILE *stream) {
  fputs("\"originalUriBaseIds\": {\"" UO_LOCATION_BASE "\": {\"uri\": \"file://", stream);
  write_path(base, stream);
  fprintf(stream, "%s\", \"description\": {\"text\": \"the folder in which the gate was started\"}}}",
          strcmp(base, "/") == 0 ? "" : "/");
}

/* Who runs a script is not what is under test: a word that names a file from here wins over an absolute path. */
static void file_of_command(const char *command, char *file, size_t size) {
  uo_arena arena = {0};
  char **words;
  if (uo_words_split(command, &arena, &words, NULL) == UO_ERROR_NONE) { /* as when it was started */
    char **word = words;
    while (*word != NULL && ((*word)[0] == '/' || access(*word, F_OK) != 0)) word++;
    if (*word == NULL && strchr(words[0], '/') != NULL) word = words;
    if (*word != NULL) snprintf(file, size, "%s", *word);
  }
  uo_arena_release(&arena);
}

void uo_subject_file(const uo_gate_options *options, char *file, size_t size) {
  snprintf(file, size, "%s", options->program);
  if (options->subject == UO_SUBJECT_COMMAND) {
    file_of_command(options->subject_argument, file, size);
  } else if (options->subject != UO_SUBJECT_BUILTIN) {
    snprintf(file, size, "%s", options->subject_argument);
  }
}
