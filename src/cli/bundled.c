#include "cli/bundled.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "subjects/platform.h"

/* Cuts off the last part of a path. */
static bool cut_last(char *path) {
  char *slash = strrchr(path, '/');
  if (slash == NULL) return false;
  *slash = '\0';
  return true;
}

const char *uo_bundled_corpus(char path[UO_BUNDLED_PATH]) {
  if (!uo_platform_program_path(path, UO_BUNDLED_PATH) || !cut_last(path) || !cut_last(path)) return UO_CORPUS_DIR;
  size_t used = strlen(path);
  int added = snprintf(path + used, UO_BUNDLED_PATH - used, "/%s", UO_INSTALLED_CORPUS);
  return (size_t)added < UO_BUNDLED_PATH - used && access(path, R_OK | X_OK) == 0 ? path : UO_CORPUS_DIR;
}
