"""The addresses of a recording, one read outstanding.

The first part tells the layout. Dense groups of reads, evenly over the disk, show successive tracks
with several reads each; the reads between the groups show where zones end and sectors are slipped.
Each round reads one block of each group, so that successive reads are far apart: their distances
tell the seek curve. In a group, addresses fall, so that no read is in the read-ahead of another.

The second part tells times and rules: reads of many lengths, some near the read before, some
directly after it, some a short seek away.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack import checks
from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.errors import ConfigError

READS: Final = 30_000
"""Usual number of reads of the first part."""

FEWEST: Final = 1_000
MOST: Final = 1_000_000

_PER_TRACK: Final = 7  # reads of a group on each track
_CYLINDERS: Final = 2.5  # cylinders of a group
_FEWEST_TRACKS: Final = 8
_FEWEST_GROUPS: Final = 8
_DENSE: Final = 0.7  # share of the first part's reads in groups
_STRATIFIED: Final = 0.75  # share of the other reads that lie evenly over the disk

_NEAR: Final = 0.3  # share of the second part near the read before
_SEQUENTIAL: Final = 0.15
_SHORT: Final = 0.2  # share of the second part a short seek away from the read before
_SHORT_CYLINDERS: Final = 64.0
_NEAR_BLOCKS: Final = 60
_MOST_BLOCKS: Final = 64


@dataclass(frozen=True, eq=False)
class Plan:
    """The reads of a recording, in order.

    Attributes:
        block: first block of each read, shape (n,).
        blocks: length of each read in blocks, shape (n,).
        groups: number of dense groups.
    """

    block: Ints
    blocks: Ints
    groups: int


def plan(drive: DriveConfig, reads: int = READS, seed: int = 1) -> Plan:
    """Plans a recording.

    Args:
        drive: a rough description: its number of blocks must be right; surfaces and lengths of
            tracks about right.
        reads: reads of the first part. The second part has a third as many.
        seed: seed of the random choices.

    Raises:
        ConfigError: an argument out of its range, or a drive that is too small for as many reads.
    """
    reads = checks.whole("reads", reads, FEWEST, MOST)
    rng = np.random.default_rng(checks.whole("seed", seed, 0, 2**63 - 1))
    tracks = max(_FEWEST_TRACKS, _CYLINDERS * int(drive.value("layout.surfaces")))
    dense = round(tracks * _PER_TRACK)
    groups = max(_FEWEST_GROUPS, round(_DENSE * reads / dense))
    if 2 * reads > drive.blocks:
        raise ConfigError(
            f"{drive.name} has {drive.blocks:,} blocks, too few for {reads:,} reads; give fewer "
            "(--layout-reads)"
        )
    others = max(1, round((1 - _DENSE) * reads / groups))
    lists = [_group(drive, number, groups, tracks, dense, others, rng) for number in range(groups)]
    first = _in_rounds(lists, rng)
    block, blocks = _mixed(drive, reads // 3, rng)
    ones = np.ones(len(first), np.int64)
    return Plan(np.concatenate([first, block]), np.concatenate([ones, blocks]), groups)


def _group(
    drive: DriveConfig, number: int, groups: int, tracks: float, dense: int, others: int,
    rng: np.random.Generator,
) -> Ints:  # fmt: skip
    """Returns the reads of a group in order: dense reads with falling addresses, others between."""
    last = drive.blocks - 1
    centre = {0: 0, groups - 1: last}.get(number, int((number + 0.5) / groups * drive.blocks))
    span = min(round(tracks * _track(drive, centre)), last)
    low = min(max(centre - span // 2, 0), last - span)
    step = span / dense
    inside = np.unique((low + (np.arange(dense) + rng.random(dense)) * step).astype(np.int64))
    even = round(_STRATIFIED * others)
    apart = drive.blocks / groups
    outside = (number + (np.arange(even) + rng.random(even)) / even) * apart
    reach = rng.uniform(np.log(span / 2), np.log(max(apart, span)), others - even)
    side = np.where(rng.random(others - even) < 0.5, -1, 1)
    ladder = low + span / 2 + side * np.exp(reach)
    around = np.clip(np.concatenate([outside, ladder]), 0, last).astype(np.int64)
    places = rng.integers(0, len(inside) + 1, len(around))
    return np.insert(inside[::-1], np.sort(places), rng.permutation(around))


def _track(drive: DriveConfig, block: int) -> int:
    """Returns the sectors of the track that holds a block."""
    cylinder = int(drive.places(np.array([block]))[0, 0])
    zone = max(i for i, zone in enumerate(drive.zones) if zone.first_cylinder <= cylinder)
    return int(drive.zones[zone].sectors_per_track)


def _in_rounds(lists: list[Ints], rng: np.random.Generator) -> Ints:
    """Returns one read of each list, in random order, then the next of each, and so on."""
    rounds = max(len(one) for one in lists)
    found = []
    for place in range(rounds):
        held = [one[place] for one in lists if place < len(one)]
        found.append(rng.permutation(np.array(held, np.int64)))
    return np.concatenate(found)


def _mixed(drive: DriveConfig, reads: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Returns first blocks and lengths of the second part."""
    length = np.minimum(rng.geometric(0.12, reads), _MOST_BLOCKS)
    last = drive.blocks - _MOST_BLOCKS
    block = rng.integers(0, last + 1, reads)
    kind = rng.random(reads)
    near = rng.integers(-_NEAR_BLOCKS, _NEAR_BLOCKS + 1, reads)
    track = _track(drive, drive.blocks // 2)
    most = min(_SHORT_CYLINDERS * track * int(drive.value("layout.surfaces")), last / 2)
    # As many seeks over 1 to 2 cylinders as over 10 to 20: short seeks bend a curve most.
    short = np.exp(rng.uniform(np.log(min(track, most)), np.log(most), reads)).astype(np.int64)
    short *= np.where(rng.random(reads) < 0.5, -1, 1)
    for i in range(1, reads):
        if kind[i] < _NEAR:
            block[i] = block[i - 1] + near[i]
        elif kind[i] < _NEAR + _SEQUENTIAL:
            block[i] = block[i - 1] + length[i - 1]
        elif kind[i] < _NEAR + _SEQUENTIAL + _SHORT:
            inside = 0 <= block[i - 1] + short[i] <= last
            block[i] = block[i - 1] + (short[i] if inside else -short[i])
        block[i] = min(max(block[i], 0), last)
    return block, length
