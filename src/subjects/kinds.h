/* Small things that several kinds of subject need. */
#ifndef UO_SUBJECTS_KINDS_H
#define UO_SUBJECTS_KINDS_H

#include "subjects/subject.h"

/* info.dtypes of a subject that does not say: all 15 types (TYP-02). */
uint32_t uo_all_dtypes(void);

/*
 * What can be read of a protocol line whose content is wrong: its "id" (in the arena), or NULL when it is not one whole
 * JSON object with an id that is a string.
 */
const char *uo_peek_id(const char *line, size_t size, uo_arena *arena);

/* Whether the line is a JSON object with this key. */
bool uo_peek_key(const char *line, size_t size, const char *key);

#endif
