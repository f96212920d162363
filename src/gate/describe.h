/* Parts of the description of a failing case that also make sense alone. */
#ifndef UO_GATE_DESCRIBE_H
#define UO_GATE_DESCRIBE_H

#include <stdio.h>

#include "gate/judge.h"

/* Text from files and subjects, on one line and safe to show: what a terminal would obey (characters.h) and what is no
 * UTF-8 becomes \xNN or \u{NNNN}. */
void uo_write_text(const char *text, FILE *stream);

/* A tensor cut to one line, with the number of elements when not all of them are shown. */
void uo_describe_tensor(const uo_tensor *tensor, FILE *stream);

/* X and the node, on two lines that begin with `indent`. */
void uo_describe_case(const uo_case *question, const char *indent, FILE *stream);

/* "axis=0 sorted=1 outputs=Y,counts" */
void uo_describe_node(const uo_case *question, FILE *stream);

/* X and the node on one line, without indent and line feed: "float[2] [1.0, NaN] no axis sorted=1 outputs=Y". */
void uo_describe_case_shortly(const uo_case *question, FILE *stream);

/* Message, choices and findings of a judgement, on lines that begin with `indent`. */
void uo_describe_judgement(const uo_judgement *judgement, const char *indent, FILE *stream);

#endif
