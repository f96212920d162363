/* Folders and whole files, read into an arena. */
#ifndef UO_FILES_FOLDER_H
#define UO_FILES_FOLDER_H

#include <stdio.h>

#include "tensor/memory.h"

/* "PARENT/NAME", or NULL when there is no memory. */
UO_MUST_USE char *uo_path_join(uo_arena *arena, const char *parent, const char *name);

/* What stands at the path: nothing that can be looked at is UO_ERROR_SYSTEM. */
UO_MUST_USE uo_error_code uo_path_is_folder(const char *path, bool *folder, uo_error *error);

/* Whether something stands there at all. */
bool uo_path_exists(const char *path);

/* The names in a folder in the order of their bytes, without those that begin with a dot. */
UO_MUST_USE uo_error_code uo_folder_list(const char *path, uo_arena *arena, const char ***names, size_t *count,
                                         uo_error *error);

/* Opens a regular file for reading. Anything else is UO_ERROR_INPUT, and is not waited for. */
UO_MUST_USE uo_error_code uo_file_open(const char *path, FILE **file, uo_error *error);

/* Larger files are refused: what they are meant to hold is far smaller. */
#define UO_FILE_MAX_MIB 1024

/* A folder with all that is in it. What cannot be removed stays. */
void uo_folder_remove(const char *path);

/* The bytes of a file. */
UO_MUST_USE uo_error_code uo_file_read(const char *path, uo_arena *arena, const uint8_t **bytes, size_t *size,
                                       uo_error *error);

/* Creates a file of these bytes; one that exists is UO_ERROR_SYSTEM. */
UO_MUST_USE uo_error_code uo_file_write(const char *path, const uint8_t *bytes, size_t size, uo_error *error);

/*
 * A failure while something was made under a name for the time being: its message names `path` wherever it names
 * `temporary`.
 */
UO_MUST_USE uo_error_code uo_fail_under(const uo_error *reason, const char *temporary, const char *path,
                                        uo_error *error);

/* The failure of a system call on a path: UO_ERROR_MEMORY when it was memory that failed. */
UO_MUST_USE uo_error_code uo_fail_system(const char *path, const char *what, uo_error *error);

#endif
