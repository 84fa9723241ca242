"""`Comparison.plot`: differences with their intervals, in % of the first drive's figure."""

import pytest

import headstack
from headstack import Drive, workload
from headstack.statistics import MEASURES, Comparison
from headstack.statistics.comparison_plots import ComparisonPlots, percent


@pytest.fixture(scope="module")
def found() -> Comparison:
    return headstack.compare(
        {name: Drive("hp_c2247", name) for name in ("fcfs", "sptf", "clook")},
        workload=workload.random(30, requests=500),
        seeds=4,
    )


def test_an_interval_in_percent() -> None:
    """A difference of -5 (-8 to -2) is -10 % of the reference's 50; -16 % to -4 %."""
    interval = {"value": -5.0, "low": -8.0, "high": -2.0}
    assert percent({"interval": interval, "share": -0.1}) == pytest.approx((-16, -10, -4))


def test_pairs_are_the_differences(found: Comparison) -> None:
    panels = found.plot.pairs().axes
    assert len(panels) == len(MEASURES)
    for axes, name in zip(panels, MEASURES, strict=True):
        assert [one.get_text() for one in axes.get_yticklabels()] == ["sptf", "clook"]
        dots = [line for line in axes.lines if len(line.get_xdata()) == 1]
        own = [one for one in found.differences if one.measure == name]
        assert [dot.get_xdata()[0] for dot in dots] == pytest.approx(
            [100 * one.share for one in own if one.share is not None]
        )


def test_figures_have_their_intervals(found: Comparison) -> None:
    axes = found.plot.figures().axes[0]
    lines = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    wanted = [found.figures[name]["mean_response_ms"] for name in found.names]
    assert lines == [[one.low, one.high] for one in wanted if one is not None]


def test_a_figure_that_is_unknown_is_left_out(found: Comparison) -> None:
    document = found.document()
    for one in document["differences"]:
        one["interval"] = None
    panels = ComparisonPlots(document).pairs().axes
    assert all(len(axes.lines) == 1 for axes in panels)  # the line at 0


def test_a_notebook_shows_a_table(found: Comparison) -> None:
    text = found._repr_html_()
    assert text.count("<tr>") == 1 + 3 * 3
    assert "lower, " in text


def test_the_document_says_what_was_run(found: Comparison) -> None:
    document = found.document()
    assert document["workload"]["rate_per_s"] == 30
    assert document["setups"]["sptf"] == "hp_c2247, sptf in the drive"
    one = Drive("hp_c2247", "sptf").run(workload.random(30, requests=500))
    assert document["schedule_sha256"]["sptf"][0] == one.summary["schedule_sha256"]
