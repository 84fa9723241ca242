"""Several drives and hosts on one bus."""

import json

import numpy as np
import pytest

from headstack import Bus, ConfigError, Drive, Load, workload

DISK = "hp_c2247"
BLOCK_S = 512 / 3.01e6
"""Of a block on the bus, when it is read."""


def closed(requests: int = 500, seed: int = 1, outstanding: int = 4) -> workload.Closed:
    """64 KiB reads."""
    return workload.closed(
        outstanding, requests=requests, size="64KiB", read_fraction=1.0, seed=seed
    )


def test_one_drive_alone_is_a_run() -> None:
    """The bus adds nothing of its own."""
    load = workload.random(30, requests=500)
    alone = Drive(DISK).run(load)
    found = Bus([Drive(DISK)]).run([load]).results[0]
    assert found.summary["schedule_sha256"] == alone.summary["schedule_sha256"]
    assert found.summary["bus_utilisation"] == alone.summary["bus_utilisation"]


def test_bus_utilisation_of_hits() -> None:
    """An idle drive's reads: what the bus is held for is in the appendix of the 1994 paper."""
    result = Drive(DISK).run(
        workload.closed(1, requests=200, size="8KiB", read_fraction=1.0, seed=3)
    )
    per_request = result.summary["bus_utilisation"] * result.summary["elapsed_s"] / 200
    # Command and disconnect, then reselection, preparation, 16 blocks and completion.
    held = (0.558 + 0.023 + 0.162 + 0.025 + 0.057) * 1e-3 + 16 * BLOCK_S
    assert held < per_request < 1.05 * held  # a track's end behind the watermark holds it longer


def test_the_bus_is_the_limit() -> None:
    """Seven drives fill a bus that one leaves half empty; no more than the data rate gets over."""
    one = Bus([Drive(DISK)]).run([closed()])
    seven = Bus([Drive(DISK)] * 7).run([closed(seed=seed) for seed in range(7)])
    assert one.summary["bus_utilisation"] < 0.6
    # The drives of high priority are done first, and the last ones leave the bus idle again.
    assert seven.summary["bus_utilisation"] > 0.85
    assert seven.summary["throughput_mb_s"] < 3.01
    assert seven.summary["throughput_mb_s"] < 4 * one.summary["throughput_mb_s"]


def test_the_higher_id_waits_less() -> None:
    """Under contention, reselections are granted by priority: 6 before 0, 0 before 8."""
    chain = Bus([Drive(DISK)] * 6, ids=[8, 0, 2, 4, 5, 6])
    found = chain.run([closed(seed=seed) for seed in range(6)])
    means = [result.summary["mean_response_ms"] for result in found.results]
    assert means[5] < means[1] < means[0]


def test_two_hosts_share_a_drive() -> None:
    """Every request of both is served, and the drive works on one at a time."""
    found = Bus([Drive(DISK)]).run([Load(0, closed(300), 7), Load(0, closed(300, seed=2), 6)])
    starts = np.concatenate([result.columns["start"] for result in found.results])
    ends = np.concatenate([result.columns["finish"] for result in found.results])
    order = np.argsort(starts)
    assert len(starts) == 600
    assert (starts[order][1:] >= ends[order][:-1]).all()


def test_a_slow_host_slows_the_data() -> None:
    """5 MHz over 8 bits is 102.4 us a block: slower than the C2247's 170 us it is not. 1 MHz is."""
    load = workload.closed(1, requests=200, size="64KiB", read_fraction=1.0)
    plain = Bus([Drive(DISK)]).run([load]).results[0].summary
    same = Bus([Drive(DISK)], width_bits=8, transfer_period_ns=200).run([load]).results[0].summary
    slow = Bus([Drive(DISK)], width_bits=8, transfer_period_ns=1000).run([load]).results[0].summary
    assert same["mean_response_ms"] == plain["mean_response_ms"]
    more_ms = 128 * (512e-3 - BLOCK_S * 1e3)
    assert slow["mean_response_ms"] - plain["mean_response_ms"] == pytest.approx(more_ms, rel=0.1)


@pytest.mark.parametrize(
    ("ids", "loads", "says"),
    [
        ([0, 0], 2, "taken twice"),
        ([0, 7], 2, "taken twice"),
        ([0, 16], 2, "0 to 15"),
        ([0], 2, "2 drives and 1 SCSI ids"),
        ([0, 1], 1, "1 workloads for 2 drives"),
        ([0, 1], 0, "without a workload"),
    ],
)
def test_bad_input(ids: list[int], loads: int, says: str) -> None:
    """Ids and loads that do not go together."""
    with pytest.raises(ConfigError, match=says):
        Bus([Drive(DISK)] * 2, ids=ids).run([closed()] * loads)


def test_two_hosts_that_fill_a_drive() -> None:
    """The drive answers TASK SET FULL, and each command goes again."""
    found = Bus([Drive(DISK, queue_depth=2)]).run([Load(0, closed(), 7), Load(0, closed(), 6)])
    assert [result.summary["requests"] for result in found.results] == [500, 500]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON document."""
    from headstack.cli import app

    app(["bus", "--drives", "3", "--requests", "50", "--json"], standalone_mode=False)
    document = json.loads(capsys.readouterr().out)
    assert [row["scsi_id"] for row in document["drives"]] == [0, 1, 2]
    assert document["requests"] == 150
    assert 0 < document["bus_utilisation"] < 1
    assert document["requests_per_wall_s"] == 150 / document["wall_s"]
    assert not {"wall_s", "requests_per_wall_s"} & {
        key for row in document["drives"] for key in row
    }
