"""The page that compares schedulers in the drive and in the host: its rows and its conclusions.

Some rows of the tables are made anew in full. The conclusions are checked with fresh runs of other
seeds, within bounds.
"""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from headstack import Drive, workload
from headstack.charts import page
from headstack.workload import Class

PAGE = Path(__file__).resolve().parents[3] / "docs/use/on-board.md"
SEEDS = [4, 5]
DNES = "ibm_dnes_309170w"


@pytest.fixture(scope="module")
def on_board(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("on_board")


@pytest.fixture(scope="module")
def here() -> Iterator[Executor]:
    """Runs in this process: a start of others would take longer than the runs."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture(scope="module")
def met(on_board: ModuleType, here: Executor) -> dict[tuple[str, str, int], float]:
    """Deadlines of MPEG-2 streams met in percent, by scheduler, arrangement and streams."""
    schedulers = ("edf", "scan_edf", "fd_edf", "ssedv", "fd_scan")
    found = on_board.met(schedulers, ("mpeg2",), (20, 40), seeds=SEEDS, executor=here)
    return {(scheduler, name, count): value for (scheduler, name, _, count), value in found.items()}


@pytest.fixture(scope="module")
def shared(on_board: ModuleType, here: Executor) -> dict[tuple[str, str, int], dict[str, float]]:
    found: dict[tuple[str, str, int], dict[str, float]] = on_board.shared(
        ("yfq", "yfq_tuned"), requests=10_000, seeds=SEEDS, executor=here
    )
    return found


def line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |\n"


def test_rows_of_the_tables(on_board: ModuleType, here: Executor) -> None:
    text = PAGE.read_text(encoding="utf-8")
    again = f"run {on_board.__file__} --write"
    [made] = page.marked(text, "deadlines")
    found = on_board.met(("fd_edf",), ("cd_audio", "mpeg2"), on_board.SHOWN_STREAMS, executor=here)
    for kind in on_board.KINDS:
        assert line(on_board.deadline_row(found, kind, "fd_edf")) in made[2], again
    [made] = page.marked(text, "shares")
    found = on_board.shared(("yfq_tuned",), (61,), executor=here)
    assert line(on_board.share_row(found, 61, "yfq_tuned")) in made[2], again


def test_numbers_of_the_text_are_those_of_the_tables() -> None:
    """Each number with a decimal point stands in a table, or is checked elsewhere."""
    text = PAGE.read_text(encoding="utf-8")
    tables = "".join(page.marked(text, name)[0][2] for name in ("deadlines", "shares"))
    prose = re.sub(r"```.*?```|^\|.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    known = set(re.findall(r"\d+\.\d+", tables))
    assert set(re.findall(r"\d+\.\d+", prose)) - known == {"4.0", "84.0", "84.1"}
    cells = {row[0:2]: row[2:] for row in map(split, tables.splitlines())}
    host, *_, everything, _ = (each.split(", ")[0] for each in cells["MPEG-2", "`fd_edf`"])
    assert f"{float(host) - float(everything):.1f}" == "3.7"
    drive, with_map = (cells["MPEG-2", f"`{name}`"] for name in ("fd_edf", "ssedv"))
    won = [
        f"{float(here) - float(there):.1f}"
        for here, there in zip(drive[5].split(", "), with_map[0].split(", "), strict=True)
    ]
    assert f"worth {won[0]} and {won[1]} percentage points" in " ".join(text.split())
    paper, *below = (float(each.split(", ")[0]) for each in cells["61", "`yfq`"][:4])
    assert [round(100 * (each / paper - 1)) for each in below] == [34, 47, 61]


def split(row: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row.strip("|").split("|"))


def test_the_position_wins_deadlines(met: dict[tuple[str, str, int], float]) -> None:
    for streams in (20, 40):
        on_board = met["fd_edf", "drive, all", streams]
        assert on_board > 80
        assert met["fd_edf", "host, 8, `fcfs`", streams] < 10
        assert 25 < met["fd_edf", "host, 8, `sptf`", streams] < 45
        assert on_board > met["ssedv", "host, 1", streams] + 0.5
        assert 1 < met["fd_edf", "host, 1", streams] - on_board < 6


def test_the_drive_must_see_the_requests(met: dict[tuple[str, str, int], float]) -> None:
    for scheduler in ("fd_edf", "ssedv", "fd_scan"):
        assert met[scheduler, "drive, 8", 20] < 3
        assert met[scheduler, "drive, 32", 20] == met[scheduler, "drive, all", 20] > 55
        assert met[scheduler, "drive, 32", 40] < met[scheduler, "drive, all", 40] - 40
    for streams in (20, 40):
        assert met["fd_edf", "both, 8", streams] > 85
        assert met["fd_scan", "both, 8", streams] < met["fd_scan", "host, 1", streams] - 2


def test_place_is_no_help_for_edf(
    met: dict[tuple[str, str, int], float], on_board: ModuleType
) -> None:
    for scheduler in ("edf", "scan_edf"):
        for name in on_board.MEDIA:
            assert met[scheduler, name, 20] < 1.5


def test_requests_are_late_when_they_enter_the_drive() -> None:
    """A request enters when one of the commands in the drive completes; those before it wait."""
    for streams, depth in ((20, 8), (40, 32)):
        load = workload.streams({"mpeg2": streams}, requests=1000, seed=4)
        columns = Drive("hp_97560", "fd_edf", queue_depth=depth).run(load).columns
        entered = np.sort(columns["finish"])[:-depth]
        deadlines = columns["deadline"][np.argsort(columns["arrival"], kind="stable")][depth:]
        assert np.mean(entered > deadlines) > 0.7


@pytest.mark.parametrize(("where", "least", "most"), [("host", 0, 0), ("drive", 0.15, 0.25)])
def test_choices_that_leave_out_requests(where: Any, least: float, most: float) -> None:
    """A choice saw `picked_from` requests, and those chosen before; the others came too late."""
    load = workload.streams({"mpeg2": 20}, requests=1000, seed=4)
    columns = Drive("hp_97560", "fd_edf", placement=where).run(load).columns
    order = np.argsort(columns["decision"])
    seen = columns["picked_from"][order] + np.arange(len(order))
    arrived = np.searchsorted(np.sort(columns["arrival"]), columns["start"][order], side="left")
    assert least <= np.mean(seen < arrived) <= most


def test_the_bus_keeps_commands_from_the_drive(on_board: ModuleType, here: Executor) -> None:
    """With the buffer of the test, and a short or a full read before the bus is taken."""
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    lost = {}
    for watermark in ("3.125 %", "100 %"):
        changed = {
            "cache.size": "2 MiB",
            "cache.prefetch_maximum": "0 KiB",
            "cache.read_watermark": watermark,
        }
        found = on_board.met(("fd_edf",), ("mpeg2",), (20,), set=changed, executor=here)
        host, drive = (found["fd_edf", name, "mpeg2", 20] for name in ("host, 1", "drive, all"))
        lost[watermark] = host - drive
    assert f"`host, 1` then meets {host:.1f} %, and `drive, all` {drive:.1f} %" in text
    assert lost["3.125 %"] > 2
    assert abs(lost["100 %"]) < 1


def test_the_position_wins_throughput_below_the_host(
    shared: dict[tuple[str, str, int], dict[str, float]], on_board: ModuleType
) -> None:
    for load in on_board.LOADS:
        paper = shared["yfq", "host, 4, `fcfs`", load]["throughput_mb_s"]
        assert shared["yfq", "drive, 32", load]["throughput_mb_s"] == pytest.approx(paper, rel=0.02)
    for depth, gain in ((8, 1.3), (16, 1.4), (32, 1.5)):
        below = shared["yfq", f"host, {depth}, `sptf`", 61]
        assert below["throughput_mb_s"] > gain * paper
        assert below["accuracy_percent"] > 99
    tuned = {
        name: shared["yfq_tuned", name, 61]["throughput_mb_s"]
        for name in ("host, 4, `fcfs`", "drive, 32")
    }
    assert tuned["drive, 32"] < 0.95 * tuned["host, 4, `fcfs`"]


def test_the_depth_decides_about_the_shares(
    shared: dict[tuple[str, str, int], dict[str, float]], on_board: ModuleType
) -> None:
    """In the drive it must exceed the light class, in the host leave some of the heavy class."""
    for load, (_, light) in on_board.LOADS.items():
        for scheduler in ("yfq", "yfq_tuned"):
            for depth in on_board.DEPTHS:
                drive = shared[scheduler, f"drive, {depth}", load]["accuracy_percent"]
                host = shared[scheduler, f"host, {depth}, `sptf`", load]["accuracy_percent"]
                assert drive > 99 if depth > light else drive < 75
                if depth < 0.4 * load:
                    assert host > 99
    assert shared["yfq", "host, 16, `sptf`", 21]["accuracy_percent"] < 10
    assert shared["yfq", "host, 32, `sptf`", 41]["accuracy_percent"] < 20


def test_the_light_class_takes_most_places_in_the_drive() -> None:
    """Little's law; a request waits equally long in the host whatever its class is."""
    load = workload.classes([Class(21), Class(20)], requests=10_000)
    summary: dict[str, Any] = Drive(DNES, "yfq", queue_depth=16, weights=(80, 20)).run(load).summary
    each = summary["classes"]
    in_host_ms = 25 * 1000 / summary["throughput_per_s"]
    heavy, light = (one["requests"] * (one["mean_response_ms"] - in_host_ms) for one in each)
    assert each[1]["mean_response_ms"] > each[0]["mean_response_ms"]
    assert light > heavy
