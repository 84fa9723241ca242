"""Finds where sectors lie: dense groups of reads, as of a recording, and more reads where needed.

Tracks show by the angles at which reads end, zones by tracks of other lengths. The end of a zone is
found by bisection: do the reads of a track in the middle agree with the zone before or with the
zone after? All ends are bisected at once, so successive reads are far apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.datasheet import DataSheet, make
from headstack.errors import ConfigError, RunError
from headstack_identify import circle
from headstack_identify.device.disk import Disk
from headstack_identify.device.probing import Probed
from headstack_identify.recording import addresses
from headstack_identify.tracks import dense, finding
from headstack_identify.tracks.dense import Reads
from headstack_identify.tracks.finding import Found
from headstack_identify.tracks.rotation import kernel_rev
from headstack_identify.tracks.zones import Zone

_SKEWS: Final = 1.15  # a data sheet's rate is lower than a track's by the skews
_COMMAND_MS: Final = 0.3
_FASTEST_RPM: Final = 30_000  # of a data sheet
_ON_A_TRACK: Final = 9  # reads of a track that tell its zone
_AROUND: Final = 48  # reads around the end of a zone
_PS_PER_MS: Final = 1e9


@dataclass(eq=False)
class Asked:
    """The reads of a disk so far, in the order of asking.

    Attributes:
        sector: sector of each read.
        began_ps: time at which each read was sent.
        ended_ps: time at which each read ended.
    """

    sector: list[int] = field(default_factory=list)
    began_ps: list[int] = field(default_factory=list)
    ended_ps: list[int] = field(default_factory=list)

    def add(self, sector: int, began_ps: int, ended_ps: int) -> None:
        """Adds a read."""
        self.sector.append(sector)
        self.began_ps.append(began_ps)
        self.ended_ps.append(ended_ps)

    def reads(self, planned: int) -> Reads:
        """Returns the reads, with the groups of the first `planned` reads."""
        ended = np.array(self.ended_ps, np.int64)
        end_ms = (ended - ended[0]) / _PS_PER_MS
        return dense.of_reads(np.array(self.sector, np.int64), end_ms, planned)


def rough(disk: Disk, probed: Probed) -> DriveConfig:
    """Returns a description by rules, with the rotation and the tracks of the probes.

    Raises:
        RunError: no drive file can hold the description.
    """
    try:
        return _by_rules(disk, probed)
    except ConfigError as error:
        raise RunError(f"the rotation and the tracks make no drive file: {error}") from error


def _by_rules(disk: Disk, probed: Probed) -> DriveConfig:
    turn_ms = probed.revolution_ms
    outer, inner = float(max(probed.track_sectors)), float(min(probed.track_sectors))
    per_track = disk.report.sector_bytes / turn_ms / _SKEWS / 1000  # MB/s of a sector a track
    average_ms = max(probed.response_ms - turn_ms / 2 - _COMMAND_MS, turn_ms / 4)
    sheet = DataSheet.read(
        capacity=f"{disk.sectors} blocks",
        rpm=min(60_000 / turn_ms, _FASTEST_RPM),  # the probes are right to 0.1 %
        seek_average=f"{average_ms:.2f}ms",
        seek_track=f"{min(average_ms, turn_ms) / 8:.3f}ms",
        rate_outer=f"{outer * per_track:.6f}MB/s",
        rate_inner=f"{min(inner, 0.98 * outer) * per_track:.6f}MB/s",
        sector=disk.report.sector_bytes,
        surfaces=disk.report.heads,
    )
    return make(sheet, name=disk.report.product or "disk").config


def plan(begin: DriveConfig, reads: int, seed: int) -> Ints:
    """Returns the sectors to read for the layout, in order."""
    planned = addresses.plan(begin, reads, seed)
    return planned.block[: -(reads // 3)]


def ask(disk: Disk, sectors: Ints, asked: Asked, kept: Callable[[], None] | None = None) -> None:
    """Reads sectors, and adds the reads to `asked`.

    Args:
        disk: the disk.
        sectors: sectors in order.
        asked: the reads so far.
        kept: called after each read.
    """
    for sector in sectors.tolist():
        answer = disk.read(sector)
        asked.add(sector, answer.began, answer.ended)
        if kept is not None:
            kept()


def find(
    disk: Disk, begin: DriveConfig, asked: Asked, kept: Callable[[], None] | None = None
) -> Found:
    """Finds the layout, with more reads at the ends of zones.

    Args:
        disk: the disk.
        begin: the rough description.
        asked: the planned reads. More reads are added.
        kept: as for `ask`.

    Raises:
        RunError: the reads show no tracks, or no drive file can hold the layout.
    """
    planned = len(asked.sector)
    found = _found(asked, planned, begin)
    edges = list(pairwise(found.zones))
    if not edges:
        return found
    low, high = _bisected(disk, edges, found.revolution_ms, asked, kept)
    track = np.array([max(one.tracks.sectors for one in edge) for edge in edges])
    span = high - low + 4 * track
    around = np.linspace(high + 2 * track, high + 2 * track - span, _AROUND).astype(np.int64)
    ask(disk, _within(around.ravel(), disk), asked, kept)
    return _found(asked, planned, begin)


def _found(asked: Asked, planned: int, begin: DriveConfig) -> Found:
    try:
        found = finding.find_in(asked.reads(planned), begin)
    except ConfigError as error:
        raise RunError(f"the layout makes no drive file: {error}") from error
    if found is None:
        raise RunError("the reads show no tracks; tracks without skews have no visible ends")
    return found


def _bisected(
    disk: Disk,
    edges: Sequence[tuple[Zone, Zone]],
    turn_ms: float,
    asked: Asked,
    kept: Callable[[], None] | None,
) -> tuple[Ints, Ints]:
    """Returns sectors between which each edge lies, two tracks apart."""
    left = np.array([one.tracks.sectors for one, _ in edges])
    right = np.array([one.tracks.sectors for _, one in edges])
    low = np.array([one.tracks.anchors[-1].high for one, _ in edges])
    high = np.array([one.tracks.anchors[0].low for _, one in edges])
    track = np.maximum(left, right)
    while (high - low > 2 * track).any():
        middle = (low + high) // 2
        sectors = np.linspace(middle + 0.9 * track, middle, _ON_A_TRACK).astype(np.int64)
        at = len(asked.sector)
        ask(disk, _within(sectors.ravel(), disk), asked, kept)
        turns = np.array(asked.ended_ps[at:]).reshape(sectors.shape) / _PS_PER_MS / turn_ms
        kernel = kernel_rev(turn_ms)
        before = _agreement(sectors, turns, left, kernel) >= _agreement(
            sectors, turns, right, kernel
        )
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return low, high


def _agreement(sectors: Ints, turns: Floats, track: Ints, kernel: float) -> Floats:
    """Returns how well the reads of each column agree with sectors of a track."""
    one, other = np.triu_indices(len(sectors), 1)
    apart = (sectors[one] - sectors[other]) / track
    off = circle.wrapped(turns[one] - turns[other] - apart)
    found: Floats = np.exp(-0.5 * (off / kernel) ** 2).mean(axis=0)
    return found


def _within(sectors: Ints, disk: Disk) -> Ints:
    return np.clip(sectors, 0, disk.sectors - 1)
