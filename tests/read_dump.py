"""Reads what finais-gen dump writes of a signature, as an array and as text, by the documents alone:
the .npy header by hand, the index by docs/format.md. Every element of the array has to be what the
text says of the position with that index.

    read_dump.py SECOND_READER_FOLDER ARRAY.npy TEXT.tsv
"""

import ast
import struct
import sys

sys.path.insert(0, sys.argv[1])
from index import canonical, index_of  # noqa: E402
from rules import BLACK, WHITE  # noqa: E402

WDL = {"win": 1, "draw": 0, "loss": -1}
CODES = {"|i1": "b", "<i2": "h"}


def read_array(path):
    """(names of the fields, rows, columns, element of a row and column)"""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00", "not an array of format version 1.0"
    length, = struct.unpack_from("<H", data, 8)
    assert (10 + length) % 64 == 0 and data[9 + length] == ord("\n"), "the header's end"
    header = ast.literal_eval(data[10:10 + length].decode("ascii"))
    assert header["fortran_order"] is False
    rows, columns = header["shape"]
    element = struct.Struct("<" + "".join(CODES[code] for _, code in header["descr"]))
    assert len(data) == 10 + length + rows * columns * element.size, "the size of the file"

    def get(row, column):
        return element.unpack_from(data, 10 + length + (row * columns + column) * element.size)

    return [name for name, _ in header["descr"]], rows, columns, get


def read_fen(fen):
    """(white, black, kings, side to move) as sets of bits; squares are algebraic."""
    side, *lists = fen.split(":")
    sets = {"W": 0, "B": 0}
    kings = 0
    for text in lists:
        for piece in text[1:].split(","):
            square = 4 * (8 - int(piece[-1])) + (ord(piece[-2]) - ord("a")) // 2
            sets[text[0]] |= 1 << square
            kings |= piece.startswith("K") << square
    return sets["W"], sets["B"], kings, WHITE if side == "W" else BLACK


def main():
    fields, rows, columns, get = read_array(sys.argv[2])
    seen = 0
    with open(sys.argv[3], encoding="ascii") as file:
        names = file.readline().rstrip("\n").split("\t")
        assert names == ["fen", "side_to_move"] + fields, names
        for line in file:
            fen, side, wdl, *distances = line.rstrip("\n").split("\t")
            position = read_fen(fen)
            assert canonical(position) == position, fen
            row = 0 if position[3] == WHITE else 1
            assert side == ("white", "black")[row], fen
            index = index_of(position)
            assert seen == row * columns + index, f"{fen} is not in the order of the index"
            expected = (WDL[wdl],) + tuple(-1 if d == "-" else int(d) for d in distances)
            assert get(row, index) == expected, f"{fen}: {get(row, index)} for {expected}"
            seen += 1
    assert seen == rows * columns and seen > 0, f"{seen} rows for {rows} x {columns}"
    print(f"{seen} positions")


main()
