#include "subjects/sanitizer.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRELOAD(name) "it was built with " name ", whose runtime must be named in LD_PRELOAD: docs/plug-in.md"

/* What the loader or the library says when a runtime is missing, or came too late; in this order. */
static const struct {
  const char *sign;
  const char *advice;
} signs[] = {
    {"__asan_", PRELOAD("AddressSanitizer")},
    {"__tsan_", PRELOAD("ThreadSanitizer")},
    {"libtsan", PRELOAD("ThreadSanitizer")},
    {"__msan_", "MemorySanitizer needs a whole program built with it"},
    {"__ubsan_", PRELOAD("UndefinedBehaviorSanitizer")},
};

const char *uo_load_advice(const char *reason) {
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    if (strstr(reason, signs[i].sign) != NULL) return signs[i].advice;
  }
  return "build it as a shared library (cc -shared -fPIC)";
}

/* Whether AddressSanitizer's start-up function stands among the names of a file, each between two zeros. */
static bool names_asan(FILE *file) {
  static const char name[] = "\0__asan_init"; /* and the zero behind it: no zero stands within */
  size_t at = 0;
  for (int byte = getc(file); byte != EOF && at < sizeof name; byte = getc(file)) {
    if (byte != (unsigned char)name[at]) at = 0;
    if (byte == (unsigned char)name[at]) at++;
  }
  return at == sizeof name;
}

const char *uo_death_advice(const char *path) {
  FILE *file = getenv("LD_PRELOAD") == NULL ? fopen(path, "rb") : NULL; /* one that was preloaded is not missing */
  bool sanitized = file != NULL && names_asan(file);
  if (file != NULL) (void)fclose(file);
  return sanitized ? PRELOAD("AddressSanitizer") : "run its start-up code by itself to see why";
}
