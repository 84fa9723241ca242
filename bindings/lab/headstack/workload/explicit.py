"""Requests of your own, given as columns."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from headstack import _core, checks
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints, Words
from headstack.errors import ConfigError
from headstack.units import LOWEST_PRIORITY
from headstack.workload.base import LONGEST_S, NO_DEADLINE, Workload


@dataclass(frozen=True, eq=False)
class Arrivals(Workload):
    """Requests that come at given times, independent of the drive. All columns are checked.

    Attributes:
        arrival_ps: time of each arrival from the start, never less than the time before.
        lbn: first block of each request.
        blocks: length of each request.
        write: whether each request writes.
        due_ps: time from each arrival to its deadline; 2^63 - 1: no deadline. `None`: no request
            has a deadline.
        class_id: class of each request. `None`: class 0 for all requests.
        limit: number of the duration limit of each request. `None`: no request has a limit.
        priority: priority of each request. `None`: no request has a priority.
    """

    arrival_ps: Ints
    lbn: Words
    blocks: Words
    write: Bools
    due_ps: Ints | None = None
    class_id: npt.NDArray[np.uint16] | None = None
    limit: npt.NDArray[np.uint8] | None = None
    priority: npt.NDArray[np.uint8] | None = None
    requests: int = field(init=False)
    seed: None = field(init=False, default=None)
    outstanding: None = field(init=False, default=None)
    has_limits: bool = field(init=False, default=False)
    has_priorities: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Counts the requests."""
        object.__setattr__(self, "requests", len(self.lbn))
        object.__setattr__(self, "has_limits", self.limit is not None)
        object.__setattr__(self, "has_priorities", self.priority is not None)

    def settings(self) -> dict[str, str | int | float]:
        """Returns the name, and a hash of all columns."""
        columns = (
            self.arrival_ps,
            self.lbn,
            self.blocks,
            self.write,
            self.due_ps,
            self.class_id,
            self.limit,
        )
        given = [column.tobytes() for column in columns if column is not None]
        if self.priority is not None:  # the name tells it from another column of this type
            given += [b"priority", self.priority.tobytes()]
        digest = hashlib.sha256(b"".join(given))
        return {"workload": "arrivals", "arrivals_sha256": digest.hexdigest()}

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the workload in the form for `_core`."""
        row = first_beyond(self.lbn, self.blocks, drive)
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
            limit=self.limit,
            priority=self.priority,
        )


def arrivals(
    arrival_ms: npt.ArrayLike,
    lbn: npt.ArrayLike,
    blocks: npt.ArrayLike,
    *,
    write: npt.ArrayLike = False,
    deadline_ms: npt.ArrayLike | None = None,
    class_id: npt.ArrayLike = 0,
    limit: npt.ArrayLike = 0,
    priority: npt.ArrayLike = 0,
) -> Arrivals:
    """Makes a workload of your own requests. Each request comes at its time, as open arrivals.

    Args:
        arrival_ms: time of each arrival from the start of the run, rising; rounded to a picosecond.
        lbn: first block of each request.
        blocks: length of each request, 1 to 65535; or a single length for all.
        write: whether each request writes; or a single answer for all.
        deadline_ms: deadline of each request from the start of the run; inf: no deadline.
        class_id: class of each request, 0 to 255; or a single class for all.
        limit: number of the duration limit of each request, 1 to 7, or 0 for no limit; or a single
            number for all.
        priority: priority of each request (SAM-5 8.7), 1 for the highest to 15, or 0 for none; or
            a single number for all.

    Raises:
        ConfigError: columns of different lengths, empty columns, or a value out of its range.
    """
    when = _column("arrival_ms", arrival_ms, np.float64)
    if when.ndim != 1 or not len(when):
        raise checks.wrong("arrival_ms", " is not a column with a time for each request")
    if not np.isfinite(when).all() or when[0] < 0 or (np.diff(when) < 0).any():
        raise ConfigError("arrival_ms must rise, from 0 on")
    if when[-1] > LONGEST_S * 1000:
        raise checks.wrong(
            "arrival_ms", f" is {when[-1]:g} at the end; most is {LONGEST_S * 1000:g}"
        )
    firsts = _fitted("lbn", _column("lbn", lbn, np.int64), when.shape, 0, 2**32 - 1)
    lengths = _fitted("blocks", _column("blocks", blocks, np.int64), when.shape, 1, 65535)
    writes = _fitted("write", _column("write", write, np.bool_), when.shape, 0, 1)
    classes = _fitted("class_id", _column("class_id", class_id, np.int64), when.shape, 0, 255)
    limits = _fitted("limit", _column("limit", limit, np.int64), when.shape, 0, 7)
    ranks = _fitted(
        "priority", _column("priority", priority, np.int64), when.shape, 0, LOWEST_PRIORITY
    )
    return Arrivals(
        np.rint(when * 1e9).astype(np.int64),
        firsts.astype(np.uint32),
        lengths.astype(np.uint32),
        writes.astype(np.bool_),
        None if deadline_ms is None else _due_ps(deadline_ms, when),
        classes.astype(np.uint16) if classes.any() else None,
        limits.astype(np.uint8) if limits.any() else None,
        ranks.astype(np.uint8) if ranks.any() else None,
    )


def _due_ps(deadline_ms: npt.ArrayLike, when: Floats) -> Ints:
    """Returns the time from each arrival to its deadline; NO_DEADLINE without a deadline."""
    until = _column("deadline_ms", deadline_ms, np.float64)
    if until.shape != when.shape:
        raise ConfigError(f"deadline_ms has shape {until.shape}, where {when.shape} is wanted")
    row = int(np.argmin(until >= when))  # also False for NaN
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
    """Returns the values as an array of this kind, if the conversion loses nothing."""
    try:
        found = np.asarray(values)
    except ValueError:
        raise checks.wrong(
            name, f" is {checks.shown(values)}; it must be a row of numbers"
        ) from None
    if not np.can_cast(found.dtype, kind, "same_kind") or found.dtype.kind == "m":
        raise ConfigError(f"{name} holds {found.dtype}, where {np.dtype(kind)} is wanted")
    return found.astype(kind)


def _fitted(
    name: str, values: npt.NDArray[Any], shape: tuple[int, ...], least: int, most: int
) -> npt.NDArray[Any]:
    """Returns the values of a column, after checks of length and range."""
    if values.shape not in ((), shape):
        raise ConfigError(f"{name} has shape {values.shape}, where {shape} or one value is wanted")
    if values.min() < least or values.max() > most:
        raise ConfigError(f"{name} goes from {values.min()} to {values.max()}; {least} to {most}")
    return np.broadcast_to(values, shape)


def first_beyond(lbn: Words, blocks: Words, drive: DriveConfig) -> int | None:
    """Returns the number of the first request past the drive's end. `None`: all requests fit."""
    beyond = np.flatnonzero(lbn.astype(np.int64) + blocks > drive.blocks)
    return int(beyond[0]) if beyond.size else None
