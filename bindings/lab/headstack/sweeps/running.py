"""The loop of a sweep: sends batches, receives rows, and sends lost batches again."""

import json
from collections import Counter, deque
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from headstack.errors import ConfigError, RunError
from headstack.sweeps.crew import GO_ON, GUARD, Crew
from headstack.sweeps.job import Job
from headstack.sweeps.point import Point
from headstack.sweeps.resolving import Resolver
from headstack.sweeps.store import Store
from headstack.sweeps.worker import Outcome, packed

BATCH_S: Final = 0.3
"""Intended time of a batch, in s. The time is much longer than a transfer, and much shorter than a
sweep."""

MOST_IN_BATCH: Final = 256
MOST_DEATHS: Final = 3
"""Limit of deaths that one point may cause. The point ran alone at the last death. A Dask cluster
tries a batch on several workers by itself."""

LOOK_S: Final = 1.0


@dataclass(frozen=True)
class Task:
    """A point that will run.

    Attributes:
        point: the point.
        key: name of the point's run.
        requests: number of requests of the run.
    """

    point: Point
    key: str
    requests: int


@dataclass
class Loop:
    """Runs tasks, the longest first.

    Attributes:
        tasks: the tasks. No key occurs twice.
        crew: the crew that runs the tasks.
        store: the store for the rows.
        done: function that is called with each finished task. False stops the sweep.
        keep_errors: whether a failed run becomes a row. If False, a failed run ends the sweep.
        requests: folder for the requests. `None`: the requests are not kept.
    """

    tasks: list[Task]
    crew: Crew
    store: Store
    done: Callable[[Task], bool]
    keep_errors: bool
    requests: Path | None
    _resolver: Resolver = field(default_factory=Resolver)
    _flying: "dict[Future[list[Outcome]], list[Task]]" = field(default_factory=dict)
    _deaths: Counter[str] = field(default_factory=Counter)
    _failed: list[tuple[Task, Outcome]] = field(default_factory=list)
    _left: deque[Task] = field(default_factory=deque)
    _stopped: bool = False
    _seconds: float = 0.0
    _served: int = 0

    def run(self) -> None:
        """Runs all tasks.

        Raises:
            ConfigError: a workload does not fit its drive, or a worker cannot run a task.
            RunError: a run failed or killed its workers, or `done` has stopped the sweep.
        """
        self._left = deque(sorted(self.tasks, key=lambda task: -task.requests))
        try:
            while self._flying or (self._left and not self._ending):
                self._send()
                over, _ = wait(self._flying, LOOK_S, FIRST_COMPLETED)
                self._take(over)
                self.crew.look()
        finally:
            self._take_what_is_over()
            self.store.flush()
        self._raise_failures()

    @property
    def _ending(self) -> bool:
        return self._stopped or bool(self._failed)

    def _send(self) -> None:
        """Sends batches until each worker has a batch to run and a waiting batch."""
        while self._left and not self._ending and len(self._flying) < 2 * self.crew.lanes:
            suspect = self._deaths[self._left[0].key] > 0
            if suspect and self._flying:
                return  # the suspect runs alone, so that no other task is lost with it
            batch = [self._left.popleft()] if suspect else self._batch()
            jobs = [self._resolver.job(task.point) for task in batch]
            payload = _pickled(self.crew, jobs, batch)
            where = None if self.requests is None else str(self.requests)
            try:
                future = self.crew.submit(payload, where)
            except self.crew.lost as error:
                self._left.extendleft(reversed(batch))
                self._mourn([], error)
                return
            self._flying[future] = batch
            if suspect:
                return

    def _batch(self) -> list[Task]:
        """Takes the next tasks: about BATCH_S of work. Leaves tasks for the other workers."""
        most = min(MOST_IN_BATCH, max(1, len(self._left) // (4 * self.crew.lanes)))
        per_request = self._seconds / self._served if self._served else BATCH_S
        batch: list[Task] = []
        expected = 0.0
        while self._left and len(batch) < most and (not batch or expected < BATCH_S):
            if batch and self._deaths[self._left[0].key]:
                break
            batch.append(self._left.popleft())
            expected += batch[-1].requests * per_request
        return batch

    def _take(self, over: "set[Future[list[Outcome]]]") -> None:
        """Processes finished batches."""
        dead: list[Task] = []
        why: BaseException | None = None
        deaths = 1
        for future in over:
            batch = self._flying.pop(future)
            try:
                outcomes = future.result()
            except self.crew.lost as error:
                dead, why = dead + batch, error
                deaths = self.crew.deaths(error)
            except CancelledError:
                raise RunError(
                    f"the executor has withdrawn points; is its cluster gone? {GO_ON}"
                ) from None
            except (ConfigError, RunError):
                raise
            except Exception as error:
                raise RunError(f"a worker failed: {type(error).__name__}: {error}") from error
            else:
                for task, outcome in zip(batch, outcomes, strict=True):
                    self._note(task, outcome)
        if why is not None:
            self._mourn(dead, why, deaths)

    def _note(self, task: Task, outcome: Outcome) -> None:
        """Processes the outcome of a run."""
        self._seconds += outcome.seconds
        self._served += task.requests
        row = outcome.row
        if row is None:
            if not self.keep_errors:
                self._failed.append((task, outcome))
                return
            row = {**self._resolver.job(task.point).settings(), "error": outcome.error}
        elif self.requests and not (self.requests / f"{task.key}.parquet").exists():
            raise RunError(
                f"the requests of a point are not in {self.requests}: its worker has another "
                "folder of that name; use one that all machines share"
            )
        self.store.add({**row, **_own(task.point)})
        if not self.done(task):
            self._stopped = True

    def _mourn(self, dead: list[Task], error: BaseException, deaths: int = 1) -> None:
        """Queues the tasks again that were lost with a worker."""
        renewed = self.crew.renew()
        dead = dead + self._lost_as_well()
        for task in dead:
            self._deaths[task.key] += deaths
        if len(dead) == 1 and self._deaths[dead[0].key] >= MOST_DEATHS:
            hint = "" if self._served else f"; a script needs {GUARD} around headstack.sweep"
            raise RunError(
                f"{self._deaths[dead[0].key]} workers have died of this point: {dead[0].point} "
                f"({self.crew.why(error)}); {GO_ON}{hint}"
            )
        if not renewed:
            raise RunError(f"the workers have died ({self.crew.why(error)}); {GO_ON}")
        # The task is queued last, so the other tasks may end before another worker dies.
        self._left.extend(sorted(dead, key=lambda task: -task.requests))

    def _lost_as_well(self) -> list[Task]:
        """Keeps the successful results of a pool that broke, and returns the lost tasks."""
        lost: list[Task] = []
        for future in [future for future in self._flying if future.done()]:
            batch = self._flying.pop(future)
            if future.cancelled() or future.exception() is not None:
                lost.extend(batch)
            else:
                for task, outcome in zip(batch, future.result(), strict=True):
                    self._note(task, outcome)
        return lost

    def _take_what_is_over(self) -> None:
        """Stores the rows of batches that finished before an error ended the loop."""
        for future, batch in list(self._flying.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                for task, outcome in zip(batch, future.result(), strict=True):
                    if outcome.row is not None:
                        self.store.add({**outcome.row, **_own(task.point)})

    def _raise_failures(self) -> None:
        if self._failed:
            task, outcome = self._failed[0]
            more = f" (and {len(self._failed) - 1} more failed)" if len(self._failed) > 1 else ""
            kind = ConfigError if outcome.bad_input else RunError
            raise kind(f"point {task.point}: {outcome.error}{more}")
        if self._stopped:
            raise RunError(f"stopped by progress; {GO_ON}")


def _own(point: Point) -> dict[str, object]:
    """Returns the columns of a point that the sweep adds: `set`, labels and conditions."""
    room = point.conditions
    return {**point.columns(), "conditions": None if room is None else _as_text(room)}


def _as_text(value: object) -> str:
    return json.dumps(value, default=str) if isinstance(value, Mapping) else str(value)


def _pickled(crew: Crew, jobs: list[Job], batch: list[Task]) -> bytes:
    try:
        return packed(jobs, crew.dumps)
    except Exception as error:
        raise ConfigError(
            f"point {batch[0].point}: it cannot be sent to a worker ({error}); a scheduler or "
            "workload of your own is to be a class in a module or a file, as 'mine.py:Class'"
        ) from error
