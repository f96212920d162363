/*
 * Feeds files to a fuzz target without a fuzzer: each argument is a file, or a folder whose files are taken in the
 * order of their names. Exit code 0 when the target survived all, 2 when nothing could be read.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/target.h"

/* Targets need not have one. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

static int fail(const char *path, const char *what) {
  fprintf(stderr, "replay: %s: %s\n", path, what);
  return 2;
}

/* Into a block of exactly the file's size, so that AddressSanitizer sees what reads beyond it. */
static int feed(const char *path, long *fed) {
  struct stat about;
  FILE *file = fopen(path, "rb");
  if (file == NULL || fstat(fileno(file), &about) != 0) return fail(path, strerror(errno));
  size_t size = (size_t)about.st_size;
  uint8_t *bytes = malloc(size == 0 ? 1 : size);
  if (bytes == NULL || fread(bytes, 1, size, file) != size) return fail(path, "cannot be read");
  fclose(file);
  (void)LLVMFuzzerTestOneInput(bytes, size);
  free(bytes);
  (*fed)++;
  return 0;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int replay(const char *path, long *fed);

static int feed_folder(const char *path, long *fed) {
  struct dirent **entries;
  int count = scandir(path, &entries, is_visible, alphasort);
  if (count < 0) return fail(path, strerror(errno));
  int result = 0;
  for (int i = 0; i < count; i++) {
    size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
    char *inner = malloc(size);
    if (inner == NULL) return fail(path, "out of memory");
    snprintf(inner, size, "%s/%s", path, entries[i]->d_name);
    if (result == 0) result = replay(inner, fed);
    free(inner);
    free(entries[i]);
  }
  free(entries);
  return result;
}

static int replay(const char *path, long *fed) {
  struct stat about;
  if (stat(path, &about) != 0) return fail(path, strerror(errno));
  return S_ISDIR(about.st_mode) ? feed_folder(path, fed) : feed(path, fed);
}

int main(int argc, char **argv) {
  long fed = 0;
  if (LLVMFuzzerInitialize != NULL && LLVMFuzzerInitialize(&argc, &argv) != 0) return 2;
  for (int i = 1; i < argc; i++) {
    int result = replay(argv[i], &fed);
    if (result != 0) return result;
  }
  printf("%ld inputs\n", fed);
  return fed == 0 ? 2 : 0;
}
