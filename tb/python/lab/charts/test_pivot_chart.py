"""The chart of a pivot table: the cells that are drawn, and tables without a chart."""

import json
from pathlib import Path
from typing import Any

import pytest

from headstack import ConfigError

pytest.importorskip("matplotlib")

from PIL import Image

from headstack.charts import pivot_chart
from headstack.drawing import style


def lines(figures: list[str], kinds: list[str], **cells: Any) -> list[dict[str, Any]]:
    return [
        {"figure": figure, "kind": kind, "scheduler": scheduler, **cells}
        for figure in figures
        for kind in kinds
        for scheduler in ("fcfs", "edf")
    ]


@pytest.mark.parametrize("values", [{"10": 10, "30": 30}, {"fcfs": "fcfs", "sptf": "sptf"}])
def test_every_cell_is_drawn(tmp_path: Path, values: dict[str, Any]) -> None:
    """A picture has its figures as text. A cell without a run has no figure."""
    one, other = values
    rows = lines(["merit", "busy"], ["a", "b"], **{one: 0.5, other: 0.25})
    rows[0][other] = None
    to = tmp_path / "pivot.png"
    pivot_chart.draw(rows, values, ["kind", "scheduler"], "streams", "title", to)
    drawn = json.loads(Image.open(to).text[style.FIGURES])  # type: ignore[attr-defined]
    assert len(drawn) == 2 * 2 * 2 * 2 - 1
    assert drawn[f"busy, b, edf, {other}"] == 0.25
    assert f"merit, a, fcfs, {other}" not in drawn


def test_a_table_of_one_axis(tmp_path: Path) -> None:
    rows = [{"figure": "busy", "1": 0.5}]
    pivot_chart.draw(rows, {"1": 1}, [], "depth", "title", tmp_path / "pivot.svg")
    assert (tmp_path / "pivot.svg").stat().st_size > 1000


def test_what_has_no_chart(tmp_path: Path) -> None:
    others, values = ["kind", "scheduler"], {"1": 1}
    many = lines(["merit"], [str(number) for number in range(25)], **{"1": 1.0})
    with pytest.raises(ConfigError, match="25 panels; the limit is 24"):
        pivot_chart.draw(many, values, others, "depth", "title", tmp_path / "x.png")
    with pytest.raises(ConfigError, match="ratios is a list of numbers"):
        pivot_chart.draw(
            lines(["ratios"], ["a"], **{"1": [1.0]}),
            *(values, others, "depth", "title", tmp_path / "x.png"),
        )
