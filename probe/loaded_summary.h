/* loaded_summary.h - what a summary can tell besides, by the rules.
 *
 * Values of positions in which the side to move has to capture are never asked for, so a row has
 * one outcome as soon as its other positions have. Which those are takes the rules to tell.
 */
#ifndef PROBE_LOADED_SUMMARY_H
#define PROBE_LOADED_SUMMARY_H

#include "loaded.h"
#include "rules.h"
#include "slots.h"

/* Completes the summaries of a table that is loaded, by side to move; sides that are not stored are
 * all NULL, and so are summaries of distances. Positions have to lie in rows of up to 32 lanes,
 * else nothing is done. */
void loaded_summary_complete(const struct rules *rules, const struct slot_layout *slots,
                             const struct loaded loaded[2]);

#endif
