"""The order of a queue of cylinders, against the examples of textbooks and plain Python."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headstack import ConfigError
from headstack.seek_order import Direction, seek_order

SILBERSCHATZ = (53, [98, 183, 37, 122, 14, 124, 65, 67])
"""Silberschatz, Galvin, Gagne: Operating System Concepts, chapter on mass storage."""
STALLINGS = (100, [55, 58, 39, 18, 90, 160, 150, 38, 184])
"""Stallings: Operating Systems, disk scheduling; the book prints mean lengths of nine seeks."""
TANENBAUM = (11, [1, 36, 16, 34, 9, 12])
"""Tanenbaum: Modern Operating Systems, disk arm scheduling."""

Case = tuple[int, list[int]]


@pytest.mark.parametrize(
    ("case", "scheduler", "direction", "edge", "movement"),
    [
        (SILBERSCHATZ, "fcfs", "up", False, 640),
        (SILBERSCHATZ, "sstf", "up", False, 236),
        (SILBERSCHATZ, "scan", "down", True, 236),
        (SILBERSCHATZ, "scan", "down", False, 208),
        (SILBERSCHATZ, "scan", "up", True, 331),
        (SILBERSCHATZ, "cscan", "up", True, 382),
        (SILBERSCHATZ, "look", "up", False, 299),
        (SILBERSCHATZ, "clook", "up", False, 322),
        (STALLINGS, "fcfs", "up", False, 498),
        (STALLINGS, "sstf", "up", False, 248),
        (STALLINGS, "look", "up", False, 250),
        (STALLINGS, "clook", "up", False, 322),
        (TANENBAUM, "fcfs", "up", False, 111),
        (TANENBAUM, "sstf", "up", False, 61),
        (TANENBAUM, "look", "up", False, 60),
    ],
)
def test_totals_of_textbooks(
    case: Case, scheduler: str, direction: Direction, edge: bool, movement: int
) -> None:
    head, queue = case
    found = seek_order(queue, head=head, scheduler=scheduler, direction=direction, edge=edge)
    assert found.movement == movement
    assert sorted(found.order) == sorted(queue)


def test_the_arm_visits_the_edges() -> None:
    head, queue = SILBERSCHATZ
    scan = seek_order(queue, head=head, scheduler="scan", direction="down", edge=True)
    assert scan.path == (53, 37, 14, 0, 65, 67, 98, 122, 124, 183)
    cscan = seek_order(queue, head=head, scheduler="cscan", edge=True)
    assert cscan.path == (53, 65, 67, 98, 122, 124, 183, 199, 0, 14, 37)
    other = seek_order(queue, head=head, scheduler="cscan", direction="down", edge=True)
    assert other.path == (53, 37, 14, 0, 199, 183, 124, 122, 98, 67, 65)


def test_no_arm_moves_to_an_edge_in_vain() -> None:
    assert seek_order([60, 70], head=53, scheduler="scan", edge=True).path == (53, 60, 70)
    assert seek_order([199, 0], head=53, scheduler="scan", edge=True).path == (53, 199, 0)
    assert seek_order([10], head=53, scheduler="scan", edge=True).path == (53, 199, 10)


def _fcfs(_head: int, queue: list[int]) -> list[int]:
    return list(queue)


def _sstf(head: int, queue: list[int]) -> list[int]:
    left, order = list(queue), []
    while left:
        head = min(left, key=lambda one: abs(one - head))  # of equal distances the oldest
        left.remove(head)
        order.append(head)
    return order


def _look(head: int, queue: list[int]) -> list[int]:
    return sorted(one for one in queue if one >= head) + sorted(
        (one for one in queue if one < head), reverse=True
    )


def _clook(head: int, queue: list[int]) -> list[int]:
    return sorted(one for one in queue if one >= head) + sorted(one for one in queue if one < head)


ORACLES: dict[str, Callable[[int, list[int]], list[int]]] = {
    "fcfs": _fcfs,
    "sstf": _sstf,
    "look": _look,
    "scan": _look,
    "clook": _clook,
    "cscan": _clook,
}


@pytest.mark.parametrize("scheduler", ORACLES)
@settings(max_examples=25, deadline=None)
@given(
    head=st.integers(0, 199),
    queue=st.lists(st.integers(0, 199), min_size=1, max_size=30),
    direction=st.sampled_from(["up", "down"]),
)
def test_random_queues_against_plain_python(
    scheduler: str, head: int, queue: list[int], direction: Direction
) -> None:
    found = seek_order(queue, head=head, scheduler=scheduler, direction=direction)
    if direction == "up":
        wanted = ORACLES[scheduler](head, queue)
    else:
        wanted = [199 - one for one in ORACLES[scheduler](199 - head, [199 - one for one in queue])]
    assert list(found.order) == wanted
    assert found.path == (head, *wanted)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"requests": [200]}, "requests is 200; it must be a whole number, 0 to 199"),
        ({"requests": []}, "requests has 0 cylinders; it must have 1 to 1000"),
        ({"head": -1}, "head is -1; it must be a whole number, 0 to 199"),
        ({"cylinders": 1}, "cylinders is 1; it must be a whole number, 2 to 65536"),
        ({"direction": "in"}, "direction is 'in'; it must be one of up, down"),
        ({"scheduler": "sptf"}, "scheduler sptf needs more than cylinders; use headstack run"),
        ({"scheduler": "edf"}, "scheduler edf needs more than cylinders; use headstack run"),
        ({"scheduler": "stf"}, "'stf' is not known"),
        ({"scheduler": "look", "edge": True}, "edge is for scan and cscan; look turns at its last"),
    ],
)
def test_wrong_questions(changes: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"requests": [7], "head": 3, "scheduler": "sstf", **changes}
    requests = arguments.pop("requests")
    with pytest.raises(ConfigError) as error:
        seek_order(requests, **arguments)  # type: ignore[arg-type]
    assert message in str(error.value)
