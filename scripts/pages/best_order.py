"""Runs the experiment beyond/table1 of `headstack reproduce`, for docs/reference/best-order.md.

With `--write`, the script puts the tables into the page. Without `--write`, it prints the tables.
"""

import tempfile
from functools import cache, partial
from pathlib import Path

from headstack.charts import page
from headstack.charts.page import Column
from headstack_papers.beyond.table1 import DRIVES
from headstack_papers.experiment import FULL, Table
from headstack_papers.reproduce import reproduce

DOCS = Path(__file__).resolve().parents[2] / "docs/reference/best-order.md"


@cache
def tables() -> dict[str, Table]:
    """Runs the experiment, and returns the table of each drive."""
    with tempfile.TemporaryDirectory() as folder:
        found = reproduce(["beyond/table1"], folder=Path(folder) / "runs", scale=FULL)
    shown = [one for one in found.done[0].shows if isinstance(one, Table)]
    return dict(zip(DRIVES, shown, strict=True))


def table(drive: str) -> str:
    """Returns a Markdown table with a row for each number of waiting requests."""

    def cell(place: int, row: list[str]) -> str:
        return row[place]

    found = tables()[drive]
    columns = [
        Column(heading, partial(cell, place)) for place, heading in enumerate(found.headings)
    ]
    return page.table(columns, found.rows)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {drive: partial(table, drive) for drive in DRIVES})
