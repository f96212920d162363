/* Where the vectors are that come with the program. */
#ifndef UO_CLI_BUNDLED_H
#define UO_CLI_BUNDLED_H

#define UO_BUNDLED_PATH 4096

/*
 * The folder of the bundled vectors: share/unique-oracle/vectors beside the program's bin/, as it is installed, or the
 * one of the sources that it was built from. Uses `path` for it or a constant; returns whichever it is.
 */
const char *uo_bundled_corpus(char path[UO_BUNDLED_PATH]);

#endif
