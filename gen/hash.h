/* hash.h - SHA-256: of the values of a table (its content hash), and of files.
 *
 * The content hash is taken over the true values of every position of the stored sides to move,
 * White to move first, in index order, whatever the table file leaves out: one byte a value for WDL
 * (0 draw, 1 loss, 2 win), two bytes, low byte first, for distances, coded as in core/value.h. A
 * signature that is its own mirror has White to move alone: Black's values are the same numbers,
 * seen in the mirror. So the hash does not depend on compression, machine or number of threads.
 */
#ifndef GEN_HASH_H
#define GEN_HASH_H

#include "failure.h"
#include "format.h"
#include "outcomes.h"
#include "values.h"

enum { HASH_TEXT_SIZE = 2 * TABLE_HASH_BYTES + 1 };

/* A content hash in the making: values are added in the order of the hash. */
struct content_hasher;

/* NULL when memory is short; to be ended. */
struct content_hasher *content_hash_begin(enum metric metric);
void content_hash_add(struct content_hasher *hasher, const value *values, size_t count);

/* The same for all values of one side to move. */
void content_hash_add_values(struct content_hasher *hasher, const struct values *values,
                             enum side side);

/* The same for outcomes, of positions 0 to `count` - 1. */
void content_hash_add_bits(struct content_hasher *hasher, const struct outcome_bits *bits,
                           uint64_t count);

/* Frees the hasher (NULL is allowed). False when memory was short; then there is no hash. */
bool content_hash_end(struct content_hasher *hasher, uint8_t hash[TABLE_HASH_BYTES]);

/* The content hash of all values. False when memory is short. */
bool content_hash(const struct values *values, uint8_t hash[TABLE_HASH_BYTES]);

/* SHA-256 of a whole file. */
enum exit_code file_hash(const char *path, uint8_t hash[TABLE_HASH_BYTES], struct failure *failure);

/* A hash in 64 lower-case hexadecimal digits. */
void hash_text(const uint8_t hash[TABLE_HASH_BYTES], char text[HASH_TEXT_SIZE]);

#endif
