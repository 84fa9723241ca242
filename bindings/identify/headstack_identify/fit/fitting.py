"""Fits a drive file to a trace: first the phase, then searches on all requests and each half."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import checks, workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats
from headstack.errors import ConfigError, RunError
from headstack.measure import validation
from headstack.parallel import arithmetic, processes
from headstack.traces import validation_trace
from headstack.traces.formats.disksim_validate import BLOCK
from headstack.traces.services import Queued
from headstack_identify import crossvalidation
from headstack_identify.fit import (
    described,
    dips,
    finer_curve,
    host_noise,
    last_step,
    phase,
    searched_part,
    spare_cylinders,
    table,
)
from headstack_identify.fit.found import Found
from headstack_identify.fit.free_parameters import Values
from headstack_identify.fit.host_noise import HostNoise
from headstack_identify.fit.phase import Phase
from headstack_identify.fit.replays import Replays, replay_of
from headstack_identify.fit.search import Search
from headstack_identify.fit.small_changes import SmallChanges
from headstack_identify.fit.start import Start, start_for
from headstack_identify.fit.terms import TermTime
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.tracks import guessing

TIME_LIMIT_S: Final = 600.0
JOBS: Final = 2
LARGE_BLOCK: Final = 4096
"""Bytes of a block of a recording whose requests are whole blocks of this size."""

SEARCHES: Final = ((0, 0), (1, 0), (2, 0), (0, 1))
"""Searches by part and beginning. The parts are all requests, the odd blocks and the even blocks.

Different beginnings give different ends. The better of two searches on all requests makes the file.
The searches on the halves only score the file.
"""
MOST_JOBS: Final = len(SEARCHES)
"""Largest number of searches at a time."""

LAST_SHARE: Final = 0.1
"""Share of the time that the searches leave for the last step."""

LEAST_REQUESTS: Final = 2 * crossvalidation.BLOCK_REQUESTS

_OVERLAPPED: Final = ("overhead.", "bus.")  # times that may lie in the service before

_NO_SERVICES: Final = (
    "the recording has several requests outstanding, and no services of a disk appear in the order "
    "of completion: several disks or a cache answered, or the disk reports ends in another order; "
    "record with one request outstanding (fio: iodepth=1, numjobs=1)"
)

_COLUMNS: Final = ("all", "odd", "even")
_POLL_S: Final = 0.2


@dataclass(frozen=True, eq=False)
class Fit:
    """A drive that was fitted to a trace.

    Attributes:
        drive: name of the first description.
        recording: the requests on which the search ran.
        requests: number of requests of the whole trace, which the phase took.
        queued: marks of the whole trace, if several requests were outstanding.
        phase: results of the phase of media accesses.
        start: start of the search, from the description.
        found: the search on all requests.
        halves: the searches on the odd and on the even blocks of requests.
        config: the found drive.
        measured_ms: times of the real drive, shape (requests,).
        begun_ms: times of the model with the given description, under the found convention.
        fitted_ms: times of the model with the fit on all requests.
        own_half_ms: times of the model with the fit on the request's own half.
        held_out_ms: times of the model with the fit on the other half.
        runs: number of replays.
        took_s: duration of the fit in seconds.
    """

    drive: str
    recording: validation_trace.ValidationTrace
    requests: int
    queued: Queued | None
    phase: Phase
    start: Start
    found: Found
    halves: tuple[Found, Found]
    config: DriveConfig
    measured_ms: Floats
    begun_ms: Floats
    fitted_ms: Floats
    own_half_ms: Floats
    held_out_ms: Floats
    runs: int
    took_s: float

    @property
    def trace(self) -> str:
        """Path of the trace."""
        return self.recording.path

    @property
    def replay(self) -> workload.Replay:
        """The trace as a workload, under the found convention."""
        return workload.Replay(recording=self.recording, think=self.think)

    @property
    def complete(self) -> bool:
        """Whether the time was enough for all searches."""
        return all(found.complete for found in (self.found, *self.halves))

    @property
    def sums(self) -> list[str]:
        """Keys of found times that lack what the drive did during the service before.

        Empty if one request was outstanding where the search ran.
        """
        if self.recording.queued is None:
            return []
        pairs = zip(self.found.knobs, self.found.begun, self.found.numbers, strict=True)
        keys = (knob.key for knob, then, now in pairs if then != now)
        return list(dict.fromkeys(key for key in keys if key.startswith(_OVERLAPPED)))

    @property
    def think(self) -> validation_trace.Think:
        """Convention of the trace's think times."""
        assert self.phase.think is not None
        return self.phase.think

    def scores(self) -> dict[str, dict[str, float]]:
        """Figures of `validation.compare`: begun, fitted, own_half, held_out."""
        times = {
            "begun": self.begun_ms,
            "fitted": self.fitted_ms,
            "own_half": self.own_half_ms,
            "held_out": self.held_out_ms,
        }
        return {name: validation.compare(ms, self.measured_ms) for name, ms in times.items()}

    def host_noise(self) -> HostNoise:
        """Returns what the fit leaves: the noise of the host that recorded the trace."""
        return host_noise.of_times(
            self.measured_ms, self.fitted_ms, self.config.revolution_ps / 1e9
        )

    def changes(self) -> list[dict[str, Any]]:
        """Returns the changed numbers: name, start, and fits on all, odd and even blocks.

        A number that a search did not have, such as the number of a term that was not found, keeps
        its start.
        """
        columns = [found.by_name() for found in (self.found, *self.halves)]
        names = dict.fromkeys(name for column in columns for name in column)
        rows = []
        for name in names:
            begun = next(column[name][0] for column in columns if name in column)
            now = [column[name][1] if name in column else begun for column in columns]
            if any(number != begun for number in now):
                rows.append({"name": name, "begun": begun, **dict(zip(_COLUMNS, now, strict=True))})
        return rows

    def terms(self) -> list[dict[str, Any]]:
        """Returns the conditional terms of the found drive, with the terms of its description."""
        pairs = zip(self.found.knobs, self.found.numbers, strict=True)
        return [
            knob.term.document(number)
            for knob, number in pairs
            if isinstance(knob, TermTime) and round(number, 3)
        ]

    def spare_cylinders(self) -> list[int]:
        """Returns how many cylinders without blocks the search added at the end of each zone."""
        return spare_cylinders.of(self.start.config, self.config)

    def rules(self) -> Values:
        """Returns the changed rules by key. `None`: the key is now left out."""
        now, then = self.found.others, self.start.others
        return {key: now.get(key) for key in {**then, **now} if now.get(key) != then.get(key)}


