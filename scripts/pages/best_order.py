"""Compares the schedulers' orders with the best order, for docs/reference/best-order.md.

With `--write`, the script puts the tables into the page. Without `--write`, it prints the tables.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from headstack.charts import page
from headstack.charts.page import Column
from headstack_papers.beyond.batches import MOST_EXACT, batch
from headstack_papers.quantities import Row, excess, measured

DOCS = Path(__file__).resolve().parents[2] / "docs/reference/best-order.md"
DRIVES: Final = ("hp_c2247", "ibm_9lzx")
WAITING: Final = (4, 8, 12, 32, 64, 128)
SCHEDULERS: Final = {
    "SPTF": "sptf",
    "ASPTF(6)": "asptf(6)",
    "SMTF": "smtf",
    "C-LOOK": "clook",
    "FCFS": "fcfs",
}
BATCHES: Final = 100


def cells(rows: Sequence[Row], waiting: int) -> dict[str, str]:
    """Returns the cells of a line by their headings, from the rows of `batch`."""
    exact = waiting <= MOST_EXACT
    found = {"waiting": str(waiting)}
    for title, name in SCHEDULERS.items():
        own = [row for row in rows if row["name"] == name]
        took, low, high = (
            np.array([row[key] for row in own]) for key in ("took_ms", "low_ms", "high_ms")
        )
        if own:
            best = [measured(low), measured(high)]
            found["best order, ms"] = _range([one.text() for one in best], exact)
            over = [excess(took, high), excess(took, low)]
            found[title] = _range([one.text() for one in over], exact)
    return found


def _range(ends: Sequence[str], exact: bool) -> str:
    return ends[0] if exact else " to ".join(ends)


def table(drive: str) -> str:
    """Returns a Markdown table with a line for each number of waiting requests."""
    seeds = list(range(1, BATCHES + 1))
    run = partial(batch, drive, seeds=seeds, schedulers=list(SCHEDULERS.values()))
    with ProcessPoolExecutor() as workers:
        lines = list(map(cells, workers.map(run, WAITING), WAITING))

    def cell(heading: str, line: dict[str, str]) -> str:
        return line[heading]

    return page.table([Column(heading, partial(cell, heading)) for heading in lines[0]], lines)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {drive: partial(table, drive) for drive in DRIVES})
