/* place.h - where the value of a position is looked up.
 *
 * Nearly all of what a probe computes is this. So there are several ways to the same place: a plain
 * one, put together from what the core offers, and others for processors that count bits in an
 * instruction, or have vectors besides.
 */
#ifndef PROBE_PLACE_H
#define PROBE_PLACE_H

#include "catalogue.h"

/* The way by which a catalogue finds places, chosen when it is made. */
place_finder *place_finder_for(const struct rules *rules);

/* The ways. The second and third are NULL where they do not run, or are not for these rules. */
enum place_kind place_find_plain(const struct catalogue *catalogue, const struct position *position,
                                 struct place *place);
place_finder *place_finder_counting(const struct rules *rules);
place_finder *place_finder_avx2(const struct rules *rules);

#endif
