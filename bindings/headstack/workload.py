"""What the host asks of a drive: random arrivals, a closed loop, media streams, a trace, your own.

Use the constructors `random`, `closed`, `streams`, `trace` and `arrivals`; they check every
argument.
"""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from headstack import _core, checks, srt, traces, units
from headstack._core import DriveConfig
from headstack.classes import Class, Classes, classes
from headstack.errors import ConfigError
from headstack.streams import (
    CD_AUDIO,
    MPEG2,
    Kind,
    Streams,
    streams,
)
from headstack.traffic import (
    LONGEST_S,
    MOST_OUTSTANDING,
    MOST_REQUESTS,
    NO_DEADLINE,
    READ_FRACTION,
    Workload,
)

__all__ = [
    "CD_AUDIO",
    "MOST_OUTSTANDING",
    "MOST_REQUESTS",
    "MPEG2",
    "READ_FRACTION",
    "Arrivals",
    "Class",
    "Classes",
    "Closed",
    "Kind",
    "Random",
    "Replay",
    "Streams",
    "Workload",
    "arrivals",
    "classes",
    "closed",
    "random",
    "streams",
    "trace",
]


@dataclass(frozen=True)
class Random(Workload):
    """Open arrivals: exponential interarrival times, uniformly random over the disk.

    Worthington 1994, section 5. Sizes in bytes, `read_fraction` 0 to 1. First blocks lie at
    multiples of `align_bytes`; None: anywhere.
    """

    rate_per_s: float
    requests: int
    size_bytes: int
    read_fraction: float
    seed: int
    align_bytes: int | None = None
    outstanding: None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Checks every field."""
        rate = checks.real("rate_per_s", self.rate_per_s)
        if rate <= 0:
            raise ConfigError(f"rate_per_s is {self.rate_per_s!r}; it must be more than 0")
        _check_synthetic(
            self.requests, self.size_bytes, self.read_fraction, self.seed, self.align_bytes
        )
        longest_s = (self.requests + 40 * self.requests**0.5) / rate  # 40 standard deviations
        if longest_s > LONGEST_S:
            raise ConfigError(
                f"{self.requests} requests at {rate:g} per second take {self.requests / rate:.3g} s"
                f" of simulated time; it must stay well under {LONGEST_S:.3g} s (106 days)"
            )

    def settings(self) -> dict[str, str | int | float]:
        """Name and parameters."""
        return {
            "workload": "random",
            "rate_per_s": self.rate_per_s,
            "size_bytes": self.size_bytes,
            "read_fraction": self.read_fraction,
            **_alignment(self.align_bytes),
        }

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """As `_core` takes it."""
        return _core.random_workload(
            rate_per_s=self.rate_per_s,
            requests=self.requests,
            blocks=_blocks(self.size_bytes, drive),
            read_fraction=self.read_fraction,
            seed=self.seed,
            align=_align_blocks(self.align_bytes, drive),
        )


@dataclass(frozen=True)
class Closed(Workload):
    """A constant number of requests in the system: each completion brings the next.

    Seltzer 1990, section 3.1. Sizes in bytes, `read_fraction` 0 to 1. First blocks lie at multiples
    of `align_bytes`; None: anywhere.
    """

    outstanding: int
    requests: int
    size_bytes: int
    read_fraction: float
    seed: int
    align_bytes: int | None = None

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole("outstanding", self.outstanding, 1, MOST_OUTSTANDING)
        _check_synthetic(
            self.requests, self.size_bytes, self.read_fraction, self.seed, self.align_bytes
        )
        if self.requests < self.outstanding:
            raise ConfigError(
                f"requests is {self.requests}, outstanding is {self.outstanding}; there must be "
                "at least as many requests as are outstanding"
            )

    def settings(self) -> dict[str, str | int | float]:
        """Name and parameters."""
        return {
            "workload": "closed",
            "outstanding": self.outstanding,
            "size_bytes": self.size_bytes,
            "read_fraction": self.read_fraction,
            **_alignment(self.align_bytes),
        }

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """As `_core` takes it."""
        return _core.closed_workload(
            outstanding=self.outstanding,
            requests=self.requests,
            blocks=_blocks(self.size_bytes, drive),
            read_fraction=self.read_fraction,
            seed=self.seed,
            align=_align_blocks(self.align_bytes, drive),
        )


@dataclass(frozen=True, eq=False)
class Replay(Workload):
    """A real drive's trace, closed loop, one request outstanding, with its think times."""

    recording: traces.ValidationTrace
    think: traces.Think
    requests: int = field(init=False)
    seed: None = field(init=False, default=None)
    outstanding: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.choice("think", self.think, get_args(traces.Think))
        object.__setattr__(self, "requests", len(self.recording.lbn))

    def settings(self) -> dict[str, str | int | float]:
        """Name and parameters."""
        return {"workload": "replay", "trace": self.recording.path, "think": self.think}

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """As `_core` takes it."""
        recording = self.recording
        row = _first_beyond(recording.lbn, recording.blocks, drive)
        if row is not None:
            raise ConfigError(
                f"{recording.path}:{row + 1}: LBN {recording.lbn[row]} with "
                f"{recording.blocks[row]} blocks goes past the end of {drive.name}, which has "
                f"{drive.blocks} blocks; is it the right drive?"
            )
        return _core.replay_workload(
            lbn=recording.lbn,
            blocks=recording.blocks,
            write=recording.write,
            wait_ps=recording.wait_ps(self.think),
        )


