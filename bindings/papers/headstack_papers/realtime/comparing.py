"""Schedulers under media streams, as the Real-time paper compares them (its section 4)."""

from collections.abc import Sequence
from typing import Final

from headstack import workload
from headstack.drive import Drive
from headstack.sweeps.one_by_one import Progress, Row, over

PAPER: Final = ("fcfs", "sstf(map)", "scan", "edf", "fd_edf", "ssedo", "ssedv")
"""The seven schedulers of the paper."""

SCHEDULERS: Final = (*PAPER, "fd_scan", "lsf", "pscan", "rm", "scan_edf")
KINDS: Final = ("mpeg2", "cd_audio")
STREAMS: Final = (10, 20, 30, 40, 50, 60)
METRICS: Final = ("guarantee_ratio", "merit", "throughput_mb_s")


def compare(
    drive: str = "hp_97560",
    schedulers: Sequence[str] = SCHEDULERS,
    kinds: Sequence[str] = KINDS,
    streams: Sequence[int] = STREAMS,
    requests: int = 1000,
    issue: str = "after",
    buffer: str | int = 0,
    read_fraction: float = 1.0,
    seeds: Sequence[int] = (1,),
    progress: Progress | None = None,
) -> list[Row]:
    """Runs streams of one kind, so many at a time, under each scheduler in the host.

    Args:
        drive: a drive's name, or a .toml file.
        schedulers: schedulers with their parameters.
        kinds: kinds of streams, one in a run.
        streams: numbers of streams.
        requests: number of requests of each run.
        issue: 'after' or 'open' (`workload.streams`).
        buffer: size of each stream's buffer.
        read_fraction: share of requests that play.
        seeds: seeds over which the metrics are averaged.
        progress: called with the number of rows done and what runs.

    Returns:
        A row for each kind, scheduler and number of streams, in this order.

    Raises:
        ConfigError: an argument out of its range.
    """
    hosts = {scheduler: Drive(drive, scheduler, placement="host") for scheduler in schedulers}

    def row(kind: str, scheduler: str, count: int) -> Row:
        found = []
        for seed in seeds:
            load = workload.streams(
                {kind: count},
                requests=requests,
                issue=issue,
                buffer=buffer,
                read_fraction=read_fraction,
                seed=seed,
            )
            found.append(hosts[scheduler].run(load).summary)
        return {
            "drive": hosts[scheduler].config.name,
            "kind": kind,
            "scheduler": scheduler,
            "streams": count,
            "issue": issue,
            "requests": requests,
            **{name: _mean([run[name] for run in found]) for name in METRICS},
        }

    return over(
        kinds,
        schedulers,
        streams,
        run=row,
        named=lambda kind, scheduler, count: f"{scheduler}, {count} {kind}",
        progress=progress,
    )


def mean_over_streams(rows: Sequence[Row], kind: str, scheduler: str, metric: str) -> float:
    """Averages of one kind, as in figures 6, 9 and 13 of the paper."""
    return _mean(
        [row[metric] for row in rows if row["kind"] == kind and row["scheduler"] == scheduler]
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
