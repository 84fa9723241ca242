"""The declaration of a metric, and the data for its value."""

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
"""Values by name of the metric: numbers or text. `None`: the metric is not defined."""

LearntKind = tuple[npt.NDArray[np.int32], Words, Floats]
"""Distances, and for each distance the number of its occurrences and its mean time in ns."""


@dataclass(frozen=True, kw_only=True)
class Requests(Live):
    """Totals of served requests.

    Attributes:
        totals: counts, and sums in picoseconds.
        percentiles_ms: percentiles 50, 95 and 99 of the response times, in ms.
        schedule_sha256: hash of the schedule.
        bytes_per_block: size of the drive's blocks.
    """

    instead = "take the summary that `headstack.metrics.of_run` makes of it"

    totals: RequestTotals
    percentiles_ms: Callable[[], Sequence[float]]
    schedule_sha256: str
    bytes_per_block: int


@dataclass(frozen=True, kw_only=True)
class Run(Requests):
    """Data of a run: totals of the requests, and facts about the run itself.

    Attributes:
        columns: the requests. `None`: they were not kept.
        is_open: whether arrivals were independent of completions.
        timing: `measured` or `executed`.
        weights: weights of the classes. `None`: the classes have no weights.
        decisions: number of decisions of the scheduler.
        candidates: number of requests that the scheduler examined, in all decisions.
        core: totals of the firmware's processor. `None`: the firmware ran on this machine.
        learnt: learnt times of each kind of request, number of requests that taught nothing, and
            bytes in use. `None`: the scheduler does not learn.
        bus_held_ps: total time for which any device held the bus, in ps.
        wall_s: wall time of the simulation in s, without set-up.
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
        unit: the unit. '1' for a number without a unit. '' if the value is not a number.
        meaning: meaning of the metric, in Markdown.
        of: function that returns the value.
        source: paper that defines the metric.
        when: function that decides whether the summary has the metric.
    """

    name: str
    unit: str
    meaning: str
    of: Callable[[T], Any]
    source: str = ""
    when: Callable[[T], bool] = lambda _: True

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickles a declared metric by name, because its functions are lambdas."""
        own = _declared.get(self.name) is self
        return (_of_name, (self.name,)) if own else super().__reduce_ex__(protocol)


_declared: dict[str, Metric[Any]] = {}


def declare(metrics: Sequence[Metric[Any]]) -> None:
    """Declares metrics, which then pickle by name."""
    _declared.update((metric.name, metric) for metric in metrics)


def _of_name(name: str) -> Metric[Any]:
    return _declared[name]


def evaluate(metrics: Sequence[Metric[T]], of: T) -> Metrics:
    """Returns the values of the metrics that apply, by name."""
    return {metric.name: metric.of(of) for metric in metrics if metric.when(of)}
