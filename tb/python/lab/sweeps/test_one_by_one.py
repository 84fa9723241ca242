"""Experiments over axes."""

from headstack.sweeps.one_by_one import over


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
