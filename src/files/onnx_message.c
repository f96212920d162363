#include "files/onnx_message.h"

#include <string.h>

#include "tensor/guard.h"

/* protobuf-c does not say whether memory or the message was at fault; the allocator knows. */
typedef struct arena_allocator {
  uo_arena *arena;
  bool failed;
} arena_allocator;

static void *allocate(void *data, size_t size) {
  arena_allocator *allocator = data;
  void *block = uo_arena_allocate(allocator->arena, size, 1);
  if (block == NULL) allocator->failed = true;
  return block;
}

static void release(void *data, void *block) {
  (void)data;
  (void)block;
}

uo_error_code uo_onnx_unpack(const ProtobufCMessageDescriptor *descriptor, const char *what, const uint8_t *bytes,
                             size_t size, const char *where, uo_arena *arena, ProtobufCMessage **message,
                             uo_error *error) {
  arena_allocator state = {.arena = arena, .failed = false};
  ProtobufCAllocator allocator = {.alloc = allocate, .free = release, .allocator_data = &state};
  *message = protobuf_c_message_unpack(descriptor, &allocator, size, bytes);
  UO_REQUIRE(!state.failed, error, UO_ERROR_MEMORY, "out of memory");
  UO_REQUIRE(*message != NULL, error, UO_ERROR_INPUT,
             "%s: not a serialized %s: damaged, cut off, or another kind of file", where, what);
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_pack(const ProtobufCMessage *message, uo_arena *arena, const uint8_t **bytes, size_t *size,
                           uo_error *error) {
  *size = protobuf_c_message_get_packed_size(message);
  uint8_t *packed = uo_arena_allocate(arena, *size, 1);
  UO_REQUIRE_MEMORY(packed, error);
  protobuf_c_message_pack(message, packed);
  *bytes = packed;
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_name(ProtobufCBinaryData name, const char *what, const char *where, uo_arena *arena,
                           const char **string, uo_error *error) {
  *string = "";
  if (name.len == 0) return UO_ERROR_NONE;
  UO_REQUIRE(memchr(name.data, '\0', name.len) == NULL, error, UO_ERROR_INPUT, "%s: %s holds NUL, which it may not",
             where, what);
  *string = uo_arena_copy(arena, (const char *)name.data, name.len);
  UO_REQUIRE_MEMORY(*string, error);
  return UO_ERROR_NONE;
}

ProtobufCBinaryData uo_onnx_bytes(const char *string) {
  union {
    const char *in;
    uint8_t *out;
  } shared = {.in = string};
  return (ProtobufCBinaryData){.len = strlen(string), .data = shared.out};
}
