"""A metric: its declaration, and what it is made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from headstack._core import CoreOutput, RequestTotals
from headstack.arrays import Floats, Words
from headstack.live import Live

PS_PER_MS = 1e9
PS_PER_S = 1e12

Columns = Mapping[str, npt.NDArray[Any]]
"""Columns of `_core.RunOutput`, a row for each request, in order of completion; not empty."""

Metrics = dict[str, Any]
"""Numbers, text, or None where a metric is not defined."""

LearntKind = tuple[npt.NDArray[np.int32], Words, Floats]
"""Distances, how often each was seen, and its mean in ns."""


@dataclass(frozen=True, kw_only=True)
class Requests(Live):
    """Requests that have been served, and what they add up to.

    Attributes:
        totals: counts, and sums in picoseconds.
        percentiles_ms: percentiles 50, 95 and 99 of their response times.
        schedule_sha256: hash of their schedule.
        bytes_per_block: size of the drive's blocks.
    """

    instead = "take the summary that `headstack.metrics.of_run` makes of it"

    totals: RequestTotals
    percentiles_ms: Callable[[], Sequence[float]]
    schedule_sha256: str
    bytes_per_block: int


@dataclass(frozen=True, kw_only=True)
class Run(Requests):
    """A run: its requests, and what they do not say.

    Attributes:
        columns: the requests themselves; None: nobody has kept them.
        is_open: whether requests came at times of their own.
        timing: `measured` or `executed`.
        weights: of the classes; None: they have none.
        decisions: picks that the scheduler made.
        candidates: requests that it looked at, over all picks.
        core: what a processor of the firmware's own has done; None: it ran on this machine.
        learnt: for each kind of request what a scheduler learnt, how many requests taught it
            nothing, and bytes in use; None: it does not learn.
        bus_held_ps: how long the bus was held, by whomever.
        wall_s: wall time of the simulation itself, without set-up.
    """

    columns: Columns | None
    is_open: bool
    timing: str
    weights: Sequence[float] | None
    decisions: int
    candidates: int
    core: CoreOutput | None
    learnt: tuple[list[LearntKind], int, int] | None
    bus_held_ps: int
    wall_s: float


T = TypeVar("T", contravariant=True)


@dataclass(frozen=True)
class Metric(Generic[T]):
    """A metric of requests or of a run.

    Attributes:
        name: key in the summary.
        unit: '1' for a number without one; '' for what is no number.
        meaning: what it is, in Markdown.
        of: its value.
        source: paper that it comes from.
        when: whether the summary has it.
    """

    name: str
    unit: str
    meaning: str
    of: Callable[[T], Any]
    source: str = ""
    when: Callable[[T], bool] = lambda _: True

    def __reduce_ex__(self, protocol: Any) -> Any:
        """For pickle and copy: a declared metric pickles by name, as its functions are lambdas."""
        own = _declared.get(self.name) is self
        return (_of_name, (self.name,)) if own else super().__reduce_ex__(protocol)


_declared: dict[str, Metric[Any]] = {}


def declare(metrics: Sequence[Metric[Any]]) -> None:
    """Declares metrics, which then pickle by name."""
    _declared.update((metric.name, metric) for metric in metrics)


def _of_name(name: str) -> Metric[Any]:
    return _declared[name]


def evaluate(metrics: Sequence[Metric[T]], of: T) -> Metrics:
    """The values of those metrics that are there, by name."""
    return {metric.name: metric.of(of) for metric in metrics if metric.when(of)}
