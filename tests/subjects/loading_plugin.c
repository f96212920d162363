/* Plug-ins that do not load, each by its own LOADING_* definition. */
#include <unique_oracle/plugin.h>

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if defined(LOADING_NO_ENTRY)
int not_the_entry(void);
int not_the_entry(void) { return 0; }
#else

static int unique(const uo_tensor *x, const uo_attributes *attributes, uo_sink *outputs) {
  (void)x;
  (void)attributes;
  (void)outputs;
  return UO_UNSUPPORTED;
}

#if defined(LOADING_RINGS) || defined(LOADING_DIES)
/* Before the gate's child knows whether the library can be loaded. */
__attribute__((constructor)) static void begin(void) {
#if defined(LOADING_DIES)
  abort();
#else
  for (int file = STDERR_FILENO + 1; file < 64; file++) (void)!write(file, "", 1);
  (void)nanosleep(&(const struct timespec){0, 100000000}, NULL);
#endif
}
#endif

const uo_plugin *uo_plugin_entry(void) {
#if defined(LOADING_WRONG_ABI)
  static const uo_plugin plugin = {UO_PLUGIN_ABI + 1, "wrong", "1", unique};
#elif defined(LOADING_NO_FUNCTION)
  static const uo_plugin plugin = {UO_PLUGIN_ABI, "empty", "1", NULL};
  (void)unique;
#elif defined(LOADING_LONG_NAME)
  static const uo_plugin plugin = {
      UO_PLUGIN_ABI, "0123456789012345678901234567890123456789012345678901234567890123456789", "\x7f", unique};
#elif defined(LOADING_RINGS)
  static const uo_plugin plugin = {UO_PLUGIN_ABI, "rings", "1", unique};
#elif defined(LOADING_NO_NAMES)
  static const uo_plugin plugin = {UO_PLUGIN_ABI, NULL, NULL, unique};
#else
  static const uo_plugin plugin = {UO_PLUGIN_ABI, (const char *)8, "hostile", unique};
#endif
#if defined(LOADING_NULL_ENTRY)
  (void)plugin;
  return NULL;
#elif defined(LOADING_CRASH)
  (void)plugin;
  abort();
#elif defined(LOADING_EXIT)
  (void)plugin;
  exit(0);
#elif defined(LOADING_HANG)
  (void)plugin;
  for (;;) (void)sleep(1);
#else
  return &plugin;
#endif
}
#endif
