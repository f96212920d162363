/* A plug-in called in this process: quick, and without a sandbox; AddressSanitizer sees what it does to memory. */
#ifndef UO_FUZZ_SUBJECT_SINK_H
#define UO_FUZZ_SUBJECT_SINK_H

#include <unique_oracle/plugin.h>

#include "cases/answer.h"
#include "cases/case.h"

/* The answer that is being given. */
typedef struct uo_fuzz_sink {
  uo_sink sink; /* first */
  const uo_allocator *allocator;
  uo_tensor tensor[UO_OUTPUT_COUNT];
  int64_t *dims[UO_OUTPUT_COUNT];
  void *data[UO_OUTPUT_COUNT];
  int64_t count[UO_OUTPUT_COUNT];
  uint32_t given;
  const char *broken; /* what the plug-in did wrong with the sink, or NULL */
} uo_fuzz_sink;

/* Asks the plug-in; the answer lives until uo_fuzz_sink_release. */
void uo_fuzz_ask(const uo_plugin *plugin, const uo_case *question, const uo_allocator *allocator, uo_fuzz_sink *sink,
                 uo_answer *answer);
void uo_fuzz_sink_release(uo_fuzz_sink *sink);

#endif
