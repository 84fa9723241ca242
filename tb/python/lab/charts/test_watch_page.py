"""The page of `headstack watch`: its data against the drive, its schedulers and its waveforms."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from vcd.reader import TokenKind, tokenize

import headstack
from headstack import ConfigError, Drive, workload
from headstack.charts import watch_data, watch_page
from headstack.keeping import stored
from headstack.saved import Saved

OPEN = workload.random(60, requests=400)
CLOSED = workload.closed(10, requests=400)
PLACES: dict[str, dict[str, Any]] = {
    "drive": {"placement": "drive"},
    "drive, 4": {"placement": "drive", "queue_depth": 4},
    "host": {"placement": "host"},
    "host, 3": {"placement": "host", "host_outstanding": 3},
}


def kept(folder: Path, drive: Drive, load: workload.Workload = OPEN) -> Saved:
    drive.run(load).to_parquet(folder / "run.parquet")
    return headstack.load(folder / "run.parquet")


def angle_at(data: dict[str, Any], time: float) -> float:
    return (data["angle"] + time / data["revolution"]) % 1


@pytest.mark.parametrize("name", ["hp_c2247", "hp_97560", "seagate_st41601n", "seagate_exos_x16"])
def test_a_request_is_under_the_head_when_its_transfer_begins(name: str, tmp_path: Path) -> None:
    """By the drive's own layout, within 1e-4 of a revolution, and on the request's track."""
    drive = Drive(name, "sptf")
    data = watch_data.data(kept(tmp_path, drive))
    rows = data["requests"]
    places = drive.config.places(np.array(rows["lbn"], np.int64))
    moved = 0
    for row, time in enumerate(rows["transfer_at"]):
        if time is None:
            continue
        moved += 1
        off = angle_at(data, time) - places[3, row] / 2.0**32
        assert abs((off + 0.5) % 1 - 0.5) < 1e-4
        knot = np.searchsorted(data["arm"]["time"], time, side="right") - 1
        assert data["arm"]["cylinder"][knot] == places[0, row] == rows["cylinder"][row]
        assert data["arm"]["head"][knot] == places[1, row] == rows["head"][row]
    assert moved > 0.9 * len(rows["id"])


def cylinders(waves: Path) -> tuple[list[int], list[int]]:
    """Time in ps and value of each change of the drive's cylinder."""
    code, now, times, values = "", 0, [], []
    with waves.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.VAR and token.var.reference.partition("[")[0] == "cylinder":
                code = token.var.id_code
            elif token.kind is TokenKind.CHANGE_TIME:
                now = token.time_change
            elif token.kind is TokenKind.CHANGE_VECTOR and token.vector_change.id_code == code:
                times.append(now)
                values.append(int(token.vector_change.value))
    return times, values


def test_the_arm_is_where_the_waveforms_have_it(tmp_path: Path) -> None:
    """At the start of each transfer. The waveforms come from the boxes, not from the result."""
    drive = Drive("hp_c2247", "sptf")
    load = workload.random(60, requests=200)
    result = drive.run(load, waves=tmp_path / "run.vcd")
    result.to_parquet(tmp_path / "run.parquet")
    data = watch_data.data(headstack.load(tmp_path / "run.parquet"), 0)
    times, values = cylinders(tmp_path / "run.vcd")
    arm = data["arm"]
    for time in filter(None, data["requests"]["transfer_at"]):
        knot = np.searchsorted(arm["time"], time, side="right") - 1
        change = np.searchsorted(times, (time + 1) * 1000, side="right") - 1
        assert arm["cylinder"][knot] == values[change]


