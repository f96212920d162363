/* A table without its function. */
#include <unique_oracle/plugin.h>

const uo_plugin *uo_plugin_entry(void) {
  static const uo_plugin plugin = {.abi = UO_PLUGIN_ABI, .name = "hollow", .version = "1"};
  return &plugin;
}
