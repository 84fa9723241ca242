"""`result.plot`: what is drawn, against sums over the requests and runs worked by hand."""

from typing import Any

import numpy as np
import pytest

import headstack
from headstack import ConfigError, Drive, workload
from headstack.drawing import style
from headstack.result import PARTS

LOAD = workload.random(60, requests=2_000)


@pytest.fixture(scope="module")
def result() -> headstack.Result:
    return Drive("hp_c2247", "sptf").run(LOAD)


def heights(axes: Any) -> list[np.ndarray]:
    """Heights and edges of the stairs of the axes."""
    return [patch.get_data() for patch in axes.patches if hasattr(patch, "get_data")]


def test_the_parts_of_the_bar_are_the_mean_response_time(result: headstack.Result) -> None:
    axes = result.plot.parts().axes[0]
    bars = {bar.get_label(): bar for bar in axes.containers}
    assert [label.split()[0] for label in bars] == list(PARTS)
    widths = [bar.patches[0].get_width() for bar in bars.values()]
    assert sum(widths) == pytest.approx(result.summary["mean_response_ms"], rel=1e-12)
    assert widths[2] == pytest.approx(result.columns["seek"].mean() / 1e9)


def test_the_distribution_has_every_request_once(result: headstack.Result) -> None:
    axes = result.plot.response().axes[0]
    every, reads = heights(axes)
    assert every.values.sum() == pytest.approx(100)
    assert reads.values.sum() == pytest.approx(100 * (~result.columns["write"]).mean())
    assert all(every.values >= reads.values)
    mean, p95, p99 = (line.get_xdata()[0] for line in axes.lines)
    assert mean == pytest.approx(result.summary["mean_response_ms"])
    assert (p95, p99) == pytest.approx(
        [result.summary[f"p{one}_response_ms"] for one in (95, 99)], rel=1e-3
    )


def test_the_queue_is_littles_law(result: headstack.Result) -> None:
    """The mean over time is the sum of all waits by the length of the run."""
    mean, _ = heights(result.plot.queue().axes[0])[::-1]
    columns = result.columns
    length_s = (columns["finish"].max() - columns["arrival"].min()) / 1e12
    area = float((mean.values * np.diff(mean.edges)).sum())
    assert area == pytest.approx(columns["queue"].sum() / 1e12)
    assert mean.edges[-1] == pytest.approx(length_s)


def test_a_queue_that_is_worked_by_hand() -> None:
    """Four requests at once: three wait, then two, one and none. There is one interval of time."""
    result = Drive("hp_c2247", "fcfs").run(
        workload.arrivals([0.0] * 4, [0, 100_000, 200_000, 300_000], [16] * 4)
    )
    band, mean = heights(result.plot.queue().axes[0])
    starts = np.sort(result.columns["start"]) / 1e12
    end = result.columns["finish"].max() / 1e12
    assert list(band.values) == [3]
    assert list(band.baseline) == [0]
    assert mean.values[0] == pytest.approx((starts - starts[0]).sum() / (end - starts[0]), rel=0.02)


def test_the_line_over_time_is_the_mean(result: headstack.Result) -> None:
    axes = result.plot.timeline().axes[0]
    [line] = axes.lines
    arrival = result.columns["arrival"] - result.columns["arrival"].min()
    response = (result.columns["finish"] - result.columns["arrival"]) / 1e9
    width = arrival.max() / len(line.get_xdata())
    first = response[arrival < width]
    assert line.get_ydata()[0] == pytest.approx(first.mean())
    assert line.get_xdata()[0] == pytest.approx(width / 2 / 1e12)


def test_seeks_that_are_worked_by_hand() -> None:
    """The first seek is from cylinder 0. The last request is on the cylinder of the one before."""
    drive = Drive("hp_c2247", "fcfs")
    lbn = [500_000, 1_000_000, 20_000, 20_040]
    places = drive.config.places(np.array(lbn, np.int64))[0].astype(int)
    assert places[2] == places[3]
    at_ms = [0.0, 1000.0, 2000.0, 3000.0]
    result = drive.run(workload.arrivals(at_ms, lbn, [8] * 4, write=[True] * 4))
    axes = result.plot.seeks().axes[0]
    distances = sorted(abs(np.diff([0, *places])))
    [line] = axes.lines
    assert list(line.get_xdata()) == distances
    assert list(line.get_ydata()) == [25, 50, 75, 100]
    [text] = axes.texts
    assert f"mean {np.mean(distances):,.4g} cylinders" in text.get_text()
    assert "25.0 % on the same cylinder" in text.get_text()


def test_a_plot_is_drawn_on_given_axes(result: headstack.Result) -> None:
    figure = style.figure(8, 4)
    left, right = figure.subplots(1, 2)
    assert result.plot.response(left) is figure
    assert result.plot.queue(right) is figure
    assert left.get_title("left") == "Response times"


def test_a_notebook_shows_a_plot(result: headstack.Result) -> None:
    assert result.plot.parts()._repr_svg_().lstrip().startswith("<?xml")


def test_a_stored_run_has_the_same_plots(result: headstack.Result, tmp_path: Any) -> None:
    result.to_parquet(tmp_path / "run.parquet")
    stored = headstack.load(tmp_path / "run.parquet")
    for name in ("response", "parts", "timeline", "queue", "seeks"):
        drawn = [getattr(one.plot, name)()._repr_svg_().count("<path") for one in (result, stored)]
        assert drawn[0] == drawn[1] > 5, name


def test_plots_of_a_single_request() -> None:
    result = Drive("hp_c2247").run(workload.closed(1, requests=1))
    for name in ("response", "parts", "timeline", "queue", "seeks"):
        getattr(result.plot, name)()._repr_svg_()


def test_without_matplotlib(result: headstack.Result, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util
    import sys

    find_spec = importlib.util.find_spec
    # A new import sets the attribute of the package. After the test, it is the old module again.
    monkeypatch.setattr(headstack, "drawing", importlib.import_module("headstack.drawing"))
    for name in [name for name in sys.modules if name.startswith("headstack.drawing")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "headstack.run_plots", raising=False)
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "matplotlib" else find_spec(name)
    )
    with pytest.raises(ConfigError, match=r"pip install 'headstack\[plot\]'"):
        _ = result.plot
