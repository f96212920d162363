/* SHA-256 (FIPS 180-4). Ours, because a library for one function would be a dependency more for everybody who builds.
 */
#ifndef UO_FILES_SHA256_H
#define UO_FILES_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define UO_SHA256_TEXT 65 /* 64 hexadecimal digits and a NUL */

typedef struct uo_sha256 {
  uint32_t state[8];
  uint64_t size; /* bytes so far */
  unsigned char block[64];
} uo_sha256;

void uo_sha256_begin(uo_sha256 *hash);
void uo_sha256_add(uo_sha256 *hash, const void *bytes, size_t size);

/* The digest as text, in lower case. */
void uo_sha256_end(uo_sha256 *hash, char text[UO_SHA256_TEXT]);

#endif
