"""Filters the rows of finais-gen dump by the conditions of finais-gen find, in plain Python, with values from dumps alone and moves from the second reader.

    filter_dump.py SECOND_READER_FOLDER DUMP_FOLDER SIGNATURE < QUERIES

DUMP_FOLDER has NAME.tsv of the signature and of all that its moves, crownings and removals lead to.
Each line of QUERIES is a Python expression about p, a `Position` as below, a tab and what it is
called, which is passed over. Prints the FENs that fit each, in the order of the dump, and then a line
"end".
"""

import csv
import os
import sys

sys.path.insert(0, sys.argv[1])
import rules  # noqa: E402
from index import canonical, signature_name, signature_of  # noqa: E402

WHITE, BLACK = rules.WHITE, rules.BLACK
ROAD = ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8")
tables = {}


def square_bit(name):
    return 1 << 4 * (8 - int(name[1])) + (ord(name[0]) - ord("a")) // 2


def read_fen(fen):
    side, *lists = fen.split(":")
    sets = {"W": 0, "B": 0}
    kings = 0
    for text in lists:
        for piece in filter(None, text[1:].split(",")):
            bit = square_bit(piece[-2:])
            sets[text[0]] |= bit
            kings |= bit if piece[0] == "K" else 0
    return sets["W"], sets["B"], kings, WHITE if side == "W" else BLACK


def table(signature):
    name = signature_name(signature)
    if name not in tables:
        with open(os.path.join(sys.argv[2], name + ".tsv"), encoding="ascii") as file:
            tables[name] = {read_fen(row["fen"]): row for row in csv.DictReader(file, delimiter="\t")}
    return tables[name]


def outcome(position):
    """win, draw or loss of any position for its side to move."""
    white, black, _, side = position
    own, other = (white, black) if side == WHITE else (black, white)
    if not own:
        return "loss"
    if not other:
        return "win"
    stored = canonical(position)
    return table(signature_of(stored))[stored]["wdl"]


class Position:
    def __init__(self, position, row):
        self.position = position
        self.row = row
        self.fen = row["fen"]
        self.wdl = row["wdl"]
        self.side = row["side_to_move"]
        white, black, kings, side = position
        self.other = (white, black, kings, WHITE + BLACK - side)

    def plies(self, metric, lowest, highest):
        return self.row[metric] != "-" and lowest <= int(self.row[metric]) <= highest

    def capture(self):
        return rules.must_capture(self.position)

    def quiet_for_both(self):
        return not rules.must_capture(self.position) and not rules.must_capture(self.other)

    def pieces(self, colours, kinds):
        white, black, kings, _ = self.position
        found = (white if "w" in colours else 0) | (black if "b" in colours else 0)
        return found & ((kings if "k" in kinds else 0) | (~kings if "m" in kinds else 0))

    def on(self, colours, kinds, *squares):
        return any(self.pieces(colours, kinds) & square_bit(square) for square in squares)

    def zugzwang(self):
        rank = {"loss": -1, "draw": 0, "win": 1}
        return rank[self.wdl] < -rank[outcome(self.other)]

    def full_zugzwang(self):
        return self.wdl == "loss" and outcome(self.other) == "loss"

    def half_zugzwang(self):
        return sorted((self.wdl, outcome(self.other))) == ["draw", "loss"]

    def sacrifice(self, pieces, position=None):
        position = position or self.position
        if rules.must_capture(position):
            return False
        count = lambda p: bin(p[0] | p[1]).count("1")
        for after in self.winning(position):
            if not rules.must_capture(after):
                continue
            replies = [rules.after(after, move) for move in rules.legal_moves(after)]
            if all(count(after) - count(reply) >= pieces or
                   self.sacrifice(pieces - count(after) + count(reply), reply)
                   for reply in replies):
                return True
        return False

    def winning(self, position=None):
        position = position or self.position
        afters = [rules.after(position, move) for move in rules.legal_moves(position)]
        return [after for after in afters if outcome(after) == "loss"]

    def unique_line(self, moves, position=None):
        winning = self.winning(position)
        if len(winning) != 1:
            return False
        return moves == 1 or all(
            self.unique_line(moves - 1, rules.after(winning[0], move))
            for move in rules.legal_moves(winning[0]))

    def changed(self, crowning, colours, kinds):
        white, black, kings, side = self.position
        for square in range(32):
            bit = 1 << square
            if not self.pieces(colours, kinds) & bit:
                continue
            changed = ((white, black, kings | bit, side) if crowning
                       else (white & ~bit, black & ~bit, kings & ~bit, side))
            if outcome(changed) != self.wdl:
                return True
        return False


def main():
    rows = [Position(read_fen(row["fen"]), row) for row in
            table(next(s for s in signatures() if signature_name(s) == sys.argv[3])).values()]
    for line in sys.stdin:
        fits = eval("lambda p: " + line.split("\t")[0], {"ROAD": ROAD})
        for row in filter(fits, rows):
            print(row.fen)
        print("end")


def signatures():
    return [(wm, wk, bm, bk) for wm in range(5) for wk in range(5) for bm in range(5)
            for bk in range(5)]


main()
