"""How much memory the firmware's image uses, by scheduler and depth of the queue.

Prints the table of docs/use/processor.md; --write puts it in. A row is a scheduler. The runs
keep the queue full, so that the stack has been as deep as it gets.
"""

from pathlib import Path

import numpy as np

import headstack
from headstack import Drive, Mimic, catalog, workload
from headstack._core import SchedulerInfo
from headstack.charts import page
from headstack.charts.page import Column

PAGE = Path(__file__).resolve().parents[2] / "docs/use/processor.md"
DRIVE = "hp_c2247"
DEPTHS = (8, 32, 64, 128, 256)
DEEPEST = 65_536
REQUESTS = 400
WEIGHTS = (80, 20)
LEARNT = 4096  # distances that smtf_online has memory for


def load_for(scheduler: SchedulerInfo, waiting: int) -> headstack.Load:
    """Requests that keep the queue full, with deadlines and classes for schedulers with needs."""
    if not scheduler.needs:
        return workload.closed(waiting, requests=REQUESTS)
    number = np.arange(REQUESTS)
    return workload.arrivals(
        np.zeros(REQUESTS),
        number * 7919 % 250 * 8000,
        16,
        write=number % 3 == 0,
        deadline_ms=1000.0 + number * 7919 % REQUESTS * 20,
        class_id=number % len(WEIGHTS),
    )


def used(scheduler: SchedulerInfo, depth: int) -> dict[str, int]:
    """The metrics of memory, in bytes, of a run with the queue full."""
    drive = catalog.load(DRIVE).with_value("controller.core", "iss")
    drive = catalog.with_queue_depth(drive, depth)
    runs = Drive(
        drive,
        scheduler.name,
        weights=WEIGHTS if "weights" in scheduler.needs else (),
        mimic=Mimic.probe(drive, step="64MiB", samples=1) if "mimic" in scheduler.needs else None,
        learnt_distances=LEARNT if scheduler.name == "smtf_online" else None,
    )
    summary = runs.run(load_for(scheduler, min(depth, max(DEPTHS)))).summary
    return {name: int(summary[f"core_{name}_bytes"] or 0) for name in ("ram", "stack", "rom")}


def row(scheduler: SchedulerInfo) -> tuple[str, ...]:
    """A line of the table: kB of RAM by depth, and the deepest stack of all in bytes."""
    runs = [used(scheduler, depth) for depth in (*DEPTHS, DEEPEST)]
    ram = [f"{run['ram'] / 1000:,.1f}" for run in runs]
    return (f"`{scheduler.name}`", *ram, f"{max(run['stack'] for run in runs):,}")


def memory() -> str:
    """A Markdown table, a row a scheduler."""
    headings = ("scheduler", *(f"{depth:,}" for depth in (*DEPTHS, DEEPEST)), "stack, B")
    columns: list[Column] = page.cells(headings)
    return page.table(columns, [row(scheduler) for scheduler in headstack.schedulers()])


if __name__ == "__main__":
    page.main(__doc__, PAGE, {"memory": memory})
