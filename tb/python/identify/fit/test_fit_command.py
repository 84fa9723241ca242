"""`headstack fit`: from a trace and a description to a drive file."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.traces.services import Queued
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.cli import fit
from headstack_identify.fit import fitting, table, writing
from headstack_identify.fit.free_parameters import CURVE
from headstack_identify.fit.search import FINE, WORTH, Search
from headstack_identify.fit.search_state import Dip
from headstack_identify.fit.small_changes import Taken
from headstack_identify.fit.start import start_for
from headstack_identify.fit.table import EVERYTHING, SearchSpace
from headstack_identify.fit.terms import TERMS
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.fit.unexplained import Unexplained
from headstack_identify.queue_orders import Comparison, Row
from headstack_identify.residuals import residual_tables, residuals

Cli = Callable[..., CompletedProcess[str]]
Make = Callable[..., ValidationTrace]
Text = Callable[[ValidationTrace], str]


@pytest.fixture
def trace(hp: DriveConfig, made: Make, tmp_path: Path, as_text: Text) -> str:
    (tmp_path / "made.trace").write_text(as_text(made(hp, count=1200)))
    return "made.trace"


def test_a_fit_and_its_file(
    hp: DriveConfig,
    made: Make,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In this process, and with few rules and no steps, so that it is quick."""
    space = replace(EVERYTHING, policies=table.POLICIES[:2])

    def searched(config: DriveConfig, replay: Replay, *_: object) -> object:
        start = start_for(config, replay, space=space)
        rows = fitting._odd(replay.requests)
        measured = fitting.validation.measured_ms(replay)
        found = Search(fitting.Replays(start.config, replay), start, measured, rows | True)
        found.clock.end = 0.0
        return [found.run()] * 3, 7

    monkeypatch.setattr(fitting, "_searched", searched)
    replay = Replay(made(hp, count=1200), "after")
    found = fitting.fit(replay, hp, space=space)
    assert not found.complete
    assert found.think == "after"
    left = residual_tables.rows(residuals.residuals(found.config, replay))
    text = writing.toml_of(found, left)
    assert text.startswith("# hp_c2247a: made by `headstack fit` from made.trace, 1,200 requests")
    assert "# NOT COMPLETE" in text
    assert "noise of host and drive is unknown" in text
    assert "vary by" not in text
    assert "# held out: fitted on the other half" in text
    (tmp_path / "fitted.toml").write_text(text)
    loaded = catalog.load(tmp_path / "fitted.toml")
    assert loaded.source.endswith("fitted to made.trace by headstack fit")
    assert set(hp.fitted) <= set(loaded.fitted)
    document = writing.document(found)
    assert document["runs"] == 7
    assert document["host_noise"] is None
    told_of_noise(found, left)
    assert document["held_out"]["requests"] == 1200
    assert document["small_changes"] == []
    assert document["seek_dips"] == []
    assert document["unexplained"] == []
    group = Unexplained("write, zone 3", 200, 50, 2.0, revolutions=False)
    warned = writing.toml_of(found, left, [group])
    assert warned.startswith("# A RULE OR THE LAYOUT NOT FOUND: ")
    assert f"#   {group.sentence}" in warned
    assert writing.document(found, [group])["unexplained"][0]["group"] == "write, zone 3"
    assert "Small change" not in text
    json.dumps(document)
    printed_without_bends(found, capsys)
    assert (document["outstanding"], document["uncertain"], document["sums"]) == (1, 0, [])
    told_of_a_queue(found, left)
    taken = (Taken("cylinder_skew of all zones +1 sector", 345.6),)
    mended = replace(found, found=replace(found.found, mended=taken))
    line = "cylinder_skew of all zones +1 sector (likelier by 346 nats)"
    assert f"# Small change taken at the end: {line}" in writing.toml_of(mended, left)
    dip = Dip(10, 20, 0.25, 33.0)
    dipped = replace(found, found=replace(found.found, dips=(dip,)))
    assert f"# {dip.sentence}." in writing.toml_of(dipped, left)
    assert writing.document(dipped)["seek_dips"][0]["depth_ms"] == 0.25
    (change,) = writing.document(mended)["small_changes"]
    assert change == {"text": "cylinder_skew of all zones +1 sector", "gain_nats": 345.6}


