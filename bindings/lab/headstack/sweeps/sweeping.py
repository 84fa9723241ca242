"""`headstack.sweep`: plans and runs many points, and returns their table."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from headstack import checks, files, notebook
from headstack.errors import ConfigError, RunError
from headstack.lazy import needed
from headstack.sweeps import columns, lines
from headstack.sweeps.axes import points_of
from headstack.sweeps.crews import crew_of
from headstack.sweeps.fields import FIELDS
from headstack.sweeps.point import Point
from headstack.sweeps.resolving import Resolver
from headstack.sweeps.running import Loop, Task
from headstack.sweeps.store import REQUESTS, Folder, Memory, Store, ordered

if TYPE_CHECKING:
    import pyarrow as pa

    from headstack.sweeps.sweep_plots import SweepPlots

OnError = Literal["stop", "keep"]
"""What a failed run does: it ends the sweep, or becomes a row with the reason."""

OTHER_WORDS: Final = (
    *("points", "seeds", "depth", "executor", "workers", "dask", "folder", "rows", "on_error"),
    "progress",
)
"""Arguments of `sweep` that are not axes."""


SHOWN: Final = ("mean_response_ms", "p99_response_ms", "throughput_per_s")
"""Figures of a sweep in a notebook."""

MOST_SHOWN: Final = 60
"""Most lines of a sweep in a notebook."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """The results of a sweep.

    Attributes:
        points: the points.
        table: a row for each point, in the order of the points. A row has labels, settings and
            summary. The metadata of a column has its unit and description. `varies` marks columns
            of wall time, which differ between runs.
        folder: folder of the rows. `None`: the rows are only in `table`.
    """

    points: Sequence[Point]
    table: "pa.Table"
    folder: Path | None

    def to_pandas(self) -> Any:
        """Returns the table as a DataFrame of pandas. Raises ConfigError without pandas."""
        _need("pandas")
        return self.table.to_pandas()

    def to_polars(self) -> Any:
        """Returns the table as a DataFrame of polars. Raises ConfigError without polars."""
        return _need("polars").from_arrow(self.table)

    @property
    def plot(self) -> "SweepPlots":
        """Plots, as `found.plot.curves()`. Raises ConfigError without matplotlib."""
        from headstack.sweeps.sweep_plots import SweepPlots

        return SweepPlots(self.table.to_pylist())

    def requests(self, point: Point) -> Path:
        """Returns the file of a point's requests. Raises ConfigError if they were not kept."""
        path = None if self.folder is None else self.folder / REQUESTS / f"{point.key}.parquet"
        if path is None or not path.exists():
            raise ConfigError(
                f"point {point}: its requests were not kept; give folder and rows=True"
            )
        return path

    def __repr__(self) -> str:
        failed = self.table.num_rows - self.table["error"].null_count
        where = "" if self.folder is None else f" in {self.folder}"
        ended = f", {failed} failed" if failed else ""
        return f"<Sweep of {len(self.points)} points{ended}{where}>"

    def _repr_html_(self) -> str:
        rows = self.table.to_pylist()
        names = lines.varying(rows, lines.own_columns(self.points))
        groups = lines.groups(rows, lines.own_columns(self.points))
        cells = [
            [
                *(lines.short(alike[0][name]) for name in names),
                str(len(alike)),
                *(_mean(alike, name) for name in SHOWN),
            ]
            for alike in groups[:MOST_SHOWN]
        ]
        left = len(groups) - MOST_SHOWN
        caption = repr(self)[1:-1] + (f"; {left:,} lines more" if left > 0 else "")
        return notebook.table(caption, (*names, "runs", *SHOWN), cells)


def _mean(rows: Sequence[Mapping[str, Any]], figure: str) -> str:
    value = lines.mean(rows, figure)
    return "-" if value is None else f"{value:,.4g}"


def _need(package: str) -> Any:
    import importlib

    try:
        return importlib.import_module(package)
    except ImportError:
        raise ConfigError(f"{package} is not installed; pip install {package}") from None