@dataclass(frozen=True, eq=False)
class Arrivals(Workload):
    """Requests that come when they are said to, whatever the drive does. All columns are checked.

    Attributes:
        arrival_ps: when each comes, from the start; never less than the one before.
        lbn: first block of each.
        blocks: length of each.
        write: whether it writes.
        due_ps: from its arrival to its deadline; 2^63 - 1: it has none. None: nobody has one.
        class_id: the part of the workload that it belongs to. None: 0 for all.
    """

    arrival_ps: npt.NDArray[np.int64]
    lbn: npt.NDArray[np.uint32]
    blocks: npt.NDArray[np.uint32]
    write: npt.NDArray[np.bool_]
    due_ps: npt.NDArray[np.int64] | None = None
    class_id: npt.NDArray[np.uint16] | None = None
    requests: int = field(init=False)
    seed: None = field(init=False, default=None)
    outstanding: None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Counts them."""
        object.__setattr__(self, "requests", len(self.lbn))

    def settings(self) -> dict[str, str | int | float]:
        """Name, and a hash of all columns."""
        columns = (self.arrival_ps, self.lbn, self.blocks, self.write, self.due_ps, self.class_id)
        given = [column.tobytes() for column in columns if column is not None]
        digest = hashlib.sha256(b"".join(given))
        return {"workload": "arrivals", "arrivals_sha256": digest.hexdigest()}

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """As `_core` takes it."""
        row = _first_beyond(self.lbn, self.blocks, drive)
        if row is not None:
            raise ConfigError(
                f"request {row}: lbn {self.lbn[row]} with {self.blocks[row]} blocks goes past the "
                f"end of {drive.name}, which has {drive.blocks} blocks"
            )
        return _core.replay_workload(
            lbn=self.lbn,
            blocks=self.blocks,
            write=self.write,
            wait_ps=np.diff(self.arrival_ps, prepend=0),
            open=True,
            due_ps=self.due_ps,
            class_id=self.class_id,
        )


@dataclass(frozen=True, eq=False)
class Compressed(Workload):
    """A recorded trace, its interarrival times divided by a factor (Popovici 2003, section 4).

    A request for a block that an earlier one is still on waits until that one is over, and all
    behind it wait as well; the interarrival times go on from there.
    """

    recording: srt.SrtTrace
    compression: float
    requests: int = field(init=False)
    seed: None = field(init=False, default=None)
    outstanding: None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Checks every field."""
        if checks.real("compression", self.compression) <= 0:
            raise ConfigError(f"compression is {self.compression!r}; it must be more than 0")
        object.__setattr__(self, "requests", len(self.recording.write))

    def settings(self) -> dict[str, str | int | float]:
        """Name and parameters."""
        return {
            "workload": "compressed",
            "trace": self.recording.path,
            "disk": self.recording.disk,
            "compression": self.compression,
        }

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """As `_core` takes it."""
        recording, size = self.recording, drive.bytes_per_block
        first = recording.start_byte // size
        behind = -(-(recording.start_byte + recording.bytes) // size)
        beyond = np.flatnonzero(behind > drive.blocks)
        if beyond.size:
            raise ConfigError(
                f"{recording.path}: request {beyond[0]} of disk {recording.disk} ends at block "
                f"{behind[beyond[0]]}, past the end of {drive.name}, which has {drive.blocks}"
            )
        wait = np.diff(recording.arrival_ps, prepend=0) / self.compression
        return _core.replay_workload(
            lbn=first.astype(np.uint32),
            blocks=(behind - first).astype(np.uint32),
            write=recording.write,
            wait_ps=np.rint(wait).astype(np.int64),
            open=True,
            hold_repeats=True,
        )


def compressed(path: str | Path, compression: float = 1.0, disk: int = 0) -> Compressed:
    """A recorded trace in HP's SRT format, faster by a factor, with its dependencies kept.

    Args:
        path: the file.
        compression: that the times between arrivals are divided by, more than 0.
        disk: which of the file's disks.

    Raises:
        ConfigError: a compression out of its range, or a file that cannot be read.
    """
    return Compressed(srt.read_srt_trace(path, disk), compression)


def arrivals(
    arrival_ms: npt.ArrayLike,
    lbn: npt.ArrayLike,
    blocks: npt.ArrayLike,
    write: npt.ArrayLike = False,
    deadline_ms: npt.ArrayLike | None = None,
    class_id: npt.ArrayLike = 0,
) -> Arrivals:
    """Requests of your own, open: each comes at its time, whatever the drive does.

    Args:
        arrival_ms: when, from the start of the run, in order; rounded to a picosecond.
        lbn: first block of each.
        blocks: length of each, 1 to 65535; one number for all.
        write: whether each writes; one answer for all.
        deadline_ms: by when each is to be completed, from the start of the run; inf for one that
            has no deadline.
        class_id: the part of the workload that each belongs to, 0 to 255; one number for all.

    Raises:
        ConfigError: columns of different lengths, none, or a value out of its range.
    """
    when = _column("arrival_ms", arrival_ms, np.float64)
    if when.ndim != 1 or not len(when):
        raise ConfigError("arrival_ms is no column of times, one for each request")
    if not np.isfinite(when).all() or when[0] < 0 or (np.diff(when) < 0).any():
        raise ConfigError("arrival_ms must rise, from 0 on")
    if when[-1] > LONGEST_S * 1000:
        raise ConfigError(f"arrival_ms is {when[-1]:g} at the end; most is {LONGEST_S * 1000:g}")
    firsts = _fitted("lbn", _column("lbn", lbn, np.int64), when.shape, 0, 2**32 - 1)
    lengths = _fitted("blocks", _column("blocks", blocks, np.int64), when.shape, 1, 65535)
    writes = _fitted("write", _column("write", write, np.bool_), when.shape, 0, 1)
    classes = _fitted("class_id", _column("class_id", class_id, np.int64), when.shape, 0, 255)
    return Arrivals(
        np.rint(when * 1e9).astype(np.int64),
        firsts.astype(np.uint32),
        lengths.astype(np.uint32),
        writes.astype(np.bool_),
        None if deadline_ms is None else _due_ps(deadline_ms, when),
        classes.astype(np.uint16) if classes.any() else None,
    )


def _due_ps(deadline_ms: npt.ArrayLike, when: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """From each arrival to its deadline; NO_DEADLINE where there is none."""
    until = _column("deadline_ms", deadline_ms, np.float64)
    if until.shape != when.shape:
        raise ConfigError(f"deadline_ms has shape {until.shape}, where {when.shape} is wanted")
    row = int(np.argmin(until >= when))  # False for NaN as well
    if not until[row] >= when[row]:
        raise ConfigError(
            f"request {row}: its deadline, {until[row]:g} ms, is before its arrival at "
            f"{when[row]:g} ms; give a later one, or inf for none"
        )
    if until[np.isfinite(until)].max(initial=0) > LONGEST_S * 1000:
        raise ConfigError(f"deadline_ms goes to {until.max():g}; most is {LONGEST_S * 1000:g}")
    due = np.full(when.shape, NO_DEADLINE)
    has = np.isfinite(until)
    due[has] = np.rint(until[has] * 1e9).astype(np.int64) - np.rint(when[has] * 1e9).astype(
        np.int64
    )
    return due


def _column(name: str, values: npt.ArrayLike, kind: type[np.generic]) -> npt.NDArray[Any]:
    """An array of this kind, if nothing is lost by it."""
    found = np.asarray(values)
    if not np.can_cast(found.dtype, kind, "same_kind") or found.dtype.kind == "m":
        raise ConfigError(f"{name} holds {found.dtype}, where {np.dtype(kind)} is wanted")
    return found.astype(kind)


def _fitted(
    name: str, values: npt.NDArray[Any], shape: tuple[int, ...], least: int, most: int
) -> npt.NDArray[Any]:
    """As long as `shape`, and within the range."""
    if values.shape not in ((), shape):
        raise ConfigError(f"{name} has shape {values.shape}, where {shape} or one value is wanted")
    if values.min() < least or values.max() > most:
        raise ConfigError(f"{name} goes from {values.min()} to {values.max()}; {least} to {most}")
    return np.broadcast_to(values, shape)


def random(
    rate_per_s: float,
    requests: int = 100_000,
    size: str | int = "8KiB",
    read_fraction: float = READ_FRACTION,
    seed: int = 1,
    align: str | int | None = None,
) -> Random:
    """Open arrivals at `rate_per_s`, uniformly random over the disk.

    Args:
        rate_per_s: mean arrivals per second, more than 0.
        requests: how many, 1 or more.
        size: of each request, with its unit ('8KiB') or in bytes; whole blocks of the drive.
        read_fraction: share of reads, 0 to 1.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.
        align: what first blocks are multiples of, as `size`; None: one block.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Random(
        rate_per_s, requests, units.parse_size(size), read_fraction, seed, _align_bytes(align)
    )


def closed(
    outstanding: int,
    requests: int = 100_000,
    size: str | int = "8KiB",
    read_fraction: float = READ_FRACTION,
    seed: int = 1,
    align: str | int | None = None,
) -> Closed:
    """A constant `outstanding` requests in the system, uniformly random over the disk.

    Args:
        outstanding: requests in the system, 1 to 65536.
        requests: how many in all, at least `outstanding`.
        size: of each request, with its unit ('8KiB') or in bytes; whole blocks of the drive.
        read_fraction: share of reads, 0 to 1.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.
        align: what first blocks are multiples of, as `size`; None: one block.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Closed(
        outstanding, requests, units.parse_size(size), read_fraction, seed, _align_bytes(align)
    )


def trace(path: str | Path, think: str = "after") -> Replay:
    """A real drive's trace in the format of DiskSim's validation.

    Args:
        path: the file.
        think: what column 6 is: the think time 'after' its line's request, or 'before' it.

    Raises:
        ConfigError: unknown `think`, or a file that cannot be read; names file and line.
    """
    convention = checks.choice("think", think, get_args(traces.Think))
    return Replay(traces.read_validation_trace(path), convention)


def _align_bytes(align: str | int | None) -> int | None:
    return None if align is None else units.parse_size(align, "align")


def _alignment(align_bytes: int | None) -> dict[str, int]:
    """What a result records of it."""
    return {} if align_bytes is None else {"align_bytes": align_bytes}


def _align_blocks(align_bytes: int | None, drive: DriveConfig) -> int:
    if align_bytes is None:
        return 1
    blocks = units.blocks_of(align_bytes, drive.bytes_per_block, "align")
    if blocks > drive.blocks:
        raise ConfigError(
            f"align is {blocks} blocks, more than {drive.name} has ({drive.blocks} blocks)"
        )
    return blocks


def _check_synthetic(
    requests: int, size_bytes: int, read_fraction: float, seed: int, align_bytes: int | None
) -> None:
    checks.whole("requests", requests, 1, MOST_REQUESTS)
    checks.whole("size_bytes", size_bytes, 1, 2**63 - 1)
    if not 0 <= checks.real("read_fraction", read_fraction) <= 1:
        raise ConfigError(f"read_fraction is {read_fraction!r}; it must be from 0 to 1")
    checks.whole("seed", seed, 0, 2**64 - 1)
    if align_bytes is not None:
        checks.whole("align_bytes", align_bytes, 1, 2**63 - 1)


def _first_beyond(
    lbn: npt.NDArray[np.uint32], blocks: npt.NDArray[np.uint32], drive: DriveConfig
) -> int | None:
    """Number of the first request that goes past the drive's end; None if none does."""
    beyond = np.flatnonzero(lbn.astype(np.int64) + blocks > drive.blocks)
    return int(beyond[0]) if beyond.size else None


def _blocks(size_bytes: int, drive: DriveConfig) -> int:
    blocks = units.blocks_of(size_bytes, drive.bytes_per_block)
    if blocks > drive.blocks:
        raise ConfigError(
            f"size is {blocks} blocks, more than {drive.name} has ({drive.blocks} blocks)"
        )
    return blocks
