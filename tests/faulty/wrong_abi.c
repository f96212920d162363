/* Built for an ABI that does not exist yet. */
#include <unique_oracle/plugin.h>

const uo_plugin *uo_plugin_entry(void) {
  static const uo_plugin plugin = {.abi = 1000, .name = "from the future", .version = "1"};
  return &plugin;
}
