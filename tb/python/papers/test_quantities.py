"""The quantities of claims, compared with values worked by hand."""

import pytest

from headstack import ConfigError
from headstack.statistics.measured import Measured
from headstack_papers.quantities import (
    Rows,
    average,
    certain,
    common,
    difference,
    excess,
    farthest,
    lag,
    lead,
    measured,
    over,
    ratio,
    variances,
)


def row(name: str, seed: int, ms: float, **more: object) -> dict[str, object]:
    return {"name": name, "seed": seed, "ms": ms, **more}


ROWS = Rows(
    [
        *(row("A", 1, 6.0, load=1), row("A", 2, 9.0, load=1)),
        *(row("B", 1, 4.0, load=1), row("B", 2, 6.0, load=1)),
        *(row("A", 1, 3.0, load=2), row("A", 2, 8.0, load=2)),
        *(row("B", 1, 4.0, load=2), row("B", 2, 4.0, load=2)),
        {"name": "C", "seed": 1, "ms": 5.0, "load": 1, "samples": 10},
    ]
)


def test_a_pair_of_values_says_what_is_compared() -> None:
    # 6 / 4 and 9 / 6 are 1.5. 6 - 4 = 2 and 9 - 6 = 3.
    assert ROWS.ratio("ms", name=("A", "B"), load=1) == Measured(1.5, 0.0, 2)
    assert ROWS.excess("ms", name=("A", "B"), load=1).mean == 50
    assert ROWS.differences("ms", name=("A", "B"), load=1).tolist() == [2, 3]
    assert ROWS.difference("ms", name=("A", "B"), load=1).mean == 2.5
    # Any column may have the pair: A has 6 and 9 at load 1, and 3 and 8 at load 2.
    assert ROWS.ratios("ms", name="A", load=(1, 2)).tolist() == [2, 1.125]


def test_two_columns_may_differ() -> None:
    # C has 5 with ten samples, and A has 6. A has one seed more than C.
    with pytest.raises(ValueError, match="zip"):
        ROWS.ratios("ms", name=("C", "A"), samples=(10, None), load=1)
    first = Rows([one for one in ROWS.rows if one["seed"] == 1])
    assert first.ratio("ms", name=("C", "A"), samples=(10, None), load=1) == Measured(5 / 6)


def test_seeds_that_are_no_pairs_are_refused() -> None:
    found = Rows([row("A", 1, 1.0), row("B", 2, 1.0)])
    with pytest.raises(ConfigError, match="seeds 1 and 2"):
        found.ratio("ms", name=("A", "B"))
    with pytest.raises(ConfigError, match="no row"):
        found.mean("ms", name="D")


def test_a_metric_may_be_a_function_of_a_row() -> None:
    assert ROWS.mean(lambda one: 2 * one["ms"], name="A", load=1).mean == 15
    assert ROWS.difference(lambda one: -one["ms"], name=("A", "B"), load=1).mean == -2.5


def test_a_mean_over_the_rows_of_each_seed() -> None:
    # A has 6 and 3 for seed 1, and 9 and 8 for seed 2. The means have the order of the seeds.
    assert Rows(ROWS.rows[::-1]).by_seed("ms", name="A").tolist() == [4.5, 8.5]


def test_the_least_and_the_greatest_by_their_means() -> None:
    assert ROWS.least("ms", ("A", "B"), load=1) == "B"
    assert ROWS.greatest("ms", ("A", "B"), load=1) == "A"


def test_rows_that_have_a_column() -> None:
    assert [one["name"] for one in ROWS.having("samples").rows] == ["C"]


def test_values_at_hand() -> None:
    assert ratio([3, 8], [4, 4]).mean == 1.375
    assert excess([3, 8], [4, 4]).mean == 37.5
    assert difference([3, 8], [4, 4]).mean == 1.5


def test_a_lead_is_over_the_best_and_a_lag_behind_the_least() -> None:
    values = {"A": [3.0, 5.0], "B": [4.0, 3.0], "C": [1.0, 1.0]}  # means 4, 3.5 and 1
    assert lead(values, "A", ["B", "C"]).mean == 0.5
    assert lead(values, "C", ["A", "B"]).mean == -3
    assert lag(values, "A", ["B", "C"]).mean == 3
    assert lag(values, "C", ["A", "B"]).mean == -2.5


def test_over_an_axis_seed_by_seed() -> None:
    each = [[1.0, 4.0], [3.0, 2.0], [2.0, 0.0, 9.0]]  # three places; only one has a third seed
    assert over(max, each).mean == 3.5  # 3 and 4
    assert over(min, each).mean == 0.5  # 1 and 0
    assert over(average, each).mean == 2.0  # 2 and 2
    assert over(max, [[1.0, 2.0], [2.0, 1.0]], certain) == Measured(2.0)  # no interval


def test_seeds_that_both_have() -> None:
    assert ratio(*common([3.0, 8.0, 9.0], [4.0, 4.0])).mean == 1.375
    assert difference(*common([3.0], [4.0, 4.0])) == Measured(-1.0)


def test_an_interval_where_seeds_differ() -> None:
    assert measured([2.0]) == Measured(2.0)
    assert measured([2.0, 2.0]) == Measured(2.0, 0.0, 2)
    assert certain([2.0, 2.0]) == Measured(2.0)
    assert certain([1.0, 2.0, 3.0]) == Measured.of([1, 2, 3])


def test_the_ratio_of_two_variances() -> None:
    # Squared coefficients 0.5 and 2, means 6 and 2: variances 18 and 8.
    one = {"scv_response": 0.5, "mean_response_ms": 6.0}
    other = {"scv_response": 2.0, "mean_response_ms": 2.0}
    assert variances(one, other) == 2.25


def test_the_mean_that_is_farthest_from_0() -> None:
    assert farthest([Measured(1.0, 0.5, 3), Measured(-2.0, 0.1, 4)]) == Measured(2.0, 0.1, 4)
    assert farthest([Measured(3.0), Measured(-2.0)]) == Measured(3.0)
