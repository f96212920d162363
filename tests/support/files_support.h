/* Folders, files and serialized messages for the tests of src/files. Everything here ends the test when it fails. */
#ifndef UO_TESTS_FILES_SUPPORT_H
#define UO_TESTS_FILES_SUPPORT_H

#include "files/vector.h"

/* A new empty folder under `parent`; files_remove_tree removes it with all that is in it. */
void files_make_folder(const char *parent, char *path, size_t size);
void files_remove_tree(const char *path);

/* Creates the folder PARENT/NAME and gives its path. */
void files_make_subfolder(const char *parent, const char *name, char *path, size_t size);

void files_write_bytes(const char *folder, const char *name, const void *bytes, size_t size);
void files_write_text(const char *folder, const char *name, const char *text);

/* Whether two vectors are the same bit for bit. */
void files_assert_same_vector(const uo_vector *have, const uo_vector *want);
void files_assert_same_tensor(const uo_tensor *have, const uo_tensor *want);

/* ---- Protocol-buffer bytes by hand, as a foreign writer might make them ---- */

typedef struct wire {
  uint8_t bytes[4096];
  size_t size;
} wire;

void wire_varint(wire *message, uint64_t value);
void wire_integer(wire *message, uint32_t field, uint64_t value); /* as a varint */
void wire_fixed32(wire *message, uint32_t field, uint32_t bits);
void wire_fixed64(wire *message, uint32_t field, uint64_t bits);
void wire_bytes(wire *message, uint32_t field, const void *bytes, size_t size);
void wire_string(wire *message, uint32_t field, const char *string);
void wire_message(wire *message, uint32_t field, const wire *inner);

#endif
