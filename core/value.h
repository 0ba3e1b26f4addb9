/* value.h - the worth of a position: win, draw or loss for the side to move, with a distance.
 *
 * One number holds both, in memory, in the table files and in content hashes: 0 is a draw, 2 d a
 * win in d plies (d >= 1), 2 d + 1 a loss in d plies (d >= 0). So an odd value is always a loss.
 * A value without distance (metric WDL) uses VALUE_LOSS and VALUE_WIN.
 */
#ifndef CORE_VALUE_H
#define CORE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t value;

enum { VALUE_DRAW = 0, VALUE_LOSS = 1, VALUE_WIN = 2 };

/* Longest distance that a value can hold. */
enum { DISTANCE_MAX = 32767 };

/* Numbers are part of the file format (docs/format.md). */
enum metric { METRIC_WDL = 1, METRIC_DTW = 2, METRIC_DTC = 3 };

static inline value value_win_in(unsigned plies) {
    return (value)(2 * plies);
}
static inline value value_loss_in(unsigned plies) {
    return (value)(2 * plies + 1);
}
static inline bool value_is_win(value v) {
    return v != 0 && (v & 1) == 0;
}
static inline bool value_is_loss(value v) {
    return (v & 1) != 0;
}
/* Plies of a win or loss; 0 for a draw. */
static inline unsigned value_distance(value v) {
    return v / 2u;
}
/* The value without its distance: VALUE_DRAW, VALUE_LOSS or VALUE_WIN. */
static inline value value_without_distance(value v) {
    unsigned lost = v & 1u;
    unsigned decided = v != 0;
    return (value)(lost + (lost ^ decided) * VALUE_WIN);
}

#endif