def fit(
    trace: str | Path | workload.Replay,
    drive: DriveConfig | None,
    *,
    think: validation_trace.Think | None = None,
    time_limit_s: float = TIME_LIMIT_S,
    jobs: int = JOBS,
    space: table.SearchSpace = table.EVERYTHING,
    progress: Callable[[int, str], object] | None = None,
) -> Fit:
    """Makes a drive from a trace with measured times and a rough description.

    Equal input gives equal results for any `jobs`, and on any processor of a kind
    (`arithmetic.alike`), unless the time limit ends the search. The function starts processes. So
    a script must call the function under `if __name__ == "__main__":`.

    A recording may have several requests outstanding, throughout or in a part of it. The order of
    completion then gives the services (`headstack.traces.services`).

    Args:
        trace: file in DiskSim's validation format, a recording in another format of traces, or a
            trace in memory.
        drive: the description, from a datasheet or imported. `None`: the recording chose its
            addresses as `headstack record` does, and shows the drive.
        think: the convention of the trace's think times. `None`: the fit finds the convention.
        time_limit_s: time limit of the search. The best result so far is returned.
        jobs: processes, 1 to 4.
        space: keys that the search can change.
        progress: called from time to time with the number of replays so far and the stage.

    Raises:
        phase.PhaseError: the trace and the description do not fit, or there is no description.
            `found` has the results until then.
        ConfigError: bad trace, a trace that is too short, or an order of completion that shows no
            services.
        RunError: the process of a search failed.
    """
    began = time.monotonic()
    jobs = checks.whole("jobs", jobs, 1, MOST_JOBS)
    if not checks.real("time_limit_s", time_limit_s) > 0:
        raise checks.wrong("time_limit_s", f" is {time_limit_s!r}; it must be more than 0")
    recording, drive = _read(trace, drive, think)
    think = think or recording.think
    say = progress or (lambda _done, _what: None)
    say(0, "phase")
    try:
        with arithmetic.alike(), processes.ending(_pool(1, None)) as pool:
            told, start = pool.submit(_identified, recording, drive, think, space).result()
    except BrokenProcessPool as error:
        raise RunError(f"the search for the phase failed: {error}") from error
    assert drive is not None, "_identified"
    assert told.corrected is not None, "_identified"
    assert told.think is not None, "_identified"
    replay = workload.Replay(recording=searched_part.of(recording), think=told.think)
    whole = workload.Replay(recording=searched_part.whole_of(recording), think=told.think)
    left = time_limit_s - (time.monotonic() - began)
    parts, runs = _searched(told.corrected, replay, whole, start, left, jobs, say)
    odd = _odd(replay.requests)
    everything, on_odd, on_even = parts
    times = [found.replayed.model_ms for found in parts]
    return Fit(
        drive=drive.name,
        recording=replay.recording,
        requests=len(recording.lbn),
        queued=recording.queued,
        phase=told,
        start=start,
        found=everything,
        halves=(on_odd, on_even),
        config=start.config.with_values(everything.values),
        measured_ms=validation.measured_ms(replay),
        begun_ms=replay_of(drive, replay).model_ms,
        fitted_ms=times[0],
        own_half_ms=np.where(odd, times[1], times[2]),
        held_out_ms=np.where(odd, times[2], times[1]),
        runs=runs,
        took_s=time.monotonic() - began,
    )


