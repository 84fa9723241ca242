"""Where each block of an imported drive lies."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import headstack
from headstack import catalog, workload
from headstack_identify import disksim

Place = tuple[int, int, Fraction]
"""Cylinder, head, angle."""

TURN = 2**32


class Surveyor(headstack.Scheduler):
    """Notes where every block lies."""

    knows = "map"

    def __init__(self) -> None:
        self.places: list[tuple[int, int, int]] = []

    def init(self, drive: Any) -> None:
        self.drive = drive

    def pick(self, queue: Any, drive: Any) -> int:
        if not self.places:
            self.places = [self.drive.locate(lbn) for lbn in range(self.drive.blocks)]
        return 0


def surveyed(file: Path) -> list[tuple[int, int, int]]:
    """Cylinder, head and angle of each block of the drive that a parameter file is about."""
    found = disksim.read(file)
    assert found.problems == []
    drive = file.with_suffix(".toml")
    drive.write_text(found.toml)
    surveyor = Surveyor()
    headstack.Drive(drive, surveyor).run(workload.closed(1, requests=1))
    assert len(surveyor.places) == catalog.load(drive).blocks
    return surveyor.places


def farthest(found: list[tuple[int, int, int]], expected: list[Place]) -> float:
    """The largest difference of two angles, in revolutions. Cylinders and heads are equal."""
    assert [place[:2] for place in found] == [place[:2] for place in expected]
    off = [
        float((Fraction(angle, TURN) - turn) % 1)
        for (_, _, angle), (_, _, turn) in zip(found, expected, strict=True)
    ]
    return max(min(one, 1 - one) for one in off)


def assert_same(found: list[tuple[int, int, int]], expected: list[Place]) -> None:
    """All blocks are where they are expected, but for the rounding of angles."""
    assert farthest(found, expected) < 2 / TURN
