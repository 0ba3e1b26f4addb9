"""One table file, fully checked: sections 1, 3 and 4 of docs/format.md."""

import struct
import subprocess

import index
from xxh3 import xxh3

METRICS = {"wdl": 1, "dtw": 2, "dtc": 3}
VARIANT = 1
VERSION = 2
HEADER_BYTES = 512
ENTRY_BYTES = 12


class Corrupt(Exception):
    """A file that is not what the format says."""


def demand(condition, what):
    if not condition:
        raise Corrupt(what)


def version_of(path):
    with open(path, "rb") as file:
        return int.from_bytes(file.read(10)[8:], "little")


class Statistics:
    def __init__(self, data):
        (self.wins, self.draws, self.losses, self.sum_of_wins, self.sum_of_losses,
         self.longest_win, self.longest_loss, self.win_index,
         self.loss_index) = struct.unpack("<5Q2I2Q", data)


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
        self.sides = data[14]
        demand(self.sides == (1 if index.is_own_mirror(self.signature) else 2), "sides")
        self.bits = data[15]
        demand(self.bits in ((2,) if self.metric == "wdl" else (8, 16)), "bits of a value")
        demand(tuple(data[16:20]) == self.signature, "signature")
        self.block_positions = self.number("I", 20)
        demand(self.block_positions % 4 == 0 and 4 <= self.block_positions <= 1 << 20,
               "positions in a block")
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
        self.blocks_of_side = -(-self.positions // self.block_positions)
        blocks = self.blocks_of_side * self.sides
        end = HEADER_BYTES + ENTRY_BYTES * (blocks + 1)
        demand(end <= len(self.data), "end of the directory")
        directory = self.data[HEADER_BYTES:end]
        demand(xxh3(directory) == self.directory_check, "directory check")
        self.entries = list(struct.iter_unpack("<QI", directory))
        offsets = [offset for offset, _ in self.entries]
        demand(offsets[0] == end and offsets == sorted(offsets), "offsets of blocks")
        demand(self.entries[-1][1] == 0, "check of the last entry")
        self.histogram_at = offsets[-1]

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
        begin, check = self.entries[block]
        end = self.entries[block + 1][0]
        result = subprocess.run(["zstd", "-dcq"], input=self.data[begin:end], capture_output=True)
        demand(result.returncode == 0, f"block {block}: zstd")
        name = struct.pack("<BB4BHQ", VARIANT, METRICS[self.metric], *self.signature, 0, block)
        demand(xxh3(result.stdout, xxh3(name)) & 0xFFFFFFFF == check, f"block {block}: check")
        return result.stdout

    def decode(self, block):
        """The value codes of a block, those that mean nothing included."""
        data = self.unpacked(block)
        first = block % self.blocks_of_side * self.block_positions
        count = min(self.block_positions, self.positions - first)
        demand(len(data) == (count * self.bits + 7) // 8, f"block {block}: size")
        if self.bits == 2:
            codes = [byte >> shift & 3 for byte in data for shift in (0, 2, 4, 6)]
            demand(not any(codes[count:]), f"block {block}: bits behind the last value")
            return codes[:count]
        if self.bits == 8:
            return data
        return struct.unpack(f"<{count}H", data)

    def stored(self, side, index_number):
        block = side * self.blocks_of_side + index_number // self.block_positions
        if block not in self.decoded:
            self.decoded[block] = self.decode(block)
        return self.decoded[block][index_number % self.block_positions]
