"""Positions and moves, from docs/rules.md.

Squares are numbered from 0 here: square s of the document is bit s - 1. A position is a tuple
(white, black, kings, side): three sets of squares as numbers, and the side to move, 0 for White.
"""

WHITE, BLACK = 0, 1
SQUARES = 32
PROMOTION_ROW = (0x0000000F, 0xF0000000)  # of White and of Black


def row_and_column(square):
    """Row 0 is the top one, Black's; column 0 is the a-file."""
    row = square // 4
    return row, 2 * (square % 4) + (1 if row % 2 == 0 else 0)


def square_at(row, column):
    if 0 <= row < 8 and 0 <= column < 8:
        return row * 4 + column // 2
    return None


def ray(square, step):
    """The squares seen from a square in one direction, nearest first."""
    row, column = row_and_column(square)
    squares = []
    while True:
        row, column = row + step[0], column + step[1]
        next_square = square_at(row, column)
        if next_square is None:
            return tuple(squares)
        squares.append(next_square)


STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))  # the first two are forward for White
RAYS = [[ray(s, step) for step in STEPS] for s in range(SQUARES)]
RAYS_ANY = [[r for r in RAYS[s] if r] for s in range(SQUARES)]
# For a man: the sets of the square jumped over and of the one behind it.
JUMPS = [[(1 << r[0], 1 << r[1], r[1]) for r in RAYS[s] if len(r) > 1] for s in range(SQUARES)]
STEPS_OF_MAN = [[[RAYS[s][d][0] for d in directions if RAYS[s][d]] for s in range(SQUARES)]
                for directions in ((0, 1), (2, 3))]
# For a king: each direction with two squares or more, as (square, bit of it) from near to far.
LINES = [[tuple((t, 1 << t) for t in r) for r in RAYS[s] if len(r) > 1] for s in range(SQUARES)]


def squares_of(squares):
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def mirrored_set(squares):
    """The board turned by 180 degrees: square s becomes 33 - s, so bit b becomes 31 - b."""
    return int(format(squares, "032b")[::-1], 2)


def mirrored(position):
    white, black, kings, side = position
    return mirrored_set(black), mirrored_set(white), mirrored_set(kings), 1 - side


def man_jumps(square, enemies, occupied, taken):
    for over, behind, landing in JUMPS[square]:
        if enemies & over and not taken & over and not occupied & behind:
            yield over, landing


def king_jumps(square, enemies, occupied, taken):
    for line in LINES[square]:
        over = 0
        for target, bit in line:
            if occupied & bit:
                if over or not enemies & bit or taken & bit:
                    break
                over = bit
            elif over:
                yield over, target


def jump_ends(square, jumps, enemies, occupied, taken, ends):
    """Enters (end, captured pieces) of every way that cannot go on."""
    ended = True
    for over, landing in jumps(square, enemies, occupied, taken):
        ended = False
        jump_ends(landing, jumps, enemies, occupied, taken | over, ends)
    if ended and taken:
        ends.add((square, taken))


def captures(position):
    """The legal captures as a set of (start, end, captured pieces)."""
    white, black, kings, side = position
    own, enemies = (white, black) if side == WHITE else (black, white)
    found = set()
    for square in squares_of(own):
        bit = 1 << square
        ends = set()
        jump_ends(square, king_jumps if kings & bit else man_jumps, enemies,
                  (white | black) ^ bit, 0, ends)
        found.update((square, end, taken) for end, taken in ends)
    if len(found) > 1:
        most = max(taken.bit_count() for _, _, taken in found)
        found = {move for move in found if move[2].bit_count() == most}
    return found


def must_capture(position):
    """Whether there is a capture; nothing but a first jump is needed to know."""
    white, black, kings, side = position
    own, enemies = (white, black) if side == WHITE else (black, white)
    occupied = white | black
    while own:
        bit = own & -own
        own ^= bit
        square = bit.bit_length() - 1
        if kings & bit:
            for line in LINES[square]:
                over = 0
                for _, other in line:
                    if occupied & other:
                        if over or not enemies & other:
                            break
                        over = other
                    elif over:
                        return True
        else:
            for over, behind, _ in JUMPS[square]:
                if enemies & over and not occupied & behind:
                    return True
    return False


def quiet_moves(position):
    """Moves of a side that has no capture, as (start, end, 0)."""
    white, black, kings, side = position
    occupied = white | black
    for square in squares_of(white if side == WHITE else black):
        if kings >> square & 1:
            for line in RAYS_ANY[square]:
                for target in line:
                    if occupied >> target & 1:
                        break
                    yield square, target, 0
        else:
            for target in STEPS_OF_MAN[side][square]:
                if not occupied >> target & 1:
                    yield square, target, 0


def legal_moves(position):
    return list(captures(position)) or list(quiet_moves(position))


def promotes(position, move):
    _, _, kings, side = position
    return not kings >> move[0] & 1 and bool(PROMOTION_ROW[side] >> move[1] & 1)


def after(position, move):
    white, black, kings, side = position
    start, end, taken = move
    kings_after = kings & ~taken
    if kings >> start & 1:
        kings_after = kings_after & ~(1 << start) | 1 << end
    elif PROMOTION_ROW[side] >> end & 1:
        kings_after |= 1 << end
    if side == WHITE:
        return (white & ~(1 << start)) | 1 << end, black & ~taken, kings_after, BLACK
    return white & ~taken, (black & ~(1 << start)) | 1 << end, kings_after, WHITE


def perft(position, depth):
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(after(position, move), depth - 1) for move in moves)


def start_position():
    return 0xFFF00000, 0x00000FFF, 0, WHITE


def fen(position):
    white, black, kings, side = position

    def pieces(squares):
        return ",".join(("K" if kings >> s & 1 else "") + str(s + 1) for s in squares_of(squares))

    return f"{'WB'[side]}:W{pieces(white)}:B{pieces(black)}"