def _read(
    trace: str | Path | workload.Replay,
    drive: DriveConfig | None,
    think: validation_trace.Think | None,
) -> tuple[validation_trace.ValidationTrace, DriveConfig | None]:
    """Returns the requests, and the description. A recording of `record` needs no description."""
    if isinstance(trace, workload.Replay):
        return trace.recording, drive
    if drive is not None:
        replay = workload.recorded(trace, think=think, drive=drive, several=True)
        return replay.recording, drive
    size = LARGE_BLOCK
    try:
        replay = workload.recorded(trace, think=think, block_bytes=size, several=True)
    except ConfigError:  # some reads are no whole large blocks
        size = BLOCK
        replay = workload.recorded(trace, think=think, block_bytes=size, several=True)
    recording = replay.recording
    return recording, guessing.description(recording, size) if recording.think else None


def _identified(
    recording: validation_trace.ValidationTrace,
    drive: DriveConfig | None,
    think: validation_trace.Think | None,
    space: table.SearchSpace,
) -> tuple[Phase, Start]:
    """Returns the phase and the start of the search. Raises PhaseError if there is no start."""
    try:
        told = described.identify(recording, drive, think)
    except phase.PhaseError as error:
        _check_length(recording, error.found)
        if recording.queued is None or error.found.convention is None:
            raise
        raise ConfigError(f"{error}; {_NO_SERVICES}") from error
    if drive is None or told.corrected is None:
        raise phase.PhaseError(
            f"{recording.path}: a trace alone does not describe the drive; give a rough "
            "description too: surfaces, zones with cylinders and sectors per track, seek times "
            "(docs/reference/drive-files.md)",
            told,
        )
    if told.think is None:
        raise phase.PhaseError(
            f"{recording.path}: the phase does not tell whether think times come before or after "
            "requests; give --think",
            told,
        )
    _check_length(recording, told)
    replay = workload.Replay(recording=searched_part.of(recording), think=told.think)
    wedges = told.wedges.per_revolution if told.wedges else None
    return told, start_for(told.corrected, replay, wedges, space)


def _check_length(recording: validation_trace.ValidationTrace, found: Phase) -> None:
    """Raises PhaseError if a trace has too few requests for a fit."""
    if len(recording.lbn) < LEAST_REQUESTS:
        raise phase.PhaseError(
            f"{recording.path} has {len(recording.lbn)} requests; too few to fit to: two halves "
            f"need at least {LEAST_REQUESTS}",
            found,
        )


def _odd(requests: int) -> Bools:
    """Returns which requests are in odd blocks: the first block, the third block and so on."""
    odd: Bools = np.arange(requests) // crossvalidation.BLOCK_REQUESTS % 2 == 0
    return odd


