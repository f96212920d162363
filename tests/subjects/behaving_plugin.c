/*
 * A plug-in for testing the sandbox. It is right about rank-1 int64 and string tensors without axis, sorted=0 and Y
 * alone or all outputs; if the first element of an int64 X is one of the numbers below, it does that instead.
 */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "subjects/behaviours.h"
#include "subjects/sandbox.h"

static int64_t elements(const uo_tensor *x) {
  int64_t count = 1;
  for (int32_t d = 0; d < x->rank; d++) count *= x->dims[d];
  return count;
}

static bool equal(const uo_tensor *x, int64_t i, int64_t k) {
  if (x->dtype != UO_TYPE_STRING) return ((const int64_t *)x->data)[i] == ((const int64_t *)x->data)[k];
  const uo_bytes *strings = x->data;
  return strings[i].size == strings[k].size && memcmp(strings[i].data, strings[k].data, strings[i].size) == 0;
}

static int64_t first_of(const uo_tensor *x, int64_t i) {
  int64_t k = 0;
  while (!equal(x, k, i)) k++;
  return k;
}

static int give_y(const uo_tensor *x, uo_sink *sink, int64_t count, int64_t distinct) {
  int64_t *y = sink->allocate(sink, UO_Y, x->dtype, 1, &distinct);
  if (y == NULL) return UO_FAILED;
  int64_t j = 0;
  for (int64_t i = 0; i < count; i++) {
    if (first_of(x, i) != i) continue;
    if (x->dtype == UO_TYPE_STRING) {
      const uo_bytes *string = &((const uo_bytes *)x->data)[i];
      if (sink->put_string(sink, j, string->data, string->size) != 0) return UO_FAILED;
    } else {
      y[j] = ((const int64_t *)x->data)[i];
    }
    j++;
  }
  return UO_OK;
}

static int give_positions(const uo_tensor *x, uo_sink *sink, int64_t count, int64_t distinct) {
  int64_t *indices = sink->allocate(sink, UO_INDICES, UO_TYPE_INT64, 1, &distinct);
  int64_t *inverse = sink->allocate(sink, UO_INVERSE_INDICES, UO_TYPE_INT64, 1, &count);
  int64_t *counts = sink->allocate(sink, UO_COUNTS, UO_TYPE_INT64, 1, &distinct);
  if (indices == NULL || inverse == NULL || counts == NULL) return UO_FAILED;
  int64_t seen = 0;
  for (int64_t i = 0; i < count; i++) {
    int64_t first = first_of(x, i);
    inverse[i] = first == i ? seen : inverse[first];
    if (first == i) indices[seen++] = i;
    counts[inverse[i]]++;
  }
  return UO_OK;
}

static int answer(const uo_tensor *x, uo_sink *sink) {
  int64_t count = elements(x);
  int64_t distinct = 0;
  for (int64_t i = 0; i < count; i++) distinct += first_of(x, i) == i;
  int status = give_y(x, sink, count, distinct);
  if (status == UO_OK && sink->wanted == 15u) status = give_positions(x, sink, count, distinct);
  return status;
}

/* ---- Misbehaviour ---------------------------------------------------------------------------------------------- */

static int64_t *allocate_y(uo_sink *sink, int64_t count) {
  return sink->allocate(sink, UO_Y, UO_TYPE_INT64, 1, &count);
}

/* Deeper than any stack, but not without end, which compilers warn of. */
static int recurse(volatile char *outer, int64_t depth) {
  volatile char inner[4096];
  inner[0] = outer[0];
  return depth == 0 ? 0 : recurse(inner, depth - 1) + inner[0];
}

static void wait_milliseconds(long milliseconds) {
  const struct timespec left = {0, milliseconds * 1000000};
  (void)nanosleep(&left, NULL);
}

static void *crash_later(void *unused) {
  (void)unused;
  abort();
}

static void *mmap_block(void) {
  void *block = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) abort();
  return block;
}

