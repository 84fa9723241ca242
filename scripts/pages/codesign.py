"""Tables and picture of codesign.md: the gains of a comparator, a faster clock and a second core.

--write puts all in, which takes some minutes; the picture is of the first drive. The areas come
from the tables of docs/inside/comparator.md. The numbers in the page's prose are not made here. The
throughputs depend on the installed cross compiler, which the page names.
"""

import re
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from headstack import codesign
from headstack.charts import chart, page

PAGE: Final = Path(__file__).resolve().parents[2] / "docs/use/codesign.md"
PICTURE: Final = PAGE.parents[1] / "img" / "codesign.png"
AREAS: Final = PAGE.parents[1] / "inside" / "comparator.md"
DRIVES: Final = ("hp_c2247", "ibm_dnes_309170w", "ibm_9lzx", "seagate_exos_x16")
QUEUE_LENGTHS: Final = (1, 4, 64, 256)
CLOCKS_MHZ: Final = (5.0, 10.0, 20.0)
JOBS: Final = 2
HEADINGS: Final = (
    "drive", "queue", "clock, MHz", "cycles", "busy, %", "requests/s", "comparator",
    "double clock", "second core", "search loses",
)  # fmt: skip
AREA_HEADINGS: Final = ("alternative", "LUT4", "Fmax, MHz")
COMPARATORS: Final = (("1", "64"), ("1", "256"))
"""Lanes and entries of the comparators in the table: the smallest shape for each queue."""


def line(rows: list[codesign.Row]) -> tuple[str, ...]:
    """The cells of a line of the table, from the rows of a queue length and a clock."""
    of = {row["design"]: row for row in rows}
    search = of[codesign.SEARCH]
    bringing = (codesign.SERIAL, codesign.DOUBLE_CLOCK, codesign.SECOND_CORE)
    return (
        str(search["drive"]),
        str(search["queue_length"]),
        f"{search['clock_mhz']:g}",
        f"{search['mean_decision_cycles']:,.0f}",
        f"{100 * search['core_utilisation']:.1f}",
        f"{search['throughput_per_s']:.1f}",
        *(interval(of[design], "gain") for design in bringing),
        interval(search, "throughput_lost"),
    )


def interval(row: codesign.Row, name: str) -> str:
    """A mean and half its 95 % interval, both in percent."""
    return f"{100 * row[name]:.1f} ± {100 * row[f'{name}_half']:.1f}".replace("-0.0 ", "0.0 ")


def measured(drive: str) -> list[codesign.Row]:
    """The rows of a drive for the table, and of the first drive also for the picture."""
    if drive == DRIVES[0]:
        return codesign.compare(drive)
    return codesign.compare(drive, QUEUE_LENGTHS, CLOCKS_MHZ)


def table() -> str:
    """The table, a line a drive, queue and clock."""
    with ProcessPoolExecutor(JOBS, get_context("spawn")) as pool:
        # The last drive takes longest, and begins first.
        found = dict(zip(DRIVES[::-1], pool.map(measured, DRIVES[::-1]), strict=True))
    if "--write" in sys.argv:
        chart.draw_codesign(found[DRIVES[0]], PICTURE)
    each = len(codesign.DESIGNS)
    lines = [
        line(rows[at : at + each])
        for rows in (found[drive] for drive in DRIVES)
        for at in range(0, len(rows), each)
        if rows[at]["queue_length"] in QUEUE_LENGTHS and rows[at]["clock_mhz"] in CLOCKS_MHZ
    ]
    return page.table(page.cells(HEADINGS), lines)


def areas() -> str:
    """The area of each alternative, from the tables that scripts/synth makes."""
    text = AREAS.read_text(encoding="utf-8")
    costs = {tuple(row[:2]): row for row in map(cells, re.findall(r"^\|.*\|$", text, re.MULTILINE))}
    [core] = [row for of, row in costs.items() if of[0] == "ibex"]
    lines = [("double clock", "0", grade_6(core[6]))]
    for lanes, entries in COMPARATORS:
        row = costs[lanes, entries]
        lines.append((f"comparator, {lanes} lane, {entries} entries", row[5], grade_6(row[9])))
    lines.append(("second core", core[2], grade_6(core[6])))
    return page.table(page.cells(AREA_HEADINGS), lines)


def cells(row: str) -> list[str]:
    """The cells of a line of a table."""
    return [cell.strip() for cell in row.strip("|").split("|")]


def grade_6(clocks: str) -> str:
    """The clock at the slowest speed grade, of the clocks of several grades and their ranges."""
    return clocks.split()[0]


if __name__ == "__main__":
    page.main(__doc__, PAGE, {"areas": areas, "codesign": table})
