/*
 * What a campaign met, as JSON lines on standard output: pick_cases [OPTION VALUE]... INPUT|FOLDER...
 *
 * One case of each kind, those of small inputs first; of one kind are cases that exercise the same behaviours. With
 * --beyond VECTORS few cases instead, that together exercise what these vectors do not. The last line on standard error
 * counts. Exit code 2 when something cannot be read.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/json_text.h"
#include "fuzz/beyond.h"
#include "tensor/guard.h"

typedef struct pick_options {
  uint64_t at_most;   /* cases written */
  uint64_t largest;   /* elements of one, with --beyond */
  const char *beyond; /* path of vectors, or NULL */
} pick_options;

static int give_up(const char *what, const char *why) {
  fprintf(stderr, "pick_cases: %s: %s\n", what, why);
  return 2;
}

/* Reads the options; returns where the inputs begin, 0 when they are wrong. */
static int read_options(int argc, char **argv, pick_options *options) {
  int at = 1;
  for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
    if (strcmp(argv[at], "--beyond") == 0) {
      options->beyond = argv[at + 1];
    } else if (strcmp(argv[at], "--at-most") == 0) {
      options->at_most = strtoull(argv[at + 1], NULL, 10);
    } else if (strcmp(argv[at], "--largest") == 0) {
      options->largest = strtoull(argv[at + 1], NULL, 10);
    } else {
      return 0;
    }
  }
  return at < argc && options->at_most > 0 && options->largest < INT64_MAX ? at : 0;
}

static uo_error_code count_all(const uo_met_list *met, uo_behaviour_counts *counts, uo_error *error) {
  for (size_t i = 0; i < met->count; i++)
    UO_TRY(uo_behaviours_count(counts, &met->cases[i].set, met->cases[i].question.id, error));
  return UO_ERROR_NONE;
}

static uint64_t kind_of(const uo_behaviour_set *set) {
  uint64_t kind = 14695981039346656037u;
  for (int i = 0; i < UO_BIN_WORDS; i++) kind = (kind ^ set->word[i]) * 1099511628211u;
  return kind == 0 ? 1 : kind;
}

/* Notes a kind in a table of which more than half is free; false when it was there. */
static bool is_new(uint64_t *table, size_t room, uint64_t kind) {
  size_t place = kind & (room - 1);
  while (table[place] != 0 && table[place] != kind) place = (place + 1) & (room - 1);
  bool found = table[place] == kind;
  table[place] = kind;
  return !found;
}

static uo_error_code write_case(const uo_case *question, uo_error *error) {
  uo_arena arena = {0};
  const char *line;
  uo_error_code code = uo_json_case(question, &arena, &line, NULL, error);
  if (code == UO_ERROR_NONE) puts(line);
  uo_arena_release(&arena);
  return code;
}

static uo_error_code pick_kinds(const uo_met_list *met, uint64_t at_most, uint64_t *picked, uint64_t *kinds,
                                uo_error *error) {
  size_t room = 16;
  while (room / 2 <= met->count) room *= 2;
  uint64_t *table = calloc(room, sizeof *table);
  UO_REQUIRE_MEMORY(table, error);
  uo_error_code code = UO_ERROR_NONE;
  for (size_t i = 0; code == UO_ERROR_NONE && i < met->count; i++) {
    if (!is_new(table, room, kind_of(&met->cases[i].set)) || ++*kinds > at_most) continue;
    ++*picked;
    code = write_case(&met->cases[i].question, error);
  }
  free(table);
  return code;
}

static uo_error_code pick_beyond(const uo_met_list *met, const pick_options *options, uint64_t *picked,
                                 uo_error *error) {
  uo_corpus corpus = {0};
  uo_beyond *beyond = NULL;
  bool found = true;
  uo_error_code code = uo_corpus_add(&corpus, options->beyond, error);
  if (code == UO_ERROR_NONE) code = uo_beyond_begin(&corpus, &beyond, error);
  while (code == UO_ERROR_NONE && found && *picked < options->at_most) {
    uo_arena arena = {0};
    uo_vector vector;
    const char *line;
    code = uo_beyond_next(beyond, met, (int64_t)options->largest, &arena, &vector, &found, error);
    if (code == UO_ERROR_NONE && found) code = uo_json_vector(&vector, &arena, &line, NULL, error);
    if (code == UO_ERROR_NONE && found) puts(line);
    *picked += found;
    uo_arena_release(&arena);
  }
  uo_beyond_end(beyond);
  uo_corpus_release(&corpus);
  return code;
}

static void summarise(const uo_met_list *met, const uo_behaviour_counts *counts, uint64_t kinds, uint64_t picked) {
  uo_behaviour_totals totals = uo_behaviours_total(counts);
  fprintf(stderr, "inputs=%zu cases=%zu kinds=%" PRIu64 " picked=%" PRIu64 " bins=%d/%d combinations=%d/%d\n",
          met->inputs, met->count, kinds, picked, totals.bins_hit, totals.bins, totals.cross_bins_hit,
          totals.cross_bins);
}

static uo_error_code pick(uo_met_list *met, const pick_options *options, uo_error *error) {
  static uo_behaviour_counts counts;
  uint64_t kinds = 0;
  uint64_t picked = 0;
  uo_met_sort(met);
  uo_error_code code = count_all(met, &counts, error);
  if (code == UO_ERROR_NONE && options->beyond == NULL)
    code = pick_kinds(met, options->at_most, &picked, &kinds, error);
  if (code == UO_ERROR_NONE && options->beyond != NULL) code = pick_beyond(met, options, &picked, error);
  if (code == UO_ERROR_NONE) summarise(met, &counts, kinds, picked);
  uo_behaviours_release(&counts);
  return code;
}

int main(int argc, char **argv) {
  pick_options options = {.at_most = UINT64_MAX, .largest = 64};
  uo_met_list met = {0};
  uo_error error = {0};
  int at = read_options(argc, argv, &options);
  if (at == 0)
    return give_up("usage", "pick_cases [--at-most N] [--beyond VECTORS [--largest ELEMENTS]] INPUT|FOLDER...");
  uo_error_code code = UO_ERROR_NONE;
  for (; code == UO_ERROR_NONE && at < argc; at++) code = uo_met_add(&met, argv[at], &error);
  if (code == UO_ERROR_NONE) code = pick(&met, &options, &error);
  uo_met_release(&met);
  if (code != UO_ERROR_NONE) return give_up("cannot go on", error.message);
  return fflush(stdout) == 0 ? 0 : give_up("standard output", "cannot be written");
}
