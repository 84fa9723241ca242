"""Replays of a trace on variants of a drive."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.metrics import PS_PER_MS, response_ps
from headstack_identify.fit.free_parameters import Values


@dataclass(frozen=True, eq=False)
class Replayed:
    """The replay of a trace on a model: arrays of one length, a row for each request.

    Attributes:
        model_ms: response time.
        rotation_ms: part of the response time that waits for the sector, while arm, drive and data
            are ready.
        media: whether the request went to the medium before its answer.
        hit: whether the request is a read hit.
        overhead_ms: time of the command and its additions.
        begun_ms: time at which the drive began the request.
        done_ms: time at which the drive finished the request.
    """

    model_ms: Floats
    rotation_ms: Floats
    media: Bools
    hit: Bools
    overhead_ms: Floats
    begun_ms: Floats
    done_ms: Floats


def replay_of(config: DriveConfig, replay: workload.Replay) -> Replayed:
    """Replays a trace on a drive."""
    c = Drive(config).run(replay).columns
    order = np.argsort(c["id"])
    media = (c["seek"] + c["rotation"] + c["transfer"] > 0) & (c["hit"] == 0)
    return Replayed(
        model_ms=(response_ps(c) / PS_PER_MS)[order],
        rotation_ms=((c["rotation"] - c["not_ready"]) / PS_PER_MS)[order],
        media=media[order],
        hit=(c["hit"] != 0)[order],
        overhead_ms=(c["overhead"] / PS_PER_MS)[order],
        begun_ms=(c["start"] / PS_PER_MS)[order],
        done_ms=(c["finish"] / PS_PER_MS)[order],
    )


class Replays:
    """Replays one trace on one drive with other values.

    Args:
        config: the drive.
        trace: the trace.
        progress: called with the number of replays so far.
    """

    def __init__(
        self,
        config: DriveConfig,
        trace: workload.Replay,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self.config = config
        self.trace = trace
        self.runs = 0
        self._progress = progress

    def run(self, variants: Sequence[Values]) -> list[Replayed | None]:
        """Replays the trace on the drive with each set of values.

        `None`: the values make no drive.
        """
        return [self.one(values) for values in variants]

    def one(self, values: Values) -> Replayed | None:
        """Replays the trace with one set of values."""
        self.runs += 1
        if self._progress is not None:
            self._progress(self.runs)
        try:
            return replay_of(self.config.with_values(values), self.trace)
        except ConfigError:
            return None
