"""Runs the Disk Mimic's experiments (Popovici 2003, 5 and 6) on a week of a real workstation.

The trace is HP Labs' `ajw` of 30 May 1992, which is not part of this project (docs/mimic.md). Times
at the disk are given relative to those of the best greedy scheduler, `sptf`. `--write` puts the
tables into docs/mimic.md; without it they are printed.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import headstack
from headstack.mimic import Mimic

sys.path.insert(0, str(Path(__file__).parent))  # for a test, that loads this file by its path

import page

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs" / "mimic.md"
TRACE = Path(os.environ.get("HEADSTACK_DATA", ROOT.parent / "shared" / "data")) / (
    "hp_ajw_1992-05-30.srt"
)
DISKS = ("ibm_9lzx", *(f"ibm_9lzx_{row}" for row in range(2, 9)))
SUMMARIES = ("mean", "median", "maximum", "probabilistic", "minimum")
SPAN = "328MiB"  # what the trace's disk holds
COMPRESSION = 500
SCHEDULERS = (*(f"smtf({summary})" for summary in SUMMARIES), "clook", "sstf", "fcfs")
ONLINE = tuple(
    f"smtf_online({policy}, {base}, {interpolate})"
    for policy in ("set", "priority")
    for base in ("sstf", "clook")
    for interpolate in ("yes", "no")
) + tuple(f"smtf_online(set, {base}, idle=probe)" for base in ("sstf", "clook"))

Rows = Iterator[tuple[str, ...]]


@cache
def probed(disk: str, samples: int = 10, interpolate: bool = True, step: str = "8KiB") -> Mimic:
    """The offline table of a disk, for the distances that the trace can have."""
    return Mimic.probe(
        disk, samples=samples, step=step, span=SPAN, interpolate=interpolate, by_type=False
    )


@cache
def time_s(disk: str, scheduler: str, compression: float, table: Mimic | None = None) -> float:
    """Time at the disk."""
    mimic = (table or probed(disk)) if scheduler.startswith("smtf(") else None
    drive = headstack.Drive(disk, scheduler, placement="host", mimic=mimic)
    summary = drive.run(headstack.workload.compressed(TRACE, compression)).summary
    return float(summary["time_at_disk_s"])


def above(
    disk: str, scheduler: str, compression: float = COMPRESSION, table: Mimic | None = None
) -> float:
    """By how much it takes longer than greedy-optimal, in %."""
    return 100 * (
        time_s(disk, scheduler, compression, table) / time_s(disk, "sptf", compression) - 1
    )


def summaries() -> Rows:
    """Figure 2: the base disk, summaries and compression."""
    yield ("compression", "greedy s", *SCHEDULERS)
    for compression in (20, 100, 500, 1000):
        excess = (f"{above(DISKS[0], s, compression):.1f}" for s in SCHEDULERS)
        yield (f"{compression}", f"{time_s(DISKS[0], 'sptf', compression):.1f}", *excess)


def disks() -> Rows:
    """Figure 7: the eight disks of table 1."""
    yield ("disk", "greedy s", *SCHEDULERS)
    for disk in DISKS:
        excess = (f"{above(disk, scheduler):.1f}" for scheduler in SCHEDULERS)
        yield (f"`{disk}`", f"{time_s(disk, 'sptf', COMPRESSION):.1f}", *excess)


def samples() -> Rows:
    """Figure 4: the number of samples, without interpolation."""
    yield ("samples", "`smtf(mean)`")
    for count in (1, 2, 5, 10, 20):
        table = probed(DISKS[0], count, interpolate=False)
        yield (f"{count}", f"{above(DISKS[0], 'smtf(mean)', table=table):.1f}")


def interpolation() -> Rows:
    """Section 5.3: what interpolation saves and costs, by samples and step."""
    yield (
        "step",
        "samples",
        "distances probed",
        "kept",
        "KiB kept",
        "all kept",
        "`smtf(mean)`",
        "all probed",
    )
    for step, count in (("8KiB", 10), ("8KiB", 30), ("2KiB", 10), ("2KiB", 30)):
        part = probed(DISKS[0], count, step=step)
        full = probed(DISKS[0], count, interpolate=False, step=step)
        yield (
            *(step, f"{count}", f"{part.probed:,}", f"{part.points:,}"),
            *(f"{part.memory_bytes / 1024:,.0f}", f"{full.points:,}"),
            f"{above(DISKS[0], 'smtf(mean)', table=part):.1f}",
            f"{above(DISKS[0], 'smtf(mean)', table=full):.1f}",
        )


def online() -> Rows:
    """Figure 9: what is learnt on the way."""
    yield ("scheduler", "over greedy", "over offline `smtf(mean)`")
    offline = time_s(DISKS[0], "smtf(mean)", COMPRESSION)
    for scheduler in ("clook", "sstf", *ONLINE):
        slower = 100 * (time_s(DISKS[0], scheduler, COMPRESSION) / offline - 1)
        yield (f"`{scheduler}`", f"{above(DISKS[0], scheduler):.1f}", f"{slower:.1f}")


EXPERIMENTS = {
    "summaries": summaries,
    "disks": disks,
    "samples": samples,
    "interpolation": interpolation,
    "online": online,
}


def table(rows: Rows) -> str:
    """A Markdown table; the first row is its head."""
    head, *body = rows
    lines = [head, ("---", *("--:" for _ in head[1:])), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Prints the tables, or writes them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/mimic.md")
    parser.add_argument("--only", choices=EXPERIMENTS, help="just this one")
    arguments = parser.parse_args()
    for name, experiment in EXPERIMENTS.items():
        if arguments.only not in (None, name):
            continue
        found = table(experiment())
        if arguments.write:
            page.put(DOCS, name, found)
        else:
            sys.stdout.write(f"{name}\n{found}\n\n")


if __name__ == "__main__":
    main()
