/* A library without the one symbol. */
int uo_plugin_entry_is_missing(void);
int uo_plugin_entry_is_missing(void) { return 0; }
