"""Compares drives under the same requests: differences with intervals, and decisions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from headstack import checks, notebook
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.statistics import figures
from headstack.statistics.figures import MEASURES, Difference
from headstack.statistics.intervals import LEVEL, Interval
from headstack.statistics.series import Series
from headstack.statistics.warmup import MOST, MOST_OF_ONE, Warmup, warmup
from headstack.workload import Workload

if TYPE_CHECKING:
    from headstack.statistics.comparison_plots import ComparisonPlots

SEEDS: Final = 10
MOST_REQUESTS: Final = 10_000_000

Progress = Callable[[int, str], object]
"""Function that is called before each run with the number of finished runs and the drive's name."""

LEAST_REQUESTS: Final = 2
"""Least requests of a compared run. One request has no throughput."""


@dataclass(frozen=True)
class Comparison:
    """A comparison of drives under the same requests. The first drive is the reference.

    Attributes:
        names: names of the drives.
        runs: the runs of each drive, by name of the drive. Run i of all drives had equal requests.
        warmup: number of requests cut off each run: the longest cut that a drive needs.
        level: level of each interval of a figure, and of all differences of a measure together.
        precision: wanted half width of the intervals of means, as a share of the mean. `None`: any
            width.
        reached: whether the precision was reached before there were too many requests.
        figures: the interval of each figure, by drive and measure. If an interval is `None`,
            `differences` has the reason.
        differences: differences of each other drive from the first drive, by measure.
        workload: settings and seed of the workload of the first run.
        setups: drive, scheduler and place of each drive, by its name.
    """

    names: tuple[str, ...]
    runs: Mapping[str, Sequence[Series]] = field(repr=False)
    warmup: Warmup
    level: float
    precision: float | None
    reached: bool
    figures: Mapping[str, Mapping[str, Interval | None]]
    differences: Sequence[Difference]
    workload: Mapping[str, Any] = field(default_factory=dict)
    setups: Mapping[str, str] = field(default_factory=dict)

    @property
    def plot(self) -> "ComparisonPlots":
        """Plots, as `found.plot.pairs()`. Raises ConfigError without matplotlib."""
        from headstack.statistics.comparison_plots import ComparisonPlots

        return ComparisonPlots(self.document())

    @property
    def table(self) -> list[dict[str, Any]]:
        """Returns a row for each drive and measure: figure and difference, with their ends."""
        found = {(one.of, one.measure): one for one in self.differences}
        return [
            self._row(name, measure, found.get((name, measure)))
            for measure in MEASURES
            for name in self.names
        ]

    def _row(self, name: str, measure: str, difference: Difference | None) -> dict[str, Any]:
        figure = self.figures[name][measure]
        apart = None if difference is None else difference.interval
        return {
            "measure": measure,
            "drive": name,
            **_ends("", figure),
            **_ends("difference_", apart),
            "difference_share": None if difference is None else difference.share,
            "verdict": None if difference is None else difference.verdict,
        }

    def document(self) -> dict[str, Any]:
        """Returns the comparison as plain values, for JSON."""
        runs = self.runs[self.names[0]]
        return {
            "drives": list(self.names),
            "runs_each": len(runs),
            "requests_each": len(runs[0].response_ms),
            "warmup_requests": self.warmup.cut,
            "warmup_found": self.warmup.found,
            "level": self.level,
            "precision": self.precision,
            "precision_reached": self.reached,
            "saturated": {
                name: any(run.saturated for run in own) for name, own in self.runs.items()
            },
            "figures": {
                name: {
                    measure: None if one is None else one.document() for measure, one in own.items()
                }
                for name, own in self.figures.items()
            },
            "differences": [one.document() for one in self.differences],
            "workload": dict(self.workload),
            "setups": dict(self.setups),
            "schedule_sha256": {
                name: [run.schedule for run in own] for name, own in self.runs.items()
            },
        }

    def _repr_html_(self) -> str:
        found = {(one.of, one.measure): one for one in self.differences}
        rows = [
            [
                measure.title + f", {measure.unit}",
                name,
                str(self.figures[name][key] or "-"),
                _short(found.get((name, key))),
            ]
            for key, measure in MEASURES.items()
            for name in self.names
        ]
        runs = self.runs[self.names[0]]
        caption = f"{len(runs)} runs of {len(runs[0].response_ms):,} requests each"
        headings = ("figure", "drive", f"{100 * self.level:g} % interval", "against the first")
        return notebook.table(caption, headings, rows)

    def __repr__(self) -> str:
        runs = self.runs[self.names[0]]
        lines = [
            f"{len(self.names)} drives, {len(runs)} runs of {len(runs[0].response_ms):,} requests "
            f"each, {100 * self.level:g} % intervals; warm-up: {self.warmup}"
        ]
        if not self.reached:
            lines.append(f"a precision of {self.precision:g} was not reached")
        for name, measure in MEASURES.items():
            lines.append(f"{measure.title}, {measure.unit}")
            lines += [f"  {one}: {self.figures[one][name] or '-'}" for one in self.names]
            lines += [f"  {_said(one)}" for one in self.differences if one.measure == name]
        return "\n".join(lines)


