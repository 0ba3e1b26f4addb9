"""Compares table files with their own content hashes, and with the answers of the program finais.

    python3 compare.py FINAIS TABLES [--whole PIECES] [--sample NUMBER]

Every table of up to PIECES pieces (3 unless given) is read whole: the true value of each of its
positions, captures included, and from them the content hash, the statistics and the histogram,
which must be those in the file. Of each larger table NUMBER positions (300 unless given), drawn at
random, and of the others half of that, must have the value that the program answers.
"""

import argparse
import hashlib
import os
import random
import struct
import subprocess
import sys

import index
from reader import Reader, outcome, plies
from rules import BLACK, WHITE, fen, perft, start_position
from table import METRICS, Corrupt

NO_INDEX = (1 << 64) - 1
OUTCOMES = {-1: "loss", 0: "draw", 1: "win"}


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, condition, what):
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            if self.failed < 50:
                print("not so:", what)


def content_hash(metric, sides):
    content = hashlib.sha256()
    for codes in sides:
        content.update(bytes(codes) if metric == "wdl" else struct.pack(f"<{len(codes)}H", *codes))
    return content.digest()


def check_statistics(report, name, metric, codes, found):
    """The statistics of one side to move against the values."""
    for sign, count, total, longest, first in (
            (1, found.wins, found.sum_of_wins, found.longest_win, found.win_index),
            (-1, found.losses, found.sum_of_losses, found.longest_loss, found.loss_index)):
        those = [(0 if metric == "wdl" else plies(code), -number)
                 for number, code in enumerate(codes) if outcome(code) == sign]
        expected_longest, minus_first = max(those, default=(0, -NO_INDEX))
        report.check((count, total, longest, first) ==
                     (len(those), sum(d for d, _ in those), expected_longest, -minus_first),
                     f"{name}: statistics of outcome {sign}")
    report.check(found.draws == codes.count(0), f"{name}: draws")


def check_whole(report, reader, signature, metric):
    name = f"{index.signature_name(signature)}.{metric}"
    table = reader.table(signature, metric)
    sides = reader.whole(signature, metric)
    report.check(content_hash(metric, sides) == table.content_hash, f"{name}: content hash")
    for side, found in enumerate(table.statistics):
        check_statistics(report, f"{name}, side {side}", metric, sides[side % len(sides)], found)
    for codes, histogram in zip(sides, table.histogram):
        counts = [0] * table.histogram_values
        for code in codes if counts else ():
            counts[code] += 1
        report.check(counts == histogram, f"{name}: histogram")
    report.check(metric == "wdl" or table.histogram_values == 1 + max(map(max, sides)),
                 f"{name}: values in the histogram")
    return sum(map(len, sides))


def random_choice(chance, allowed, count):
    return sum(1 << s for s in chance.sample([s for s in range(32) if allowed >> s & 1], count))


def random_position(chance, signature):
    """Any position of a signature or its mirror, either side to move."""
    wm, wk, bm, bk = signature if chance.random() < 0.5 else index.mirrored_signature(signature)
    while True:
        white_men = random_choice(chance, index.BOARD & ~index.BLACK_BACK_ROW, wm)
        black_men = random_choice(chance, index.BOARD & ~index.WHITE_BACK_ROW, bm)
        if not white_men & black_men:
            break
    free = index.BOARD & ~white_men & ~black_men
    white_kings = random_choice(chance, free, wk)
    black_kings = random_choice(chance, free & ~white_kings, bk)
    return (white_men | white_kings, black_men | black_kings, white_kings | black_kings,
            chance.choice((WHITE, BLACK)))


def answers(program, tables, positions):
    """(outcome, DTW, DTC) as the program prints them, '-' for none."""
    lines = "".join(fen(position) + "\n" for position in positions)
    result = subprocess.run([program, "probe", "--batch", "--tables", tables], input=lines,
                            capture_output=True, text=True, check=False)
    return [tuple(line.split("\t")[1:4]) for line in result.stdout.splitlines()]


def check_sample(report, reader, program, tables, signature, count):
    chance = random.Random(index.signature_name(signature))
    positions = [random_position(chance, signature) for _ in range(count)]
    found = answers(program, tables, positions)
    report.check(len(found) == count, f"{index.signature_name(signature)}: number of answers")
    for position, answer in zip(positions, found):
        for metric in (m for m in METRICS if reader.has(signature, m)):
            code = reader.value(position, metric)
            expected = OUTCOMES[outcome(code)]
            place = 0
            if metric != "wdl" and code != 0:
                expected = str(plies(code))
                place = 1 if metric == "dtw" else 2
            report.check(len(answer) == 3 and answer[place] == expected,
                         f"{fen(position)}: {metric} {expected}, the program says {answer}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("tables")
    parser.add_argument("--whole", type=int, default=3)
    parser.add_argument("--sample", type=int, default=300)
    return parser.parse_args()


def table_files(folder):
    return [name for name in os.listdir(folder) if name.endswith(tuple(METRICS))]


def main():
    given = arguments()
    report = Report()
    counts = [perft(start_position(), depth) for depth in range(1, 6)]
    report.check(counts == [7, 49, 302, 1469, 7473], f"perft of the start: {counts}")
    folder = os.path.join(given.tables, "brazilian")
    whole, sampled = Reader(folder), Reader(folder)
    files = positions = 0
    for pieces in range(2, 9):
        for signature in index.signatures(pieces):
            metrics = [m for m in METRICS if whole.has(signature, m)]
            try:
                if metrics:
                    check_sample(report, sampled, given.program, given.tables, signature,
                                 given.sample if pieces > given.whole else given.sample // 2)
                for metric in metrics:
                    files += 1
                    if pieces <= given.whole:
                        positions += check_whole(report, whole, signature, metric)
            except Corrupt as fault:
                report.check(False, f"{index.signature_name(signature)}: {fault}")
    listed = len(table_files(folder))
    report.check(files == listed > 0, f"{files} tables read, {listed} in the folder")
    print(f"{files} tables, {positions} positions read whole")
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
