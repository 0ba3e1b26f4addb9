/* missing.h - messages about tables that were not found: where they were looked for, and what the
 * reader can do about it. */
#ifndef PROBE_MISSING_H
#define PROBE_MISSING_H

#include "catalogue.h"

/* One table is missing: FINAIS_TABLE_MISSING. */
finais_status missing_table(const struct catalogue *catalogue,
                            const struct table_identity *identity, finais_error *error);

/* A position has more pieces than the largest table: FINAIS_TOO_MANY_PIECES. The position is the
 * one asked for, or one that its captures lead to. */
finais_status missing_pieces(const struct catalogue *catalogue, unsigned pieces,
                             bool after_captures, finais_error *error);

/* There is no table at all: FINAIS_TABLE_MISSING. */
finais_status missing_all(const struct catalogue *catalogue, finais_error *error);

#endif
