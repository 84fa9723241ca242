"""Runs the share paper's experiment (3.2), for docs/use/share.md.

`--write` puts the tables into the page; without it they are printed.
"""

from functools import cache
from pathlib import Path
from typing import Any

from headstack.charts import page
from headstack.charts.page import Column
from headstack_papers.share import DRIVE, OUTSTANDING, WEIGHTS, run

DOCS = Path(__file__).resolve().parents[2] / "docs/use/share.md"
SCHEDULERS = [
    "yfq",
    *(f"yfq_dor({overhead}, 0.5)" for overhead in (10, 20, 40, 100)),
    *(f"yfq_dor(20, {lead})" for lead in (1, 5, 20)),
    "yfq_dor(20, 0.5, counts=queued)",
    *(f"yfq_dor({overhead}, 0.5, literal, curve)" for overhead in (20, 30, 40, 60)),
    "yfq_tuned",
]
REQUESTS = 20_000


@cache
def _run(scheduler: str, load: int) -> dict[str, Any]:
    return run(DRIVE, scheduler, load, WEIGHTS, REQUESTS, seed=1).summary


def overview() -> str:
    """A Markdown table of the first runs: a row for each scheduler, columns for each load."""

    def column(load: int) -> Column:
        def cell(scheduler: str) -> str:
            found, yfq = _run(scheduler, load), _run("yfq", load)
            more = 100 * (found["throughput_mb_s"] / yfq["throughput_mb_s"] - 1)
            worst = found["worst_window_accuracy_percent"]
            return f"{more:.1f}, {found['ratios'][0]:.2f}, {worst:.1f}"

        return Column(f"{load}: gain %, ratio, worst window %", cell)

    names = Column("", lambda scheduler: f"`{scheduler}`", text=True)
    return page.table((names, *map(column, OUTSTANDING)), SCHEDULERS)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"share": overview})
