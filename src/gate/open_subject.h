/* From the command line to a subject. */
#ifndef UO_GATE_OPEN_SUBJECT_H
#define UO_GATE_OPEN_SUBJECT_H

#include "gate/gate_options.h"

/*
 * Opens the subject that the options name, the built-in reference under their policy, with these limits. Messages begin
 * with the option ("--plugin mine.so: ...").
 */
UO_MUST_USE uo_error_code uo_open_subject(const uo_gate_options *options, const uo_limits *limits, uo_subject **subject,
                                          uo_error *error);

#endif
