"""Finds the dense groups of a recording: reads of successive tracks, several on each track.

`headstack record` chooses such groups. A group's reads lie some seventh of a track apart, all other
reads much further. So a group is a run of addresses with short gaps.
"""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack.traces.validation_trace import THINK, ValidationTrace

FEWEST_READS: Final = 50
"""Fewest reads of a group."""

_PS_PER_MS: Final = 1e9
_SHORT: Final = 4.0  # gaps inside a group, in middle gaps of its surroundings
_SHARE: Final = 0.35  # quantile of gaps that is surely inside groups
_SURROUNDINGS: Final = 2000


@dataclass(frozen=True, eq=False)
class Group:
    """The reads of a dense group, in order of their addresses.

    Attributes:
        block: first block of each read, shape (n,), rising.
        end_ms: time at which each read ended, shape (n,).
    """

    block: Ints
    end_ms: Floats


@dataclass(frozen=True, eq=False)
class Moves:
    """Reads in order of time. Their times tell how far the arm moved from read to read.

    Attributes:
        block: first block of each read, shape (n,).
        took_ms: time of each read, shape (n,).
    """

    block: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    took_ms: Floats = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True, eq=False)
class Reads:
    """The reads of one length of a recording: the dense groups, and all reads with them.

    Attributes:
        groups: dense groups, in order of their addresses.
        all: all reads of this length, in order of their addresses.
        length: blocks of each read.
        moves: the reads in order of time. Empty: their times are not known.
    """

    groups: tuple[Group, ...]
    all: Group
    length: int
    moves: Moves = field(default_factory=Moves)


def of_recording(trace: ValidationTrace) -> Reads:
    """Returns the reads of a recording's most common length. There may be no group."""
    kept = ~trace.write & trace.sure_ends()
    lengths, counts = np.unique(trace.blocks[kept], return_counts=True)
    if not len(lengths):
        none = Group(np.zeros(0, np.int64), np.zeros(0))
        return Reads((), none, 1)
    length = int(lengths[np.argmax(counts)])
    kept &= trace.blocks == length
    passed_ps = np.cumsum(trace.wait_ps(trace.think or THINK) + trace.measured_ps)
    block = trace.lbn[kept].astype(np.int64)
    moves = Moves(block, trace.measured_ps[kept] / _PS_PER_MS)
    return replace(of_reads(block, passed_ps[kept] / _PS_PER_MS, len(block), length), moves=moves)


def of_reads(block: Ints, end_ms: Floats, planned: int, length: int = 1) -> Reads:
    """Returns the reads with their groups.

    Args:
        block: first block of each read, in the order of reading.
        end_ms: when each read ended.
        planned: number of the reads, from the first, whose groups count. The other reads lie
            between groups.
        length: blocks of each read.
    """
    return Reads(tuple(_groups(_sorted(block[:planned], end_ms[:planned]))),
                 _sorted(block, end_ms), length)  # fmt: skip


def _sorted(block: Ints, end_ms: Floats) -> Group:
    block, first = np.unique(block, return_index=True)  # a block that was read again may be a hit
    return Group(block, end_ms[first])


def _groups(every: Group) -> list[Group]:
    gaps = np.diff(every.block)
    if len(gaps) < FEWEST_READS:
        return []
    inside = gaps <= _SHORT * _usual(gaps)
    edges = np.flatnonzero(np.diff(np.r_[False, inside, False].astype(np.int8)))
    runs = edges.reshape(-1, 2)
    return [
        Group(every.block[first : last + 1], every.end_ms[first : last + 1])
        for first, last in runs.tolist()
        if last + 1 - first >= FEWEST_READS
    ]


def _usual(gaps: Ints) -> Floats:
    """Returns the gap that is usual in groups, around each gap."""
    parts = np.array_split(gaps, max(1, len(gaps) // _SURROUNDINGS))
    usual = [np.full(len(part), np.quantile(part, _SHARE)) for part in parts]
    found: Floats = np.concatenate(usual)
    return found