def printed_without_bends(found: fitting.Fit, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = found.found.numbers + 0.125
    moved = replace(found, found=replace(found.found, numbers=numbers))
    names = [row["name"] for row in writing.document(moved)["numbers"]]
    bends = [name for name in names if name.startswith(f"{CURVE} about ")]
    assert len(bends) > 10
    fit._print(moved, writing, [])
    printed = capsys.readouterr().out
    assert f"Bends of the seek curve: {len(bends)}, by +0.125 to +0.125 ms." in printed
    assert f"{CURVE} about" not in printed
    assert all(f"{name} " in printed for name in names if name not in bends)


def told_of_noise(found: fitting.Fit, left: list[dict[str, Any]]) -> None:
    """A complete search leaves the noise."""
    all_over = replace(found.found, complete=True)
    complete = replace(found, found=all_over, halves=(all_over, all_over))
    assert found.host_noise().text in writing.toml_of(complete, left)
    noise = writing.document(complete)["host_noise"]
    assert noise["jitter_us"] == found.host_noise().jitter_us


def told_of_a_queue(found: fitting.Fit, left: list[dict[str, Any]]) -> None:
    """The file names the numbers that are sums, and the order of the queue."""
    none = np.zeros(1200, np.bool_)
    queued = Queued(8, ~none, none, none, np.arange(1200) < 7)
    moved = found.found.numbers.copy()
    keys = [knob.key for knob in found.found.knobs]
    for key in ("overhead.read_miss_command", "seek.head_switch"):
        moved[keys.index(key)] += 0.1
    searched = replace(found.found, numbers=moved)
    recording = replace(found.recording, queued=queued)
    deep = replace(found, queued=queued, recording=recording, found=searched)
    row = Row("sptf", 90.0, 80.0, 200.0, 0.5)
    orders = Comparison("hp", "made.trace", 8, 1200, replace(row, scheduler=""), (row,))
    text = writing.toml_of(deep, left, (), orders)
    assert "# Mostly 8 requests were outstanding" in text
    assert "7 services are uncertain" in text
    assert "may then be too short together" in text
    assert "may take longer: overhead.read_miss_command.\n" in text
    assert "# The likeliest order of the queue is sptf" in text
    document = writing.document(deep, (), orders)
    assert document["sums"] == ["overhead.read_miss_command"]
    assert document["queue"]["schedulers"][0]["scheduler"] == "sptf"
    alone = replace(deep, recording=found.recording, requests=2000)
    assert writing.document(alone)["sums"] == [], "the search ran on the part with one outstanding"
    text = writing.toml_of(alone, left)
    assert "1,200 requests with one outstanding" in text
    assert "too short together" not in text


def test_of_two_searches_on_the_same_requests_the_cheaper_counts(
    hp: DriveConfig, made: Make
) -> None:
    replay = Replay(made(hp, count=1000), "after")
    start = start_for(hp, replay)
    search = Search(
        fitting.Replays(start.config, replay),
        start,
        fitting.validation.measured_ms(replay),
        np.ones(1000, bool),
        TimeLimit(end=0.0),
    )
    found = replace(search.run(), complete=True)
    state = search.begin()
    assert found.cost == search.problem.cost(state, FINE), "nothing was moved"
    numbers = state.numbers.copy()
    numbers[0] += search.problem.knobs[0].range.step
    moved = search.problem.state(numbers)
    assert moved is not None
    assert search.found(moved).cost == search.problem.cost(moved, FINE) + WORTH
    dear, cut = replace(found, cost=found.cost + 1), replace(found, complete=False)
    assert fitting.better([dear, found]).cost == found.cost
    assert fitting.better([dear, found]).complete
    assert not fitting.better([found, replace(cut, cost=found.cost + 1)]).complete
    assert not fitting.better([found, None]).complete


def test_neither_the_number_of_processes_nor_the_processor_changes_anything(
    made: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tuple(p for p in table.POLICIES if p.name == "cache.hit_newest_segment_only")
    rows = tuple(row for row in table.ROWS if row.key == "overhead.write_cached_command")
    space = SearchSpace(rows, few, drives_between=100, drives_at_last=200)
    drive = catalog.load("ibm_dnes_309170w").with_value("overhead.write_cached_command", "0.5 ms")
    term = {"of": "cached write", "when": ["same track"], "time": "-0.2 ms"}
    replay = Replay(made(drive.with_value(TERMS, [term]), count=1000, think="before"), "before")
    one = fitting.fit(replay, drive, jobs=1, space=space)
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Sandybridge")
    two = fitting.fit(replay, drive, jobs=2, space=space)
    assert one.complete
    assert two.complete
    left = residual_tables.rows(residuals.residuals(one.config, replay))
    text = writing.toml_of(one, left)
    assert text == writing.toml_of(two, left)
    assert "# Times that depend on the situation:\n#   -0.2" in text
    assert "cached write: same track" in text
    (found,) = writing.document(two)["terms"]
    assert found["when"] == ["same track"]
    assert found["time_ms"] == pytest.approx(-0.2, abs=0.02)


def test_a_trace_alone_keeps_what_it_tells(cli: Cli, trace: str, tmp_path: Path) -> None:
    done = cli("fit", trace, "-o", "out.toml")
    assert done.returncode == 2
    assert "give a rough description too" in done.stderr
    assert "out.toml has what was found" in done.stderr
    kept = (tmp_path / "out.toml").read_text()
    assert kept.startswith("# NOT COMPLETE: what `headstack fit` found in made.trace.")
    assert "rotation = " in kept
    assert "Traceback" not in done.stderr


def test_another_drives_trace(cli: Cli, tmp_path: Path) -> None:
    lines = [f"R Miss 4000000000 1 {1000 + n} 0" for n in range(1000)]
    (tmp_path / "far.trace").write_text("\n".join(lines) + "\n")
    done = cli("fit", "hp_c2247a", "far.trace", "-o", "out.toml")
    assert done.returncode == 2
    assert "past" in done.stderr or "beyond" in done.stderr
    assert not (tmp_path / "out.toml").exists()


def test_no_measured_times(cli: Cli, tmp_path: Path) -> None:
    lines = [f"R Miss {1000 * n} 8 0 5000" for n in range(1000)]
    (tmp_path / "none.trace").write_text("\n".join(lines) + "\n")
    done = cli("fit", "hp_c2247a", "none.trace", "-o", "out.toml")
    assert done.returncode == 2
    assert "measured" in done.stderr


def test_too_short_to_tell(
    cli: Cli, hp: DriveConfig, made: Make, tmp_path: Path, as_text: Text
) -> None:
    (tmp_path / "short.trace").write_text(as_text(made(hp, count=600)))
    done = cli("fit", "hp_c2247a", "short.trace", "-o", "out.toml")
    assert done.returncode == 2
    assert "too few" in done.stderr
    assert "revolution" in (tmp_path / "out.toml").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--time-limit", "10"), "--time-limit '10' is no time"),
        (("--time-limit", "0s"), "is no time"),
        (("--think", "sometimes"), "--think 'sometimes' is not known (known: after, before)"),
        (("--jobs", "9"), "jobs"),
        (("--plot", "x.txt"), "its ending is 'txt'"),
    ],
)
def test_bad_arguments(cli: Cli, trace: str, arguments: tuple[str, ...], says: str) -> None:
    done = cli("fit", "hp_c2247a", trace, "-o", "out.toml", *arguments)
    assert done.returncode == 2
    assert says in done.stderr


def test_a_file_that_is_there_stays(cli: Cli, trace: str, tmp_path: Path) -> None:
    (tmp_path / "out.toml").write_text("mine")
    done = cli("fit", "hp_c2247a", trace, "-o", "out.toml")
    assert done.returncode == 2
    assert (tmp_path / "out.toml").read_text() == "mine"
