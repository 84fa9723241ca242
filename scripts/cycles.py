#!/usr/bin/env python3
"""Counts what a decision of the firmware costs on an rv32im processor: docs/codesign.md's table.

Builds the firmware with the image's flags, links tb/firmware/cycles.c to it, and
interprets the program, counting instructions. Needs riscv64-unknown-elf-gcc.
"""

import argparse
import json
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PREFIX = "riscv64-unknown-elf-"
TEXT, SIZE = 0x10000, 1 << 23
END, START = 0, 1
KINDS = {2: "insertion", 3: "pick", 4: "removal", 5: "prediction"}
MASK = 0xFFFFFFFF

Mark = tuple[int, int, int]
"""A mark's kind, its value, and the number of instructions executed before it."""


def build(folder: Path, generated: Path) -> Path:
    """Compiles and links; returns the program."""
    firmware = ROOT / "firmware"
    layers = sorted(path.parent for path in firmware.glob("*/include"))
    folders = [generated, *layers, *(layer / "include" for layer in layers)]
    places = [f"-I{folder}" for folder in folders]
    program = folder / "cycles.elf"
    image = firmware / "image"
    parts = (path for path in firmware.rglob("*.c") if image not in path.parents)
    sources = [ROOT / "tb" / "firmware" / "cycles.c", *sorted(parts)]
    flags = f"@{image / 'target' / 'flags.txt'}"
    command = [f"{PREFIX}gcc", flags, *places, "-Wl,--gc-sections", "-Wl,-e,start"]
    command += [f"-Wl,-Ttext={TEXT:#x}", "-o", str(program), *map(str, sources), "-lgcc"]
    subprocess.run(command, check=True)
    return program


def load(program: Path) -> tuple[bytearray, int]:
    """The memory of the program, and where it starts."""
    image = program.read_bytes()
    entry, headers = struct.unpack_from("<II", image, 24)
    size, count = struct.unpack_from("<HH", image, 42)
    memory = bytearray(SIZE)
    for i in range(count):
        kind, offset, at, _, length = struct.unpack_from("<IIIII", image, headers + i * size)
        if kind == 1:
            memory[at : at + length] = image[offset : offset + length]
    return memory, entry


def signed(value: int, bits: int = 32) -> int:
    """The value read as two's complement."""
    return value - (1 << bits) if value >> (bits - 1) else value


