"""The pictures of the pages: each has the figures of the table that stands beside it.

A PNG file holds the figures that are drawn in it as text; `style.save` writes it.
"""

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from headstack import codesign
from headstack.charts import page
from headstack.drawing import style

Image = pytest.importorskip("PIL.Image", reason="Matplotlib and Pillow are missing")

ROOT = Path(__file__).resolve().parents[3]
PICTURES = ROOT / "docs" / "img"

Shown = dict[str, str]


def rows(name: str, mark: str) -> list[list[str]]:
    """The cells of a marked table of a page, without its heading."""
    text = (ROOT / name).read_text(encoding="utf-8")
    [table] = page.marked(text, mark)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2].split("\n")][
        2:-1
    ]


def headings(name: str, mark: str) -> list[str]:
    """The headings of a marked table of a page."""
    [table] = page.marked((ROOT / name).read_text(encoding="utf-8"), mark)
    return [cell.strip() for cell in table[2].split("\n")[0].strip("|").split("|")]


def rounded(figures: dict[str, float], digits: int) -> Shown:
    return {name: f"{value:.{digits}f}".replace("-0.0", "0.0") for name, value in figures.items()}


def of_codesign(figures: dict[str, float]) -> tuple[Shown, Shown]:
    """The first drive's losses by the search. The picture has more queues, clocks and designs."""
    found = rows("docs/use/codesign.md", "codesign")
    wanted = {
        f"{codesign.SEARCH}, {row[1]}, {row[2]} MHz": row[-1].partition(" ")[0]
        for row in found
        if row[0] == found[0][0]
    }
    for length, clock in product(codesign.QUEUE_LENGTHS, codesign.CLOCKS_MHZ):
        for design in codesign.DESIGNS:
            assert f"{design}, {length}, {clock:g} MHz" in figures
    return rounded({name: figures[name] for name in wanted}, 1), wanted


def of_demo(figures: dict[str, float]) -> tuple[Shown, Shown]:
    """The mean responses of the main job, where the queue does not grow."""
    text = (ROOT / "docs/start/main-job.md").read_text(encoding="utf-8")
    wanted = {}
    for row in re.findall(r"^\| \w+ (\d+)/s \| (\w+) \| ([\d.]+) \|", text, re.MULTILINE):
        wanted[f"{row[1]}, {row[0]}/s"] = row[2]
    return rounded({name: figures[name] for name in wanted}, 1), wanted


def of_on_board_deadlines(figures: dict[str, float]) -> tuple[Shown, Shown]:
    """Deadlines met with MPEG-2 streams. The picture has fewer schedulers and more loads."""
    wanted = {}
    for kind, scheduler, *cells in rows("docs/use/on-board.md", "deadlines"):
        for name, cell in zip(
            headings("docs/use/on-board.md", "deadlines")[2:], cells, strict=True
        ):
            for streams, met in zip((20, 40), cell.split(", "), strict=True):
                key = f"{scheduler.strip('`')}, {name}, {streams}"
                if kind == "MPEG-2" and key in figures:
                    wanted[key] = met
    assert len(wanted) == 4 * 7 * 2
    return rounded({name: figures[name] for name in wanted}, 1), wanted


def of_on_board_shares(figures: dict[str, float]) -> tuple[Shown, Shown]:
    """Throughput and accuracy. The picture leaves out a scheduler."""
    found, wanted = {}, {}
    for load, scheduler, *cells in rows("docs/use/on-board.md", "shares"):
        for name, cell in zip(headings("docs/use/on-board.md", "shares")[2:], cells, strict=True):
            key = f"{scheduler.strip('`')}, {name}, {load}"
            if f"{key}, throughput_mb_s" in figures:
                rate, accuracy = (
                    figures[f"{key}, {metric}"]
                    for metric in ("throughput_mb_s", "accuracy_percent")
                )
                found[key], wanted[key] = f"{rate:.3f}, {round(accuracy)}", cell
    assert 2 * len(wanted) == len(figures)
    return found, wanted


def of_real_drives(figures: Shown) -> tuple[Shown, Shown]:
    found = rows("docs/use/validation.md", "real drives")
    return figures, {row[0]: row[4].strip("*") for row in found}


def of_validation(drive: str) -> Callable[[dict[str, float]], tuple[Shown, Shown]]:
    def shown(figures: dict[str, float]) -> tuple[Shown, Shown]:
        [row] = [one for one in rows("docs/use/validation.md", "results") if f"`{drive}`" in one[1]]
        found = rounded({"rms": figures["rms"]}, 4) | rounded({"within": figures["within"]}, 2)
        return found, {"rms": row[2], "within": row[4]}

    return shown


WITH_A_TABLE: dict[str, Callable[..., tuple[Shown, Shown]]] = {
    "codesign": of_codesign,
    "schedulers": of_demo,
    "on_board_deadlines": of_on_board_deadlines,
    "on_board_shares": of_on_board_shares,
    "real_drives": of_real_drives,
    "hp_c2247a": of_validation("hp_c2247a"),
    "ibm_dnes_309170w": of_validation("ibm_dnes_309170w"),
}
"""Pictures with figures that a table has too: those of both, as texts."""

ALONE = {
    "advice": "of a trace that the page makes; the page has no table of it",
    "decisions": "of times on the machine on which it was drawn",
    "flame": "of a profile; the page has no table of it",
    "order": "of a queue of cylinders; test_seek_order.py has its total",
    "report": "of a page of a run; the page has no table of it",
    "timing": "not to scale; its order is that of the waveforms",
    "trace": "of a trace; the page has no table of it",
    "watch": "of a page of a run; the page has no table of it",
    "waves": "of a waveform file",
}
"""Pictures without a table, each with the reason."""


def test_every_picture_is_known() -> None:
    assert {file.stem for file in PICTURES.glob("*.png")} == {*WITH_A_TABLE, *ALONE}


@pytest.mark.parametrize("name", WITH_A_TABLE)
def test_a_picture_shows_its_table(name: str) -> None:
    text = Image.open(PICTURES / f"{name}.png").text
    assert style.FIGURES in text, f"{name}.png says no figures; draw it again"
    found, wanted = WITH_A_TABLE[name](json.loads(text[style.FIGURES]))
    assert found == wanted
