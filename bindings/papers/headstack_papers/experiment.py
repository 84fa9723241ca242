"""An experiment of a paper: what runs, what the paper claims of it, and what its figure shows.

A file of a paper's package has one, as `EXPERIMENT`, whose parts are the file's functions `points`,
`calls`, `claims` and `shows`. Or it has a family of figures, as `EXPERIMENTS` by their names, that
differ in the first argument of these functions, the case. `reproduce` finds and runs them.
"""

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final, Literal, TypeVar

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Claim
from headstack_papers.quantities import Metric, Row, Rows, Values, measured

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
class Found(Rows):
    """The rows of an experiment: those of its points, then those of its calls.

    A row has the columns of a sweep's table, or what the call's function has given, and the labels.

    Attributes:
        scale: how much has run.
    """

    scale: Scale


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

    @classmethod
    def of(
        cls,
        name: str,
        x: Sequence[float] | Sequence[str],
        at: Iterable[Measured],
        kind: Literal["line", "bars"] = "line",
    ) -> "Series":
        """The line of measured values, with their intervals."""
        values = list(at)
        return cls(name, x, [one.mean for one in values], [one.half for one in values], kind)


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


def data_file(name: str) -> Path | None:
    """A file of the folder that HEADSTACK_DATA names; None if it is not there."""
    folder = os.environ.get("HEADSTACK_DATA")
    found = Path(folder) / name if folder else None
    return found if found is not None and found.is_file() else None


def lines(
    found: Found,
    metric: Metric,
    x: str,
    names: Iterable[str] | Mapping[str, Mapping[str, Any]],
    scale: float = 1.0,
    mean: Callable[[Values], Measured] = measured,
    **columns: Any,
) -> list[Series]:
    """A line for each name: the metric's mean and interval over a column's values.

    Args:
        found: rows of an experiment.
        metric: what is drawn, times `scale`.
        x: column along the axis.
        names: names of the lines, with the values of columns that their rows have; without values,
            the column `name` has it.
        scale: factor, as for another unit.
        mean: how the mean over the seeds is taken.
        columns: values that all rows have.
    """
    own = names if isinstance(names, Mapping) else {name: {"name": name} for name in names}
    drawn = []
    for name, chosen in own.items():
        rows = {**columns, **chosen}
        places = sorted({row[x] for row in found.where(**rows)})
        at = [mean(scale * found.values(metric, **rows, **{x: place})) for place in places]
        drawn.append(Series.of(name, places, at))
    return drawn


def once(
    function: Callable[..., Sequence[Row]],
    labels: Mapping[str, Any] = MappingProxyType({}),
    **arguments: Any,
) -> Callable[[Scale], list[Call]]:
    """The `calls` of an experiment that has one, the same at any scale."""

    def calls(scale: Scale) -> list[Call]:
        del scale
        return [Call(function, arguments, labels)]

    return calls


def _nothing(of: object) -> tuple[()]:
    """No points, calls, claims or charts."""
    del of
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
        case: first argument of the file's functions, for one of a family; None: not a family.
    """

    title: str
    section: str
    says: str
    claims: Callable[[Found], Iterable[Claim]] = _nothing
    shows: Callable[[Found], Iterable[Panel | Table]] = _nothing
    points: Callable[[Scale], Iterable[Point]] = _nothing
    calls: Callable[[Scale], Iterable[Call]] = _nothing
    set_up: str = ""
    case: Any = None

    def of(self, module: ModuleType) -> "Experiment":
        """The experiment of a file: what it does not say itself are the file's functions."""
        case = () if self.case is None else (self.case,)
        parts: dict[str, Any] = {
            name: partial(getattr(module, name), *case)
            for name in ("points", "calls", "claims", "shows")
            if getattr(self, name) is _nothing and hasattr(module, name)
        }
        return replace(self, **parts)


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
