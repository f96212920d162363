/* Plug-ins that were built with a sanitizer: its runtime must be there before the program starts. */
#ifndef UO_SUBJECTS_SANITIZER_H
#define UO_SUBJECTS_SANITIZER_H

/* What to do about a library that does not load, from the loader's words `reason`. */
const char *uo_load_advice(const char *reason);

/* What to do about the library at `path`, which died while it was loaded. */
const char *uo_death_advice(const char *path);

#endif
