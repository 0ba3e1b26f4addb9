"""Signatures and the index, from sections 2 and 5 of docs/format.md.

A signature is a tuple (white men, white kings, black men, black kings), as in the header.
"""

from itertools import combinations
from math import comb

from rules import BLACK, WHITE, mirrored

BOARD = (1 << 32) - 1
WHITE_BACK_ROW = 0xF0000000
BLACK_BACK_ROW = 0x0000000F
SHARED = BOARD & ~WHITE_BACK_ROW & ~BLACK_BACK_ROW


def signature_of(position):
    white, black, kings, _ = position
    return ((white & ~kings).bit_count(), (white & kings).bit_count(),
            (black & ~kings).bit_count(), (black & kings).bit_count())


def signature_name(signature):
    wm, wk, bm, bk = signature
    return "K" * wk + "M" * wm + "v" + "K" * bk + "M" * bm


def signature_from_name(name):
    white, black = name.split("v")
    return white.count("M"), white.count("K"), black.count("M"), black.count("K")


def mirrored_signature(signature):
    return signature[2:] + signature[:2]


def is_own_mirror(signature):
    return signature == mirrored_signature(signature)


def is_canonical(signature):
    wm, wk, bm, bk = signature
    return (wm + wk, wk) >= (bm + bk, bk)


def signatures(pieces):
    """The canonical signatures of so many pieces, at least one a side."""
    return [s for white in range(1, pieces) for wm in range(white + 1)
            for bm in range(pieces - white + 1)
            for s in [(wm, white - wm, bm, pieces - white - bm)] if is_canonical(s)]


def canonical(position):
    """The position that tables know: itself or its mirror."""
    signature = signature_of(position)
    if not is_canonical(signature) or is_own_mirror(signature) and position[3] == BLACK:
        return mirrored(position)
    return position


def rank(chosen, allowed):
    """Of a set of squares among allowed ones."""
    total = 0
    count = 0
    while chosen:
        lowest = chosen & -chosen
        chosen ^= lowest
        count += 1
        total += comb((allowed & (lowest - 1)).bit_count(), count)
    return total


def group_size(signature, a, b):
    wm, _, bm, _ = signature
    if wm - a + bm - b > 24:
        return 0
    return comb(4, a) * comb(4, b) * comb(24, wm - a) * comb(24 - (wm - a), bm - b)


def groups(signature):
    """(a, b, first rank) of each group, in order."""
    wm, _, bm, _ = signature
    first = 0
    for a in range(min(4, wm) + 1):
        for b in range(min(4, bm) + 1):
            yield a, b, first
            first += group_size(signature, a, b)


def king_placements(signature):
    wm, wk, bm, bk = signature
    free = 32 - wm - bm
    return comb(free, wk) * comb(free - wk, bk)


def positions(signature):
    return king_placements(signature) * sum(group_size(signature, a, b)
                                            for a, b, _ in groups(signature))


def index_of(position):
    """Of a position whose signature is canonical."""
    white, black, kings, _ = position
    signature = signature_of(position)
    wm, wk, bm, bk = signature
    white_men, black_men = white & ~kings, black & ~kings
    white_kings, black_kings = white & kings, black & kings
    a = (white_men & WHITE_BACK_ROW).bit_count()
    b = (black_men & BLACK_BACK_ROW).bit_count()
    first = next(f for ga, gb, f in groups(signature) if (ga, gb) == (a, b))
    shared_white = white_men & SHARED
    r1 = rank(white_men & WHITE_BACK_ROW, WHITE_BACK_ROW)
    r2 = rank(black_men & BLACK_BACK_ROW, BLACK_BACK_ROW)
    r3 = rank(shared_white, SHARED)
    r4 = rank(black_men & SHARED, SHARED & ~shared_white)
    man_rank = (first + ((r1 * comb(4, b) + r2) * comb(24, wm - a) + r3)
                * comb(24 - (wm - a), bm - b) + r4)
    free = BOARD & ~white_men & ~black_men
    count = 32 - wm - bm
    r5 = rank(white_kings, free)
    r6 = rank(black_kings, free & ~white_kings)
    return man_rank * king_placements(signature) + r5 * comb(count - wk, bk) + r6


def choices(count, allowed):
    """All sets of so many of the allowed squares, as numbers in rising order: the order of ranks."""
    bits = [1 << s for s in range(32) if allowed >> s & 1]
    return sorted(sum(choice) for choice in combinations(bits, count))


def man_placements(signature):
    """(white men, black men) in the order of the index, found by listing, not by ranks."""
    wm, _, bm, _ = signature
    for a, b, _ in groups(signature):
        if wm - a + bm - b > 24:
            continue
        for white_back in choices(a, WHITE_BACK_ROW):
            for black_back in choices(b, BLACK_BACK_ROW):
                for white in choices(wm - a, SHARED):
                    for black in choices(bm - b, SHARED & ~white):
                        yield white_back | white, black_back | black


def all_positions(signature, side=WHITE):
    """Every position of a signature in the order of the index."""
    _, wk, _, bk = signature
    for white_men, black_men in man_placements(signature):
        free = BOARD & ~white_men & ~black_men
        for white_kings in choices(wk, free):
            for black_kings in choices(bk, free & ~white_kings):
                yield (white_men | white_kings, black_men | black_kings,
                       white_kings | black_kings, side)
