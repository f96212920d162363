/* The cases that inputs of fuzz_unique and fuzz_subject stand for, as JSON lines: show_case FILE... */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "files/json_text.h"
#include "fuzz/case_code.h"

enum { LARGEST = 1 << 20 };

static int give_up(const char *path, const char *why) {
  fprintf(stderr, "show_case: %s: %s\n", path, why);
  return 2;
}

static int show(const char *path) {
  static uint8_t bytes[LARGEST];
  FILE *file = fopen(path, "rb");
  if (file == NULL) return give_up(path, strerror(errno));
  size_t size = fread(bytes, 1, sizeof bytes, file);
  int failed = ferror(file);
  fclose(file);
  if (failed) return give_up(path, "cannot be read");
  uo_arena arena = {0};
  uo_coded_case coded;
  const char *line;
  uo_error error;
  if (uo_code_decode(bytes, size, NULL, &coded, &error) != UO_ERROR_NONE) return give_up(path, error.message);
  const char *name = strrchr(path, '/');
  coded.question.id = name == NULL ? path : name + 1;
  int result = 0;
  if (uo_json_case(&coded.question, &arena, &line, NULL, &error) == UO_ERROR_NONE) {
    puts(line);
  } else {
    result = give_up(path, error.message);
  }
  uo_coded_case_release(&coded);
  uo_arena_release(&arena);
  return result;
}

int main(int argc, char **argv) {
  int result = argc < 2 ? give_up("usage", "show_case FILE...") : 0;
  for (int i = 1; result == 0 && i < argc; i++) result = show(argv[i]);
  return result;
}