def compare(
    *drives: Drive | Mapping[str, Drive],
    workload: Workload,
    seeds: int = SEEDS,
    level: float = LEVEL,
    precision: float | None = None,
    most_requests: int = MOST_REQUESTS,
    progress: Progress | None = None,
) -> Comparison:
    """Runs drives under the same requests. Returns their differences with confidence intervals.

    A workload with a seed runs once for each of `seeds` seeds, from its own seed on. The figures of
    a drive and the differences of a pair are then independent for each seed. Recorded requests have
    no seed and run once. Their figures are of batches, and their differences are by request.

    MSER-5 finds the warm-up in the response time of each request, as a mean over the seeds. The
    longest warm-up of a drive is cut off all runs. Differences are against the first drive. With
    several other drives, all intervals hold together with `level` (Bonferroni). Tukey's and
    Dunnett's tests are narrower, but they are for runs with different requests.

    Args:
        drives: two or more drives, or one mapping of names to drives.
        workload: the workload of all drives.
        seeds: number of seeds, 1 to 10,000. 1: a single run, in batches.
        level: share of such intervals that hold the true value, as 0.95.
        precision: largest half of the interval of each mean response time, as a share of the mean.
            More seeds, or with one seed more requests, run until this is reached. `None`: no aim.
        most_requests: most requests of each drive for the precision.
        progress: called before each run with the number of runs done, and the drive's name.

    Raises:
        ConfigError: fewer than two drives, a workload that does not fit them, or an argument out of
            its range; or a precision for recorded requests, whose number is fixed.
        RunError: a run failed.
    """
    named = _named(drives)
    checks.instance("workload", workload, Workload, "headstack.workload")
    if workload.requests < LEAST_REQUESTS:
        raise ConfigError(
            f"the workload has {workload.requests} requests; a comparison needs {LEAST_REQUESTS} "
            "or more"
        )
    checks.function("progress", progress)
    checks.whole("seeds", seeds, 1, 10_000)
    checks.whole("most_requests", most_requests, 1, 2**40)
    if precision is not None:
        precision = _checked_precision(precision, workload)
    level = checks.real("level", level)
    if not 0 < level < 1:
        raise checks.wrong("level", f" is {level:g}; it must be between 0 and 1, as 0.95")
    count = 1 if workload.seed is None else seeds
    trials = _Trials(named, workload, progress)
    while True:
        runs = trials.run(count)
        cut = _warmup(runs)
        alone = {
            name: {
                key: figures.alone(measure, own, cut.cut, level)
                for key, measure in MEASURES.items()
            }
            for name, own in runs.items()
        }
        wanted = 1.0 if precision is None else _more(alone, runs, precision)
        if wanted <= 1 or not trials.lengthen(count, wanted, most_requests):
            break
        count = trials.count
    first, *others = named
    each = 1 - (1 - level) / len(others)
    return Comparison(
        names=tuple(named),
        runs=runs,
        warmup=cut,
        level=level,
        precision=precision,
        reached=wanted <= 1,
        figures=alone,
        differences=[
            figures.difference(measure, (first, runs[first]), (name, runs[name]), cut.cut, each)
            for measure in MEASURES.values()
            for name in others
        ],
        workload={**workload.settings(), "seed": workload.seed},
        setups={name: _name(drive) for name, drive in named.items()},
    )


class _Trials:
    """The finished runs, with methods for more runs."""

    def __init__(
        self, drives: Mapping[str, Drive], workload: Workload, progress: Progress | None
    ) -> None:
        self._drives = drives
        self._workload = workload
        self._progress = progress
        self._done = 0
        self._runs: dict[str, list[Series]] = {name: [] for name in drives}
        self.count = 1

    def run(self, count: int) -> dict[str, list[Series]]:
        """Returns the runs of `count` seeds. Earlier runs are used again."""
        for number in range(len(next(iter(self._runs.values()))), count):
            load = self._workload if number == 0 else _reseeded(self._workload, number)
            for name, drive in self._drives.items():
                if self._progress is not None:
                    self._progress(self._done, name)
                self._runs[name].append(Series.of(drive.run(load)))
                self._done += 1
        self.count = count
        lengths = {name: len(own[0].response_ms) for name, own in self._runs.items()}
        if len(set(lengths.values())) > 1:
            raise ConfigError(
                f"requests are {lengths}: drives are compared by the same requests; take a map "
                "that leaves none out"
            )
        return {name: list(own) for name, own in self._runs.items()}

    def lengthen(self, count: int, factor: float, most: int) -> bool:
        """Demands more seeds, or more requests of a single seed. Returns whether it can."""
        requests = self._workload.requests
        room = most / (count * requests)
        grown = min(factor, room, 4.0)  # an early guess may be far off
        if count > 1:
            self.count = (
                int(np.floor(count * grown)) if grown == room else int(np.ceil(count * grown))
            )
            return self.count > count
        if int(requests * grown) <= requests:
            return False
        self._workload = replace(self._workload, requests=int(requests * grown))  # type: ignore[type-var]
        self._runs = {name: [] for name in self._drives}
        return True