def sweep(
    points: Iterable[Point | Mapping[str, Any]] | None = None,
    *,
    seeds: int | Iterable[int] | None = None,
    depth: Any = None,
    executor: Any = None,
    workers: int | None = None,
    dask: Any = None,
    folder: str | os.PathLike[str] | None = None,
    rows: bool = False,
    on_error: OnError = "stop",
    progress: Callable[[int], object] | None = None,
    **axes: Any,
) -> Sweep:
    """Runs every combination of the axes, on all cores or on a cluster.

    Each result equals the result of `Drive.run` to the bit, for any executor and any order. With a
    folder, a sweep that was ended or killed continues after its finished points.

    Args:
        points: dicts or `sweeps.Point`s, each with arguments that belong together. Each point is
            combined with all axes.
        seeds: a number n for the seeds 1 to n, or a list of seeds. `None`: each workload keeps its
            own seed.
        depth: a short name of the axis `queue_depth`.
        executor: any `concurrent.futures.Executor`. `None`: the sweep spawns its own processes.
        workers: number of the sweep's own processes. `None`: one for each core.
        dask: address of a Dask cluster's scheduler, as 'tcp://host:8786', or its Client.
        folder: folder for the rows, as Parquet files. `None`: the rows stay in memory.
        rows: whether the folder also has a file with the requests of each point.
        on_error: with 'stop', a failed run ends the sweep after the runs under way. With 'keep',
            the row of the failed run has the reason in `error`.
        progress: called with the number of finished points. If it returns False, the sweep stops.
        axes: fields of `sweeps.Point`, such as drive, scheduler and workload. Each field has a
            value or a list of values. `set` has values or lists by keys of the drive's file;
            `labels` has values or lists by names of your own columns. In a field that is a text,
            the value of a label replaces the name of the label in braces, as in
            workload='random(rate={rate})'.

    Returns:
        The table with a row for each point, in the order of the axes.

    Raises:
        ConfigError: the input is bad (reported before any run), a workload does not fit its drive,
            or pyarrow is not installed.
        RunError: a run failed, a point killed its workers, or `progress` has stopped the sweep. The
            folder has the finished rows.
    """
    keep = checks.choice("on_error", on_error, get_args(OnError)) == "keep"
    if checks.flag("rows", rows) and folder is None:
        raise ConfigError("rows needs a folder for the requests; give folder=...")
    checks.function("progress", progress)
    if folder is not None:
        checks.path("folder", folder)
    needed("pyarrow", "sweep")
    found = planned(points, seeds=seeds, depth=depth, **axes)
    labels = columns.kinds_of(found)
    tasks = tasks_of(found)
    where = None if folder is None else Path(folder)
    store: Store = Memory(labels) if where is None else Folder(where, labels, rows)
    left = unfinished(tasks, store, keep)
    counted = _Count(tasks, left, progress)
    requests = (where / REQUESTS).absolute() if where is not None and rows else None
    if left:
        with closing(crew_of(executor, workers, dask)) as crew:
            Loop(left, crew, store, counted.one_more, keep, requests).run()
    own = [point.columns() for point in found]
    table = ordered(store.tables(), [task.key for task in tasks], own, labels)
    return Sweep(found, table, where)


def planned(
    points: Iterable[Point | Mapping[str, Any]] | None = None,
    *,
    seeds: Any = None,
    depth: Any = None,
    **axes: Any,
) -> list[Point]:
    """Returns the points of `sweep` with these arguments. Raises the same errors as `sweep`."""
    for name in axes:
        if name not in FIELDS:
            raise checks.unknown(
                "argument", name, [*FIELDS, *OTHER_WORDS], f"axes: {', '.join(FIELDS)}"
            )
    if depth is not None and axes.get("queue_depth") is not None:
        raise ConfigError("depth and queue_depth name the same axis; give one of them")
    if depth is not None:
        axes["queue_depth"] = depth
    return points_of(points, {n: axis for n, axis in axes.items() if axis is not None}, seeds)


@dataclass(frozen=True)
class Plan:
    """The work of a sweep.

    Attributes:
        different: number of different runs among the points.
        finished: number of these runs that already have rows in the folder.
        requests: number of requests of all other runs.
    """

    different: int
    finished: int
    requests: int


def plan(points: Sequence[Point], folder: str | os.PathLike[str] | None = None) -> Plan:
    """Returns the work of `sweep` for these points, without any run. Raises the same errors."""
    if folder is not None:
        checks.path("folder", folder)
    points = checks.items("points", points, Point)
    tasks = {task.key: task for task in tasks_of(points)}
    labels = columns.kinds_of(points)
    there = Path(folder) if folder is not None and files.is_folder(folder) else None
    known = Folder(there, labels, False).errors if there is not None else {}
    left = [task.requests for key, task in tasks.items() if key not in known]
    return Plan(len(tasks), len(tasks) - len(left), sum(left))


def tasks_of(points: Sequence[Point]) -> list[Task]:
    """Returns the points with their names. Raises ConfigError for arguments that do not fit."""
    resolver = Resolver()
    tasks = []
    for point in points:
        try:
            job = resolver.job(point)
        except ConfigError as error:
            if len(points) == 1:
                raise
            raise ConfigError(f"point {point}: {error}") from error
        tasks.append(Task(point, job.key, job.load.requests))
    return tasks


def unfinished(tasks: Sequence[Task], store: Store, keep_errors: bool) -> list[Task]:
    """Returns the unfinished tasks, each key once. Raises RunError if a task failed before."""
    left: dict[str, Task] = {}
    for task in tasks:
        error = store.errors.get(task.key)
        if error is not None and not keep_errors:
            raise RunError(
                f"point {task.point} has failed before: {error}; on_error='keep' takes it as it "
                "is, and another folder runs it again"
            )
        if task.key not in store.errors:
            left.setdefault(task.key, task)
    return list(left.values())


class _Count:
    """Reports the number of finished points."""

    def __init__(
        self, tasks: Sequence[Task], left: Sequence[Task], tell: Callable[[int], object] | None
    ) -> None:
        self._alike = Counter(task.key for task in tasks)
        self._done = len(tasks) - sum(self._alike[task.key] for task in left)
        self._tell = tell
        if tell is not None and self._done:
            tell(self._done)

    def one_more(self, task: Task) -> bool:
        """Counts a finished task. Returns whether the sweep continues."""
        self._done += self._alike[task.key]
        return self._tell is None or self._tell(self._done) is not False
