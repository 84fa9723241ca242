"""Conditional terms and settling steps: those of a made drive are found, where there are any."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import settling, situations
from headstack_identify.fit.problem import Problem, State
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, Search
from headstack_identify.fit.splitting import Requests, roundest, splits
from headstack_identify.fit.start import start_for, start_of
from headstack_identify.fit.terms import CONDITIONS, OF, TERMS, Term, TermTime

ROOT = Path(__file__).resolve().parents[4]

Make = Callable[..., ValidationTrace]

COUNT = 1500

PLANTED = {
    Term("cached write", ("same track",)): -0.2,
    Term("cached write", beyond=3000): 0.06,
    Term("read hit", within_ms=12.0): 0.15,
}


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    """A drive with cached writes whose commands are long enough to become shorter."""
    return catalog.load("ibm_dnes_309170w").with_value("overhead.write_cached_command", "0.5 ms")


def planted(drive: DriveConfig, terms: dict[Term, float]) -> DriveConfig:
    return drive.with_value(TERMS, [term.entry(time) for term, time in terms.items()])


def search_of(drive: DriveConfig, trace: ValidationTrace, think: Think = "before") -> Search:
    replay = Replay(trace, think)
    start = start_for(drive, replay)
    measured = validation.measured_ms(replay)
    return Search(Replays(start.config, replay), start, measured, np.ones(replay.requests, bool))


def added(search: Search) -> tuple[dict[Term, float], State]:
    """The terms that a search adds to a description, and the drive with them."""
    state = search.add_terms(search.begin(), FINE)
    pairs = zip(search.problem.knobs, state.numbers.tolist(), strict=True)
    return {knob.term: number for knob, number in pairs if isinstance(knob, TermTime)}, state


def terms_of(search: Search) -> dict[Term, float]:
    """The terms that a search adds to a description."""
    return added(search)[0]


def test_planted_terms_are_found(drive: DriveConfig, made: Make) -> None:
    trace = made(planted(drive, PLANTED), count=COUNT, think="before")
    search = search_of(drive, trace)
    found, state = added(search)
    # The same times can be said in other words: up to 3000 cylinders for beyond.
    assert len(found) <= len(PLANTED) + 1
    cached = [term for term in found if term.of == "cached write"]
    assert any("same track" in term.when for term in cached)
    limits = [term.beyond or term.up_to for term in cached]
    assert max(limits) == pytest.approx(3000, abs=100)
    off = np.abs(state.found.model_ms - search.measured_ms)
    assert np.quantile(off, 0.95) < 0.005
    ((hit, longer),) = ((term, time) for term, time in found.items() if term.of == "read hit")
    assert hit.when == ()
    assert hit.within_ms == pytest.approx(12, abs=0.3)
    assert longer == pytest.approx(0.15, abs=0.02)


def test_a_planted_stream_is_found(drive: DriveConfig, made: Make) -> None:
    stream = Term("read hit", ("sequential", "streaming"), gaps_within_ms=12.0)
    described = drive.with_value("overhead.read_hit_command", "0.5 ms")
    trace = made(planted(described, {stream: -0.3}), count=COUNT, think="before")
    ((found, time),) = terms_of(search_of(described, trace)).items()
    # A hit that goes on where another read ended is nearly always one of a stream here.
    assert set(found.when) <= {"sequential", "following", "streaming"}
    assert found.gaps_within_ms == pytest.approx(12, abs=0.5)
    assert time == pytest.approx(-0.3, abs=0.02)


def test_none_are_found_where_there_are_none(drive: DriveConfig, made: Make) -> None:
    trace = made(drive, count=COUNT, think="before")
    wrong = drive.with_value("overhead.write_cached_command", "0.52 ms")
    assert terms_of(search_of(drive, trace)) == {}
    assert terms_of(search_of(wrong, trace)) == {}


def test_terms_of_the_description_stay(drive: DriveConfig, made: Make) -> None:
    both = planted(drive, PLANTED)
    assert len(both.value(TERMS)) == len(PLANTED)
    start = start_of(both, np.arange(1, 1001), np.ones(1000, bool))
    assert start.config.value(TERMS) == []
    knobs = {knob.term: knob.begun for knob in start.knobs if isinstance(knob, TermTime)}
    assert knobs == PLANTED
    trace = made(both, count=COUNT, think="before")
    search = search_of(both, trace)
    off = np.abs(search.begin().found.model_ms - search.measured_ms)
    assert np.quantile(off, 0.99) < 1e-5  # rounded times may miss a sector
    assert terms_of(search) == pytest.approx(PLANTED, abs=0.02)


def test_conditions_are_measured(drive: DriveConfig, made: Make) -> None:
    trace = made(drive, count=COUNT, think="before")
    search = search_of(drive, trace)
    state = search.begin()
    seen = situations.situation(search.problem, state)
    assert seen is not None
    told = state.found.hit | trace.write  # nothing hides how long their commands take
    after_write = np.r_[False, trace.write[:-1]]
    assert np.mean((seen.conditions["after write"] == after_write)[told]) > 0.99
    after_hit = np.r_[False, state.found.hit[:-1]]
    assert np.mean((seen.conditions["after hit"] == after_hit)[told]) > 0.99
    assert 0 < seen.conditions["same track"].sum() < seen.conditions["same cylinder"].sum()
    assert np.all(seen.since_ms > 0)


def test_a_drive_settles_by_parts_of_a_turn(made: Make) -> None:
    steps = [[100, "0 ms"], [400, "1/4 rev"], [900, "1/2 rev"]]
    plain = catalog.load("hp_c2247a")
    search = search_of(plain, made(plain.with_value(settling.STEPS, steps), count=3000), "after")
    state = search.begin()
    found = settling.proposal(search.problem, state, search.start, FINE)
    assert settles_as(found, steps)
    search = search_of(plain, made(plain, count=3000), "after")
    state = search.begin()
    assert settling.proposal(search.problem, state, search.start, FINE) is None


def test_writes_that_begin_among_their_blocks_settle_too(made: Make) -> None:
    """A part of a turn more is that much, or a turn, or nothing: no effect in proportion."""
    steps = [[200, "0 ms"], [600, "1/4 rev"], [1200, "1/2 rev"]]
    plain = catalog.load("dec_rz26").with_values({"overhead.terms": [], settling.STEPS: None})
    assert plain.value("write.zero_latency")
    trace = made(plain.with_value(settling.STEPS, steps), count=3000, most_blocks=48)
    search = search_of(plain, trace, "after")
    state = search.begin()
    found = settling.proposal(search.problem, state, search.start, FINE)
    assert settles_as(found, steps)


def settles_as(found: Problem | None, steps: list[list[Any]]) -> bool:
    """Whether a proposal has these steps, with borders right to 15 %."""
    assert found is not None
    ends, parts = zip(*found.others[settling.STEPS], strict=True)
    true_ends, true_parts = zip(*steps, strict=True)
    return parts == true_parts and list(ends) == pytest.approx(true_ends, rel=0.15)


def test_a_split_and_its_price() -> None:
    rng = np.random.default_rng(1)
    count = 400
    shifts = np.arange(-30, 31) / 100
    apart = rng.integers(0, 1000, count)
    flags = {"after write": rng.random(count) < 0.4, "upwards": rng.random(count) < 0.5}
    error = rng.normal(0, 0.02, count)

    def found(off: np.ndarray) -> list[Term]:
        costs = np.log1p(((error + off)[:, None] + shifts) ** 2 / 0.04**2)
        since = rng.random(count)
        requests = Requests(costs, shifts, flags, apart, since, since, base=True)
        return [split.term for split in splits("write", requests)]

    assert found(np.zeros(count)) == []
    assert found(np.where(flags["upwards"], 0.1, 0))[0].when[0].endswith("upwards")
    near = found(np.where(apart <= 250, 0.1, 0))[0]
    assert (near.up_to or near.beyond) == pytest.approx(250, abs=10)


def test_a_condition_that_needs_a_threshold_is_not_overlooked() -> None:
    """Many pairs look better than the condition that is right, until that has its threshold."""
    sequential, soon, count = np.arange(600) < 210, np.arange(600) < 110, 600
    rng = np.random.default_rng(3)
    flags = {"sequential": sequential, "reading ahead": np.arange(count) >= 520}
    words = ("upwards", "after write", "after hit", "same zone")
    for part, word in enumerate(words):  # each on a ninth of the right ones, on most of the others
        ninth = soon & (np.arange(count) // 12 == part)
        flags[word] = ninth | (~soon & (rng.random(count) < 0.75))
    longer = np.where(soon, -0.3, np.where(flags["reading ahead"], 0.1, 0.0))
    shifts = np.arange(-40, 41) / 100
    costs = np.log1p((longer[:, None] - shifts) ** 2 / 0.04**2)
    gaps = np.where(soon, 20.0, 80.0) + rng.random(count)
    gaps[~sequential] = rng.uniform(0, 30, count - 210)
    nothing = np.zeros(count, int)
    requests = Requests(costs, shifts, flags, nothing, np.ones(count), gaps, base=True)
    best = splits("read hit", requests)[0]
    assert best.term.gaps_within_ms == pytest.approx(50, abs=30)
    assert best.rows == 110
    assert best.time_ms == pytest.approx(-0.3)


def test_round_numbers() -> None:
    assert roundest(430, 470) == 450
    assert roundest(1, 9) == 5
    assert roundest(97, 103) == 100
    assert roundest(1234, 1234) == 1234


def test_the_words_are_the_firmwares() -> None:
    text = (ROOT / "firmware/disk/include/disk/terms.h").read_text(encoding="utf-8")
    targets, conditions = text.split("#define HS_CONDITIONS(X)")
    conditions = conditions.split("#define HS_TERM_TARGET(")[0]
    words = r'X\(\w+, "([^"]+)"\)'
    assert sorted(re.findall(words, targets)) == sorted(OF)
    assert re.findall(words, conditions) == list(CONDITIONS)
