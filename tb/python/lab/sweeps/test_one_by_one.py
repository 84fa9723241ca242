"""Experiments over axes."""

import pytest

from headstack import ConfigError
from headstack.sweeps.one_by_one import over
from headstack_papers import share


def test_a_row_at_every_point_the_last_axis_fastest() -> None:
    said = []
    rows = over(
        (1, 2),
        "ab",
        run=lambda number, letter: {"number": number, "letter": letter},
        named=lambda number, letter: f"{letter}{number}",
        progress=lambda done, what: said.append((done, what)),
    )
    assert [(row["number"], row["letter"]) for row in rows] == [
        (1, "a"),
        (1, "b"),
        (2, "a"),
        (2, "b"),
    ]
    assert said == [(0, "a1"), (1, "b1"), (2, "a2"), (3, "b2")]


def test_the_gain_is_over_the_first_scheduler_at_the_same_load() -> None:
    rows = share.compare(schedulers=["yfq", "yfq_tuned"], outstanding=[4, 9], requests=300)
    assert [row["load"] for row in rows] == [4, 4, 9, 9]
    for first, other in (rows[:2], rows[2:]):
        assert first["gain_percent"] == 0
        ratio = other["throughput_mb_s"] / first["throughput_mb_s"]
        assert other["gain_percent"] == pytest.approx(100 * (ratio - 1))


def test_a_class_wants_a_request() -> None:
    with pytest.raises(ConfigError, match="outstanding is 1; there are 2 classes"):
        share.compare(outstanding=[1], requests=10)
