"""An experiment of a paper: its runs, the paper's claims about them, and its figures.

A module of a paper's package has an experiment, `EXPERIMENT`. The functions `points`, `calls`,
`claims` and `shows` of the module are parts of the experiment. Instead, a module may have a family
of figures by name, `EXPERIMENTS`. The experiments of a family differ in their case. The case is the
first argument of these functions. `reproduce` finds and runs the experiments.
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
from headstack_papers.conclusions import Conclusion
from headstack_papers.kinds import Mark
from headstack_papers.quantities import Metric, Row, Rows, Values, measured

Value = TypeVar("Value")


@dataclass(frozen=True)
class Scale:
    """How much of an experiment runs.

    Attributes:
        name: 'full' has the papers' size. 'quick' gives wide intervals. 'sample' is for tests.
        of_requests: share of the requests of a run.
        of_seeds: share of the seeds.
        least_seeds: minimum number of seeds.
    """

    name: Literal["full", "quick", "sample"]
    of_requests: float
    of_seeds: float
    least_seeds: int

    def requests(self, full: int, least: int = 100) -> int:
        """The number of requests of a run.

        Args:
            full: number of requests at full size.
            least: smallest number of requests. A smaller `full` is not raised to this number.
        """
        return max(min(least, full), round(full * self.of_requests))

    def seeds(self, full: int) -> tuple[int, ...]:
        """The seeds, from 1, of an experiment that has `full` seeds at full size."""
        return tuple(
            range(1, max(min(self.least_seeds, full), math.ceil(full * self.of_seeds)) + 1)
        )

    def pick(self, *, full: Value, quick: Value, sample: Value) -> Value:
        """Selects the value for this size, if the value is not a share of the full size."""
        return {"full": full, "quick": quick, "sample": sample}[self.name]


FULL: Final = Scale("full", 1.0, 1.0, 2)
QUICK: Final = Scale("quick", 0.4, 0.25, 3)
SAMPLE: Final = Scale("sample", 0.02, 0.0, 2)


@dataclass(frozen=True)
class Call:
    """A computation outside of sweeps: a function of a module, and its arguments.

    Attributes:
        function: function at the top of a module that returns rows of text, numbers and lists.
        arguments: arguments by name: text, numbers, and lists of text or numbers.
        labels: columns that claims use to find the rows of the call.
    """

    function: Callable[..., Sequence[Row]]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    labels: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Found(Rows):
    """The rows of an experiment: the rows of its points, then the rows of its calls.

    A row of a point has the columns of a sweep's table. A row of a call has the columns that the
    function returned. Both also have the labels.

    Attributes:
        scale: how much has run.
    """

    scale: Scale


@dataclass(frozen=True)
class Series:
    """A line of a chart.

    Attributes:
        name: name in the legend.
        x: places along the axis, numbers or names.
        y: values. `None`: a place has no value.
        half: half widths of the 95 % intervals of the values. Empty: the values have no intervals.
        kind: form of the line. Distributions have 'steps'.
        published: whether the values are from the paper. False: the values are from runs here.
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
        """Makes a line of measured values with their intervals."""
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
        x_log: whether the x axis is logarithmic.
        y_log: whether the y axis is logarithmic.
        x_range: ends of the x axis. `None`: the ends of the data.
        y_range: ends of the y axis. `None`: the ends of the data.
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
    """A table of the paper.

    Attributes:
        title: text above it.
        headings: names of the columns.
        rows: texts of the cells.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def data_file(name: str) -> Path | None:
    """Finds a file in the folder that HEADSTACK_DATA names. `None`: no such file exists."""
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
    """Makes a line for each name: the metric's mean and interval at each value of a column.

    Args:
        found: rows of an experiment.
        metric: quantity along the y axis.
        x: column along the x axis.
        names: names of the lines. A mapping gives the columns that select the rows of each line.
            Otherwise the column `name` of the rows is the name of the line.
        scale: factor by which the metric is multiplied, such as for another unit.
        mean: function that takes the mean over the seeds.
        columns: columns that select the rows of all lines.
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
    """Makes the `calls` of an experiment that has the same single call at each scale."""

    def calls(scale: Scale) -> list[Call]:
        del scale
        return [Call(function, arguments, labels)]

    return calls


def _nothing(of: object) -> tuple[()]:
    """Returns no points, calls, claims or charts."""
    del of
    return ()


@dataclass(frozen=True)
class Experiment:
    """A figure, a table or a section of a paper that runs again here.

    Attributes:
        title: number and subject, as "Figure 6: maximum response time of ...".
        section: the paper's section.
        says: summary of the words and figures of this part of the paper, printed beside our
            figures.
        claims: function that judges the paper's claims on the rows.
        shows: function that makes the charts and tables.
        points: function that makes the runs at a scale. Experiments share equal runs.
        calls: function that makes the other computations at a scale.
        set_up: how the experiment runs here, and what the paper leaves unknown.
        case: first argument of the module's functions. `None`: the experiment has no family.
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
        """Returns the experiment, with the module's functions for the parts that are not set."""
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
        about: subject of the paper, and how its experiments run here.
        conclusions: sentences of its abstract and conclusions.
        kinds: marks of the claims that are not simply measured.
        left_out: reason for each part of the paper without an experiment, by name ('fig1').
    """

    name: str
    title: str
    about: str
    left_out: Mapping[str, str] = field(default_factory=dict)
    conclusions: Sequence[Conclusion] = ()
    kinds: Sequence[Mark] = ()
