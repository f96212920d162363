/* ONNX backend-test folders: model.onnx with one Unique node, test_data_set_N/input_0.pb and output_K.pb. */
#ifndef UO_FILES_ONNX_FOLDER_H
#define UO_FILES_ONNX_FOLDER_H

#include "files/vector.h"

/*
 * Writes one vector as PARENT/NAME/{model.onnx,test_data_set_0/...}; NAME is the id with what cannot stand in a file
 * name replaced. Tags, clauses, comment and the id stand in the model's metadata_props, so that reading it back gives
 * an equal vector. Vectors that must be rejected are written without outputs files, with the reason in the metadata. An
 * existing folder of that name is UO_ERROR_SYSTEM. Nothing half-written stays.
 */
UO_MUST_USE uo_error_code uo_onnx_write(const char *parent, const uo_vector *vector, const uo_vector_header *header,
                                        uo_error *error);

#endif