def _more(
    alone: Mapping[str, Mapping[str, Interval | None]],
    runs: Mapping[str, Sequence[Series]],
    precision: float,
) -> float:
    """Returns the factor of requests that the precision needs; 1 or less: no more requests."""
    factors = [0.0]
    for name, own in alone.items():
        found = own["mean_response_ms"]
        if found is not None:
            factors.append(1.1 * (found.half / (precision * found.value)) ** 2)
            if found.half <= precision * found.value:
                factors[-1] = 1.0
        elif not any(run.saturated for run in runs[name]):
            factors.append(2.0)
        else:
            factors.append(np.inf)
    return max(factors)


def _warmup(runs: Mapping[str, Sequence[Series]]) -> Warmup:
    """Returns the longest cut that a drive needs."""
    most = MOST_OF_ONE if all(len(own) == 1 for own in runs.values()) else MOST
    steady = [own for own in runs.values() if not any(run.saturated for run in own)]
    found = [
        warmup(np.mean([run.response_ms for run in own], axis=0), most=most)
        for own in steady or runs.values()
    ]
    return max(found, key=lambda one: (not one.found, one.cut))


def _named(drives: Sequence[Drive | Mapping[str, Drive]]) -> dict[str, Drive]:
    """Returns the drives by name. Raises ConfigError for fewer than two drives."""
    found: dict[Any, Any] = {}
    if len(drives) == 1 and isinstance(drives[0], Mapping):
        found = dict(drives[0])
    else:
        names = [_name(drive) for drive in drives]
        for number, (name, drive) in enumerate(zip(names, drives, strict=True), 1):
            found[name if names.count(name) == 1 else f"{name} ({number})"] = drive
    for name, drive in found.items():
        if not isinstance(name, str) or not isinstance(drive, Drive):
            raise ConfigError(f"{name!r}: {drive!r} is no drive with a name; give headstack.Drive")
    if len(found) < 2:
        raise ConfigError(
            f"{len(found)} drives; there must be two or more, as compare(one, other, workload=...)"
        )
    return found


def _name(drive: object) -> str:
    if not isinstance(drive, Drive):
        return repr(drive)
    return f"{drive.config.name}, {drive.scheduler} in the {drive.placement}"


def _checked_precision(precision: float, workload: Workload) -> float:
    precision = checks.real("precision", precision)
    if not 0 < precision < 1:
        raise checks.wrong("precision", f" is {precision:g}; it must be between 0 and 1, as 0.02")
    if workload.seed is None or not hasattr(workload, "__dataclass_fields__"):
        raise checks.wrong(
            "precision",
            " is for a workload that can be made longer; the number of recorded requests is "
            "fixed: leave it out",
        )
    return precision


def _reseeded(workload: Workload, more: int) -> Workload:
    """Returns the workload with another seed."""
    given: Any = workload
    if workload.seed is None or not hasattr(given, "__dataclass_fields__"):
        raise ConfigError(f"{workload!r} takes no other seed; use seeds=1")
    changed: Workload = replace(given, seed=workload.seed + more)
    return changed


def _short(difference: Difference | None) -> str:
    """Returns verdict and interval of a difference."""
    if difference is None:
        return ""
    if difference.interval is None:
        return f"undecided, {difference.why}"
    return f"{difference.verdict}, {difference.interval}"


def _ends(what: str, interval: Interval | None) -> dict[str, float | None]:
    if interval is None:
        return {f"{what}value": None, f"{what}low": None, f"{what}high": None}
    return {
        f"{what}value": interval.value,
        f"{what}low": interval.low,
        f"{what}high": interval.high,
    }


def _said(one: Difference) -> str:
    if one.interval is None:
        return f"{one.of} against {one.against}: undecided, {one.why}"
    share = "" if one.share is None else f", {100 * one.share:+.1f} %"
    return f"{one.of} against {one.against}: {one.verdict}, by {one.interval}{share}"
