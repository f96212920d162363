/* Cases in folders of ONNX's backend-test layout (TST-01). */
#ifndef UO_FILES_ONNX_CASE_H
#define UO_FILES_ONNX_CASE_H

#include "files/vector.h"

/* One data set of one case folder: one vector. */
typedef struct uo_onnx_case {
  const char *folder;   /* the path of the case folder, which holds model.onnx */
  const char *name;     /* its last part */
  const char *data_set; /* "test_data_set_0" */
  bool first_and_only;  /* its id is then the folder's name alone */
} uo_onnx_case;

/*
 * The cases in a folder that is a case folder, or holds case folders, in the order of names and then of data sets. A
 * folder among case folders that is none is UO_ERROR_INPUT; files beside them are not looked at.
 */
UO_MUST_USE uo_error_code uo_onnx_list(const char *path, uo_arena *arena, uo_onnx_case **cases, size_t *count,
                                       uo_error *error);

/* Whether the folder holds model.onnx. */
UO_MUST_USE uo_error_code uo_onnx_is_case(const char *path, uo_arena *arena, bool *is_case, uo_error *error);

/* Reads one; vector and header live in the arena. `place` is the path of the data set. */
UO_MUST_USE uo_error_code uo_onnx_read_case(const uo_onnx_case *one, uo_arena *arena, uo_vector *vector,
                                            uo_vector_header *header, uo_error *error);

#endif
