"""A profile for viewers: the document of speedscope, and the page with a flame graph."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headstack import files
from headstack.charts import flame_page
from headstack.processor import Profile

LONG = "hs_a_name_that_is_longer_than_every_bar_of_a_picture_could_show"
STACKS = {
    "start": 40,
    "start;main": 10,
    "start;main;hs_pick": 300,
    "start;main;hs_pick;hs_map": 100,
    f"start;main;{LONG}": 45,
    "start;main;hs_map": 5,
}
UNITS = {"none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"}


def test_the_document_of_speedscope() -> None:
    """The rules of speedscope's schema, and the profile's stacks again."""
    profile = Profile(STACKS)
    document = json.loads(json.dumps(profile.speedscope("a run")))
    assert document["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = document["shared"]["frames"]
    assert all(set(frame) == {"name"} for frame in frames)
    assert len({frame["name"] for frame in frames}) == len(frames) == 5
    assert LONG in {frame["name"] for frame in frames}
    [sampled] = document["profiles"]
    assert document["activeProfileIndex"] == 0
    assert sampled["type"] == "sampled"
    assert sampled["unit"] in UNITS
    assert sampled["name"] == document["name"] == "a run"
    assert sampled["endValue"] - sampled["startValue"] == sum(sampled["weights"]) == 500
    assert len(sampled["samples"]) == len(sampled["weights"])
    assert all(0 <= frame < len(frames) for stack in sampled["samples"] for frame in stack)
    again = {
        ";".join(frames[frame]["name"] for frame in stack): weight
        for stack, weight in zip(sampled["samples"], sampled["weights"], strict=True)
    }
    assert again == STACKS


def test_the_ending_chooses_the_form(tmp_path: Path) -> None:
    profile = Profile(STACKS)
    profile.save(tmp_path / "cycles.folded")
    profile.save(tmp_path / "cycles.json", "a run")
    assert (tmp_path / "cycles.folded").read_text() == profile.folded()
    assert json.loads((tmp_path / "cycles.json").read_text()) == profile.speedscope("a run")


def bars(html: str) -> dict[str, tuple[float, float, int]]:
    """Width in percent, place from below in rows of 19 pixels, and cycles of each bar by name."""
    found: dict[str, tuple[float, float, int]] = {}
    for tag, name in re.findall(r'(<div class="bar[^>]*>)([^<]*)</div>', html):
        width, bottom, cycles = (
            re.search(pattern, tag)
            for pattern in (r"width: ([\d.]+)%", r"bottom: (\d+)px", r'data-cycles="(\d+)"')
        )
        assert width is not None
        assert bottom is not None
        assert cycles is not None
        found.setdefault(name, (float(width[1]), int(bottom[1]) / 19, int(cycles[1])))
    return found


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "flame.html"
    flame_page.write(Profile(STACKS), "a </script> in a name", path)
    return path


def test_the_bars(page: Path, browser: Callable[..., Any]) -> None:
    opened = browser(page)
    assert opened.fetched == []
    drawn = bars(opened.html)
    assert drawn["all"] == (100, 0, 500)
    assert drawn["start"] == (100, 1, 500)
    assert drawn["main"] == (pytest.approx(92), 2, 460)
    assert drawn["hs_pick"] == (pytest.approx(80), 3, 400)
    assert drawn[LONG] == (pytest.approx(9), 3, 45)
    assert "500 cycles" in opened.html
    lefts = [
        float(left)
        for name in ("all", "main", LONG, "hs_pick")
        for left in re.findall(rf'<div class="bar[^>]*left: ([\d.]+)%[^>]*>{name}<', opened.html)
    ]
    assert lefts == pytest.approx([0, 0, 0, 10])  # hs_map lies between the last two


def test_a_bar_is_enlarged(page: Path, browser: Callable[..., Any]) -> None:
    """The address names the bar, whose callers stay below."""
    opened = browser(page, "zoom=start;main;hs_pick")
    drawn = bars(opened.html)
    assert drawn["hs_pick"] == (100, 3, 400)
    assert drawn["hs_map"] == (25, 4, 100)
    assert drawn["main"] == (100, 2, 460)
    assert LONG not in drawn
    [detail] = re.findall(r'<div id="detail">(.*?)</div>', opened.html)
    assert "400 cycles with its callees (80.00 %), 300 in the function itself (60.00 %)" in detail


def test_a_search_counts_no_cycle_twice(page: Path, browser: Callable[..., Any]) -> None:
    """hs_map within hs_pick is part of hs_pick."""
    html = browser(page, "find=HS_").html
    assert "450 cycles (90.00 %) in functions that match" in html
    found = re.findall(r'<div class="bar matches"[^>]*>([^<]*)<', html)
    assert sorted(found) == sorted(["hs_pick", "hs_map", LONG, "hs_map"])


def test_a_page_is_written_as_a_whole(tmp_path: Path) -> None:
    with pytest.raises(files.ConfigError, match="cannot write"):
        flame_page.write(Profile(STACKS), "a run", tmp_path / "no folder" / "x.html")