def test_the_arm_is_found_in_one_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One call maps all blocks, and no search is made for a request."""
    saved = kept(tmp_path, Drive("hp_c2247", "sptf"))
    real = watch_data._drive_of(saved)
    calls: list[str] = []

    class Counting:
        def __getattr__(self, name: str) -> Any:
            if name == "places":
                calls.append(name)
            return getattr(real, name)

    def search(*arguments: Any, **options: Any) -> Any:
        calls.append("search")
        return searchsorted(*arguments, **options)

    searchsorted = np.searchsorted
    monkeypatch.setattr(watch_data, "_drive_of", lambda _: Counting())
    monkeypatch.setattr(np, "searchsorted", search)
    watch_data.data(saved)
    assert calls.count("places") == 1
    assert calls.count("search") <= 2  # for the window


def test_the_arm_moves_from_request_to_request(tmp_path: Path) -> None:
    """Four knots a movement: it begins where the last block of the request before lies."""
    drive = Drive("hp_c2247", "fcfs")
    saved = kept(tmp_path, drive, workload.closed(1, requests=300, size="64KiB"))
    arm, columns = watch_data.data(saved, 0)["arm"], saved.columns
    moved = [row for row in np.argsort(columns["seek_at"]) if columns["seek_at"][row] < 2**63 - 1]
    assert len(arm["time"]) == 4 * len(moved)
    assert arm["time"] == sorted(arm["time"])
    before = 0
    for number, row in enumerate(moved):
        first, block = columns["lbn"][row], columns["lbn"][row] + columns["blocks"][row] - 1
        from_, to = drive.config.places(np.array([first, block], np.int64))[0].tolist()
        assert arm["cylinder"][4 * number : 4 * number + 4] == [before, from_, from_, to]
        for place, name in enumerate(("seek_at", "rotation_at", "transfer_at")):
            assert abs(1000 * arm["time"][4 * number + place] - columns[name][row]) <= 500  # ps
        before = to


@cache
def picked(load: workload.Workload, name: str) -> tuple[Any, list[tuple[int, list[int], int]]]:
    """A run, and what its scheduler in Python saw: time in ps, all requests, and its choice."""
    seen: list[tuple[int, list[int], int]] = []
    turn = int(headstack.catalog.load("hp_c2247").revolution_ps)

    class Recording(headstack.Scheduler):
        def pick(self, queue: Any, drive: Any) -> int:
            row = int(np.argmin(abs(queue.lbn - drive.last_end)))
            now = int(drive.now) * turn >> 32
            seen.append((now, sorted(map(int, queue.order)), int(queue.order[row])))
            return row

    if name == "both":
        places: dict[str, Any] = {"host_scheduler": Recording, "drive_scheduler": "sptf"}
        drive = Drive("hp_c2247", queue_depth=4, **places)
    else:
        drive = Drive("hp_c2247", Recording, **PLACES[name])
    return drive.run(load), seen


@pytest.mark.parametrize("name", [*PLACES, "both"])
@pytest.mark.parametrize("load", [OPEN, CLOSED], ids=["open", "closed"])
def test_decisions_are_at_the_time_at_which_the_scheduler_made_them(
    load: workload.Workload, name: str
) -> None:
    result, seen = picked(load, name)
    columns = result.columns
    order = np.argsort(columns["decision"])
    assert columns["id"][order].tolist() == [choice for _, _, choice in seen]
    found = watch_data.decision_times(columns, result.settings)[order]
    assert np.abs(found - np.array([now for now, _, _ in seen])).max() <= 4  # ps: a tick and more


def text(html: str, name: str) -> str:
    [found] = re.findall(rf'<output id="{name}">(.*?)</output>', html)
    return str(found)


def listed(html: str) -> Iterator[list[str]]:
    """The cells of the table of candidates, the chosen one first."""
    [body] = re.findall(r'<tbody id="candidates">(.*?)</tbody>', html)
    for row in re.findall(r"<tr.*?</tr>", body):
        yield re.findall(r"<td>(.*?)</td>", row)


@pytest.mark.parametrize("name", ["drive, 4", "host", "both"])
def test_three_decisions_in_a_browser(
    name: str, tmp_path: Path, browser: Callable[..., Any]
) -> None:
    """Each step shows the next decision, among the requests that the scheduler saw."""
    result, seen = picked(CLOSED, name)
    result.to_parquet(tmp_path / "run.parquet")
    watch_page.write(headstack.load(tmp_path / "run.parquet"), tmp_path / "run.html")
    for step in (1, 2, 3):
        opened = browser(tmp_path / "run.html", f"step={step}")
        assert opened.fetched == []
        now, candidates, choice = seen[step - 1]
        assert text(opened.html, "decision") == str(step)
        assert text(opened.html, "time") == f"{now / 1e9:.3f}"
        rows = list(listed(opened.html))
        assert int(rows[0][0]) == choice
        assert sorted(int(row[0]) for row in rows) == candidates


def test_a_jump_in_a_browser(tmp_path: Path, browser: Callable[..., Any]) -> None:
    """To the moment at which the request's first block passes the head."""
    saved = kept(tmp_path, Drive("hp_c2247", "sptf"))
    watch_page.write(saved, tmp_path / "run.html")
    html = browser(tmp_path / "run.html", "request=17").html
    row = saved.columns["id"].tolist().index(17)
    [angle] = re.findall(r"angle ([\d.]+) rev", text(html, "place"))
    assert abs((float(text(html, "angle")) - float(angle) + 0.5) % 1 - 0.5) < 1e-4
    assert float(text(html, "time")) == pytest.approx(saved.columns["transfer_at"][row] / 1e9)
    assert text(html, "served").startswith("17, ")
    assert "blocks pass the head" in text(html, "served")
    at = saved.columns["transfer_at"][row]
    waits = (saved.columns["arrival"] <= at) & (at < saved.columns["start"])
    assert int(text(html, "waiting")) == waits.sum()
    assert "is not on this page" in browser(tmp_path / "run.html", "request=99999").html


