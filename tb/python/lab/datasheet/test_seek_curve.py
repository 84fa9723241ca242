"""The seek curve of three times, against closed formulas and a sum over all pairs."""

import numpy as np
import pytest
from lab.datasheet.sheets import EXAMPLE, MEASURED, SMALL, sheet

from headstack import catalog
from headstack.datasheet.capacity import capacity_of
from headstack.datasheet.layout import layout_of
from headstack.datasheet.like import Like
from headstack.datasheet.rules import FULL_SHARE, Rules
from headstack.datasheet.seek_curve import SeekCurve, curve_of, distances, weights_of
from headstack.errors import ConfigError


def test_distances_by_hand() -> None:
    """Weights 2, 1, 1: of 16 pairs, 6 have no distance, 2 * (2 + 1) = 6 have 1, and 4 have 2."""
    assert distances(np.array([2.0, 1.0, 1.0])) == pytest.approx([0.6, 0.4])


@pytest.mark.parametrize("cylinders", [2, 5, 1000])
def test_distances_on_equal_cylinders(cylinders: int) -> None:
    """2 (n - d) / (n (n - 1)), whose mean is (n + 1) / 3."""
    found = distances(np.ones(cylinders))
    d = np.arange(1, cylinders)
    assert found == pytest.approx(2 * (cylinders - d) / (cylinders * (cylinders - 1)))
    assert found @ d == pytest.approx((cylinders + 1) / 3)


def test_distances_by_all_pairs() -> None:
    weights = np.array([5.0, 3.0, 8.0, 0.0, 1.0, 7.0])
    sums = np.zeros(6)
    for a, one in enumerate(weights):
        for b, other in enumerate(weights):
            sums[abs(a - b)] += one * other
    assert distances(weights) == pytest.approx(sums[1:] / sums[1:].sum())


def test_the_last_cylinder_may_hold_less() -> None:
    small = sheet(SMALL)
    capacity = capacity_of(small)
    weights = weights_of(layout_of(small, capacity, Rules()), capacity.blocks)
    assert weights.sum() == capacity.blocks
    assert weights[-1] > 0
    assert (np.diff(weights) <= 0).all()


def curve(figures: dict[str, object] = EXAMPLE, **more: object) -> tuple[SeekCurve, float, int]:
    """The curve of a sheet, its exact mean, and the number of cylinders."""
    read = sheet(figures, **more)
    capacity = capacity_of(read)
    layout = layout_of(read, capacity, Rules())
    found = curve_of(read, layout, capacity.blocks, Rules())
    probabilities = distances(weights_of(layout, capacity.blocks))
    times = found.times(layout.cylinders)
    return found, float(probabilities @ times), layout.cylinders


@pytest.mark.parametrize("figures", [EXAMPLE, SMALL], ids=["example", "small"])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"seek_average": "8ms", "seek_full": "16ms"},
        {"seek_average": "8ms", "seek_full": "20ms"},
        {"seek_average": "3ms", "seek_track": "0.2ms"},
    ],
)
def test_the_three_times_come_out(figures: dict[str, object], more: dict[str, str]) -> None:
    found, mean, cylinders = curve(figures, **more)
    read = sheet(figures, **more)
    times = found.times(cylinders)
    assert times[0] == pytest.approx(float(read.seek_track.number))
    assert mean == pytest.approx(float(read.seek_average.number), rel=1e-9)
    assert times[-1] == pytest.approx(found.full[0])
    if read.seek_full is not None:
        assert found.full == (float(read.seek_full.number), "given")
    assert (np.diff(times) > 0).all()
    root = found.base + found.per_root * np.sqrt(found.up_to)
    assert root == pytest.approx(found.line_base + found.per_cylinder * found.up_to)
    slope = found.per_root / (2 * np.sqrt(found.up_to))  # no bend where both parts meet
    assert found.per_cylinder == pytest.approx(slope, rel=0.05)


def test_a_drive_with_few_cylinders_has_its_own_first_seek() -> None:
    found, mean, _ = curve(SMALL, seek_track="0.3ms")
    assert found.first == 0.3
    assert found.base == 0
    assert mean == pytest.approx(9)
    assert curve(SMALL)[0].first is None


def test_a_full_seek_that_no_curve_has() -> None:
    with pytest.raises(
        ConfigError, match=r"^seek_full is 40 ms; with the other two times it must "
    ):
        curve(seek_full="40ms")
    with pytest.raises(ConfigError, match="seek_full is 9 ms") as error:
        curve(seek_full="9ms")
    told = str(error.value).partition("must be ")[2].removesuffix(" ms")
    low, high = map(float, told.split(" to "))
    assert curve(seek_full=f"{low + 0.01}ms")[1] == pytest.approx(8.5)
    assert curve(seek_full=f"{high - 0.01}ms")[1] == pytest.approx(8.5)


def test_the_share_of_the_measured_drives() -> None:
    """The median of eight drives, as `Rules` uses it."""
    shares = [Like(name).full_share[0] for name in MEASURED]
    assert np.median(shares) == pytest.approx(FULL_SHARE, abs=0.005)


def test_the_exos_has_the_same_share() -> None:
    assert Like("seagate_exos_x16").full_share[0] == pytest.approx(FULL_SHARE, abs=0.005)
    assert catalog.load("seagate_exos_x16").zones[-1].sectors_per_track / 576 == pytest.approx(
        0.48, abs=0.005
    )
