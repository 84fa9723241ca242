"""Workloads whose requests name duration limits, and what the drive does with them."""

import shlex
from collections.abc import Callable, Sequence
from types import ModuleType

import numpy as np
import pytest
from typer.testing import CliRunner

from headstack import CheckCondition, ConfigError, Drive, catalog, workload
from headstack._core import DriveConfig
from headstack.cli import app
from headstack.workload.base import NO_DEADLINE

REQUESTS = 4000


def _exos(kind: str = "reads", limits: Sequence[str] = ()) -> DriveConfig:
    """The Exos, with these limits for reads or writes."""
    return catalog.load("seagate_exos_x16").with_values(
        {"interface.standard": "SPC-6", f"duration_limits.{kind}": list(limits)}
    )


@pytest.fixture(scope="module")
def limits_page(load_script: Callable[[str], ModuleType]) -> ModuleType:
    """The script that makes the tables of docs/use/limits.md."""
    return load_script("limits")


def test_a_share_of_the_requests_names_the_limit() -> None:
    plain = workload.closed(8, read_fraction=1)
    load = workload.limited(plain, limit=3, share=0.25, requests=REQUESTS)
    columns = Drive(_exos(), "sptf").run(load).columns
    assert set(np.unique(columns["limit"])) == {0, 3}
    # four standard deviations of a binomial distribution
    assert abs((columns["limit"] == 3).mean() - 0.25) < 4 * (0.25 * 0.75 / REQUESTS) ** 0.5


def test_a_limit_without_times_changes_no_schedule() -> None:
    plain = workload.closed(8, read_fraction=1)
    runs = [
        Drive(_exos(), "sptf").run(workload.limited(plain, share=share, requests=REQUESTS))
        for share in (1e-9, 1.0)
    ]
    assert runs[0].summary["schedule_sha256"] == runs[1].summary["schedule_sha256"]
    assert "limits" not in runs[0].summary


@pytest.mark.parametrize("scheduler", ["sptf", "sptf_limits", "clook_limits", "edf"])
def test_an_answered_request_is_in_time_or_ended(scheduler: str) -> None:
    drive = _exos("reads", ["whole 60 ms abort"])
    load = workload.limited(workload.closed(16, read_fraction=1), share=0.5, requests=REQUESTS)
    result = Drive(drive, scheduler).run(load)
    c = result.columns
    limited = c["limit"] == 1
    late = limited & (c["finish"] > c["deadline"])
    assert (c["failed"] == late).all()
    assert set(np.unique(c["sense"][c["failed"]])) <= {0x0B | 0x2E << 8 | 0x01 << 16}
    assert not c["failed"][~limited].any()
    without, named = result.summary["limits"]
    assert (without["limit"], named["limit"]) == (0, 1)
    assert named["ended"] == named["missed"] == late.sum()
    assert without["requests"] + named["requests"] == REQUESTS
    assert result.summary["failed_requests"] == late.sum()


def test_a_limit_without_a_whole_time_has_no_deadline() -> None:
    """The command names the limit, and does not carry the deadline of the workload."""
    drive = _exos("reads", ["waiting 1 s earliest", "whole 60 ms earliest"])
    loads = [
        workload.arrivals([0, 0], [0, 10**6], 8, deadline_ms=[0.001, 0.001], limit=limit)
        for limit in (1, 2)
    ]
    found = [Drive(drive, "sptf").run(load) for load in loads]
    assert [run.summary["limits"][0]["missed"] for run in found] == [None, 0]
    assert (found[0].columns["deadline"] == NO_DEADLINE).all()
    assert (found[1].columns["deadline"] >= 60 * 10**9).all()


def test_the_page_says_what_the_drive_does(limits_page: ModuleType) -> None:
    by_name = {case.name: limits_page.found(case, 8000) for case in limits_page.TAIL}
    alone = by_name["no limits: `sptf`"]
    late = by_name["100 ms, abort: `sptf`"]
    kept = by_name["100 ms, abort: `sptf_limits`"]
    papers = by_name["100 ms, abort: `fd_edf`"]
    assert 0.45 < late.ended < 0.6
    assert kept.ended < 0.01
    assert alone.with_ms[2] > 800
    assert kept.with_ms[2] < 105
    assert 0.88 < kept.served_per_s / alone.served_per_s < 0.95
    assert kept.without_ms[1] > alone.without_ms[1]
    assert papers.served_per_s < alone.served_per_s / 2
    clook, limited = by_name["no limits: `clook`"], by_name["100 ms, abort: `clook_limits`"]
    assert 0.85 < limited.served_per_s / clook.served_per_s < 0.93
    four = by_name["host: `edf`, 4 at an `sptf` drive"]
    assert four.with_ms[2] > 2 * kept.with_ms[2]
    first, second = (limits_page.found(case, 8000) for case in limits_page.PUBLIC)
    assert abs(second.served_per_s / 154 - 1) < 0.03
    assert second.with_ms[1] < 110 < first.with_ms[1]


