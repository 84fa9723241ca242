"""An experiment of a paper: what runs, what the paper claims of it, and what its figure shows.

A file of a paper's package has one, as `EXPERIMENT`, or a family of figures that differ in one
thing, as `EXPERIMENTS` by their names. `reproduce` finds and runs them.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from headstack.errors import ConfigError
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Claim

Row = Mapping[str, Any]
Value = TypeVar("Value")


@dataclass(frozen=True)
class Scale:
    """How much of an experiment runs.

    Attributes:
        name: 'full' is what the papers ran, 'quick' gives wide intervals, 'sample' is for tests.
        of_requests: share of the requests of a run.
        of_seeds: share of the seeds.
        least_seeds: number of seeds that there are at least.
    """

    name: Literal["full", "quick", "sample"]
    of_requests: float
    of_seeds: float
    least_seeds: int

    def requests(self, full: int, least: int = 100) -> int:
        """Number of requests of a run that has `full` at full size, and at least `least`."""
        return max(min(least, full), round(full * self.of_requests))

    def seeds(self, full: int) -> tuple[int, ...]:
        """The seeds, from 1, of an experiment that has `full` of them at full size."""
        return tuple(
            range(1, max(min(self.least_seeds, full), math.ceil(full * self.of_seeds)) + 1)
        )

    def pick(self, *, full: Value, quick: Value, sample: Value) -> Value:
        """What an experiment takes at this size, where no share says it."""
        return {"full": full, "quick": quick, "sample": sample}[self.name]


FULL: Final = Scale("full", 1.0, 1.0, 2)
QUICK: Final = Scale("quick", 0.4, 0.25, 3)
SAMPLE: Final = Scale("sample", 0.02, 0.0, 2)


@dataclass(frozen=True)
class Call:
    """A computation that is no run of a sweep: a function of a module, and its arguments.

    Attributes:
        function: function at the top of a module; returns rows of text, numbers and lists.
        arguments: its arguments by name: text, numbers, and lists of them.
        labels: what its rows are found by.
    """

    function: Callable[..., Sequence[Row]]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    labels: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """The rows of an experiment: those of its points, then those of its calls.

    A row has the columns of a sweep's table, or what the call's function has given, and the labels.

    Attributes:
        rows: all of them, in the order of points and calls.
        scale: how much has run.
    """

    rows: Sequence[Row]
    scale: Scale

    def where(self, **columns: Any) -> list[Row]:
        """The rows with these values, in order.

        Raises:
            ConfigError: there is none.
        """
        found = [
            row
            for row in self.rows
            if all(row.get(name) == value for name, value in columns.items())
        ]
        if not found:
            raise ConfigError(f"no row has {columns}")
        return found

    def values(self, metric: str, **columns: Any) -> list[float]:
        """A column of the rows with these values, a number a seed."""
        return [float(row[metric]) for row in self.where(**columns)]

    def mean(self, metric: str, **columns: Any) -> Measured:
        """Its mean and interval over the seeds; a single row has no interval."""
        return measured(self.values(metric, **columns))

    def ratios(
        self, metric: str, one: Mapping[str, Any], other: Mapping[str, Any], **both: Any
    ) -> list[float]:
        """One's values by the other's, seed by seed; `both` holds for both.

        Raises:
            ConfigError: they have not the same seeds.
        """
        pairs = [
            (row, against)
            for row, against in zip(
                self.where(**both, **one), self.where(**both, **other), strict=True
            )
        ]
        for row, against in pairs:
            if row.get("seed") != against.get("seed"):
                raise ConfigError(f"seeds {row.get('seed')} and {against.get('seed')} are no pair")
        return [float(row[metric]) / float(against[metric]) for row, against in pairs]

    def excess(
        self, metric: str, one: Mapping[str, Any], other: Mapping[str, Any], **both: Any
    ) -> Measured:
        """By how many percent one is above the other, paired by seeds."""
        return measured([100 * (ratio - 1) for ratio in self.ratios(metric, one, other, **both)])


def measured(values: Sequence[float]) -> Measured:
    """The mean with its interval; of one value, the value without one."""
    return Measured.of(values) if len(values) > 1 else Measured(values[0])


def by_seed(rows: Sequence[Row], metric: str) -> list[float]:
    """The metric's mean over the rows of each seed, in the order of the seeds."""
    own: dict[int, list[float]] = {}
    for row in rows:
        own.setdefault(row["seed"], []).append(float(row[metric]))
    return [math.fsum(values) / len(values) for _, values in sorted(own.items())]


