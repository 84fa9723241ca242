"""A finer seek curve from all reads of a recording, through a host with noise."""

import time

import numpy as np
import pytest

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.measure import validation
from headstack.measure.seek_times import seek_ms
from headstack_identify.fit import finer_curve, start
from headstack_identify.fit.found import Found
from headstack_identify.fit.free_parameters import CURVE, DIRECTION, SMOOTH_MS, SeekCurvePoint
from headstack_identify.fit.problem import State
from headstack_identify.fit.replays import Replays, replay_of
from headstack_identify.fit.search import Search
from headstack_identify.fit.search_state import SearchState
from headstack_identify.fit.small_changes import SmallChanges
from headstack_identify.fit.start import start_for
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.recording import addresses, simulated

PART = 6_000
"""Reads that the search sees. Each has a seek over some hundred cylinders."""

READS = 16_000
HUMP_MS = 0.25


def with_curve(drive: DriveConfig, humps: Floats, turned: list[list[object]]) -> DriveConfig:
    """The drive with a point each 100 cylinders: by turns higher and lower by the humps."""
    cylinders = drive.value("layout.cylinders")
    distances = np.array([1, 4, 16, 50, *range(100, cylinders, 100)])
    times = seek_ms(drive).mean(axis=0)[distances - 1]
    times += np.interp(distances, np.linspace(0, cylinders, len(humps)), humps)
    curve = [[d, f"{ms:.6f} ms"] for d, ms in zip(distances.tolist(), times, strict=True)]
    formula = dict.fromkeys(("seek.first", "seek.root", "seek.linear"))
    return drive.with_values({**formula, CURVE: curve, start.DROPPED: [], DIRECTION: turned})


class Case:
    """A recording of a drive, and the result of a search that ended at once."""

    def __init__(self, truth: DriveConfig, description: DriveConfig, part: int) -> None:
        recording = simulated.record(truth, addresses.plan(description, READS))
        self.whole = workload.Replay(recording, "after")
        some = recording.rows(slice(len(recording.lbn) - part, None))
        self.part = workload.Replay(some, "after")
        self.rows = some.sure()
        begun = start_for(description, self.part)
        self.measured = validation.measured_ms(self.part)
        self.replays = Replays(begun.config, self.part)
        search = Search(self.replays, begun, self.measured, self.rows)
        self.found = search.found(search._steps(search.begin(), search.fine))

    def finer(self, clock: TimeLimit | None = None) -> Found:
        trying = SmallChanges(self.replays, self.measured, self.rows, clock=clock or TimeLimit())
        return finer_curve.settled(self.found, trying, self.whole)

    def begun(self) -> tuple[SearchState, State]:
        """The beginning of the refinement, without its first steps."""
        rows = np.ones(self.whole.requests, bool)
        problem = finer_curve._on_all(self.found, self.replays.config, self.whole, rows)
        state = problem.state(self.found.numbers)
        assert state is not None
        active = finer_curve.curve_numbers(problem)
        return SearchState(problem, self.found.begun, active), state

    def config(self, found: Found) -> DriveConfig:
        return self.replays.config.with_values(found.values)


def off_ms(truth: DriveConfig, config: DriveConfig, up_to: int = 2500) -> float:
    """Root mean square of the errors of the seek curve, in both directions, but for a constant."""
    off = (seek_ms(config) - seek_ms(truth))[:, 50:up_to]
    return float(np.std(off))


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    return catalog.load("hp_c2490a")


@pytest.fixture(scope="module")
def humped(drive: DriveConfig) -> tuple[DriveConfig, Case]:
    """Humps that are narrower than the gaps between the bends of the search."""
    truth = with_curve(drive, HUMP_MS * (-1.0) ** np.arange(20), [[600, "0 ms"], [2629, "0 ms"]])
    return truth, Case(truth, drive, PART)


def test_all_reads_tell_narrow_humps(humped: tuple[DriveConfig, Case]) -> None:
    truth, case = humped
    before = off_ms(truth, case.config(case.found))
    assert off_ms(truth, case.config(case.finer())) < 0.65 * before


