/* JSON written to a stream, for reports. */
#ifndef UO_GATE_JSON_H
#define UO_GATE_JSON_H

#include <stdint.h>
#include <stdio.h>

/*
 * A JSON string. Bytes that are not UTF-8 become U+FFFD; characters that a terminal would obey or that reorder text
 * (controls, bidirectional marks, line separators) are escaped, so that the line may be shown as it is, and so is '<',
 * so that it may stand in the script element of a page.
 */
void uo_json_write_string(const char *text, FILE *stream);

/* JSON as it is, but what uo_json_write_string escapes in strings, other than '<'. */
void uo_json_write_safely(const char *json, FILE *stream);

/* "name": "value", or "name": null when the value is NULL. */
void uo_json_write_member(const char *name, const char *value, FILE *stream);

/* "name": 123 */
void uo_json_write_count(const char *name, uint64_t value, FILE *stream);

#endif
