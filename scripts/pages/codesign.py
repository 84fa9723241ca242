"""What decisions cost, in firmware and in the comparator: table and picture of codesign.md.

--write puts both in, which takes some minutes; the picture is of the first drive. The numbers in
the page's prose are not made here. The cells are those of the cross compiler that is installed,
which the page names.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from headstack import codesign
from headstack.charts import chart, page

PAGE: Final = Path(__file__).resolve().parents[2] / "docs/use/codesign.md"
PICTURE: Final = PAGE.parents[1] / "img" / "codesign.png"
DRIVES: Final = ("hp_c2247", "ibm_dnes_309170w", "ibm_9lzx")
JOBS: Final = 2
HEADINGS: Final = (
    "drive", "queue", "clock, MHz", "search", "serial", "parallel", "hidden, %", "busy, %",
    "search loses", "serial loses", "serial brings", "parallel brings",
)  # fmt: skip


def line(rows: list[codesign.Row]) -> tuple[str, ...]:
    """The cells of a line of the table, from the rows of a queue length and a clock."""
    search, serial, parallel = rows
    return (
        str(search["drive"]),
        str(search["queue_length"]),
        f"{search['clock_mhz']:g}",
        *(f"{row['mean_decision_cycles']:,.0f}" for row in rows),
        f"{100 * search['hidden_decisions']:.0f}",
        f"{100 * search['core_utilisation']:.1f}",
        *(interval(row, "throughput_lost") for row in (search, serial)),
        *(interval(row, "gain") for row in (serial, parallel)),
    )


def interval(row: codesign.Row, name: str) -> str:
    """A mean and half its 95 % interval, both in percent."""
    return f"{100 * row[name]:.1f} ± {100 * row[f'{name}_half']:.1f}".replace("-0.0 ", "0.0 ")


def measured() -> dict[str, list[codesign.Row]]:
    """The rows of each drive."""
    with ProcessPoolExecutor(JOBS, get_context("spawn")) as pool:
        return dict(zip(DRIVES, pool.map(codesign.compare, DRIVES), strict=True))


def table() -> str:
    """The table, a line a drive, queue and clock."""
    found = measured()
    if "--write" in sys.argv:
        chart.draw_codesign(found[DRIVES[0]], PICTURE)
    each = len(codesign.DESIGNS)
    lines = [
        line(rows[at : at + each]) for rows in found.values() for at in range(0, len(rows), each)
    ]
    return page.table(page.cells(HEADINGS), lines)


if __name__ == "__main__":
    page.main(__doc__, PAGE, {"codesign": table})
