"""`Validation.plot`: the distributions, and their distance."""

import numpy as np
import pytest

from headstack.measure.validation import Validation

TIMES = np.linspace(2, 30, 1001)


def shown(model_ms: np.ndarray) -> Validation:
    return Validation("hp_c2247", "<a>.trace", "after", "measured", model_ms, TIMES[::-1].copy())


def test_the_distance_is_the_shift() -> None:
    """Every time of the model is 0.5 ms longer."""
    found = shown(TIMES + 0.5)
    line = found.plot.distance().axes[0].lines[-1]
    assert line.get_ydata() == pytest.approx(0.5)
    assert (line.get_xdata()[0], line.get_xdata()[-1]) == (0, 100)


def test_the_distribution_is_that_of_the_times() -> None:
    measured, model = shown(2 * TIMES).plot.distribution().axes[0].lines
    assert measured.get_xdata() == pytest.approx(np.linspace(2, 30, 501))
    assert model.get_xdata() == pytest.approx(np.linspace(4, 60, 501))
    assert measured.get_ydata() == pytest.approx(np.linspace(0, 100, 501))


def test_a_notebook_shows_the_figures() -> None:
    text = shown(TIMES)._repr_html_()
    assert "&lt;a&gt;.trace" in text
    assert "demerit, % of measured mean" in text
