"""Measures decisions of schedulers with deadlines, shares and limits, for docs/use/codesign.md.

With `--write`, the script puts the table into the page. Without `--write`, it prints the table.
"""

from functools import cache
from pathlib import Path
from typing import Any

import headstack
from headstack import Drive, catalog, workload
from headstack.charts import page
from headstack.charts.page import Column

DOCS = Path(__file__).resolve().parents[2] / "docs/use/codesign.md"
DRIVE = "hp_c2247"
DEPTH = 32
REQUESTS = 1000
CLOCKS = ("5 MHz", "10 MHz", "20 MHz", "50 MHz")
SCHEDULERS = (
    "fcfs",
    "clook",
    "sptf",
    "edf",
    "rm",
    "lsf",
    "scan_edf",
    "pscan",
    "fd_scan",
    "fd_edf",
    "ssedo",
    "ssedv",
    "yfq",
    "yfq_dor",
    "yfq_tuned",
    "smtf",
    "smtf_online",
    "clook_limits",
    "sptf_limits",
)
"""The first three are for comparison."""


def _load(needs: frozenset[str]) -> workload.Workload:
    """Returns a closed loop that keeps the queue full, with the facts that the scheduler needs."""
    if "weights" in needs:
        half = workload.Class(DEPTH // 2)
        return workload.classes([half, half], requests=REQUESTS)
    if "deadlines" in needs:
        loop = workload.closed(DEPTH)
        return workload.deadlines(loop, within="1 s", share=0.5, requests=REQUESTS)
    return workload.closed(DEPTH, requests=REQUESTS)


@cache
def found(scheduler: str, clock: str, depth: int = DEPTH) -> dict[str, Any]:
    """Returns the summary of a run with a queue of `depth` commands."""
    needs = frozenset(next(info.needs for info in headstack.schedulers() if info.name == scheduler))
    timed = {"controller.core": "iss", "controller.clock": clock}
    config = catalog.with_queue_depth(catalog.load(DRIVE).with_values(timed), depth)
    drive = Drive(
        config,
        scheduler,
        weights=(80.0, 20.0) if "weights" in needs else (),
        mimic=headstack.Mimic.probe(config, step="128MiB", samples=1) if "mimic" in needs else None,
    )
    return drive.run(_load(needs)).summary


def _bytes_per_task(scheduler: str) -> int:
    more = found(scheduler, "50 MHz", 2 * DEPTH)["core_ram_bytes"]
    return round((int(more) - int(found(scheduler, "50 MHz")["core_ram_bytes"])) / DEPTH)


def share_percent(scheduler: str, clock: str) -> float:
    """Returns the share of the run's time in which the processor decides, in percent."""
    summary = found(scheduler, clock)
    mhz = float(clock.split()[0])
    decided_s = summary["mean_decision_cycles"] * REQUESTS / (mhz * 1e6)
    return float(100 * decided_s / summary["elapsed_s"])


def costs() -> str:
    """Returns a Markdown table with a row for each scheduler."""

    def share(clock: str) -> Column:
        return Column(f"% of the time at {clock}", lambda name: f"{share_percent(name, clock):.1f}")

    columns = (
        Column("", lambda scheduler: f"`{scheduler}`", text=True),
        Column(
            "cycles of a decision",
            lambda scheduler: f"{found(scheduler, '20 MHz')['mean_decision_cycles']:,.0f}",
        ),
        Column("bytes for a command", lambda scheduler: str(_bytes_per_task(scheduler))),
        *map(share, CLOCKS),
    )
    return page.table(columns, SCHEDULERS)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"costs": costs})
