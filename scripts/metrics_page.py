"""Prints docs/metrics.md's tables, from where columns are declared; --write puts them in."""

from pathlib import Path

from headstack import result
from headstack.experiments import page

PAGE = Path(__file__).resolve().parents[1] / "docs/metrics.md"


def columns() -> str:
    """A Markdown table, a row a column of the results."""
    rows = [(f"`{name}`", unit, meaning) for name, (unit, meaning) in result.COLUMNS.items()]
    return page.table(page.cells(("column", "unit", "meaning"), texts=3), rows)


TABLES = {"columns": columns}

if __name__ == "__main__":
    page.main(__doc__, PAGE, TABLES)
