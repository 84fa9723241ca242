"""The quantile of Student's t, against closed formulas and SciPy's."""

import math

import pytest
from scipy.special import stdtrit

from headstack.student import student_t

LEVELS = (0.001, 0.5, 0.9, 0.95, 0.99, 0.9999)


@pytest.mark.parametrize("level", LEVELS)
def test_one_and_two_degrees_of_freedom_have_a_formula(level: float) -> None:
    assert student_t(level, 1) == pytest.approx(math.tan(math.pi * level / 2), rel=1e-11)
    assert student_t(level, 2) == pytest.approx(level * math.sqrt(2 / (1 - level**2)), rel=1e-11)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 8, 15, 30, 63, 499, 1000])
@pytest.mark.parametrize("level", LEVELS)
def test_the_quantile_is_that_of_scipy(level: float, freedom: int) -> None:
    assert student_t(level, freedom) == pytest.approx(stdtrit(freedom, (1 + level) / 2), rel=1e-9)


def test_printed_tables() -> None:
    """Two-sided 95 %, as in every table of the distribution."""
    table = {1: 12.706, 2: 4.303, 4: 2.776, 9: 2.262, 30: 2.042, 120: 1.980}
    assert {freedom: round(student_t(0.95, freedom), 3) for freedom in table} == table
