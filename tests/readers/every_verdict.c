/* The plug-in of docs/example/, spoilt: each of the verdicts that fail the gate, so that a report has all of them. */
#define uo_plugin_entry right_entry
#include "../../docs/example/plugin.c"
#undef uo_plugin_entry

#include <signal.h>
#include <unistd.h>

/* Which fault a case gets: of what it is made of alone, so that a run can be repeated. */
static uint32_t number_of(const uo_tensor *x, const uo_attributes *node) {
  uint32_t number = 2166136261u ^ (uint32_t)(node->sorted * 7 + (node->has_axis ? node->axis * 31 + 11 : 0));
  size_t size = sizeof(float);
  for (int32_t d = 0; d < x->rank; d++) size *= (size_t)x->dims[d];
  for (size_t i = 0; i < size && x->dtype == UO_TYPE_FLOAT; i++) {
    number = (number ^ ((const unsigned char *)x->data)[i]) * 16777619u;
  }
  return number >> 7 ^ number >> 20;
}

static int spoilt(const uo_tensor *x, const uo_attributes *node, uo_sink *sink) {
  static int asked; /* for unstable answers */
  uint32_t number = number_of(x, node) % 400;
  uo_attributes changed = *node;
  const uo_plugin *right = right_entry();
  if (x->dtype != UO_TYPE_FLOAT) return x->dtype == UO_TYPE_BOOL ? UO_REJECTED : UO_UNSUPPORTED;
  if (node->sorted > 1) changed.sorted = 1; /* accepts-invalid */
  switch (number) {
    case 0:
      for (;;) pause();
    case 1:
    case 2:
      abort();
    case 3:
    case 4:
    case 5: {
      float *y = sink->allocate(sink, UO_Y, UO_TYPE_FLOAT, 1, (const int64_t[]){1});
      if (y != NULL) y[1] = 1; /* clobbers */
      return UO_OK;
    }
    case 6:
    case 7:
      return malloc(1000) == NULL ? UO_FAILED : right->unique(x, &changed, sink); /* leaks */
    case 8:
    case 9:
      return UO_REJECTED;
    case 11:
    case 12:
      changed.sorted = asked++ % 2;
      break; /* unstable */
    case 13:
      return 77; /* broken-adapter */
    default:
      if (number % 4 == 0) changed.sorted = !changed.sorted; /* wrong */
  }
  return right->unique(x, &changed, sink);
}

static const uo_plugin every_verdict = {UO_PLUGIN_ABI, "every verdict", "1", spoilt};
const uo_plugin *uo_plugin_entry(void) { return &every_verdict; }
