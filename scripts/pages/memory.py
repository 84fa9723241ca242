"""How much memory the firmware's image uses, by scheduler and depth of the queue.

Prints the table of docs/use/processor.md; --write puts it in. A row is a scheduler that a drive can
have; the runs keep the queue full, so that the stack has been as deep as it gets.
"""

from pathlib import Path

import headstack
from headstack import Drive, workload
from headstack.charts import page
from headstack.charts.page import Column

PAGE = Path(__file__).resolve().parents[2] / "docs/use/processor.md"
DRIVE = "hp_c2247"
DEPTHS = (8, 32, 64, 128, 256)
DEEPEST = 65_536
REQUESTS = 400


def used(scheduler: str, depth: int) -> dict[str, int]:
    """The metrics of memory, in bytes, of a run with the queue full."""
    drive = Drive(DRIVE, scheduler, queue_depth=depth, conditions={"controller.core": "iss"})
    load = workload.closed(min(depth, max(DEPTHS)), requests=REQUESTS)
    summary = drive.run(load).summary
    return {name: int(summary[f"core_{name}_bytes"] or 0) for name in ("ram", "stack", "rom")}


def row(scheduler: str) -> tuple[str, ...]:
    """A line of the table: kB of RAM by depth, and the deepest stack of all in bytes."""
    runs = [used(scheduler, depth) for depth in (*DEPTHS, DEEPEST)]
    ram = [f"{run['ram'] / 1000:,.1f}" for run in runs]
    return (f"`{scheduler}`", *ram, f"{max(run['stack'] for run in runs):,}")


def memory() -> str:
    """A Markdown table, a row a scheduler."""
    headings = ("scheduler", *(f"{depth:,}" for depth in (*DEPTHS, DEEPEST)), "stack, B")
    schedulers = [info.name for info in headstack.schedulers() if "drive" in info.placements]
    columns: list[Column] = page.cells(headings)
    return page.table(columns, [row(scheduler) for scheduler in schedulers])


if __name__ == "__main__":
    page.main(__doc__, PAGE, {"memory": memory})
