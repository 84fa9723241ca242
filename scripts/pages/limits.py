"""Measures the effect of duration limits, for docs/use/limits.md.

With `--write`, the script puts the tables into the page. Without `--write`, it prints the tables.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from headstack import Drive, catalog, workload
from headstack._core import DriveConfig
from headstack.charts import page
from headstack.charts.page import Column
from headstack.workload.base import NO_DEADLINE, Workload

DOCS = Path(__file__).resolve().parents[2] / "docs/use/limits.md"
REQUESTS = 20_000
SHARE = 0.2
DEPTH = 32


@dataclass(frozen=True)
class Case:
    """A row of a table.

    Attributes:
        name: the row's name on the page.
        scheduler: scheduler of the drive.
        limit: duration limit for reads. `None`: requests name a limit without times.
        host: scheduler of the host, above the drive. `None`: the host sends requests as they come.
        outstanding: number of commands at the drive under a host's scheduler.
        size: length of a read.
    """

    name: str
    scheduler: str
    limit: str | None = None
    host: str | None = None
    outstanding: int = 1
    size: str = "4KiB"


TAIL = (
    Case("no limits: `sptf`", "sptf"),
    Case("no limits: `clook`", "clook"),
    Case("100 ms, abort: `sptf`", "sptf", "whole 100 ms abort"),
    Case("100 ms, abort: `fd_edf`", "fd_edf", "whole 100 ms abort"),
    Case("100 ms, abort: `clook_limits`", "clook_limits", "whole 100 ms abort"),
    Case("100 ms, abort: `sptf_limits`", "sptf_limits", "whole 100 ms abort"),
    Case("100 ms, earliest: `sptf_limits`", "sptf_limits", "whole 100 ms earliest"),
    Case("host: `edf`, 1 at the drive", "fcfs", host="edf"),
    Case("host: `edf`, 4 at an `sptf` drive", "sptf", host="edf", outstanding=4),
    Case("host: `sptf_limits`, 4 at an `sptf` drive", "sptf", host="sptf_limits", outstanding=4),
)
PUBLIC = (
    Case("no limits: `sptf`", "sptf", size="128KiB"),
    Case("50 ms, earliest: `sptf_limits`", "sptf_limits", "whole 50 ms earliest", size="128KiB"),
)


@dataclass(frozen=True)
class Found:
    """Figures of a case.

    Attributes:
        without_ms: median, 99 % and 99.9 % response time of the requests without a limit.
        with_ms: the same of the requests with a limit.
        ended: share of the requests with a limit that ended without their data.
        served_per_s: requests a second that got their data.
    """

    without_ms: tuple[float, ...]
    with_ms: tuple[float, ...]
    ended: float
    served_per_s: float


def _load(case: Case, requests: int) -> Workload:
    reads = workload.closed(DEPTH, read_fraction=1.0, size=case.size)
    if case.host is not None:
        return workload.deadlines(reads, within="100 ms", share=SHARE, requests=requests)
    return workload.limited(reads, share=SHARE, requests=requests)


def _drive(case: Case) -> Drive:
    config: DriveConfig = catalog.load("seagate_exos_x16")
    if case.host is not None:
        return Drive(
            config,
            host_scheduler=case.host,
            drive_scheduler=case.scheduler,
            host_outstanding=case.outstanding,
        )
    config = config.with_values({"interface.standard": "SPC-6"})
    if case.limit is not None:
        config = config.with_values({"duration_limits.reads": [case.limit]})
    return Drive(config, case.scheduler)


@cache
def found(case: Case, requests: int = REQUESTS) -> Found:
    """Returns the figures of a case."""
    c = _drive(case).run(_load(case, requests)).columns
    limited = c["deadline"] != NO_DEADLINE if case.host is not None else c["limit"] != 0
    response = (c["finish"] - c["arrival"]) / 1e9

    def tail(rows: np.ndarray) -> tuple[float, ...]:
        return tuple(float(np.percentile(response[rows], p)) for p in (50, 99, 99.9))

    return Found(
        tail(~limited),
        tail(limited),
        float(c["failed"][limited].mean()),
        float(np.count_nonzero(~c["failed"]) / (c["finish"].max() / 1e12)),
    )


def _times(times: tuple[float, ...]) -> str:
    return ", ".join(f"{time:.0f}" for time in times)


COLUMNS = (
    Column("", lambda case: case.name, text=True),
    Column("with limit: median, 99 %, 99.9 % in ms", lambda case: _times(found(case).with_ms)),
    Column("ended by the limit", lambda case: f"{100 * found(case).ended:.1f} %"),
    Column("without limit: the same in ms", lambda case: _times(found(case).without_ms)),
    Column("served a second", lambda case: f"{found(case).served_per_s:.0f}"),
)


def tails() -> str:
    """Returns the table of the tails."""
    return page.table(COLUMNS, TAIL)


def public() -> str:
    """Returns the table beside the public figures."""
    return page.table(COLUMNS, PUBLIC)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"tails": tails, "public": public})
