"""Media streams, requests with deadlines, and what is said about them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import headstack
from headstack import ConfigError, Drive, workload
from headstack.metrics import deadlines
from headstack.workload import Kind
from headstack.workload.base import NO_DEADLINE

Columns = dict[str, npt.NDArray[Any]]
MS = 10**9
TRACK = 72 * 512  # bytes, HP 97560


def on_hp(scheduler: str, load: workload.Workload) -> headstack.Result:
    return Drive("hp_97560", scheduler, placement="host").run(load)


def in_order_of_issue(c: Columns) -> Columns:
    order = np.argsort(c["id"])
    return {name: column[order] for name, column in c.items()}


def streams_of(c: Columns, classes: int) -> list[Columns]:
    """The requests of each class, in order of issue."""
    return [in_order_of_issue(deadlines.of_class(c, number)) for number in range(classes)]


ALONE = [
    Kind(1, 420_000, 0, name="plain"),
    Kind(1, 900_000, 300_000, name="buffered"),
    Kind(1, 700_000, 50_000, 0.5, "recorder"),
    Kind(1, 2_000_000, 0, name="greedy"),
]


@pytest.mark.parametrize("issue", ["after", "open"])
@pytest.mark.parametrize("scheduler", ["fcfs", "edf", "fd_edf"])
def test_each_piece_begins_where_the_last_one_ends(issue: str, scheduler: str) -> None:
    """Deadline and arrival of every request follow from those of the one before."""
    load = workload.streams(ALONE, requests=400, issue=issue)
    late = 0
    for kind, c in zip(ALONE, streams_of(on_hp(scheduler, load).columns, 4), strict=True):
        play = c["blocks"] * 512 / kind.bytes_per_s * 1e12
        buffered = kind.buffer_s * 1e12
        done = np.maximum(c["deadline"], c["finish"])[:-1]
        if issue == "open":
            done = c["deadline"][:-1]
        assert np.abs(c["deadline"][1:] - done - play[1:]).max() <= 1
        assert abs(c["deadline"][0] - c["arrival"][0] - buffered - play[0]) <= 2
        asked = c["deadline"][:-1] - buffered
        if issue == "after":
            asked = np.maximum(asked, c["finish"][:-1])
        assert np.abs(c["arrival"][1:] - asked).max() <= 1
        late += deadlines.missed(c)
    assert late > 10  # 4 MB/s is more than the drive has


def test_requests_are_whole_tracks_over_the_whole_disk() -> None:
    drive = Drive("hp_97560", "fcfs")
    c = drive.run(workload.streams({"mpeg2": 30}, requests=6000)).columns
    tracks = c["blocks"] / 72
    assert set(tracks.astype(int)) == set(range(1, 51))
    assert (tracks == tracks.astype(int)).all()
    assert tracks.mean() == pytest.approx(25.5, abs=4 * 14.43 / 6000**0.5)
    middle = (c["lbn"] / (2_684_016 - c["blocks"])).mean()
    assert middle == pytest.approx(0.5, abs=4 / (12 * 6000) ** 0.5)


def test_first_requests_come_exponentially() -> None:
    load = workload.streams(
        {"1 kB/s": 2000}, requests=2000, tracks=(1, 1)
    )  # second ones: 36 s later
    first = on_hp("fcfs", load).columns["arrival"] / 1e12
    assert first.mean() == pytest.approx(1, abs=4 / 2000**0.5)
    for at in (0.1, 0.5, 1, 3):
        assert (first < at).mean() == pytest.approx(1 - np.exp(-at), abs=2 / 2000**0.5)


def test_a_stream_asks_for_the_same_whoever_schedules() -> None:
    kinds = [Kind(1, 400_000, name=f"s{number}") for number in range(8)]
    runs = [
        streams_of(on_hp(name, workload.streams(kinds, requests=200)).columns, 8)
        for name in ("fcfs", "edf", "sstf(level=map)")
    ]
    for one, *others in zip(*runs, strict=True):
        for other in others:
            count = min(len(one["lbn"]), len(other["lbn"]))
            assert count > 3
            assert (one["lbn"][:count] == other["lbn"][:count]).all()
            assert (one["blocks"][:count] == other["blocks"][:count]).all()


def test_kinds_are_classes_and_rates_have_units() -> None:
    load = workload.streams({"mpeg2": 2, "cd_audio": 3, "1.5 MB/s": 1}, requests=300)
    c = on_hp("edf", load).columns
    for number, rate in enumerate((420_000, 180_000, 1_500_000)):
        mine = deadlines.of_class(c, number)
        given = mine["deadline"] - mine["arrival"]
        assert np.abs(given - mine["blocks"] * 512 / rate * 1e12).max() <= 1
    assert load.settings()["kinds"] == (
        "2 mpeg2 at 0.42 MB/s, 3 cd_audio at 0.18 MB/s, 1 1.5 MB/s at 1.5 MB/s"
    )


@pytest.mark.parametrize(
    "beside",
    [workload.random(30, requests=500), workload.closed(4, requests=500)],
    ids=["open", "closed"],
)
@pytest.mark.parametrize("scheduler", ["edf", "lsf", "rm", "fd_edf", "fd_scan", "pscan"])
def test_best_effort_waits_while_a_deadline_does(beside: workload.Workload, scheduler: str) -> None:
    load = workload.streams({"mpeg2": 3}, requests=100, tracks=(1, 5), best_effort=beside)
    c = on_hp(scheduler, load).columns
    rest = c["class"] == 1
    assert rest.sum() == 500
    assert (c["deadline"][rest] == NO_DEADLINE).all()
    assert (c["deadline"][~rest] != NO_DEADLINE).all()
    for start in c["start"][rest]:
        assert not ((c["arrival"] < start) & (c["start"] > start) & ~rest).any()


def test_writes_have_deadlines() -> None:
    result = on_hp("edf", workload.streams({"mpeg2": 4}, requests=400, read_fraction=0.5))
    c = result.columns
    assert 140 < c["write"].sum() < 260
    assert (c["deadline"] != NO_DEADLINE).all()
    assert result.summary["guarantee_ratio"] > 0.9


# --- arrivals of one's own ------------------------------------------------------------------------


def test_arrivals_with_deadlines_and_classes() -> None:
    load = workload.arrivals(
        [0, 1, 1, 1, 1],
        lbn=[0, 500_000, 1_000_000, 1_500_000, 2_000_000],
        blocks=16,
        deadline_ms=[1, 400, 300, np.inf, 200],
        class_id=[0, 1, 2, 3, 4],
    )
    c = on_hp("edf", load).columns
    assert c["id"].tolist() == [0, 4, 2, 1, 3]
    assert c["class"].tolist() == [0, 4, 2, 1, 3]
    assert c["deadline"].tolist() == [MS, 200 * MS, 300 * MS, 400 * MS, NO_DEADLINE]
    summary = on_hp("edf", load).summary
    assert (summary["deadlines"], summary["missed"]) == (4, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deadline_ms": [5, 4]}, "request 1: its deadline, 4 ms, is before its arrival at 5 ms"),
        ({"deadline_ms": [-1, 9]}, "request 0: its deadline"),
        ({"deadline_ms": [np.nan, 9]}, "request 0: its deadline"),
        ({"deadline_ms": [9]}, "deadline_ms has shape"),
        ({"deadline_ms": [9, 1e11]}, "most is 9.2e"),
        ({"class_id": 256}, "class_id goes from 256"),
        ({"class_id": [0, -1]}, "class_id goes from -1"),
    ],
)
def test_bad_arrivals(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        workload.arrivals([0, 5], lbn=[0, 100], blocks=1, **arguments)


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "arguments", "message"),
    [
        ({"mpeg2": 0}, {}, "streams of mpeg2 is 0"),
        ({"mpeg2": -3}, {}, "streams of mpeg2 is -3"),
        ({}, {}, "kinds of streams is 0"),
        ({"mpeg3": 1}, {}, "kind of stream 'mpeg3' is not known; did you mean 'mpeg2'"),
        ({"0 MB/s": 1}, {}, "whole number of bytes"),
        ({"-1 MB/s": 1}, {}, "is not a number with a unit"),
        ([Kind], {}, ""),
        ({"mpeg2": 1}, {"requests": 0}, "requests is 0"),
        ({"mpeg2": 1}, {"tracks": (5, 4)}, "tracks, the least is 5"),
        ({"mpeg2": 1}, {"tracks": (0, 4)}, "tracks, the least is 0"),
        ({"mpeg2": 1}, {"issue": "never"}, "one of after, open"),
        ({"mpeg2": 1}, {"buffer": "3"}, "has no unit"),
        ({"mpeg2": 1}, {"read_fraction": 2}, "from 0 to 1"),
        ({"mpeg2": 1}, {"first_per_s": 0}, "first_per_s is 0"),
        ({"mpeg2": 1}, {"seed": -1}, "seed is -1"),
    ],
)
def test_bad_streams(kinds: Any, arguments: dict[str, Any], message: str) -> None:
    if kinds == [Kind]:
        with pytest.raises(ConfigError, match="bytes_per_s of x is -5"):
            Kind(1, -5, name="x")
        return
    with pytest.raises(ConfigError, match=message):
        workload.streams(kinds, **arguments)


def test_streams_that_do_not_fit_the_drive() -> None:
    with pytest.raises(ConfigError, match="1000 tracks of hp_97560 are 72000 blocks"):
        on_hp("edf", workload.streams({"mpeg2": 1}, tracks=(1, 1000)))
    with pytest.raises(ConfigError, match="106 days"):
        on_hp("edf", workload.streams({"1 B/s": 1}))
    inner = workload.streams({"mpeg2": 1})
    with pytest.raises(ConfigError, match="best_effort is a random or a closed workload"):
        workload.streams({"mpeg2": 1}, best_effort=inner)


def test_schedulers_with_deadlines_want_some() -> None:
    for info in headstack.schedulers():
        if "deadlines" not in info.needs:
            continue
        with pytest.raises(ConfigError, match=f"'{info.name}' schedules by deadlines, but no"):
            on_hp(info.name, workload.random(30, requests=10))
        with pytest.raises(ConfigError, match=f"'{info.name}' schedules by deadlines, but no"):
            Drive("hp_97560", info.name).run(workload.random(30, requests=10))


@pytest.mark.parametrize(
    "spec",
    ["ssedo(m=0)", "ssedo(beta=0.9)", "ssedv(alpha=1.1)", "ssedv(slack=none)", "pscan(-1)"],
)
def test_parameters_out_of_range(spec: str) -> None:
    with pytest.raises(ConfigError, match="parameter"):
        Drive("hp_97560", spec, placement="host")


# --- whole runs at the limits ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheduler", "limit"),
    [
        ("ssedo(beta=1, in=blocks)", "sstf"),
        ("ssedo(m=1)", "edf"),
        ("ssedv(alpha=1, in=blocks)", "sstf"),
        ("ssedv(alpha=0)", "lsf(distance)"),
        ("ssedv(alpha=0, slack=signed)", "lsf(plain)"),
        ("lsf(plain)", "edf"),
        ("scan_edf(batch=65535)", "scan"),
    ],
)
def test_limits_of_whole_runs(scheduler: str, limit: str) -> None:
    requests = 150 if "batch" in scheduler else 500  # over within a batch of 65 s
    load = workload.streams({"mpeg2": 25}, requests=requests)
    one, other = on_hp(scheduler, load), on_hp(limit, load)
    assert one.summary["schedule_sha256"] == other.summary["schedule_sha256"]
    if "batch" in scheduler:
        assert one.columns["deadline"].max() < 65.535e12


# --- metrics --------------------------------------------------------------------------------------


def rows(arrival: list[int], finish: list[int], deadline: list[int]) -> Columns:
    return {
        "arrival": np.array(arrival),
        "finish": np.array(finish),
        "deadline": np.array(deadline),
        "class": np.arange(len(arrival)),
    }


def test_metrics_by_hand() -> None:
    c = rows([0, 10, 10, 0], [10, 30, 40, 99], [10, 20, 30, NO_DEADLINE])
    assert deadlines.missed(c) == 2
    assert deadlines.guarantee_ratio(c) == pytest.approx(1 / 3)
    # Rated responses 1, 2 and 1.5.
    assert deadlines.merit(c) == pytest.approx((1 + np.exp(-2) + np.exp(-1)) / 3)
    assert deadlines.summarise(c)["deadlines"] == 3


def test_metrics_at_the_edges() -> None:
    assert deadlines.summarise(rows([0], [5], [NO_DEADLINE])) == {}
    assert deadlines.merit(rows([0], [5], [NO_DEADLINE])) is None
    assert deadlines.merit(rows([7], [9], [7])) == 0
    just = rows([0, 0], [1000, 1001], [1000, 1000])
    assert deadlines.missed(just) == 1
    assert deadlines.merit(just) == pytest.approx((1 + np.exp(-0.002)) / 2)


def test_metrics_are_in_the_summary_and_documented(tmp_path: Path) -> None:
    result = on_hp(
        "fd_edf", workload.streams({"mpeg2": 10}, best_effort=workload.closed(2, requests=50))
    )
    text = (Path(__file__).parents[4] / "docs/reference/metrics.md").read_text(encoding="utf-8")
    document = result.document()
    for name in document:
        assert f"`{name}`" in text, name
    assert document["deadlines"] == 1000
    assert document["missed"] == round(1000 * (1 - document["guarantee_ratio"]))
    assert document["guarantee_ratio"] <= document["merit"] <= 1
    json.dumps(document, allow_nan=False)
    result.to_parquet(tmp_path / "rows.parquet")


@pytest.mark.parametrize("kind", ["mpeg2", "cd_audio"])
def test_feasible_is_what_will_be_met(kind: str) -> None:
    """FD-EDF hardly starts a request in vain: its estimate is exact but for the buffer's hits."""
    c = on_hp("fd_edf", workload.streams({kind: 30}, tracks=(1, 2))).columns
    late = c["finish"] > c["deadline"]
    assert late.sum() > 20
    assert (late & (c["start"] < c["deadline"])).sum() <= 3