def shorter(a: int, b: int) -> int:
    """The quotient, rounded towards 0."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


ARITHMETIC: dict[tuple[int, int], Callable[[int, int], int]] = {
    (0, 0): lambda a, b: a + b,
    (0x20, 0): lambda a, b: a - b,
    (0, 1): lambda a, b: a << (b & 31),
    (0, 2): lambda a, b: signed(a) < signed(b),
    (0, 3): lambda a, b: a < b,
    (0, 4): lambda a, b: a ^ b,
    (0, 5): lambda a, b: a >> (b & 31),
    (0x20, 5): lambda a, b: signed(a) >> (b & 31),
    (0, 6): lambda a, b: a | b,
    (0, 7): lambda a, b: a & b,
    (1, 0): lambda a, b: a * b,
    (1, 1): lambda a, b: (signed(a) * signed(b)) >> 32,
    (1, 2): lambda a, b: (signed(a) * b) >> 32,
    (1, 3): lambda a, b: (a * b) >> 32,
    (1, 4): lambda a, b: shorter(signed(a), signed(b)) if b else MASK,
    (1, 5): lambda a, b: a // b if b else MASK,
    (1, 6): lambda a, b: signed(a) - signed(b) * shorter(signed(a), signed(b)) if b else a,
    (1, 7): lambda a, b: a % b if b else a,
}
BRANCHES: dict[int, Callable[[int, int], bool]] = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    4: lambda a, b: signed(a) < signed(b),
    5: lambda a, b: signed(a) >= signed(b),
    6: lambda a, b: a < b,
    7: lambda a, b: a >= b,
}
WIDTHS = {0: 1, 1: 2, 2: 4, 4: 1, 5: 2}


def interpret(memory: bytearray, pc: int) -> list[Mark]:
    """Runs the program to its end."""
    x = [0] * 32
    x[2] = SIZE - 16
    marks: list[Mark] = []
    done = 0
    while True:
        word = int.from_bytes(memory[pc : pc + 4], "little")
        code, rd, f3 = word & 0x7F, word >> 7 & 31, word >> 12 & 7
        a, b, f7 = x[word >> 15 & 31], x[word >> 20 & 31], word >> 25
        next_pc = pc + 4
        value = None
        if code == 0x13:
            immediate = signed(word >> 20, 12)
            of = (f7 & 0x20 if f3 == 5 else 0, f3)
            value = ARITHMETIC[of](a, (immediate & 31) if f3 in (1, 5) else immediate & MASK)
        elif code == 0x33:
            value = ARITHMETIC[f7, f3](a, b)
        elif code == 0x03:
            at = (a + signed(word >> 20, 12)) & MASK
            width = WIDTHS[f3]
            value = int.from_bytes(memory[at : at + width], "little")
            if f3 < 2:
                value = signed(value, 8 * width)
        elif code == 0x23:
            at = (a + signed(f7 << 5 | rd, 12)) & MASK
            width = WIDTHS[f3]
            memory[at : at + width] = (b & ((1 << 8 * width) - 1)).to_bytes(width, "little")
        elif code == 0x63:
            if BRANCHES[f3](a, b):
                sign, low, high = word >> 31, word >> 8 & 15, word >> 25 & 63
                next_pc = pc + signed(sign << 12 | (word >> 7 & 1) << 11 | high << 5 | low << 1, 13)
        elif code == 0x37:
            value = word & 0xFFFFF000
        elif code == 0x17:
            value = pc + (word & 0xFFFFF000)
        elif code == 0x6F:
            sign, low = word >> 31, word >> 21 & 0x3FF
            offset = sign << 20 | (word >> 12 & 0xFF) << 12 | (word >> 20 & 1) << 11 | low << 1
            value, next_pc = pc + 4, pc + signed(offset, 21)
        elif code == 0x67:
            value, next_pc = pc + 4, (a + signed(word >> 20, 12)) & MASK & ~1
        elif word == 0x73:
            marks.append((x[10], x[11], done))
            if x[10] == END:
                return marks
            done -= 3  # the mark itself: two moves and the call
        else:
            raise RuntimeError(f"instruction {word:#010x} at {pc:#x}")
        if value is not None and rd != 0:
            x[rd] = value & MASK
        pc = next_pc & MASK
        done += 1


def line(points: list[tuple[int, int]]) -> tuple[float, float]:
    """Constant and slope by least squares."""
    n = len(points)
    mean_x, mean_y = (sum(p[i] for p in points) / n for i in (0, 1))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum(
        (x - mean_x) ** 2 for x, _ in points
    )
    return mean_y - slope * mean_x, slope


def costs(marks: list[Mark]) -> dict[str, float]:
    """Instructions by kind of work."""
    found: dict[str, list[tuple[int, int]]] = {kind: [] for kind in KINDS.values()}
    before = 0
    for what, value, done in marks:
        if what in KINDS:
            found[KINDS[what]].append((value, done - before))
        before = done
    decision, candidate = line(found["pick"])
    prediction = sum(cost for _, cost in found["prediction"]) / sum(
        count for count, _ in found["prediction"]
    )
    return {
        "decision": decision,
        "candidate": candidate,
        "prediction": prediction,
        **{
            kind: sum(cost for _, cost in found[kind]) / len(found[kind])
            for kind in ("insertion", "removal")
        },
    }


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generated", type=Path, default=ROOT / "build" / "generated")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = costs(interpret(*load(build(Path(folder), arguments.generated))))
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        for name, count in found.items():
            print(f"{name:12} {count:8.1f} instructions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
