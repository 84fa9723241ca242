"""Arguments of workloads and drives: each wrong one is refused by name."""

import math
from typing import Any

import numpy as np
import pytest

import headstack
from headstack import ConfigError, Drive, workload


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rate_per_s": 0}, "rate_per_s is 0; it must be more than 0"),
        ({"rate_per_s": -30}, "rate_per_s is -30"),
        ({"rate_per_s": math.nan}, "rate_per_s is nan; it must be a finite number"),
        ({"rate_per_s": math.inf}, "rate_per_s is inf"),
        ({"rate_per_s": "30"}, "rate_per_s is '30'"),
        ({"rate_per_s": 1e-9}, "106 days"),
        ({"requests": 0}, "requests is 0; it must be a whole number, 1 to"),
        ({"requests": -1}, "requests is -1"),
        ({"requests": 10.5}, "requests is 10.5"),
        ({"size": "8"}, "no unit"),
        ({"size": 0}, "size is 0"),
        ({"read_fraction": 1.01}, "read_fraction is 1.01; it must be from 0 to 1"),
        ({"read_fraction": -0.1}, "read_fraction is -0.1"),
        ({"read_fraction": math.nan}, "read_fraction is nan"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"align": 0}, "align is 0"),
        ({"align": "8"}, "align '8' has no unit"),
    ],
)
def test_random(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"rate_per_s": 30, **change}
    with pytest.raises(ConfigError, match=message):
        workload.random(**arguments)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"outstanding": 0}, "outstanding is 0"),
        ({"outstanding": 65_537}, "outstanding is 65537"),
        ({"outstanding": True}, "outstanding is True"),
        ({"outstanding": 10, "requests": 9}, "requests must be at least outstanding"),
        ({"requests": 0}, "requests is 0"),
        ({"read_fraction": 2}, "read_fraction is 2"),
    ],
)
def test_closed(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"outstanding": 1, **change}
    with pytest.raises(ConfigError, match=message):
        workload.closed(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"drive": "hp_c2274"},
            r"'hp_c2274' is not known; did you mean 'hp_c2247'\? .known: dec",
        ),
        ({"drive": "absent.toml"}, "drive file absent.toml: no such file"),
        ({"scheduler": "fsfc"}, "fsfc"),
        ({"scheduler": ""}, "scheduler"),
        ({"placement": "bus"}, "placement is 'bus'; it must be one of drive, host"),
        ({"host_outstanding": 0}, "host_outstanding is 0"),
        ({"queue_depth": 0}, "queue_depth is 0; it must be a whole number, 1 to 65536"),
        ({"queue_depth": 65_537}, "queue_depth is 65537"),
        (
            {"placement": "host", "host_outstanding": 5, "queue_depth": 4},
            "host_outstanding is 5; hp_c2247's queue holds 4: .* raise it with queue_depth=5",
        ),
    ],
)
def test_drive(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        headstack.Drive(**{"drive": "hp_c2247", **arguments})


def test_aligned_requests_begin_at_multiples() -> None:
    """The Eagle has 140,280 aligned blocks of 4 KB; none crosses a cylinder (Seltzer 1990, 3.1)."""
    drive = Drive("fujitsu_m2361a", placement="host")
    assert drive.config.blocks // 8 == 140_280
    load = workload.closed(100, requests=40_000, size="4KiB", align="4KiB")
    result = drive.run(load)
    lbn = result.columns["lbn"]
    assert not (lbn % 8).any()
    assert (lbn // 1336 == (lbn + 7) // 1336).all()  # blocks of a cylinder
    # Places are drawn evenly: 40,000 of 10 parts of the disk, five standard deviations.
    assert np.bincount(lbn * 10 // drive.config.blocks) == pytest.approx(4000, abs=300)
    assert result.document()["align_bytes"] == 4096
    assert "align_bytes" not in drive.run(workload.closed(1, requests=10)).document()


def test_alignment_is_of_whole_blocks_and_on_the_drive() -> None:
    for align, message in (
        ("1000B", "align 1000B is not a whole number of blocks of 512B; nearest is 512B or 1024B"),
        ("1GiB", "align is 2097152 blocks, more than hp_c2247 has"),
    ):
        with pytest.raises(ConfigError, match=message):
            Drive("hp_c2247").run(workload.random(30, requests=10, align=align))
    result = Drive("hp_c2247").run(workload.random(30, requests=10, align="512MiB"))
    assert set(result.columns["lbn"]) <= {0, 2**20}


def test_an_alignment_of_one_block_changes_nothing() -> None:
    drive = Drive("hp_c2247")
    anywhere, at_blocks = (
        drive.run(workload.random(30, requests=500, align=align)).summary["schedule_sha256"]
        for align in (None, 512)
    )
    assert anywhere == at_blocks


def test_size_must_be_whole_blocks_of_the_drive() -> None:
    with pytest.raises(ConfigError, match="1000B is not a whole number of blocks of 512B"):
        headstack.Drive("hp_c2247").run(workload.random(30, size="1kB"))


def test_size_must_fit_the_drive() -> None:
    with pytest.raises(ConfigError, match="more than hp_c2247 has"):
        headstack.Drive("hp_c2247").run(workload.random(30, size="100GiB"))


def test_a_closed_loop_deeper_than_the_drive() -> None:
    drive = headstack.Drive("hp_c2247", queue_depth=8)
    assert drive.run(workload.closed(9, requests=100)).summary["requests"] == 100


def test_the_host_can_queue_more_than_the_drive_holds() -> None:
    drive = headstack.Drive("hp_c2247", placement="host", queue_depth=4)
    assert drive.run(workload.closed(50, requests=200)).summary["requests"] == 200


def test_something_else_is_no_workload() -> None:
    with pytest.raises(ConfigError, match=r"no workload; make one with headstack\.workload"):
        headstack.Drive("hp_c2247").run("random")  # type: ignore[arg-type]


# --- requests of one's own ---


def test_arrivals_come_when_they_should() -> None:
    when = [0.0, 0.0, 5.25, 5.25, 5000.0]
    load = workload.arrivals(
        when, [10, 900_000, 26, 500_000, 42], 16, write=[False, True, False, True, False]
    )
    columns = Drive("hp_c2247", "sstf").run(load).columns
    order = np.argsort(columns["id"])
    assert columns["arrival"][order].tolist() == [round(ms * 1e9) for ms in when]
    assert columns["lbn"][order].tolist() == [10, 900_000, 26, 500_000, 42]
    assert columns["blocks"][order].tolist() == [16] * 5
    assert columns["write"][order].tolist() == [False, True, False, True, False]
    result = Drive("hp_c2247", "sstf").run(load)
    assert result.settings.workload["workload"] == "arrivals"
    assert len(str(result.settings.workload["arrivals_sha256"])) == 64
    assert result.document()["saturated"] is False


def test_arrivals_are_the_open_workload_again() -> None:
    """The same requests at the same times: the same schedule."""
    drive = Drive("hp_c2247", "sptf")
    first = drive.run(workload.random(50, requests=800, seed=5))
    order = np.argsort(first.columns["id"])
    column = {name: first.columns[name][order] for name in ("arrival", "lbn", "blocks", "write")}
    again = drive.run(
        workload.arrivals(
            column["arrival"] / 1e9, column["lbn"], column["blocks"], write=column["write"]
        )
    )
    assert again.summary["schedule_sha256"] == first.summary["schedule_sha256"]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (([], [], 1), "not a column with a time"),
        ((3.0, 1, 1), "not a column with a time"),
        (([0, 2, 1], [1, 2, 3], 1), "must rise"),
        (([-1, 0], [1, 2], 1), "must rise"),
        (([0, float("nan")], [1, 2], 1), "must rise"),
        (([0, 1e12], [1, 2], 1), "most is"),
        (([0, 1], [1, 2, 3], 1), "lbn has shape"),
        (([0, 1], [1.5, 2], 1), "lbn holds float64"),
        (([0, 1], ["a", "b"], 1), "lbn holds"),
        (([0, 1], [-1, 2], 1), "lbn goes from -1"),
        (([0, 1], [1, 2], 0), "blocks goes from 0"),
        (([0, 1], [1, 2], [1, 65536]), "blocks goes from 1 to 65536"),
    ],
)
def test_arrivals_that_are_none(columns: tuple[Any, ...], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        workload.arrivals(*columns)


def test_arrivals_past_the_end_of_the_drive() -> None:
    with pytest.raises(
        ConfigError, match="request 1: lbn 4000000 with 16 blocks goes past the end"
    ):
        Drive("hp_c2247").run(workload.arrivals([0, 1], [1, 4_000_000], 16))
