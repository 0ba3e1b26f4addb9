"""Values of positions, from a folder of tables: sections 2, 4 and 6 of docs/format.md."""

import os

import index
from rules import after, captures, must_capture, promotes, quiet_moves
from table import METRICS, Table

DRAW, LOSS_IN_0, WIN_IN_1 = 0, 1, 2  # as WDL codes: draw, loss, win


class Missing(Exception):
    """No table for it."""


def outcome(code):
    """-1, 0 or 1 for loss, draw, win."""
    return 0 if code == 0 else -1 if code & 1 else 1


def plies(code):
    return code >> 1


def value_by_moves(metric, after_moves):
    """The best of all moves: (value for the opponent after it, whether it converts) of each."""
    if not after_moves:
        return LOSS_IN_0
    signs = {outcome(code) for code, _ in after_moves}
    if -1 not in signs and 0 in signs:
        return DRAW
    wanted = -1 if -1 in signs else 1
    if metric == "wdl":
        return 2 if wanted < 0 else 1
    counts = [1 if metric == "dtc" and converts else 1 + plies(code)
              for code, converts in after_moves if outcome(code) == wanted]
    return 2 * min(counts) if wanted < 0 else 2 * max(counts) + 1


class Reader:
    """`folder` is that of a variant, such as tables/brazilian."""

    def __init__(self, folder):
        self.folder = folder
        self.tables = {}
        self.known = {}  # true values of all positions with one side to move, in index order

    def has(self, signature, metric):
        name = f"{index.signature_name(signature)}.{metric}"
        return os.path.exists(os.path.join(self.folder, name))

    def table(self, signature, metric):
        key = signature, metric
        if key not in self.tables:
            if not self.has(signature, metric):
                raise Missing(f"{index.signature_name(signature)}.{metric}")
            path = os.path.join(self.folder, f"{index.signature_name(signature)}.{metric}")
            self.tables[key] = Table(path, signature, metric)
        return self.tables[key]

    def outcome_metric(self, signature):
        """A metric that tells win, draw and loss of a signature."""
        return next((m for m in METRICS if self.has(signature, m)), "wdl")

    def value_after(self, position, move, metric):
        """What a move leads to: its value for the opponent, and whether the move converts."""
        converts = move[2] != 0 or promotes(position, move)
        position = after(position, move)
        white, black, _, _ = position
        if not white or not black:
            return LOSS_IN_0, converts
        if metric == "dtc" and converts:
            metric = self.outcome_metric(index.signature_of(index.canonical(position)))
        return self.value(position, metric), converts

    def value(self, position, metric):
        """The value code of a position with pieces on both sides, for the side to move."""
        position = index.canonical(position)
        signature = index.signature_of(position)
        known = self.known.get((signature, metric, position[3]))
        if known:
            return known[index.index_of(position)]
        moves = captures(position) if must_capture(position) else ()
        table = self.table(signature, metric)
        if not moves and position[3] in table.stored_sides:
            return table.stored(position)
        return value_by_moves(metric, [self.value_after(position, move, metric)
                                       for move in moves or quiet_moves(position)])

    def whole(self, signature, metric):
        """The values of all positions of a signature: a list for each side to move. They are kept."""
        table = self.table(signature, metric)
        sides = range(table.sides)
        for side in sorted(sides, key=lambda side: side not in table.stored_sides):
            self.known[signature, metric, side] = [
                self.value(position, metric) for position in index.all_positions(signature, side)]
        return [self.known[signature, metric, side] for side in sides]
