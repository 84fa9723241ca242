"""A suite run again: its cases in processes of their own, the report in the suite's order."""

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
    """What a suite's runs say of its baseline.

    Attributes:
        suite: its file.
        baseline: the folder of the baseline.
        cases: the cases that were run, in the suite's order.
        stale: files of the baseline that belong to no case of the suite.
        unsealed: files of the baseline without a hash of what is in them.
    """

    suite: Path
    baseline: Path
    cases: tuple[Compared, ...]
    stale: tuple[str, ...]
    unsealed: tuple[Path, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether no case failed, and no figure moved further than it may."""
        return not any(case.failing for case in self.cases)

    @property
    def updated(self) -> list[str]:
        """Cases whose baseline was written."""
        return [case.name for case in self.cases if case.updated]


@dataclass(frozen=True)
class _Done:
    """How a case went: its record, or an error."""

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
    """Runs a suite's cases, and holds what they give against what is stored.

    Args:
        suite: what is run.
        baseline: folder with what is stored.
        only: names of cases; None: all.
        workers: number of processes, 1 to 1024; with 1 the cases run in this one. A script that
            asks for more has its own code under `if __name__ == "__main__":`.
        update: write what came out to the baseline, where it changed. The folder is made.
        progress: called with how many cases are done, and the name of the last one.

    Raises:
        ConfigError: no such case or folder, a file in it that is no baseline, or a case that
            cannot be run.
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
    """Returns the stored record; or None and the reason, if --update replaces a damaged file."""
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
    """How each case went, in their order."""
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
    """Runs a case; errors come back as texts, which cross from one process to another."""
    try:
        record, wall_s = case.run()
    except ConfigError as error:
        return _Done(wrong=str(error))
    except RunError as error:
        return _Done(failed=str(error))
    return _Done(record, wall_s)
