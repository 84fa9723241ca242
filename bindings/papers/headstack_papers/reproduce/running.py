"""Runs experiments: all points as a single sweep, the calls, and the rows of each experiment."""

import os
import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from headstack import catalog, files
from headstack._core import __version__
from headstack.errors import ConfigError
from headstack.sweeps import Point, sweep
from headstack.sweeps.crews import crew_of
from headstack.sweeps.resolving import Resolver
from headstack_papers.experiment import FULL, Found, Scale
from headstack_papers.quantities import Row
from headstack_papers.reproduce import calls
from headstack_papers.reproduce.outcome import Done, Outcome
from headstack_papers.reproduce.papers import Named, experiments

POINTS: Final = "points"
CALLS: Final = "calls"
DRIVES: Final = "drives"
"""Folders of results: rows of runs, rows of calls, and the drives' descriptions."""

Progress = Callable[[int, int], object]
"""Function that gets the number of finished runs and calls, and their total. False stops."""


def reproduce(
    names: Sequence[str] = (),
    *,
    folder: str | os.PathLike[str],
    scale: Scale = FULL,
    workers: int | None = None,
    executor: Executor | None = None,
    dask: Any = None,
    progress: Progress | None = None,
) -> Outcome:
    """Runs papers' experiments and judges their claims.

    The folder keeps all finished runs. A later call with the same folder continues from these runs.

    Args:
        names: papers ('seltzer1990') or experiments ('seltzer1990/fig6'). Empty: all.
        folder: folder that keeps the results. `points/` is a Parquet data set, and `calls/` has the
            rows of calls. `drives/` has the resolved description of each drive, by the hash in
            the rows.
        scale: how much runs: `experiment.FULL`, `QUICK` or `SAMPLE`.
        workers: number of processes. `None`: a process for each core.
        executor: any `concurrent.futures.Executor`, which replaces the processes.
        dask: address of a Dask cluster's scheduler, or its Client, which replaces the processes.
        progress: function that is called as runs and calls end.

    Raises:
        ConfigError: no experiment has such a name, or the folder cannot be used.
        RunError: a run failed, or `progress` has stopped the runs. The folder keeps the finished
            runs.
    """
    began = time.monotonic()
    chosen = experiments(names)
    where = Path(folder)
    points = {one.id: list(one.experiment.points(scale)) for one in chosen}
    called = {one.id: list(one.experiment.calls(scale)) for one in chosen}
    every, keys = _keyed(points, where / DRIVES)
    wanted = list({calls.key_of(call): call for own in called.values() for call in own}.values())

    def tell(over: int) -> object:
        return None if progress is None else progress(over, len(every) + len(wanted))

    rows_of_points: dict[str, Row] = {}
    if every:
        swept = sweep(
            list(every.values()),
            folder=where / POINTS,
            workers=workers,
            executor=executor,
            dask=dask,
            progress=tell,
        )
        rows_of_points = {row["key"]: row for row in swept.table.to_pylist()}
    with closing(crew_of(executor, workers, dask)) as crew:
        rows_of_calls = calls.run(wanted, crew, where / CALLS, lambda over: tell(len(every) + over))
    done = []
    for one in chosen:
        rows: list[Row] = [
            {**rows_of_points[key], **point.columns()}
            for point, key in zip(points[one.id], keys[one.id], strict=True)
        ]
        for call in called[one.id]:
            rows += [{**row, **call.labels} for row in rows_of_calls[calls.key_of(call)]]
        done.append(_judged(one, Found(rows, scale)))
    versions = {"headstack": __version__, "Python": platform.python_version()}
    return Outcome(done, time.monotonic() - began, versions)


def _judged(one: Named, found: Found) -> Done:
    claims = list(one.experiment.claims(found))
    slugs = [claim.slug for claim in claims]
    twice = {slug for slug in slugs if slugs.count(slug) > 1}
    if twice:
        raise ConfigError(f"{one.id}: two claims are called {', '.join(sorted(twice))}")
    return Done(one, found, claims, list(one.experiment.shows(found)))


def _keyed(
    points: dict[str, list[Point]], drives: Path
) -> tuple[dict[str, Point], dict[str, list[str]]]:
    """The different points by name, without labels, and each experiment's names of points."""
    resolver = Resolver()
    every: dict[str, Point] = {}
    keys: dict[str, list[str]] = {}
    known: set[str] = set()
    files.make_folder(drives)
    for name, own in points.items():
        keys[name] = []
        for point in own:
            job = resolver.job(point)
            keys[name].append(job.key)
            if job.key not in every:
                every[job.key] = _bare(point)
                _keep_drive(job.drive.config.to_toml(), drives, known)
    return every, keys


def _bare(point: Point) -> Point:
    return Point(**{**point.given(), "labels": {}})


def _keep_drive(toml: str, folder: Path, known: set[str]) -> None:
    """Writes a drive's resolved description once. The hash in the rows is the file's name."""
    if toml in known:
        return
    known.add(toml)
    path = folder / f"{catalog.configuration_sha256(toml)}.toml"
    if not path.exists():
        with files.whole(path) as temporary, files.saying(path):
            temporary.write_text(toml, encoding="utf-8")
