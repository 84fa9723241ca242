"""Commands carry deadlines and classes to a scheduler in the drive."""

from typing import Any

import numpy as np
import pytest

from headstack import ConfigError, Drive, Scheduler, workload

# Four reads arrive together. The idle drive starts the first one, then chooses.
FIRST = np.array([1_000_000, 40_000, 1_900_000, 500_000])
DEADLINES_MS = np.array([400.0, 300.0, 100.0, 200.0])
CLASSES = np.array([0, 1, 0, 1])


def order(scheduler: str, deadlines: np.ndarray = DEADLINES_MS, **more: object) -> list[int]:
    load = workload.arrivals(
        np.zeros(4), FIRST, 8, write=False, deadline_ms=deadlines, class_id=CLASSES
    )
    result = Drive("hp_c2247", scheduler, **more).run(load)  # type: ignore[arg-type]
    return [int(row) for row in result.columns["id"][np.argsort(result.columns["finish"])]]


def test_the_earliest_deadline_goes_first() -> None:
    assert order("edf") == [0, 2, 3, 1]
    assert order("fcfs") == [0, 1, 2, 3]


def test_a_request_without_a_deadline_goes_last() -> None:
    assert order("edf", np.array([400.0, 300.0, np.inf, 200.0])) == [0, 3, 1, 2]


def test_a_deadline_that_cannot_be_met_waits() -> None:
    """A read takes 10 ms or more: 2's deadline is over before its service can be."""
    assert order("fd_edf", np.array([400.0, 300.0, 25.0, 200.0])) == [0, 3, 1, 2]


def test_a_class_with_less_weight_waits() -> None:
    """8 blocks cost 8 / 99 or 8 / 1: class 0 finishes its second request before class 1's first.

    All requests of a batch go in the order of C-SCAN, from block 0 on at first.
    """
    load = workload.arrivals(
        np.zeros(12), np.arange(12)[::-1] * 100_000, 8, write=False, class_id=[0, 1] * 6
    )
    result = Drive("hp_c2247", "yfq", weights=(99, 1)).run(load)
    classes = result.columns["class"][np.argsort(result.columns["finish"])]
    assert classes[:6].tolist() == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("place", ["drive", "host"])
def test_a_class_without_a_weight_is_an_error(place: str) -> None:
    with pytest.raises(ConfigError, match=r"request 1 is of class 1, but the number of weights"):
        order("yfq", placement=place, weights=(1,))


class ByClass(Scheduler):
    needs_classes = True

    def pick(self, queue: Any, drive: Any) -> int:
        return int(np.argmin(queue.class_id))


def test_a_command_has_room_for_64_classes() -> None:
    load = workload.arrivals([0, 1], [0, 100], 8, class_id=[0, 64])
    weights = (1,) * 65
    with pytest.raises(ConfigError, match="request 1 is of class 64; a command carries a class"):
        Drive("hp_c2247", ByClass()).run(load)
    with pytest.raises(ConfigError, match="weights: 65 classes; a drive shares among at most 64"):
        Drive("hp_c2247", "yfq", weights=weights).run(load)
    Drive("hp_c2247", "yfq", placement="host", weights=weights).run(load)


def test_a_command_has_room_for_a_deadline_of_an_hour() -> None:
    load = workload.arrivals([0, 1], [0, 100], 8, deadline_ms=[5e6, 100])
    with pytest.raises(ConfigError, match="request 0: its deadline is 5000 s after its arrival"):
        Drive("hp_c2247", "edf").run(load)


def test_deadlines_need_requests_that_have_them() -> None:
    with pytest.raises(ConfigError, match="no request of the workload has a deadline"):
        Drive("hp_c2247", "edf").run(workload.closed(4, requests=20))


def test_a_drive_makes_no_probes() -> None:
    with pytest.raises(ConfigError, match="a drive makes no reads of its own"):
        Drive("hp_c2247", "smtf_online(idle=probe)").run(workload.closed(4, requests=20))


def deadline_read(lbn: int, us: int) -> bytes:
    """Returns the command block of a READ WITH DEADLINE of one block."""
    head = bytes([0x7F, 0, 0, 0, 0, 0, 0, 0x18, 0xF8, 0, 0, 0])
    return head + b"".join(
        value.to_bytes(size, "big") for value, size in ((lbn, 8), (us, 4), (0, 4), (1, 4))
    )


def test_only_a_drive_that_is_told_to_accepts_deadlines() -> None:
    with Drive("hp_c2247", "fcfs").open() as session:
        refused = session.submit(deadline_read(5, 1000), room=512)
        session.wait(refused)
        assert refused.sense[2] & 15 == 5
        assert refused.sense[12] == 0x20
    with Drive("hp_c2247", "edf").open() as session:
        first, last, urgent = (
            session.submit(deadline_read(lbn, us), room=512)
            for lbn, us in ((1_000_000, 10), (40_000, 300_000), (1_900_000, 100_000))
        )
        session.settle()
        assert first.finished < urgent.finished < last.finished
