"""`Sweep.plot`: curves through the means over the seeds, with intervals."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from matplotlib.lines import Line2D

import headstack
from headstack import ConfigError
from headstack.sweeps import Sweep
from headstack.sweeps.sweep_plots import SweepPlots, ends_of


@pytest.fixture(scope="module")
def found() -> Sweep:
    return headstack.sweep(
        drive="hp_c2247",
        scheduler=["fcfs", "sptf"],
        workload="random",
        rate_per_s=[20, 40, 30],
        requests=200,
        seeds=3,
        executor=ThreadPoolExecutor(1),
    )


def test_an_interval_that_is_worked_by_hand() -> None:
    """Mean 2, spread 1, and Student's t of 2 degrees of freedom is 4.302653."""
    assert ends_of([1, 2, 3]) == pytest.approx((2 - 4.302653 / 3**0.5, 2, 2 + 4.302653 / 3**0.5))
    assert ends_of([5.0]) == (5.0, 5.0, 5.0)


def test_curves_go_through_the_means(found: Sweep) -> None:
    axes = found.plot.curves("throughput_per_s").axes[0]
    assert [text.get_text() for text in axes.texts] == ["fcfs", "sptf"]
    rows = found.table.to_pylist()
    for name, container in zip(("fcfs", "sptf"), axes.containers, strict=True):
        line = container[0]
        assert list(line.get_xdata()) == [20, 30, 40]
        for rate, mean in zip(line.get_xdata(), line.get_ydata(), strict=True):
            of_point = [
                row["throughput_per_s"]
                for row in rows
                if (row["scheduler"], row["rate_per_s"]) == (name, rate)
            ]
            assert len(of_point) == 3
            assert mean == pytest.approx(np.mean(of_point))
    bars = axes.containers[0][2][0].get_segments()
    assert all(segment[1][1] > segment[0][1] for segment in bars)


def many(found: Sweep, curves: int) -> SweepPlots:
    """Plots of as many schedulers. All have the figures of `found`'s first scheduler."""
    rows = [row for row in found.table.to_pylist() if row["scheduler"] == "fcfs"]
    names = [f"s{number:02}" for number in range(curves)]
    hashes = ("key", "key_without_seed")
    return SweepPlots(
        [
            {**row, "scheduler": name, **{one: name + row[one] for one in hashes}}
            for name in names
            for row in rows
        ]
    )


def test_many_curves_have_a_legend(found: Sweep) -> None:
    axes = many(found, 20).curves().axes[0]
    legend = axes.get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [f"s{n:02}" for n in range(20)]
    colours = [container[0].get_color() for container in axes.containers]
    markers = [container[0].get_marker() for container in axes.containers]
    lines = [line for line in legend.findobj(Line2D) if line.get_marker() in markers]
    assert [line.get_color() for line in lines] == colours
    assert [line.get_marker() for line in lines] == markers


def test_too_many_curves_are_refused(found: Sweep) -> None:
    with pytest.raises(ConfigError, match="36 curves; the limit is 35"):
        many(found, 36).curves()


def test_an_axis_of_texts(found: Sweep) -> None:
    axes = found.plot.curves(axis="scheduler").axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["fcfs", "sptf"]
    assert {text.get_text() for text in axes.texts} == {"20", "30", "40"}
    assert found.plot.axis() == "rate_per_s"


@pytest.mark.parametrize(
    ("figure", "axis", "message"),
    [
        ("mean", None, "figure.*mean_response_ms"),
        ("mean_response_ms", "rate", "axis.*rate_per_s"),
        ("core_rom_bytes", None, "no run of the sweep has the figure core_rom_bytes"),
    ],
)
def test_curves_that_are_none(found: Sweep, figure: str, axis: str | None, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        found.plot.curves(figure, axis)


def test_a_notebook_shows_a_line_for_each_combination(found: Sweep) -> None:
    text = found._repr_html_()
    assert text.count("<tr>") == 1 + 6
    assert "Sweep of 18 points" in text
