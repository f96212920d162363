/* XML 1.0 text from any bytes. */
#ifndef UO_GATE_XML_H
#define UO_GATE_XML_H

#include <stdio.h>

/*
 * Writes text so that it can stand in an element or in a double-quoted attribute: markup escaped, line feeds and tabs
 * kept by reference in attributes, what XML cannot hold (control characters, U+FFFE, U+FFFF, invalid UTF-8) as U+FFFD.
 */
void uo_xml_text(const char *text, FILE *stream);
void uo_xml_attribute(const char *text, FILE *stream);

#endif
