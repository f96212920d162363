/* What reading and writing of ONNX files share: messages in an arena, and names as bytes. */
#ifndef UO_FILES_ONNX_MESSAGE_H
#define UO_FILES_ONNX_MESSAGE_H

#include <protobuf-c/protobuf-c.h>

#include "onnx_subset.pb-c.h"
#include "tensor/memory.h"

/*
 * Parses `size` bytes as one message, which lives in the arena and is never freed by itself. Bytes that are not such a
 * message are UO_ERROR_INPUT; `what` names the message.
 */
UO_MUST_USE uo_error_code uo_onnx_unpack(const ProtobufCMessageDescriptor *descriptor, const char *what,
                                         const uint8_t *bytes, size_t size, const char *where, uo_arena *arena,
                                         ProtobufCMessage **message, uo_error *error);

/* The bytes of a message. */
UO_MUST_USE uo_error_code uo_onnx_pack(const ProtobufCMessage *message, uo_arena *arena, const uint8_t **bytes,
                                       size_t *size, uo_error *error);

/* A name that has no NUL, as a string; `what` says whose it is. An absent one is "". */
UO_MUST_USE uo_error_code uo_onnx_name(ProtobufCBinaryData name, const char *what, const char *where, uo_arena *arena,
                                       const char **string, uo_error *error);

/* A string as the bytes of a field; the message does not change them. */
ProtobufCBinaryData uo_onnx_bytes(const char *string);

#endif
