"""The host's queue above the drive's (queues.md), beside tb/model/run/two_queues_test.cpp."""

from typing import Any

import pytest

import headstack
from headstack import Drive, workload
from headstack.errors import ConfigError

DISK = "hp_c2247"


def many(outstanding: int = 64, requests: int = 2_000) -> workload.Workload:
    return workload.closed(outstanding, requests=requests, seed=3)


def sha(drive: Drive, load: workload.Workload) -> str:
    return str(drive.run(load).summary["schedule_sha256"])


def test_a_short_drive_queue_is_a_queue() -> None:
    """What the drive has no room for waits, and the rows say so."""
    found = Drive(DISK, "sptf", queue_depth=4).run(workload.random(120, requests=2_000))
    assert found.summary["requests"] == 2_000
    assert max(found.columns["tag"]) == 4  # of one that is over it is free a moment later


def test_both_words_for_one_scheduler() -> None:
    """The pair of names says what scheduler and placement say."""
    short = Drive(DISK, "clook", placement="host", host_outstanding=3)
    apart = Drive(DISK, host_scheduler="clook", host_outstanding=3)
    assert sha(short, many()) == sha(apart, many())
    assert (apart.placement, apart.scheduler) == ("host", "clook(level=lbn)")
    assert sha(Drive(DISK, "sptf"), many()) == sha(Drive(DISK, drive_scheduler="sptf"), many())


def test_an_elevator_above_sptf() -> None:
    """The everyday configuration: both decide, and both are in the record."""
    drive = Drive(DISK, host_scheduler="clook", drive_scheduler="sptf", queue_depth=8)
    found = drive.run(many())
    settings = found.settings
    assert (settings.placement, settings.scheduler) == ("both", "sptf")
    assert settings.host_scheduler == "clook(level=lbn)"
    assert (settings.host_outstanding, settings.drive_queue_depth) == (8, 8)
    assert max(found.columns["tag"]) == 8
    assert 1 < found.summary["candidates_per_decision"] <= 8
    mean = found.summary["mean_response_ms"]
    assert mean < Drive(DISK, "sptf", queue_depth=8).run(many()).summary["mean_response_ms"]


def test_the_hosts_scheduler_sees_what_its_queue_holds() -> None:
    """A queue of one is in order of arrival, whatever the scheduler."""
    one = Drive(DISK, host_scheduler="sstf", host_outstanding=1, host_queue_depth=1)
    first = Drive(DISK, host_scheduler="fcfs", host_outstanding=1)
    load = workload.random(60, requests=500)
    assert sha(one, load) == sha(first, load)


class Oldest(headstack.Scheduler):
    """First come, first served."""

    def pick(self, queue: Any, drive: Any) -> int:
        """The first row is the oldest."""
        return 0


def test_schedulers_in_python_in_both_places() -> None:
    found = Drive(DISK, host_scheduler=Oldest, drive_scheduler=Oldest, queue_depth=4).run(many())
    assert found.settings.placement == "both"
    assert sha(Drive(DISK, queue_depth=4), many()) == found.summary["schedule_sha256"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"scheduler": "sptf", "drive_scheduler": "sptf"}, "use the one pair or the other"),
        ({"placement": "host", "host_scheduler": "clook"}, "use the one pair or the other"),
        ({"host_scheduler": "clock"}, "did you mean 'clook'"),
        ({"host_scheduler": "sptf_hw"}, None),
        ({"host_scheduler": "clook", "host_queue_depth": 0}, "host_queue_depth is 0"),
        ({"host_queue_depth": 5}, "for a scheduler in the host"),
        ({"host_scheduler": "clook", "host_outstanding": 9, "queue_depth": 8}, "queue_depth=9"),
        ({"host_scheduler": "clook", "host_outstanding": 0}, "host_outstanding is 0"),
        ({"host_scheduler": (o := Oldest()), "drive_scheduler": o}, "one instance for both"),
    ],
)
def test_what_cannot_be(given: dict[str, object], says: str | None) -> None:
    """Each is a clear error; the comparator is the drive's."""
    with pytest.raises(ConfigError, match=says or "decides in the drive's comparator"):
        Drive(DISK, **given).run(many())  # type: ignore[arg-type]


def test_weights_go_to_the_scheduler_that_shares() -> None:
    """By classes above, by position below."""
    load = workload.classes([workload.Class(8), workload.Class(8)], requests=2_000)
    found = Drive(
        DISK, host_scheduler="yfq", drive_scheduler="sptf", weights=(80, 20), queue_depth=4
    )
    assert found.run(load).summary["requests"] == 2_000
