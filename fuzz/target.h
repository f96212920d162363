/* What a fuzz target defines: the interface of libFuzzer, which AFL++ and other engines drive as well. */
#ifndef UO_FUZZ_TARGET_H
#define UO_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t room, unsigned int seed);

/* The engine's own mutator, for custom ones to use. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

#endif