def _searched(
    config: DriveConfig,
    replay: workload.Replay,
    whole: workload.Replay,
    start: Start,
    left_s: float,
    jobs: int,
    say: Callable[[int, str], object],
) -> tuple[list[Found], int]:
    """Runs the searches on all requests, on the odd blocks and on the even blocks.

    Returns the searches and the number of replays. Each search gets an equal share of the time.
    """
    odd, sure = _odd(replay.requests), replay.recording.sure()
    parts: Sequence[Bools] = (sure, odd & sure, ~odd & sure)
    last_s, left_s = left_s, (1 - LAST_SHARE) * left_s
    rounds = -(-len(SEARCHES) // jobs)
    done = get_context("spawn").Array("q", len(SEARCHES))
    with arithmetic.alike(), processes.ending(_pool(jobs, done)) as pool:
        began = time.monotonic()
        futures = []
        for number, (part, beginning) in enumerate(SEARCHES):
            end_s = began + left_s * (number // jobs + 1) / rounds
            given = (config, replay, start.wedges, start.space, parts[part])
            futures.append(pool.submit(_search, *given, end_s, beginning, number))
        _wait(futures, lambda: say(_total(done), f"fitting {config.name}"))
        found = [future.result() for future in futures]
        best = [
            better([one for one, (of, _) in zip(found, SEARCHES, strict=True) if of == part])
            for part in range(len(parts))
        ]
        say(_total(done), "small changes")
        last = [
            pool.submit(
                _mended, config, replay, whole, start.wedges, start.space, rows, one, began + last_s
            )
            for rows, one in zip(parts, best, strict=True)
        ]
        ends = [future.result() for future in last]
    return [end for end, _ in ends], _total(done) + sum(runs for _, runs in ends)


def _mended(
    config: DriveConfig,
    replay: workload.Replay,
    whole: workload.Replay,
    wedges: int | None,
    space: table.SearchSpace,
    rows: Bools,
    found: Found,
    end_s: float,
) -> tuple[Found, int]:
    """Runs the last steps of a search in its own process. Returns the number of replays, too."""
    start = start_for(config, replay, wedges, space)
    replays, measured = Replays(start.config, replay), validation.measured_ms(replay)
    clock = TimeLimit(end=end_s)
    trying = SmallChanges(replays, measured, rows, start.wedges, start.space, clock)
    found = dips.settled(finer_curve.settled(found, trying, whole), trying)
    return last_step.mended(found, trying), replays.runs


def better(found: Sequence[Found | None]) -> Found:
    """Returns the search with the least cost. `None` in `found`: the search had no time."""
    least = min((one for one in found if one is not None), key=lambda one: one.cost)
    return replace(least, complete=all(one is not None and one.complete for one in found))


def _pool(jobs: int, done: Any) -> ProcessPoolExecutor:
    """Starts processes that know the replay counter of each search."""
    return processes.pool(jobs, _begin, done)


def _total(done: Any) -> int:
    return sum(list(done))


def _wait(futures: Sequence[Future[Found | None]], tell: Callable[[], object]) -> None:
    waiting: set[Future[Found | None]] = set(futures)
    while waiting:
        finished, waiting = wait(waiting, _POLL_S)
        tell()
        for future in finished:
            error = future.exception()
            if error is not None:
                raise RunError(f"a search failed: {error}") from error


_done: Any = None


def _begin(done: Any) -> None:
    """Initialises a process with the replay counters."""
    global _done
    _done = done


def _search(
    config: DriveConfig,
    replay: workload.Replay,
    wedges: int | None,
    space: table.SearchSpace,
    rows: Bools,
    end_s: float,
    beginning: int,
    number: int,
) -> Found | None:
    """Runs a search in its own process.

    Returns `None` if no time is left. But the first search of each set of requests always runs.
    """
    clock = TimeLimit(end=end_s)
    if beginning and not clock.left():
        return None
    start = start_for(config, replay, wedges, space)

    def count(runs: int) -> None:
        _done[number] = runs

    replays = Replays(start.config, replay, count)
    measured = validation.measured_ms(replay)
    return Search(replays, start, measured, rows, clock, beginning=beginning).run()
