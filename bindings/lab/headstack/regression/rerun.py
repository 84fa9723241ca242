"""Runs the cases of a suite in processes. The report is in the order of the suite."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from headstack import checks, files
from headstack.errors import ConfigError, RunError
from headstack.parallel import processes
from headstack.regression.baseline import Baseline, ChangedError
from headstack.regression.case import Case, Record
from headstack.regression.differences import Compared, compared
from headstack.regression.suite import Suite

MOST_WORKERS: Final = 1024

Progress = Callable[[int, str], object]


@dataclass(frozen=True)
class Report:
    """The comparison of a suite with its baseline.

    Attributes:
        suite: file of the suite.
        baseline: the folder of the baseline.
        cases: the cases that were run, in the suite's order.
        stale: files of the baseline that belong to no case of the suite.
        unsealed: files of the baseline without a hash of their contents.
    """

    suite: Path
    baseline: Path
    cases: tuple[Compared, ...]
    stale: tuple[str, ...]
    unsealed: tuple[Path, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether no case failed, and all differences of figures are allowed."""
        return not any(case.failing for case in self.cases)

    @property
    def updated(self) -> list[str]:
        """Cases whose baseline was written."""
        return [case.name for case in self.cases if case.updated]


@dataclass(frozen=True)
class _Done:
    """The outcome of a case: its record, or an error."""

    record: Record | None = None
    wall_s: float = 0.0
    failed: str | None = None
    wrong: str | None = None


def rerun(
    suite: Suite,
    baseline: files.Name,
    *,
    only: Iterable[str] | None = None,
    workers: int = 1,
    update: bool = False,
    progress: Progress = lambda *_: None,
) -> Report:
    """Runs the cases of a suite, and compares the results with the stored results.

    Args:
        suite: the suite.
        baseline: folder with the stored results.
        only: names of cases. `None`: all cases.
        workers: number of processes, 1 to 1024. With 1, the cases run in the calling process. A
            script with more workers must have its own code under `if __name__ == "__main__":`.
        update: write changed results to the baseline. The folder is made if necessary.
        progress: called with the number of finished cases, and the name of the last finished case.

    Raises:
        ConfigError: an unknown case or folder, a file in the folder that is not a baseline, or a
            case that cannot run.
        RunError: a process of a case died, or there is no room for the baseline.
    """
    number = checks.whole("workers", workers, 1, MOST_WORKERS)
    checks.instance("suite", suite, Suite, "regression.Suite.read")
    checks.flag("update", update)
    if only is not None:
        only = checks.items("only", only, str)
    if not callable(progress):
        raise checks.wrong("progress", f" is {checks.shown(progress)}; it must be a function")
    cases = suite.cases if only is None else suite.only(only)
    stored = Baseline(Path(checks.path("baseline", baseline)))
    if update:
        files.make_folder(stored.folder)
    elif not files.is_folder(stored.folder):
        raise ConfigError(f"baseline {stored.folder}: no such folder; --update makes it")
    earlier = [_before(stored, case.name, update) for case in cases]
    found = []
    ran = _run(cases, number, progress)
    for case, (before, changed), done in zip(cases, earlier, ran, strict=True):
        if done.wrong is not None:
            raise ConfigError(f"{suite.path}: case {case.name!r}: {done.wrong}")
        if done.record is None:
            found.append(Compared(case.name, "failed", error=done.failed))
        else:
            now = compared(case, before, done.record, done.wall_s)
            found.append(replace(now, error=changed))
    if update:
        found = [_stored(stored, case) for case in found]
    stale = stored.others(case.name for case in suite.cases)
    unsealed = stored.unsealed(case.name for case in cases)
    return Report(suite.path, stored.folder, tuple(found), tuple(stale), tuple(unsealed))


def _before(baseline: Baseline, name: str, update: bool) -> tuple[Record | None, str | None]:
    """Returns the stored record. `None` and the reason: --update replaces a damaged file."""
    try:
        return baseline.load(name), None
    except ChangedError as error:
        if not update:
            raise
        return None, str(error)


def _stored(baseline: Baseline, case: Compared) -> Compared:
    if case.record is None:
        return case
    written = baseline.store(case.name, case.record)
    return replace(case, updated=written)


def _run(cases: Sequence[Case], workers: int, progress: Progress) -> Iterator[_Done]:
    """Yields the outcome of each case, in the order of the cases."""
    if min(workers, len(cases)) <= 1:
        for number, case in enumerate(cases, 1):
            yield _one(case)
            progress(number, case.name)
        return
    with processes.ending(processes.pool(min(workers, len(cases)))) as pool:
        jobs: dict[Any, Case] = {pool.submit(_one, case): case for case in cases}
        try:
            for number, job in enumerate(as_completed(jobs), 1):
                job.result()
                progress(number, jobs[job].name)
        except BrokenProcessPool:
            raise RunError(
                "a process of the regression died; try fewer --workers, each needs memory"
            ) from None
    yield from (job.result() for job in jobs)


def _one(case: Case) -> _Done:
    """Runs a case. Errors are returned as texts, because texts can pass between processes."""
    try:
        record, wall_s = case.run()
    except ConfigError as error:
        return _Done(wrong=str(error))
    except RunError as error:
        return _Done(failed=str(error))
    return _Done(record, wall_s)
