/* The entry gives no table. */
#include <unique_oracle/plugin.h>

const uo_plugin *uo_plugin_entry(void) { return NULL; }
