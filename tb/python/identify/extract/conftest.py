"""Drives to be found, seen through their commands and their times alone."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import headstack
from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify.extract import Answer, Extracted, Request, SessionTarget, Target
from headstack_identify.extract.truth.keys import compare
from headstack_identify.extract.truth.table import Comparison

Opened = Callable[[DriveConfig], Target]
Described = Callable[[str], DriveConfig]
Compared = Callable[[Extracted, DriveConfig], Comparison]

SMALL = """
description = "a small drive"

[layout]
surfaces = 3
cylinders = 70

[[layout.zone]]
cylinders = [0, 24]
sectors_per_track = 56
first_sector = "0 sectors"
track_skew = "5 sectors"
cylinder_skew = "11 sectors"
spare_sectors_per_cylinder = 2
slipped_sectors = [100, 500, 1440]
reallocated_sectors = [700]

[[layout.zone]]
cylinders = [25, 49]
sectors_per_track = 54
phase = "13.5 sectors"
track_skew = "0.149 rev"
cylinder_skew = "17/78 rev"
reserved_tracks = 2
spare_tracks = 5
slipped_tracks = [30]
slipped_sectors = [201, 202]

[[layout.zone]]
cylinders = [50, 69]
sectors_per_track = 52
first_sector = "7 sectors"
track_skew = "4 sectors"
cylinder_skew = "9 sectors"
spare_sectors_per_track = 1
slipped_sectors = [400]

[cache]
size = "64 KiB"
segments = 2
prefetch_maximum = "20 blocks"
keep_reads_on_write = true
hit_by_first_block = false
prefetch_on_idle_hit = false
"""


class BlackBox:
    """A target with the four members that a target has, and no way to anything behind them."""

    __slots__ = ("__advance", "__command", "__now", "__together")

    def __init__(self, inner: Target) -> None:
        self.__now = lambda: inner.now
        self.__advance = inner.advance
        self.__command = inner.command
        self.__together = inner.together

    @property
    def now(self) -> int:
        return self.__now()

    def advance(self, ps: int) -> None:
        self.__advance(ps)

    def command(self, request: Request) -> Answer:
        return self.__command(request)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        return self.__together(first, second, after)


@pytest.fixture
def opened() -> Opened:
    """A drive's target, with no way to anything behind it."""
    return lambda config: BlackBox(SessionTarget(headstack.Drive(config).open(contents=False)))


@pytest.fixture
def described(tmp_path: Path) -> Described:
    """A drive by what it has other than the C2247: the file drive.toml."""

    def load(text: str) -> DriveConfig:
        file = tmp_path / "drive.toml"
        base = os.path.relpath(catalog.folder() / "hp_c2247", tmp_path)
        file.write_text(f'base = "{base}"\n{text}')
        return catalog.load(file)

    return load


@pytest.fixture
def small(described: Described) -> DriveConfig:
    """Three zones that differ in all that a zone can have."""
    return described(SMALL)


@pytest.fixture
def compared(tmp_path: Path) -> Compared:
    """What was found, by way of the file found.toml, beside the truth."""

    def hold(found: Extracted, truth: DriveConfig) -> Comparison:
        file = tmp_path / "found.toml"
        file.write_text(found.toml)
        return compare(found, catalog.load(file), truth)

    return hold
