/* tiny_tables.h - table files for tests, made from the reference solver rather than the generator.
 *
 * Positions in which the side to move has to capture get values that look real and are wrong, so
 * that a prober that reads one of them is found out.
 */
#ifndef TESTS_TINY_TABLES_H
#define TESTS_TINY_TABLES_H

#include "format.h"
#include "reference.h"
#include "rules.h"
#include "tiny_files.h"

/* Writes the table of one signature and metric as <directory>/brazilian/<name>. `block_slots`
 * is a multiple of 4. */
bool tiny_table_write(const char *directory, const reference_solver *solver,
                      struct signature signature, enum metric metric, uint32_t block_slots);

/* Writes all tables of a metric from 2 to `pieces` pieces. */
bool tiny_tables_write(const char *directory, const reference_solver *solver, unsigned pieces,
                       enum metric metric, uint32_t block_slots);

#endif