def test_the_result_agrees_with_itself(humped: tuple[DriveConfig, Case]) -> None:
    _, case = humped
    found = case.finer()
    config = case.config(found)
    assert len(found.knobs) == len(found.numbers) == len(found.begun) > len(case.found.knobs)
    for knob, number in zip(found.knobs, found.numbers, strict=True):
        if knob.key in (CURVE, DIRECTION):
            assert knob.read(config) == pytest.approx(number, abs=2e-6)
    assert np.array_equal(found.replayed.model_ms, replay_of(config, case.part).model_ms)
    others = {key for key in found.values if found.values[key] != case.found.values.get(key)}
    assert others == {CURVE, DIRECTION}
    olds = dict(zip((k.name for k in case.found.knobs), case.found.begun, strict=True))
    for knob, begun in zip(found.knobs, found.begun, strict=True):
        if knob.key == CURVE:
            assert begun == olds.get(knob.name, 0.0)


def test_times_by_direction_get_narrower_ranges(drive: DriveConfig) -> None:
    truth = with_curve(drive, np.zeros(2), [[200, "0.3 ms"], [2629, "-0.2 ms"]])
    case = Case(truth, drive, PART)
    config = case.config(case.finer())
    edges, times = zip(*config.value(DIRECTION), strict=True)
    assert any(abs(edge - 200) < 20 for edge in edges), edges
    assert len(times) == 6
    assert off_ms(truth, config) < 0.4 * off_ms(truth, case.config(case.found))


def test_a_true_curve_gets_no_numbers(drive: DriveConfig) -> None:
    """The curve of the description is right, so no bend pays."""
    truth = with_curve(drive, np.zeros(2), [[2629, "0 ms"]])
    case = Case(truth, drive, PART)
    found = case.finer()
    assert [knob.name for knob in found.knobs] == [knob.name for knob in case.found.knobs]
    assert off_ms(truth, case.config(found)) < 0.6 * off_ms(truth, case.config(case.found))


def test_without_more_reads_nothing_changes(humped: tuple[DriveConfig, Case]) -> None:
    _, case = humped
    trying = SmallChanges(case.replays, case.measured, case.rows)
    assert finer_curve.settled(case.found, trying, case.part) is case.found


def test_without_time_no_numbers_are_added(humped: tuple[DriveConfig, Case]) -> None:
    _, case = humped
    found = case.finer(TimeLimit(end=time.monotonic()))
    assert len(found.knobs) == len(case.found.knobs)
    assert not found.complete


@pytest.mark.parametrize("way", [finer_curve.between, finer_curve.halved])
def test_new_numbers_leave_the_curve_as_it_is(
    humped: tuple[DriveConfig, Case], way: finer_curve.Way
) -> None:
    _, case = humped
    at, state = case.begun()
    more = way(at, state)
    assert more is not None
    assert len(more[1].numbers) > len(state.numbers)
    curves = [
        seek_ms(case.replays.config.with_values(one.problem.values(there.numbers)))
        for one, there in ((at, state), more)
    ]
    assert curves[1] == pytest.approx(curves[0], abs=1e-4)
    assert np.array_equal(more[0].active, finer_curve.curve_numbers(more[0].problem))


def test_new_bends_have_seeks_on_both_sides(humped: tuple[DriveConfig, Case]) -> None:
    _, case = humped
    at, state = case.begun()
    more = finer_curve.between(at, state)
    assert more is not None
    old = [k.distance for k in at.problem.knobs if isinstance(k, SeekCurvePoint)]
    bends = [k for k in more[0].problem.knobs if isinstance(k, SeekCurvePoint)]
    seeks = at.problem.distance
    for before, bend, after in zip(bends, bends[1:], bends[2:], strict=False):
        if bend.distance in old:
            assert bend.smooth_ms == SMOOTH_MS
            continue
        assert bend.smooth_ms == pytest.approx(SMOOTH_MS / 2**0.5)
        for low, high in ((before, bend), (bend, after)):
            inside = (seeks > low.distance) & (seeks <= high.distance)
            assert inside.sum() >= finer_curve.LEAST_SEEKS
    assert {bend.distance for bend in bends} >= set(old)
