#define _XOPEN_SOURCE 700 /* nftw */
#include "files/folder.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tensor/guard.h"

uo_error_code uo_fail_system(const char *path, const char *what, uo_error *error) {
  int number = errno;
  UO_REQUIRE(number != ENOMEM, error, UO_ERROR_MEMORY, "out of memory");
  return uo_fail(error, UO_ERROR_SYSTEM, "%s: %s: %s", path, what, strerror(number));
}

uo_error_code uo_fail_under(const uo_error *reason, const char *temporary, const char *path, uo_error *error) {
  const char *found = strstr(reason->message, temporary);
  if (found == NULL) return uo_fail(error, reason->code, "%s", reason->message);
  return uo_fail(error, reason->code, "%.*s%s%s", (int)(found - reason->message), reason->message, path,
                 found + strlen(temporary));
}

char *uo_path_join(uo_arena *arena, const char *parent, const char *name) {
  size_t parent_size = strlen(parent);
  size_t name_size = strlen(name);
  char *path = uo_arena_allocate(arena, parent_size + name_size + 2, 1);
  if (path == NULL) return NULL;
  memcpy(path, parent, parent_size);
  if (parent_size > 0 && parent[parent_size - 1] != '/') path[parent_size++] = '/';
  memcpy(path + parent_size, name, name_size);
  return path;
}

uo_error_code uo_path_is_folder(const char *path, bool *folder, uo_error *error) {
  struct stat status;
  if (stat(path, &status) != 0) return uo_fail_system(path, "cannot be read", error);
  *folder = S_ISDIR(status.st_mode);
  return UO_ERROR_NONE;
}

bool uo_path_exists(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names as a list that grows by doubling in the arena. */
static uo_error_code add_listed(uo_arena *arena, const char *name, const char ***names, size_t *count, size_t *capacity,
                                uo_error *error) {
  if (*count == *capacity) {
    size_t more = *capacity == 0 ? 64 : *capacity * 2;
    const char **larger = uo_arena_allocate(arena, more, sizeof *larger);
    UO_REQUIRE_MEMORY(larger, error);
    if (*count > 0) memcpy(larger, *names, *count * sizeof *larger);
    *names = larger;
    *capacity = more;
  }
  (*names)[*count] = uo_arena_copy(arena, name, strlen(name));
  UO_REQUIRE_MEMORY((*names)[*count], error);
  (*count)++;
  return UO_ERROR_NONE;
}

static uo_error_code list_open(DIR *folder, const char *path, uo_arena *arena, const char ***names, size_t *count,
                               uo_error *error) {
  size_t capacity = 0;
  *names = NULL;
  *count = 0;
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(folder);
    if (entry == NULL) break;
    if (entry->d_name[0] != '.') UO_TRY(add_listed(arena, entry->d_name, names, count, &capacity, error));
  }
  return errno == 0 ? UO_ERROR_NONE : uo_fail_system(path, "cannot be listed", error);
}

uo_error_code uo_folder_list(const char *path, uo_arena *arena, const char ***names, size_t *count, uo_error *error) {
  DIR *folder = opendir(path);
  if (folder == NULL) return uo_fail_system(path, "cannot be opened", error);
  uo_error_code code = list_open(folder, path, arena, names, count, error);
  closedir(folder);
  UO_TRY(code);
  if (*count > 0) qsort(*names, *count, sizeof **names, compare_names);
  return UO_ERROR_NONE;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status;
  (void)kind;
  (void)place;
  return remove(path);
}

void uo_folder_remove(const char *path) { (void)nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

/* Looks before it opens: opening a named pipe waits for somebody who writes to it. */
uo_error_code uo_file_open(const char *path, FILE **file, uo_error *error) {
  struct stat status;
  if (stat(path, &status) != 0) return uo_fail_system(path, "cannot be opened", error);
  UO_REQUIRE(!S_ISDIR(status.st_mode), error, UO_ERROR_INPUT, "%s: a folder, where a file is right", path);
  UO_REQUIRE(S_ISREG(status.st_mode), error, UO_ERROR_INPUT,
             "%s: neither a regular file nor a folder; put what it gives into a file", path);
  *file = fopen(path, "rb");
  return *file == NULL ? uo_fail_system(path, "cannot be opened", error) : UO_ERROR_NONE;
}

static uo_error_code read_open(FILE *file, const char *path, uo_arena *arena, const uint8_t **bytes, size_t *size,
                               uo_error *error) {
  struct stat status;
  if (fstat(fileno(file), &status) != 0) return uo_fail_system(path, "cannot be read", error);
  UO_REQUIRE(status.st_size <= (off_t)UO_FILE_MAX_MIB * 1024 * 1024, error, UO_ERROR_INPUT,
             "%s: larger than %d MiB, which no file of this kind is", path, UO_FILE_MAX_MIB);
  size_t expected = (size_t)status.st_size;
  uint8_t *read = uo_arena_allocate(arena, expected + 1, 1);
  UO_REQUIRE_MEMORY(read, error);
  *size = fread(read, 1, expected + 1, file);
  if (ferror(file)) return uo_fail_system(path, "cannot be read", error);
  UO_REQUIRE(*size == expected, error, UO_ERROR_INPUT, "%s: changed while it was read", path);
  *bytes = read;
  return UO_ERROR_NONE;
}

uo_error_code uo_file_read(const char *path, uo_arena *arena, const uint8_t **bytes, size_t *size, uo_error *error) {
  FILE *file;
  UO_TRY(uo_file_open(path, &file, error));
  uo_error_code code = read_open(file, path, arena, bytes, size, error);
  fclose(file);
  return code;
}

uo_error_code uo_file_write(const char *path, const uint8_t *bytes, size_t size, uo_error *error) {
  FILE *file = fopen(path, "wbx");
  if (file == NULL) return uo_fail_system(path, "cannot be created", error);
  bool written = fwrite(bytes, 1, size, file) == size;
  if (fclose(file) == 0 && written) return UO_ERROR_NONE;
  uo_error_code code = uo_fail_system(path, "cannot be written", error);
  remove(path);
  return code;
}
