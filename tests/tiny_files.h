/* tiny_files.h - folders of tables for tests, and whole files to be damaged. */
#ifndef TESTS_TINY_FILES_H
#define TESTS_TINY_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest path that these functions handle. */
enum { TINY_PATH_SIZE = 1024 };

/* A new empty directory for one test, in `path` of TINY_PATH_SIZE; and its removal with all it
 * holds (two levels). */
bool tiny_directory_make(char *path);
void tiny_directory_remove(const char *path);

/* Whole files, for tests that damage them. The bytes are freed with free(). */
uint8_t *tiny_file_read(const char *path, size_t *size);
bool tiny_file_write(const char *path, const uint8_t *bytes, size_t size);

#endif
