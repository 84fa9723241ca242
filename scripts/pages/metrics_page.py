"""Prints metrics.md's tables of columns and metrics, as declared; --write puts them in."""

from pathlib import Path

from headstack import metrics, result
from headstack.charts import page

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/metrics.md"


def columns() -> str:
    """A Markdown table, a row a column of the results."""
    rows = [(f"`{name}`", unit, meaning) for name, (unit, meaning) in result.COLUMNS.items()]
    return page.table(page.cells(("column", "unit", "meaning"), texts=3), rows)


def summary() -> str:
    """A Markdown table, a row a metric."""
    headings = ("metric", "unit", "formula", "from")
    rows = [(f"`{m.name}`", m.unit, m.meaning, m.source) for m in metrics.METRICS]
    return page.table(page.cells(headings, texts=len(headings)), rows)


TABLES = {"columns": columns, "metrics": summary}

if __name__ == "__main__":
    page.main(__doc__, PAGE, TABLES)
