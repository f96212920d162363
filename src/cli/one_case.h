/* The one case that a subcommand is about. */
#ifndef UO_CLI_ONE_CASE_H
#define UO_CLI_ONE_CASE_H

#include "gate/corpus.h"

/*
 * The case of the id `only` in the file at `path`, the first one there without an id. When the file has none of this
 * id, or there is no file, it may be the id of a generated case, and without a file that of a bundled vector
 * ($UNIQUE_ORACLE_CORPUS or those that come with the program). What was read belongs to the corpus. UO_ERROR_ARGUMENT
 * when there is no such case.
 */
UO_MUST_USE uo_error_code uo_choose_case(uo_corpus *corpus, const char *path, const char *only,
                                         uo_corpus_vector *chosen, uo_error *error);

#endif
