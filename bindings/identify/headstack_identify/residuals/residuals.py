"""Computes the differences between the times of a model and a real drive, for each request.

An error of whole revolutions means that the model or the drive just missed a sector. Any other
error means that a time in the description is wrong. So the two are counted separately.
the whole number nearest to the error, if the request went to the medium and the rest, `rest_ms`,
is small. Every other large error (a hit for a miss, a retry) is `far`.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints
from headstack.drive import Drive
from headstack.measure import place, validation
from headstack.metrics import PS_PER_MS, response_ps
from headstack.traces import validation_trace
from headstack_identify.residuals.reading_ahead import since_read_ahead_ms

CLASSES: Final = (
    "read hit",
    "read hit, after a write",
    "read hit, sequential",
    "read miss",
    "read miss, after a write",
    "read miss, sequential",
    "write",
    "write, after a write",
    "write, sequential",
    "cached write",
    "cached write, after a write",
    "cached write, sequential",
)
"""Ways to serve a request. A sequential request begins where the request before ended."""

REVOLUTION_TOLERANCE: Final = 0.1
"""Share of a revolution by which an error may differ from whole revolutions."""

FAR_MS: Final = 2.0
"""Limit of errors that are not whole revolutions. A larger error is `far`."""

PARTS: Final = ("overhead", "seek", "rotation", "transfer", "bus")


@dataclass(frozen=True, eq=False)
class Residuals:
    """A replay and the times of the real drive: arrays of one length, a row for each request.

    Attributes:
        drive: name of the drive.
        trace: path of the trace.
        think: convention of the think times.
        revolution_ms: time of a revolution.
        measured_ms: response times of the real drive.
        model_ms: response times of the model.
        revolutions: whole revolutions by which the model is later, 0 for most requests.
        far: whether the error is large and is not whole revolutions.
        served: number in CLASSES.
        sequential: whether the request begins where the request before ended.
        after_write: whether the request before was a write.
        blocks: number of blocks.
        lbn: first block.
        distance: cylinders from the arm's position, positive towards higher cylinders.
        head_before: head of the last block that went to or from the medium.
        places: places of the requests.
        idle_ms: time from the completion of the request before to the issue, in the model.
        since_read_ahead_ms: time from the end of the last read-ahead to the issue, computed with
            the rates of the medium. Negative while the read-ahead runs, NaN before any read-ahead.
        parts_ms: parts of the model's time, by the keys of PARTS.
    """

    drive: str
    trace: str
    think: str
    revolution_ms: float
    measured_ms: Floats
    model_ms: Floats
    revolutions: Ints
    far: Bools
    served: Ints
    sequential: Bools
    after_write: Bools
    blocks: Ints
    lbn: Ints
    distance: Ints
    head_before: Ints
    places: place.Places
    idle_ms: Floats
    since_read_ahead_ms: Floats
    parts_ms: dict[str, Floats]

    @property
    def error_ms(self) -> Floats:
        """Time of the model less the measured time, in ms."""
        return self.model_ms - self.measured_ms

    @property
    def rest_ms(self) -> Floats:
        """The error without its whole revolutions, in ms."""
        return self.error_ms - self.revolutions * self.revolution_ms

    @property
    def write(self) -> Bools:
        """Whether each request is a write."""
        return self.served >= CLASSES.index("write")

    @property
    def media(self) -> Bools:
        """Whether the model went to the medium before it answered."""
        first, last = CLASSES.index("read miss"), CLASSES.index("write, sequential")
        return (self.served >= first) & (self.served <= last)


def residuals(
    drive: str | os.PathLike[str] | DriveConfig,
    trace: str | Path | workload.Replay,
    think: validation_trace.Think | None = None,
) -> Residuals:
    """Replays a trace. Returns how the model served each request, and its error.

    Args:
        drive: name of a drive, path to a drive file, or a description.
        trace: file in DiskSim's validation format, or a trace in memory.
        think: convention of the think times in the file. `None`: that of the drive.

    Raises:
        ConfigError, RunError: as for `validation.validate`.
    """
    config = drive if isinstance(drive, DriveConfig) else catalog.load(drive)
    replay = validation.as_replay(config, trace, think)
    return of_replay(config, replay, place.of_trace(config, replay))


def of_replay(config: DriveConfig, replay: workload.Replay, lies: place.Places) -> Residuals:
    """Does the same as `residuals` with known places. Places stay while the layout stays."""
    recording = replay.recording
    found = Drive(config).run(replay).columns
    order = np.argsort(found["id"])
    c = {name: column[order] for name, column in found.items()}
    lbn, blocks = recording.lbn.astype(np.int64), recording.blocks.astype(np.int64)
    sequential = np.zeros(len(lbn), bool)
    alike = recording.write[1:] == recording.write[:-1]
    sequential[1:] = alike & (lbn[1:] == (lbn + blocks)[:-1])
    after_write = np.zeros(len(lbn), bool)
    after_write[1:] = recording.write[:-1]
    hit = c["hit"].astype(bool)
    cached = recording.write & (c["seek"] + c["rotation"] + c["transfer"] == 0)
    served = 3 * np.select([hit, cached, recording.write], [0, 3, 2], 1)
    served += np.select([sequential, after_write], [2, 1], 0)
    model = response_ps(c) / PS_PER_MS
    measured = recording.measured_ps / PS_PER_MS
    revolution = config.revolution_ps / PS_PER_MS
    error = model - measured
    turns = np.rint(error / revolution).astype(np.int64)
    whole = np.abs(error - turns * revolution) <= REVOLUTION_TOLERANCE * revolution
    turns[hit | cached | ~whole] = 0
    before, head = _arm(lies, hit)
    idle = np.zeros(len(lbn))
    idle[1:] = (c["arrival"][1:] - c["finish"][:-1]) / PS_PER_MS
    return Residuals(
        drive=config.name,
        trace=recording.path,
        think=replay.think,
        revolution_ms=revolution,
        measured_ms=measured,
        model_ms=model,
        revolutions=turns,
        far=(turns == 0) & (np.abs(error) > FAR_MS),
        served=served,
        sequential=sequential,
        after_write=after_write,
        blocks=blocks,
        lbn=lbn,
        distance=lies.cylinder - before,
        head_before=head,
        places=lies,
        idle_ms=idle,
        since_read_ahead_ms=since_read_ahead_ms(config, c, lies),
        parts_ms={part: c[part] / PS_PER_MS for part in PARTS},
    )


def _arm(lies: place.Places, hit: Bools) -> tuple[Ints, Ints]:
    """Returns cylinder and head of the arm before each request.

    During a read-ahead, the arm is about where its hits are. A hit elsewhere, in an older segment,
    leaves the arm where it is.
    """
    cylinders, heads = np.zeros_like(lies.cylinder), np.zeros_like(lies.head)
    cylinder = head = 0
    ends = zip(hit.tolist(), lies.last_cylinder.tolist(), lies.head.tolist(), strict=True)
    for row, (hits, end, side) in enumerate(ends):
        cylinders[row], heads[row] = cylinder, head
        if not hits or abs(end - cylinder) <= 2:
            cylinder, head = end, side
    return cylinders, heads


def table(found: Residuals) -> dict[str, Any]:
    """Returns a row for each request, as columns by name. The names include the units."""
    lies = found.places
    names = np.array(CLASSES, object)
    ends = np.array(place.ENDS, object)
    return {
        "request": np.arange(len(found.lbn)),
        "write": found.write,
        "lbn": found.lbn,
        "blocks": found.blocks,
        "measured_ms": found.measured_ms,
        "model_ms": found.model_ms,
        "error_ms": found.error_ms,
        "revolutions": found.revolutions,
        "rest_ms": found.rest_ms,
        "far": found.far,
        "class": names[found.served],
        "zone": lies.zone,
        "cylinder": lies.cylinder,
        "head": lies.head,
        "angle_rev": lies.angle,
        "distance_cylinders": found.distance,
        "head_before": found.head_before,
        "place": ends[lies.end],
        "idle_ms": found.idle_ms,
        "since_read_ahead_ms": found.since_read_ahead_ms,
        **{f"{part}_ms": found.parts_ms[part] for part in PARTS},
    }
