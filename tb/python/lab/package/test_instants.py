"""When the parts of a request began, and which decision took it from how many."""

import numpy as np
import pytest

from headstack import Drive, catalog, workload

NONE = 2**63 - 1


@pytest.mark.parametrize("scheduler", ["fcfs", "sptf"])
def test_parts_follow_each_other(scheduler: str) -> None:
    """Of one movement each: seek, then rotation, then transfer, to three ticks."""
    columns = Drive("hp_c2247", scheduler).run(workload.random(40, requests=2_000)).columns
    moved = columns["seek_at"] != NONE
    assert moved.mean() > 0.9
    row = {name: column[moved] for name, column in columns.items()}
    assert (row["start"] <= row["seek_at"]).all()
    assert (row["transfer_at"] + row["transfer"] <= row["finish"] + 3).all()
    alone = np.abs(row["transfer_at"] - row["seek_at"] - row["seek"] - row["rotation"]) <= 12
    assert alone.mean() > 0.8  # the others go on to a second track
    steps = row["rotation_at"] - row["seek_at"] - row["seek"]
    assert (np.abs(steps[alone]) <= 12).all()


def test_a_hit_moves_nothing() -> None:
    """Sequential reads come from the buffer; in Arrow they have null."""
    result = Drive("hp_c2247").run(
        workload.sequential(outstanding=1, requests=300, read_fraction=1)
    )
    hits = result.columns["hit"]
    assert hits.mean() > 0.5
    for name in ("seek_at", "rotation_at", "transfer_at"):
        assert (result.columns[name][hits] == NONE).all()
        assert result.requests[name].null_count == (result.columns[name] == NONE).sum()


@pytest.mark.parametrize("placement", ["drive", "host"])
def test_each_decision_takes_one(placement: str) -> None:
    """From as many as a closed loop keeps waiting, but for its end."""
    drive = Drive("hp_c2247", "sptf", placement=placement)
    columns = drive.run(workload.closed(10, requests=500)).columns
    assert sorted(columns["decision"]) == list(range(1, 501))
    order = np.argsort(columns["decision"])
    assert (np.diff(columns["start"][order]) > 0).all()
    waiting = columns["picked_from"][order]
    assert set(waiting[1:490]) == {10}
    assert waiting[-1] == 1


def test_the_hosts_decision_comes_first() -> None:
    """With both, it is the host's that is told: from all that are not at the drive."""
    drive = Drive("hp_c2247", host_scheduler="clook", drive_scheduler="sptf", queue_depth=4)
    columns = drive.run(workload.closed(20, requests=400)).columns
    assert set(np.sort(columns["picked_from"])[20:-40]) == {17}


def test_a_write_waits_for_its_data() -> None:
    """The head is on the track, and 8 blocks come from the host: each takes 0.3 ms, or 0.4 ms."""
    rules = {
        "write.minimum_blocks": 8,
        "write.minimum_blocks_large": 8,
        "write.seek_with_data": False,
        "seek.same_cylinder": "0 ms",
    }
    requests = workload.sequential(outstanding=1, requests=20, size="8KiB", read_fraction=0)
    found = []
    for per_block_ms in (0.3, 0.4):
        drive = catalog.load("hp_c2247").with_values(
            rules | {"bus.write_rate": f"{per_block_ms} ms/block"}
        )
        found.append(Drive(drive).run(requests).columns)
    one, other = ({name: column[2] for name, column in columns.items()} for columns in found)
    assert one["rotation_at"] == other["rotation_at"]
    assert other["not_ready"] - one["not_ready"] == pytest.approx(8 * 0.1e9, abs=20)
    for columns in found:
        assert (columns["not_ready"] >= 0).all()
        assert (columns["not_ready"] <= columns["rotation"]).all()


def test_a_read_is_ready_when_the_head_arrives() -> None:
    """A read without a processor's times waits for the sector only."""
    columns = Drive("hp_c2247").run(workload.random(40, requests=500, read_fraction=1)).columns
    assert (columns["not_ready"] == 0).all()