def test_the_queue_counts_those_that_wait(tmp_path: Path) -> None:
    saved = kept(tmp_path, Drive("hp_c2247", "sptf"))
    data = watch_data.data(saved)
    columns, queue = saved.columns, data["queue"]
    assert queue["most"] == max(queue["waiting"])
    for time, waiting in zip(queue["time"][::7], queue["waiting"][::7], strict=True):
        at = (time + data["from"]) * 1000 + 999  # the page's times are rounded
        assert waiting == ((columns["arrival"] <= at) & (at < columns["start"])).sum()


def test_bars_are_within_the_service(tmp_path: Path) -> None:
    """The bus phase has its length, a read's data are in the buffer from their first block on."""
    saved = kept(tmp_path, Drive("hp_c2247", "sptf"))
    rows = watch_data.data(saved)["requests"]
    assert sum(rows["write"]) > 50
    for row in range(len(rows["id"])):
        at = {name: values[row] for name, values in rows.items()}
        assert at["start"] <= at["bus_from"] + 1
        assert at["bus_from"] + at["bus"] <= at["finish"] + 1
        assert at["start"] <= at["buffer_from"] < at["buffer_to"] <= at["finish"]
        if not at["write"] and at["transfer_at"] is not None:
            assert at["buffer_from"] == at["transfer_at"]
            assert at["media_end"] <= at["bus_from"] + 1
        if at["write"] and at["bus_from"] > at["start"] + 1:
            assert abs(at["bus_from"] + at["bus"] - at["seek_at"]) <= 1


def test_a_window_has_the_requests_in_the_system(tmp_path: Path) -> None:
    """The arm stands where the movement before the window left it."""
    saved = kept(tmp_path, Drive("hp_c2247", "sptf"))
    columns = saved.columns
    whole, part = watch_data.data(saved, 0), watch_data.data(saved, 2 * 10**12, 3 * 10**12)
    inside = (columns["finish"] >= 2 * 10**12) & (columns["arrival"] <= 3 * 10**12)
    assert sorted(part["requests"]["id"]) == sorted(columns["id"][inside].tolist())
    assert (part["from"], part["length"]) == (2 * 10**9, 10**9)
    for time in range(0, 10**9, 37 * 10**6):
        since = time + 2 * 10**9  # in the page of the whole run
        assert angle_at(whole, since) == pytest.approx(angle_at(part, time), abs=1e-6)
        there = np.interp(since, whole["arm"]["time"], whole["arm"]["cylinder"])
        assert np.interp(time, part["arm"]["time"], part["arm"]["cylinder"]) == pytest.approx(there)
    assert part["arm"]["time"][0] < 0


def test_too_many_requests_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names a window that is short enough."""
    monkeypatch.setattr(watch_data, "MOST_REQUESTS", 100)
    saved = kept(tmp_path, Drive("hp_c2247", "sptf"))
    with pytest.raises(
        ConfigError, match=r"400 requests are in the system.* the first 100 "
    ) as error:
        watch_data.data(saved)
    [milliseconds] = re.findall(r"arrive until (\d+) ms", str(error.value))
    found = watch_data.data(saved, 0, int(milliseconds) * 10**9)
    assert 95 <= len(found["requests"]["id"]) <= 100
    deep = kept(tmp_path, Drive("hp_c2247"), workload.closed(200, requests=300))
    with pytest.raises(ConfigError, match="more requests than this are in the system at once"):
        watch_data.data(deep)


@pytest.mark.parametrize(
    ("begin", "end", "message"),
    [(10**15, 2 * 10**15, "no request is in the system"), (5, 5, "its end must be later")],
)
def test_windows_that_are_none(begin: int, end: int, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        watch_data.data(kept(tmp_path, Drive("hp_c2247")), begin, end)


def test_a_result_without_a_column_is_refused(tmp_path: Path) -> None:
    saved = kept(tmp_path, Drive("hp_c2247"))
    table = saved.requests.drop_columns(["seek_at", "picked_from"])
    stored.write(tmp_path / "less.parquet", table, stored.REQUESTS)
    with pytest.raises(ConfigError, match="no column seek_at, picked_from"):
        headstack.load(tmp_path / "less.parquet")


def test_a_spindle_that_wanders_is_refused(tmp_path: Path) -> None:
    drive = Drive("hp_c2247", conditions={"variation.spindle": "100 parts per million"})
    with pytest.raises(ConfigError, match=r"variation\.spindle is 100 parts per million"):
        watch_data.data(kept(tmp_path, drive))


def test_every_drive_can_be_watched(tmp_path: Path) -> None:
    for config in headstack.drives():
        data = watch_data.data(kept(tmp_path, Drive(config), workload.closed(2, requests=20)))
        assert max(data["requests"]["cylinder"]) < data["cylinders"]
        assert max(data["requests"]["head"]) < data["surfaces"]
        assert data["zones"] == sorted(data["zones"])
        assert data["buffer_blocks"] > 0
