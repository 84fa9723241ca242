"""One run in the words of `Drive` and `workload`: the fields of a point."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from headstack._core import DriveConfig
from headstack.mimic import Mimic
from headstack.scheduler import Spec
from headstack.workload import Workload

Label = str | int | float | bool


@dataclass(frozen=True, kw_only=True)
class Words:
    """One run. What is None is left to what it belongs to.

    Attributes:
        drive: as for `Drive`.
        workload: a workload; or its text, a word as 'random' with the arguments below, or a whole
            one as 'hot(rate=30, share=0.9)'; 'trace(FILE)' replays a file.
        scheduler: as for `Drive`, as are those up to `queue_depth`, and `weights` to `conditions`.
        placement: where that is.
        host_scheduler: scheduler of the host's queue.
        drive_scheduler: scheduler of the drive's.
        host_outstanding: commands kept at the drive when the host schedules.
        host_queue_depth: requests that the host's scheduler chooses from.
        queue_depth: tasks that the drive holds.
        rate_per_s: of a workload that is one word.
        outstanding: the same.
        size: of a workload that is text, and of its parts.
        read_fraction: the same.
        align: the same.
        requests: number of requests, in place of the workload's.
        seed: seed, in place of the workload's.
        set: other values for keys of the drive's file, as {'queue.depth': '64 tasks'}.
        conditions: what is done to the drive.
        weights: weights of the workload's classes.
        mimic: the drive's times, for `smtf`.
        learnt_distances: room of a scheduler that learns.
        labels: columns of your own for the table. They change nothing but texts in which their
            names stand in braces, as in 'streams({kind}={count})'.
    """

    drive: str | os.PathLike[str] | DriveConfig
    workload: Workload | str
    scheduler: Spec | None = None
    placement: str | None = None
    host_scheduler: Spec | None = None
    drive_scheduler: Spec | None = None
    host_outstanding: int | None = None
    host_queue_depth: int | None = None
    queue_depth: int | None = None
    rate_per_s: float | None = None
    outstanding: int | None = None
    size: str | int | None = None
    read_fraction: float | None = None
    align: str | int | None = None
    requests: int | None = None
    conditions: Mapping[str, object] | str | os.PathLike[str] | None = None
    mimic: Mimic | str | os.PathLike[str] | None = None
    weights: Sequence[float] | None = None
    learnt_distances: int | None = None
    set: Mapping[str, object] = field(default_factory=dict)
    seed: int | None = None
    labels: Mapping[str, Label] = field(default_factory=dict)

    def columns(self) -> dict[str, Label]:
        """Columns that only some sweeps have: keys of `set` as text, and the labels."""
        return {**{key: _text(value) for key, value in self.set.items()}, **self.labels}

    def given(self) -> dict[str, Any]:
        """The arguments that were given, by name."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in found.items() if value is not None and value != {}}

    def __str__(self) -> str:
        """What was given, on one line."""
        words = {**self.given(), **self.columns()}
        words.pop("set", None)
        words.pop("labels", None)
        return ", ".join(f"{name} {_text(value)}" for name, value in words.items())


FIELDS = tuple(one.name for one in fields(Words))


def _text(value: object) -> str:
    if isinstance(value, DriveConfig):
        return value.name
    if isinstance(value, Workload):
        return value.text()
    if isinstance(value, type):
        return value.__qualname__
    return str(value)