static int misbehave(int64_t how, const uo_tensor *x, uo_sink *sink) {
  static int calls;
  static void *volatile kept;
  static void *volatile cache;
  int64_t *volatile elsewhere = (int64_t *)8;     /* volatile, or the compiler sees through it */
  uo_sandbox_sink *own = (uo_sandbox_sink *)sink; /* which no plug-in should know */
  const int64_t huge = INT64_C(1) << 40;
  const int64_t negative = -1;
  (void)kept;
  calls++;
  switch (how) {
    case CRASH_FAULT:
      return (int)*elsewhere;
    case CRASH_ABORT:
      abort();
    case CRASH_EXIT:
      exit(3);
    case CRASH_STACK: {
      volatile char first[1] = {0};
      return recurse(first, INT64_C(1) << 40);
    }
    case CRASH_KILL:
      return raise(SIGKILL);
    case CRASH_BUS:
      return raise(SIGBUS);
    case CRASH_THREAD: {
      pthread_t thread;
      (void)pthread_create(&thread, NULL, crash_later, NULL);
      (void)pthread_join(thread, NULL);
      return UO_OK;
    }
    case HANG:
      for (;;) wait_milliseconds(1);
    case HANG_WITH_CHILD:
      (void)!fork();
      for (;;) wait_milliseconds(1);
    case SLOW:
      wait_milliseconds(300);
      return answer(x, sink);
    case PAST_Y:
      ((volatile int64_t *)allocate_y(sink, 2))[2] = 7;
      return UO_OK;
    case READ_PAST_Y:
      return ((volatile int64_t *)allocate_y(sink, 2))[2] == 7;
    case BEFORE_Y:
      ((volatile int64_t *)allocate_y(sink, 2))[-1] = 7;
      return UO_OK;
    case FAR_BEFORE_Y:
      ((volatile unsigned char *)allocate_y(sink, 2))[-100] = 7;
      return UO_OK;
    case GUARD_BEFORE_Y: /* farther than the whole room is long */
      ((volatile char *)allocate_y(sink, 2))[-70000] = 7;
      return UO_OK;
    case STALE_Y: { /* behind what it was given for the case before */
      static volatile int64_t *earlier;
      if (earlier != NULL) earlier[1] = 7;
      earlier = allocate_y(sink, 1);
      return UO_OK;
    }
    case READ_BEFORE_X:
      return ((const volatile char *)x->data)[-70000] == 7;
    case SCRIBBLE_KIND:
      (void)answer(x, sink);
      own->slot->kind = UO_ANSWER_HUNG;
      return UO_OK;
    case SCRIBBLE_RANK:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_INT64, 1, x->dims);
      own->slot->outputs[UO_Y].rank = 1000;
      return UO_OK;
    case SCRIBBLE_ANSWERED: /* and die */
      (void)answer(x, sink);
      atomic_store(&own->slot->answered, own->layout->control->batch);
      return raise(SIGKILL);
    case RING: /* whichever descriptor the bell is */
      for (int file = STDERR_FILENO + 1; file < 64; file++) (void)!write(file, "", 1);
      wait_milliseconds(100);
      return answer(x, sink);
    case HANG_UP:
      for (int file = STDERR_FILENO + 1; file < 64; file++) (void)close(file);
      return answer(x, sink);
    case GIVE_NO_DIMS:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_INT64, 1, NULL);
      return UO_OK;
    case STRING_NO_DATA:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_STRING, 1, x->dims);
      return sink->put_string(sink, 0, NULL, 1) == 0 ? UO_OK : UO_FAILED;
    case STRING_MANY:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_STRING, 1, x->dims);
      for (;;)
        if (sink->put_string(sink, 0, (const char *)x->data, 8) != 0) return UO_FAILED;
    case READ_PAST_X:
      return ((const volatile int64_t *)x->data)[elements(x)] == 7;
    case READ_PAST_DIMS:
      return ((const volatile int64_t *)x->dims)[x->rank] == 7;
    case CHANGE_X:
      memset((void *)(uintptr_t)x->data, 0, 1);
      return UO_OK;
    case CHANGE_DIMS:
      memset((void *)(uintptr_t)x->dims, 0, 1);
      return UO_OK;
    case GIVE_UNWANTED:
      (void)sink->allocate(sink, UO_INDICES, UO_TYPE_INT64, 1, x->dims);
      return answer(x, sink);
    case WRITE_UNWANTED: {
      volatile int64_t *indices = sink->allocate(sink, UO_INDICES, UO_TYPE_INT64, 1, x->dims);
      for (int64_t i = 1; i < elements(x); i++) indices[i] = 0;
      return answer(x, sink);
    }
    case GIVE_TWICE:
      (void)allocate_y(sink, 1);
      (void)allocate_y(sink, 1);
      return UO_OK;
    case GIVE_UNKNOWN:
      (void)sink->allocate(sink, 4, UO_TYPE_INT64, 1, x->dims);
      return answer(x, sink);
    case GIVE_NEGATIVE:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_INT64, 1, &negative);
      return UO_OK;
    case GIVE_HUGE:
      return allocate_y(sink, huge) == NULL ? UO_FAILED : UO_OK;
    case GIVE_RANK:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_INT64, UO_MAX_RANK_AND_ONE, x->dims);
      return UO_OK;
    case GIVE_NEGATIVE_RANK:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_INT64, -1, x->dims);
      return UO_OK;
    case GIVE_TYPE:
      (void)sink->allocate(sink, UO_Y, 16, 1, x->dims);
      return UO_OK;
    case GIVE_NOTHING:
      return UO_OK;
    case GIVE_WRONG_TYPE:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_FLOAT, 1, x->dims);
      return UO_OK;
    case STRING_EARLY:
      return sink->put_string(sink, 0, "a", 1) == 0 ? UO_OK : UO_FAILED;
    case STRING_OUTSIDE:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_STRING, 1, x->dims);
      return sink->put_string(sink, x->dims[0], "a", 1) == 0 ? UO_OK : UO_FAILED;
    case STRING_UNSET:
      (void)sink->allocate(sink, UO_Y, UO_TYPE_STRING, 1, x->dims);
      return sink->put_string(sink, 1, "a\0b", 3);
    case STRING_TOKEN:
      *(volatile char *)sink->allocate(sink, UO_Y, UO_TYPE_STRING, 1, x->dims) = 'a';
      return UO_OK;
    case RETURN_FOUR:
      (void)answer(x, sink);
      return 4;
    case REJECT:
      return UO_REJECTED;
    case NOT_OFFER:
      return UO_UNSUPPORTED;
    case FAIL:
      return UO_FAILED;
    case LEAK:
      kept = malloc(100);
      return answer(x, sink);
    case LEAK_AND_BREAK:
      kept = malloc(100);
      return 4;
    case LEAK_AND_CLOBBER:
      kept = malloc(100);
      allocate_y(sink, 1)[-1] = 7;
      return UO_OK;
    case CACHE:
      if (cache == NULL) cache = malloc(5000);
      return answer(x, sink);
    case CRASH_AGAIN: {
      static int asked;
      if (asked++ > 0) abort();
      kept = malloc(100000);
      return answer(x, sink);
    }
    case SLOW_CACHE:
      kept = malloc(100000);
      wait_milliseconds(700);
      return answer(x, sink);
    case HOARD: /* a little at every call, outside the heap */
      for (int i = 0; i < 4; i++) memset(mmap_block(), 1, 1 << 20);
      return answer(x, sink);
    case HOG:
      for (;;) {
        char *block = malloc(1 << 20);
        if (block == NULL) return UO_FAILED;
        for (int i = 0; i < 1 << 20; i += 4096) ((volatile char *)block)[i] = 1;
        kept = block;
        wait_milliseconds(1);
      }
    case PRINT:
      puts("unique-oracle: conforms, says the plug-in");
      (void)fflush(stdout);
      return answer(x, sink);
    case TELL_CALLS: {
      int64_t *y = allocate_y(sink, 1);
      y[0] = calls;
      return UO_OK;
    }
    case TELL_PROCESS:
      allocate_y(sink, 1)[0] = getpid();
      return UO_OK;
    default:
      return answer(x, sink);
  }
}

static int unique(const uo_tensor *x, const uo_attributes *attributes, uo_sink *outputs) {
  (void)attributes;
  if (x->dtype == UO_TYPE_STRING) return answer(x, outputs);
  if (x->dtype != UO_TYPE_INT64) return UO_UNSUPPORTED;
  if (elements(x) == 0) return answer(x, outputs);
  return misbehave(((const int64_t *)x->data)[0], x, outputs);
}

const uo_plugin *uo_plugin_entry(void) {
  static const uo_plugin plugin = {UO_PLUGIN_ABI, "behaving", "1.2\n3", unique};
  return &plugin;
}
