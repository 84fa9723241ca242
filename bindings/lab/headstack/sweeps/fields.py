"""The fields of a point. They describe a run by the arguments of `Drive` and `workload`."""

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
    """The arguments of a run. `None`: the drive or the workload sets the argument.

    Attributes:
        drive: as for `Drive`. The arguments from `scheduler` to `queue_depth` are also as for
            `Drive`. This rule includes `conditions`, `weights`, `mimic` and `learnt_distances`.
        workload: a workload, or its text. The text is a word such as 'random', with the arguments
            below, or a complete text such as 'hot(rate=30, share=0.9)'. 'trace(FILE)' replays a
            file.
        scheduler: the scheduler.
        placement: place of the scheduler.
        host_scheduler: scheduler of the host's queue.
        drive_scheduler: scheduler of the drive's queue.
        host_outstanding: commands kept at the drive when the host schedules.
        host_queue_depth: requests among which the host's scheduler chooses.
        queue_depth: tasks that the drive holds.
        rate_per_s: arrival rate, for a workload of one word.
        outstanding: requests in the system, for a workload of one word.
        size: size of requests, for a workload given as text, and for the parts of this workload.
        read_fraction: share of reads, for the same workloads as `size`.
        align: alignment of first blocks, for the same workloads as `size`.
        requests: number of requests. This number overrides the number of the workload.
        seed: seed. This seed overrides the seed of the workload.
        set: other values for keys of the drive's file, as {'queue.depth': '64 tasks'}.
        conditions: conditions of the drive, such as errors of the medium.
        weights: weights of the workload's classes.
        mimic: the drive's times, for `smtf`.
        learnt_distances: number of distances for which a scheduler that learns has memory.
        labels: your own columns of the table. A label changes only texts that have its name in
            braces, as in 'streams({kind}={count})'.
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
        """Returns the columns that only some sweeps have: values of `set` as text, and labels."""
        return {**{key: _text(value) for key, value in self.set.items()}, **self.labels}

    def given(self) -> dict[str, Any]:
        """Returns the given arguments by name."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in found.items() if value is not None and value != {}}

    def __str__(self) -> str:
        """Returns the given arguments on one line."""
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
