"""Measures the effect of priorities, for docs/use/priorities.md.

With `--write`, the script puts the table into the page. Without `--write`, it prints the table.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from headstack import Drive, workload
from headstack.charts import page
from headstack.charts.page import Column

DOCS = Path(__file__).resolve().parents[2] / "docs/use/priorities.md"
DRIVE = "seagate_exos_x16"
REQUESTS = 20_000
SHARE = 0.1
DEPTH = 32
SCHEDULERS = ("sptf", "sptf_limits", "clook_limits", "pscan", "edf")


@dataclass(frozen=True)
class Found:
    """Figures of a scheduler.

    Attributes:
        first_ms: median, 99 % and 99.9 % response time of the requests with priority 1.
        others_ms: the same of the requests without a priority.
        served_per_s: requests a second.
    """

    first_ms: tuple[float, ...]
    others_ms: tuple[float, ...]
    served_per_s: float


@cache
def found(scheduler: str, requests: int = REQUESTS) -> Found:
    """Returns the figures of a scheduler in the drive."""
    reads = workload.closed(DEPTH, read_fraction=1.0, size="4KiB")
    load = workload.prioritized(reads, priority=1, share=SHARE, requests=requests)
    summary = Drive(DRIVE, scheduler).run(load).summary
    others, first = (
        tuple(row[f"{name}_response_ms"] for name in ("median", "p99", "p99_9"))
        for row in summary["priorities"]
    )
    return Found(first, others, summary["throughput_per_s"])


def _times(times: tuple[float, ...]) -> str:
    return ", ".join(f"{time:.0f}" for time in times)


COLUMNS = (
    Column("scheduler", lambda name: f"`{name}`", text=True),
    Column("priority 1: median, 99 %, 99.9 % in ms", lambda name: _times(found(name).first_ms)),
    Column("others: the same in ms", lambda name: _times(found(name).others_ms)),
    Column("served a second", lambda name: f"{found(name).served_per_s:.0f}"),
)


def tails() -> str:
    """Returns the table of the tails."""
    return page.table(COLUMNS, SCHEDULERS)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"tails": tails})