@dataclass(frozen=True)
class Series:
    """A line of a chart.

    Attributes:
        name: what the legend calls it.
        x: places, numbers or names.
        y: values; None where there is none.
        half: half widths of their 95 % intervals; empty: they have none.
        kind: how it is drawn; 'steps' for distributions.
        published: whether it is what the paper prints, not what ran here.
    """

    name: str
    x: Sequence[float] | Sequence[str]
    y: Sequence[float | None]
    half: Sequence[float] = ()
    kind: Literal["line", "points", "bars", "steps"] = "line"
    published: bool = False


@dataclass(frozen=True)
class Panel:
    """A chart with the paper's axes.

    Attributes:
        title: text above it, as "(a) Average response time".
        x: title of the axis, with its unit.
        y: title of the axis, with its unit.
        series: lines.
        x_log: whether the axis is logarithmic; so `y_log`.
        x_range: ends of the axis; None: those of the data; so `y_range`.
    """

    title: str
    x: str
    y: str
    series: Sequence[Series]
    x_log: bool = False
    y_log: bool = False
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None


@dataclass(frozen=True)
class Table:
    """A table as the paper has it.

    Attributes:
        title: text above it.
        headings: names of the columns.
        rows: texts of the cells.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def lines(
    found: Found,
    metric: str,
    x: str,
    names: Mapping[str, Mapping[str, Any]],
    scale: float = 1.0,
    **columns: Any,
) -> list[Series]:
    """A line for each name: the metric's mean and interval over a column's values.

    Args:
        found: rows of an experiment.
        metric: column that is drawn, times `scale`.
        x: column along the axis.
        names: names of the lines, with the values of columns that their rows have.
        scale: factor, as for another unit.
        columns: values that all rows have.
    """
    drawn = []
    for name, own in names.items():
        rows = found.where(**columns, **own)
        places = sorted({row[x] for row in rows})
        at = [
            measured([scale * float(row[metric]) for row in rows if row[x] == place])
            for place in places
        ]
        drawn.append(Series(name, places, [one.mean for one in at], [one.half for one in at]))
    return drawn


def _nothing(scale: Scale) -> Iterable[Call]:
    """No calls, and no points, at any scale."""
    del scale
    return ()


@dataclass(frozen=True)
class Experiment:
    """A figure, a table or a section of a paper, done again.

    Attributes:
        title: number and subject, as "Figure 6: maximum response time of ...".
        section: the paper's section.
        says: what the paper says and shows there, for the reader beside the figure.
        claims: the paper's claims about it, judged on the rows.
        shows: its charts and tables.
        points: runs at a scale; those that several experiments have run once.
        calls: other computations at a scale.
        set_up: how it is run here, and what of the paper's set-up is not known.
    """

    title: str
    section: str
    says: str
    claims: Callable[[Found], Iterable[Claim]]
    shows: Callable[[Found], Iterable[Panel | Table]]
    points: Callable[[Scale], Iterable[Point]] = _nothing  # type: ignore[assignment]
    calls: Callable[[Scale], Iterable[Call]] = _nothing
    set_up: str = ""


@dataclass(frozen=True)
class Paper:
    """A paper.

    Attributes:
        name: name of its package.
        title: authors, year and title.
        about: what it is about, and how its experiments are run here.
        left_out: what of it has no experiment, by its name ('fig1'), with the reason.
    """

    name: str
    title: str
    about: str
    left_out: Mapping[str, str] = field(default_factory=dict)
