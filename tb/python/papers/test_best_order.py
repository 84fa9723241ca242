"""The best order of a batch, against all orders; and times of pairs, against the drive."""

import itertools
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from headstack import Drive, workload
from headstack.charts import page
from headstack_papers.beyond import batches, best_order


def random_times(count: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(1.0, 20.0, (count + 1, count + 1))


def least(times: np.ndarray) -> float:
    orders = itertools.permutations(range(1, len(times)))
    return min(best_order.length(times, order) for order in orders)


def test_an_order_by_hand() -> None:
    """1 is near, but 2 is only cheap before 1."""
    times = np.array([[0.0, 1.0, 2.0], [9.0, 0.0, 8.0], [9.0, 3.0, 0.0]])
    assert best_order.length(times, [1, 2]) == 9.0
    assert best_order.length(times, [2, 1]) == 5.0
    assert best_order.exact(times) == 5.0
    assert best_order.improved(times, [1, 2]) == [2, 1]


@pytest.mark.parametrize("count", range(1, 8))
@pytest.mark.parametrize("seed", range(5))
def test_the_best_of_all_orders(count: int, seed: int) -> None:
    times = random_times(count, seed)
    best = least(times)
    assert best_order.exact(times) == pytest.approx(best, rel=1e-12)
    low, order = best_order.lower_bound(times)
    assert low <= best * (1 + 1e-12)
    assert sorted(order) == list(range(1, count + 1))
    found = best_order.improved(times, order)
    assert sorted(found) == sorted(order)
    assert best * (1 - 1e-12) <= best_order.length(times, found)
    assert best_order.length(times, found) <= best_order.length(times, order)


def test_the_bound_is_the_best_if_it_is_an_order() -> None:
    """Times along a known order are 1, all others 5: the assignment is this order."""
    times = np.full((11, 11), 5.0)
    known = [0, 3, 7, 1, 9, 10, 2, 8, 5, 4, 6]
    times[known[:-1], known[1:]] = 1.0
    low, order = best_order.lower_bound(times)
    assert (low, order) == (10.0, known[1:])
    assert best_order.exact(times) == 10.0


def test_an_order_that_no_move_improves() -> None:
    """Every move of one to three neighbours to every other place."""
    times = random_times(9, 3)
    order = best_order.improved(times, range(1, 10))
    took = best_order.length(times, order)
    for size, start in itertools.product((1, 2, 3), range(9)):
        run, rest = order[start : start + size], order[:start] + order[start + size :]
        for place in range(len(rest) + 1):
            moved = [*rest[:place], *run, *rest[place:]]
            assert best_order.length(times, moved) >= took - 1e-9


@pytest.mark.parametrize("drive", ["hp_c2247", "ibm_9lzx"])
def test_times_of_pairs_are_the_drive_s(drive: str) -> None:
    lbn = np.array([5_000, 1_200_000, 300_000, 77_777])
    times = batches.times_of(drive, lbn)
    for order in itertools.permutations(range(1, 4)):
        model = Drive(drive, "fcfs", placement="host", host_outstanding=1)
        run = model.run(workload.arrivals(np.zeros(4), lbn[[0, *order]], batches.BLOCKS))
        ends = np.sort(run.columns["finish"]) / 1e9
        assert ends[-1] - ends[0] == pytest.approx(best_order.length(times, order), abs=1e-6)


def test_a_batch() -> None:
    rows = batches.batch("ibm_9lzx", 6, [1, 2], ["sptf", "fcfs"])
    assert [(row["seed"], row["name"]) for row in rows] == [
        (1, "sptf"),
        (1, "fcfs"),
        (2, "sptf"),
        (2, "fcfs"),
    ]
    for row in rows:
        assert row["low_ms"] == row["high_ms"] <= row["took_ms"] + 1e-9


@pytest.mark.parametrize("drive", ["hp_c2247", "ibm_9lzx"])
def test_the_page_has_these_figures(drive: str, load_script: Callable[[str], ModuleType]) -> None:
    """The line of four requests. The table of SMTF takes too long."""
    script = load_script("best_order")
    [table] = page.marked(script.DOCS.read_text(encoding="utf-8"), drive)
    lines = [line.strip("| ").split(" | ") for line in table[2].splitlines()]
    shown = dict(zip(lines[0], lines[2], strict=True))
    rows = batches.batch(drive, 4, range(1, script.BATCHES + 1), ["sptf", "clook", "fcfs"])
    found = script.cells(rows, 4)
    assert len(found) == 5
    assert found == {heading: shown[heading] for heading in found}
