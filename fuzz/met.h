/*
 * The cases that a campaign met: what the inputs of fuzz_unique and fuzz_subject stand for, and what each exercises.
 * For tools beside the targets; nothing here runs while one fuzzes.
 */
#ifndef UO_FUZZ_MET_H
#define UO_FUZZ_MET_H

#include "cases/behaviours.h"

typedef struct uo_met {
  uo_case question; /* the id is a hash of the case */
  uo_behaviour_set set;
  size_t size; /* of the input, in bytes */
} uo_met;

/* A zeroed one is empty. It owns its cases. */
typedef struct uo_met_list {
  uo_arena arena;
  uo_met *cases;
  size_t count;
  size_t room;
  size_t inputs; /* read; several may stand for one case */
} uo_met_list;

/* The bins of a case and of the reference's answer to it under policy onnx. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_met_sample(const uo_case *question, uo_behaviour_set *set, uo_error *error);

/* Adds the case of an input, or of every input in a folder. One that is gone meanwhile is passed over. */
UO_MUST_USE uo_error_code uo_met_add(uo_met_list *list, const char *path, uo_error *error);

/* Each case once, those of small inputs first: the order does not depend on where the inputs came from. */
void uo_met_sort(uo_met_list *list);

void uo_met_release(uo_met_list *list);

#endif
