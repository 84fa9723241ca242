"""Mean, 99th percentile and throughput of runs, and the differences of these between runs.

Runs with different seeds are independent, so their figures are independent. A single run is cut
into batches. Compared runs have the same requests.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np

from headstack.statistics import intervals
from headstack.statistics.intervals import LEVEL, Interval
from headstack.statistics.series import Series

P99: Final = 0.99

Verdict = Literal["lower", "higher", "same", "undecided"]
"""Verdict about a difference. 'lower': the whole interval is below 0. 'higher': the whole interval
is above 0. 'same': every request was served at the same time. 'undecided': the runs do not
decide."""


@dataclass(frozen=True)
class Measure:
    """A figure of a run.

    Attributes:
        name: name of the figure, with the unit.
        title: common name of the figure.
        unit: the unit.
        less_is_better: whether a lower figure is better.
        of_times: whether the figure is of response times. Such a figure means nothing if the queue
            grew.
        value: function that returns the figure of a run without its first requests.
        alone: function that returns the interval of the figure of one run. `None`: too few
            requests.
        between: function that returns the interval of the second run's figure less the first run's.
    """

    name: str
    title: str
    unit: str
    less_is_better: bool
    of_times: bool
    value: Callable[[Series, int], float]
    alone: Callable[[Series, int, float], Interval | None]
    between: Callable[[Series, Series, int, float], Interval | None]

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickles a member of MEASURES by name, without its functions."""
        own = MEASURES.get(self.name) is self
        return (_of_name, (self.name,)) if own else super().__reduce_ex__(protocol)


@dataclass(frozen=True)
class Difference:
    """The difference of a figure between two drives under the same requests.

    Attributes:
        measure: name of the figure.
        of: name of the drive.
        against: name of the other drive.
        interval: interval of the drive's figure less the other drive's figure. `None`: the
            difference is unknown.
        share: the difference as a share of the other drive's figure. `None`: the share is unknown.
        verdict: meaning of the interval.
        why: reason why nothing is decided. Empty if the verdict is decided.
    """

    measure: str
    of: str
    against: str
    interval: Interval | None
    share: float | None
    verdict: Verdict
    why: str = ""

    def document(self) -> dict[str, Any]:
        """Returns the difference as plain values."""
        return {
            "measure": self.measure,
            "of": self.of,
            "against": self.against,
            "interval": None if self.interval is None else self.interval.document(),
            "share": self.share,
            "verdict": self.verdict,
            "why": self.why,
        }


MEASURES: Final = {
    measure.name: measure
    for measure in (
        Measure(
            "mean_response_ms", "mean response", "ms", True, True,
            lambda run, cut: float(run.response_ms[cut:].mean()),
            lambda run, cut, level: intervals.of_series(run.response_ms[cut:], level),
            lambda one, other, cut, level: intervals.of_series(
                other.response_ms[cut:] - one.response_ms[cut:], level
            ),
        ),
        Measure(
            "p99_response_ms", "99th percentile", "ms", True, True,
            lambda run, cut: float(np.quantile(run.response_ms[cut:], P99)),
            lambda run, cut, level: intervals.of_quantile(run.response_ms[cut:], P99, level),
            lambda one, other, cut, level: intervals.of_quantiles(
                one.response_ms[cut:], other.response_ms[cut:], P99, level
            ),
        ),
        Measure(
            "throughput_per_s", "throughput", "/s", False, False,
            lambda run, cut: float(run.rates_per_s(cut).mean()),
            lambda run, cut, level: intervals.of_series(run.rates_per_s(cut), level),
            lambda one, other, cut, level: intervals.of_series(
                other.rates_per_s(cut) - one.rates_per_s(cut), level
            ),
        ),
    )
}  # fmt: skip
"""The figures by name."""


def alone(
    measure: Measure, runs: Sequence[Series], cut: int, level: float = LEVEL
) -> Interval | None:
    """Returns the interval of a figure of a drive.

    Args:
        measure: the figure.
        runs: one run, or several independent runs.
        cut: number of first requests of each run to cut off, as warm-up.
        level: share of such intervals that hold the true value.

    Returns:
        The interval. `None`: there are too few requests, or the queue grew. Times of a growing
        queue mean nothing.
    """
    if measure.of_times and any(run.saturated for run in runs):
        return None
    if len(runs) == 1:
        found = measure.alone(runs[0], cut, level)
    else:
        found = intervals.of_means([measure.value(run, cut) for run in runs], level)
    return found and replace(found, low=max(found.low, 0.0))  # no figure is negative


def _of_name(name: str) -> Measure:
    return MEASURES[name]


def difference(
    measure: Measure,
    one: tuple[str, Sequence[Series]],
    other: tuple[str, Sequence[Series]],
    cut: int,
    level: float = LEVEL,
) -> Difference:
    """Returns the difference of a figure between `other` and `one`.

    Both drives have runs on the same requests, which are compared run by run.

    Args:
        measure: the figure.
        one: name and runs of the drive to compare with.
        other: name and runs of the other drive.
        cut: number of first requests of each run to cut off, as warm-up.
        level: share of such intervals that hold the true value.
    """
    (against, base), (of, runs) = one, other

    def found(
        interval: Interval | None, share: float | None, verdict: Verdict, why: str = ""
    ) -> Difference:
        return Difference(measure.name, of, against, interval, share, verdict, why)

    if [run.schedule for run in base] == [run.schedule for run in runs]:
        return found(Interval(0.0, 0.0, 0.0, level, len(runs)), 0.0, "same")
    if measure.of_times:
        grew = [name for name, own in (one, other) if any(run.saturated for run in own)]
        if grew:
            return found(None, None, "undecided", f"the queue of {' and of '.join(grew)} grew")
    if len(runs) == 1:
        interval = measure.between(base[0], runs[0], cut, level)
    else:
        pairs = zip(base, runs, strict=True)
        interval = intervals.of_means(
            [measure.value(b, cut) - measure.value(a, cut) for a, b in pairs], level
        )
    if interval is None:
        return found(None, None, "undecided", "there are too few requests")
    whole = float(np.mean([measure.value(run, cut) for run in base]))
    share = interval.value / whole if whole else None
    if interval.low > 0 or interval.high < 0:
        return found(interval, share, "higher" if interval.low > 0 else "lower")
    return found(interval, share, "undecided", "the interval holds 0")
