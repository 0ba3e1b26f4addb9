/* input_file.h - opening a file that a person or another program put where it is. */
#ifndef GEN_INPUT_FILE_H
#define GEN_INPUT_FILE_H

#include "failure.h"
#include <stdio.h>

/* Opens a regular file for reading; to be closed with fclose(). Anything else, such as a folder or
 * a named pipe, is EXIT_CODE_IO and never waited for. `what` it is completes "cannot open". */
enum exit_code input_open(FILE **file, const char *what, const char *path, struct failure *failure);

#endif
