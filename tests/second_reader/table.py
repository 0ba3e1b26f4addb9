"""One table file, fully checked: sections 1, 3 and 4 of docs/format.md."""

import struct
import subprocess

import index
import rows
from rules import BLACK, WHITE
from xxh3 import xxh3

METRICS = {"wdl": 1, "dtw": 2, "dtc": 3}
VARIANT = 1
VERSION = 3
HEADER_BYTES = 512
ENTRY_BYTES = 7


class Corrupt(Exception):
    """A file that is not what the format says."""


def demand(condition, what):
    if not condition:
        raise Corrupt(what)


class Statistics:
    def __init__(self, data):
        (self.wins, self.draws, self.losses, self.sum_of_wins, self.sum_of_losses,
         self.longest_win, self.longest_loss, self.win_index,
         self.loss_index) = struct.unpack("<5Q2I2Q", data)


def frame_header(size):
    """The beginning of a zstd frame of so many bytes, which files leave out."""
    magic = bytes.fromhex("28b52ffd")
    if size <= 255:
        return magic + struct.pack("<BB", 0x20, size)
    if size <= 65791:
        return magic + struct.pack("<BH", 0x60, size - 256)
    return magic + struct.pack("<BI", 0xA0, size)


class Table:
    def __init__(self, path, signature, metric):
        with open(path, "rb") as file:
            self.data = file.read()
        self.signature = signature
        self.metric = metric
        self.read_header()
        self.read_directory()
        self.read_histogram()
        self.decoded = {}

    def number(self, layout, at):
        return struct.unpack_from("<" + layout, self.data, at)[0]

    def read_header(self):
        data = self.data
        demand(len(data) >= HEADER_BYTES, "shorter than a header")
        demand(data[:8] == bytes.fromhex("46696e6169730d0a"), "magic")
        demand(self.number("H", 8) == VERSION, "version")
        demand(data[504:512] == b"finished", "finished mark")
        demand(self.number("Q", 496) == xxh3(data[:496]), "header check")
        demand(data[10] == VARIANT, "variant")
        demand(data[11] == METRICS[self.metric], "metric")
        demand(data[12] == 1, "index scheme")
        demand(data[13] == 32, "squares")
        own_mirror = index.is_own_mirror(self.signature)
        self.sides = 1 if own_mirror else 2
        demand(data[14] in ((1,) if own_mirror else (1, 2, 3)), "sides to move that are stored")
        self.stored_sides = [side for side in (WHITE, BLACK) if data[14] >> side & 1]
        self.bits = data[15]
        demand(self.bits in ((2,) if self.metric == "wdl" else (8, 16)), "bits of a value")
        demand(tuple(data[16:20]) == self.signature, "signature")
        self.block_rows = self.number("I", 20)
        demand(self.block_rows.bit_count() == 1 and self.block_rows <= 1 << 16, "rows in a block")
        self.positions = self.number("Q", 24)
        demand(self.positions == index.positions(self.signature), "positions")
        demand(self.number("Q", 32) == len(data), "size of the file")
        self.directory_check = self.number("Q", 40)
        self.content_hash = data[48:80]
        self.statistics = [Statistics(data[80:144]), Statistics(data[144:208])]
        self.histogram_values = self.number("I", 208)
        self.histogram_check = self.number("Q", 216)
        demand(not any(data[212:216]) and not any(data[224:496]), "unused bytes")

    def read_directory(self):
        self.rows = rows.count(self.signature)
        self.blocks_of_side = -(-self.rows // self.block_rows)
        blocks = self.blocks_of_side * len(self.stored_sides)
        begin = HEADER_BYTES + ENTRY_BYTES * blocks
        directory = self.data[HEADER_BYTES:begin]
        demand(len(directory) == ENTRY_BYTES * blocks, "end of the directory")
        demand(xxh3(directory) == self.directory_check, "directory check")
        self.blocks = []  # where each begins and ends, and its check
        for at in range(0, len(directory), ENTRY_BYTES):
            length = int.from_bytes(directory[at:at + 3], "little")
            demand(length > 0, "length of a block")
            check = int.from_bytes(directory[at + 3:at + 7], "little")
            self.blocks.append((begin, begin + length, check))
            begin += length
        self.histogram_at = begin

    def read_histogram(self):
        size = 8 * self.histogram_values * self.sides
        demand((self.histogram_values == 0) == (self.metric == "wdl"), "values in the histogram")
        demand(self.histogram_at + size == len(self.data), "size of the histogram")
        demand(xxh3(self.data[self.histogram_at:]) == self.histogram_check, "histogram check")
        counts = [count for count, in struct.iter_unpack("<Q", self.data[self.histogram_at:])]
        n = self.histogram_values
        self.histogram = [counts[n * side:n * (side + 1)] for side in range(self.sides)]

    def unpacked(self, block):
        """The bytes of a block, checked."""
        begin, end, check = self.blocks[block]
        side = self.stored_sides[block // self.blocks_of_side]
        size = self.rows_in(block) * rows.LANES * self.bits // 8
        frame = frame_header(size) + self.data[begin:end]
        result = subprocess.run(["zstd", "-dcq"], input=frame, capture_output=True)
        demand(result.returncode == 0 and len(result.stdout) == size, f"block {block}: zstd")
        name = struct.pack("<BB4BBBQ", VARIANT, METRICS[self.metric], *self.signature, side + 1, 0,
                           block)
        demand(xxh3(result.stdout, xxh3(name)) & 0xFFFFFFFF == check, f"block {block}: check")
        return result.stdout

    def rows_in(self, block):
        first = block % self.blocks_of_side * self.block_rows
        return min(self.block_rows, self.rows - first)

    def value_in(self, block, slot):
        """The value code in a slot counted from the block's first, be it one that means nothing."""
        if block not in self.decoded:
            self.decoded[block] = self.unpacked(block)
        data = self.decoded[block]
        if self.bits == 2:
            plane = len(data) // 2
            if data[slot // 8] >> slot % 8 & 1:
                return 2
            return data[plane + slot // 8] >> slot % 8 & 1
        if self.bits == 8:
            return data[slot]
        return data[2 * slot] | data[2 * slot + 1] << 8

    def stored(self, position):
        """The value code of a position that the table stores."""
        row, lane = rows.row_and_lane(position)
        block = (self.stored_sides.index(position[3]) * self.blocks_of_side
                 + row // self.block_rows)
        return self.value_in(block, row % self.block_rows * rows.LANES + lane)
