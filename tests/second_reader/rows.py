"""Rows and lanes, from section 3 of docs/format.md."""

import index

LANES = 32
SQUARES_OF_LANES = (1, 5, 2, 6, 9, 13, 3, 7, 10, 14, 17, 21, 4, 8, 11, 15,
                    18, 22, 25, 29, 12, 16, 19, 23, 26, 30, 20, 24, 27, 31, 28, 32)
LANE_OF_BIT = {1 << square - 1: lane for lane, square in enumerate(SQUARES_OF_LANES)}


def count(signature):
    wm, wk, bm, bk = signature
    if bk > 0:
        return index.positions((wm, wk, bm, bk - 1))
    if wk > 0:
        return index.positions((wm, wk - 1, bm, 0))
    return -(-index.positions(signature) // LANES)


def row_and_lane(position):
    """Of a position whose signature is canonical."""
    white, black, kings, side = position
    if not kings:
        return divmod(index.index_of(position), LANES)
    own = black & kings or white & kings
    king = own & -own
    rest = white & ~king, black & ~king, kings & ~king, side
    return index.index_of(rest), LANE_OF_BIT[king]