def test_a_limit_in_the_future_of_the_standard_is_refused() -> None:
    load = workload.limited(workload.closed(8), requests=100)
    with pytest.raises(ConfigError, match=r'interface\.standard to "SPC-6"'):
        Drive("seagate_exos_x16", "sptf").run(load)


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("duration_limits.reads", ["whole 100 ms"], "must be text such as"),
        ("duration_limits.reads", ["all 100 ms abort"], "waiting, working and whole"),
        ("duration_limits.reads", ["whole 100 abort"], "must be text such as"),
        ("duration_limits.reads", ["whole 100 m abort"], "100 m"),
        ("duration_limits.reads", ["whole 100 ms stop"], "earliest, next, without"),
        ("duration_limits.reads", ["waiting 1 ms next"], "for 'whole' only"),
        ("duration_limits.reads", ["whole 1 ms abort, whole 2 ms abort"], "given twice"),
        ("duration_limits.reads", ["whole 1 ns abort"], "no unit fits"),
        ("duration_limits.writes", ["whole 1 us abort, waiting 1 s abort"], "no unit fits"),
        ("duration_limits.writes", ["none"] * 8, "at most 7"),
        ("duration_limits.writes", ["none"] * 6 + ["whole 1 s next"], "the seventh limit"),
    ],
)
def test_a_wrong_limit_is_named(key: str, value: list[str], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        _exos().with_values({key: value})


def test_limits_need_the_standard() -> None:
    with pytest.raises(ConfigError, match=r'interface\.standard to "SPC-6"'):
        catalog.load("seagate_exos_x16").with_values({"duration_limits.reads": ["none"]})


def test_a_limit_comes_back_from_its_text() -> None:
    given = ["whole 100 ms abort", "none", "waiting 0.02 ms unavailable, working 1 ms earliest"]
    drive = _exos("reads", given)
    again = drive.with_values({"duration_limits.reads": drive.value("duration_limits.reads")})
    assert again.to_toml() == drive.to_toml()
    assert '"whole 100 ms abort", "none", "waiting 0.02 ms unavailable' in drive.to_toml()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 8}, "limit"),
        ({"share": 0}, "share"),
        ({"share": 2}, "share"),
    ],
)
def test_a_wrong_argument_is_named(arguments: dict[str, float], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        workload.limited(workload.closed(1), **arguments)  # type: ignore[arg-type]


def test_a_limit_that_grows_moves_no_request_in_a_shared_drive() -> None:
    """A scheduler for shares does not use limits. So it treats limited requests as all others."""
    load = workload.limited(workload.closed(32, read_fraction=1), share=0.1, requests=REQUESTS)
    hashes = {
        Drive(_exos("reads", [limit]), "yfq", weights=(100.0,)).run(load).summary["schedule_sha256"]
        for limit in ("whole 100 ms earliest", "whole 10 s earliest")
    }
    assert len(hashes) == 1


def test_the_next_limit_grows_too() -> None:
    load = workload.limited(workload.closed(32, read_fraction=1), share=0.1, requests=REQUESTS)
    hashes = {
        Drive(_exos("reads", limits), "sptf_limits").run(load).summary["schedule_sha256"]
        for limits in (
            ["whole 20 ms next", "whole 20 ms earliest"],
            ["whole 20 ms earliest"],
        )
    }
    assert len(hashes) == 1


def test_good_with_the_sense_of_a_limit_is_no_success() -> None:
    drive = _exos("writes", ["working 0.5 us unavailable"])
    with Drive(drive, "fcfs").open() as session:
        block = bytes([0x8A, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1, 0x40, 0])
        command = session.submit(block, data=bytes(drive.bytes_per_block))
        session.wait(command)
        assert command.status == 0
        assert (command.sense[2], command.sense[12], command.sense[13]) == (0x0F, 0x55, 0x0A)
        assert not command.good
        with pytest.raises(CheckCondition):
            command.check()


def test_arrivals_with_limits_are_ordered_by_them() -> None:
    drive = _exos("reads", ["whole 40 ms abort"])
    load = workload.arrivals([0.0] * 12, range(0, 12_000_000, 1_000_000), 8, limit=[0] * 11 + [1])
    columns = Drive(drive, "sptf_limits").run(load).columns
    assert not columns["failed"].any()


def test_arrivals_name_limits() -> None:
    load = workload.arrivals([0, 1, 2], [5, 6, 7], 8, limit=[0, 2, 7])
    columns = Drive(_exos(), "fcfs").run(load).columns
    assert columns["limit"].tolist() == [0, 2, 7]
    with pytest.raises(ConfigError, match="limit"):
        workload.arrivals([0], [5], 8, limit=8)


def test_a_share_of_the_requests_has_a_deadline() -> None:
    load = workload.deadlines(
        workload.random(50, read_fraction=1), within="50 ms", share=0.3, requests=REQUESTS
    )
    columns = Drive("hp_c2247", "edf").run(load).columns
    timed = columns["deadline"] != 2**63 - 1
    assert abs(timed.mean() - 0.3) < 4 * (0.3 * 0.7 / REQUESTS) ** 0.5
    assert workload.parse(load.text(), requests=REQUESTS).load == load


def test_the_command_prints_the_tail_by_limit() -> None:
    line = (
        "run --drive seagate_exos_x16 --scheduler sptf_limits --set interface.standard=SPC-6 "
        """--set 'duration_limits.reads=["whole 100 ms abort"]' --requests 500 """
        "--workload 'limited(closed(32, size=4KiB, reads=1), share=0.2)'"
    )
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 0, done.output
    printed = done.stdout.split("\nlimits\n")[1].split("\n")
    assert printed[1].split()[:4] == ["limit", "requests", "ended", "missed"]
    rows = [words for text in printed if (words := text.split()) and words[0].isdigit()]
    assert [row[0] for row in rows] == ["0", "1"]
    assert sum(int(row[1]) for row in rows) == 500
