"""A bend of the seek curve between two bends of a search: it is a bend, and no term."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.measure.seek_times import seek_ms
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import more_bends, start
from headstack_identify.fit.free_parameters import CURVE, SeekCurvePoint, curve_of
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, Search
from headstack_identify.fit.start import start_for
from headstack_identify.fit.terms import Term, TermTime

Make = Callable[..., ValidationTrace]

HUMP = (1500, 4000)
"""Distances between which the seeks of the truth take longer, in cylinders."""

LONGER_MS = 1.0


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    return catalog.load("ibm_dnes_309170w")


def at(drive: DriveConfig, distances: Sequence[int]) -> list[float]:
    """Times of the drive's seek curve, on the lines between its points, in ms."""
    points = curve_of(drive)
    known, times = ([point[part] for point in points] for part in (0, 1))
    found: list[float] = np.interp(distances, known, times).tolist()
    return found


def humped(drive: DriveConfig) -> DriveConfig:
    """The drive with a hump: a straight rise, a flat part, and a straight fall over 300."""
    first, last = HUMP
    distances = sorted({*(d for d, _ in curve_of(drive)), first, first + 300, last - 300, last})
    plain = np.array(at(drive, distances))
    more = np.interp(distances, [first, first + 300, last - 300, last], [0, 1, 1, 0])
    points = zip(distances, (plain + LONGER_MS * more).tolist(), strict=True)
    curve = [[d, f"{ms:.6f} ms"] for d, ms in points]
    return drive.with_values({CURVE: curve, start.DROPPED: []})


def search_of(drive: DriveConfig, trace: ValidationTrace) -> Search:
    replay = Replay(trace, "before")
    begin = start_for(drive, replay)
    measured = validation.measured_ms(replay)
    return Search(Replays(begin.config, replay), begin, measured, np.ones(replay.requests, bool))


def of_few_points(drive: DriveConfig) -> DriveConfig:
    """The drive with a curve of few points. The longest seeks lie beyond the last point."""
    distances = (1, 2, 5, 20, 100, 500, 2000, 5000)
    points = zip(distances, at(drive, distances), strict=True)
    curve = [[d, f"{ms:.6f} ms"] for d, ms in points]
    return drive.with_values({CURVE: curve, start.DROPPED: []})


@pytest.mark.parametrize("curve", ["of the catalogue", "of few points"])
@pytest.mark.parametrize("distances", [(700, 2222), (3, 9000), "each bend"])
def test_more_bends_leave_the_curve_as_it_is(
    drive: DriveConfig,
    made: Make,
    monkeypatch: pytest.MonkeyPatch,
    curve: str,
    distances: tuple[int, ...] | str,
) -> None:
    monkeypatch.setattr(start, "_with_points_at", lambda config, _: config)
    described = of_few_points(drive) if curve == "of few points" else drive
    search = search_of(described, made(drive, count=1500, think="before"))
    begun = search.begin()
    bends = {j: k for j, k in enumerate(search.problem.knobs) if isinstance(k, SeekCurvePoint)}
    numbers = begun.numbers.copy()
    numbers[list(bends)] = np.linspace(0.1, 0.4, len(bends)) ** 2
    wanted = [k.distance for k in bends.values()] if isinstance(distances, str) else distances
    problem, sources, more = more_bends.with_bends(search.problem, numbers, wanted)
    now = [knob for knob in problem.knobs if isinstance(knob, SeekCurvePoint)]
    assert [knob.distance for knob in now] == sorted({knob.distance for knob in now})
    assert {knob.distance for knob in now} >= set(wanted)
    assert {d for d, _ in now[0].points} >= set(wanted)
    old = sources != more_bends.NEW
    assert len(more) == len(problem.knobs) == len(sources) == len(numbers) + (~old).sum()
    assert np.array_equal(more[old], numbers[sources[old]])
    for place in np.flatnonzero(old).tolist():
        assert problem.knobs[place].name == search.problem.knobs[sources[place]].name
    for knob, after in pairwise(now):
        assert (knob.behind, after.before) == (after.distance, knob.distance)
    curves = [
        seek_ms(search.replays.config.with_values(values))
        for values in (search.problem.values(numbers), problem.values(more))
    ]
    # A drive file has six digits. Beyond the last point, the slope of a short line counts on.
    assert curves[1] == pytest.approx(curves[0], abs=1e-4)


@pytest.mark.parametrize(
    ("term", "limits"),
    [
        (Term("read miss", ("after write",), beyond=700, up_to=2222), (630, 770, 2000, 2444)),
        (Term("write", up_to=705), (635, 775)),
        (Term("read hit", beyond=700), ()),  # a hit has no seek
        (Term("write data", beyond=700), ()),  # nor has the data of a write
        (Term("read miss", ("same track",)), ()),
        (Term("read miss", beyond=10**6), ()),
    ],
)
def test_limits_that_can_be_bends(
    drive: DriveConfig, made: Make, term: Term, limits: tuple[int, ...]
) -> None:
    search = search_of(drive, made(drive, count=1500, think="before"))
    begun = search.begin()
    bent = more_bends.instead(search.at, begun, term, FINE)
    assert (bent.distances if bent else ()) == limits


def test_a_hump_is_no_term(drive: DriveConfig, made: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between few bends, a hump looks like a term that holds at its distances."""
    monkeypatch.setattr(start, "MOST_BENDS", 2)
    trace = made(humped(drive), count=3000, think="before")

    def searched() -> tuple[list[Term], float]:
        search = search_of(drive, trace)
        state = search.add_terms(search.begin(), FINE)
        terms = [k.term for k in search.problem.knobs if isinstance(k, TermTime)]
        return terms, search.problem.cost(state, FINE)

    terms, cost = searched()
    assert not [term for term in terms if term.of == "read miss" and (term.beyond or term.up_to)]
    monkeypatch.setattr(more_bends, "instead", lambda *_: None)
    terms, without = searched()
    assert [term for term in terms if term.beyond or term.up_to], "the term that stood in"
    assert cost < without
