"""Runs the experiment of the share paper (3.2), for docs/use/share.md.

With `--write`, the script puts the table into the page. Without `--write`, it prints the table.
"""

from functools import cache
from pathlib import Path
from typing import Any

from headstack import sweeps
from headstack.charts import page
from headstack.charts.page import Column
from headstack.cli.sweep import file as sweep_file
from headstack.cli.sweep import presets

DOCS = Path(__file__).resolve().parents[2] / "docs/use/share.md"
SCHEDULERS = [
    "yfq",
    *(f"yfq_dor({overhead}, 0.5)" for overhead in (10, 20, 40, 100)),
    *(f"yfq_dor(20, {lead})" for lead in (1, 5, 20)),
    "yfq_dor(20, 0.5, counts=queued)",
    *(f"yfq_dor({overhead}, 0.5, literal, curve)" for overhead in (20, 30, 40, 60)),
    "yfq_tuned",
]


@cache
def _runs() -> dict[tuple[str, int], dict[str, Any]]:
    """Returns the runs of the preset `share` with `SCHEDULERS`, by scheduler and load."""
    given = sweep_file.read(presets.path_of("share"))
    axes = {key: value for key, value in given.items() if key not in sweep_file.SHOWN}
    found = sweeps.sweep(**{**axes, "scheduler": SCHEDULERS})
    rows = found.table.to_pylist()
    return {
        (str(point.scheduler), row["outstanding"]): row
        for point, row in zip(found.points, rows, strict=True)
    }


def overview() -> str:
    """Returns a Markdown table with a row for each scheduler and a column for each load."""

    def column(load: int) -> Column:
        def cell(scheduler: str) -> str:
            found, yfq = _runs()[scheduler, load], _runs()["yfq", load]
            more = 100 * (found["throughput_mb_s"] / yfq["throughput_mb_s"] - 1)
            worst = found["worst_window_accuracy_percent"]
            return f"{more:.1f}, {found['ratios'][0]:.2f}, {worst:.1f}"

        return Column(f"{load}: gain %, ratio, worst window %", cell)

    names = Column("", lambda scheduler: f"`{scheduler}`", text=True)
    loads = sorted({load for _, load in _runs()})
    return page.table((names, *map(column, loads)), SCHEDULERS)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"share": overview})
