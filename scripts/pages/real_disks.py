"""Surveys simulated drives through a host with noise, as `headstack extract --device` a real disk.

Prints the table of docs/use/extract.md. With `--write`, puts the table into the page after each
drive. With names of drives, only these are surveyed, and the page's other rows stay. Some drives
take more than eight minutes.
"""

import argparse
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import headstack
from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.charts import page
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.device import writing
from headstack_identify.device.survey import Ended, Surveyed, survey
from headstack_identify.device.transport.noisy import NoisyTarget
from headstack_identify.extract import SessionTarget

DOCS = Path(__file__).resolve().parents[2] / "docs/use/extract.md"
MARK = "real disks"
BLOCKS = 50_000
"""Blocks whose angles are compared."""

READS = 4_000
"""Random reads whose times are compared."""

NEAR_REV = 0.005
NEAR_MS = 0.1


@dataclass(frozen=True)
class Row:
    """A drive, and its survey."""

    drive: DriveConfig
    found: Surveyed


def row(name: str) -> Row:
    """Surveys a drive."""
    drive = catalog.load(name)
    with headstack.Drive(drive).open(contents=False) as session:
        try:
            return Row(drive, survey(NoisyTarget(SessionTarget(session), seed=3)))
        except Ended as ended:
            return Row(drive, ended.found)


def angles(one: Row) -> float:
    """Returns the share of blocks at the right angle, in percent."""
    assert one.found.layout is not None
    blocks = np.linspace(0, one.drive.blocks - 1, BLOCKS).astype(np.int64)
    drives = (one.found.layout.drive, one.drive)
    found, truth = (drive.places(blocks)[3].astype(np.int64) for drive in drives)
    apart = (found - truth) / 2.0**32
    middle = np.angle(np.exp(2j * np.pi * apart).sum()) / (2 * np.pi)
    return 100 * float(np.mean(np.abs((apart - middle + 0.5) % 1 - 0.5) <= NEAR_REV))


def near(one: Row) -> float:
    """Returns the share of random reads whose times of both drives are near, in percent."""
    found = DriveConfig.parse(writing.text(one.found), "found")
    rng = np.random.default_rng(9)
    reads = ValidationTrace(
        path="random reads",
        lbn=rng.integers(one.drive.blocks, size=READS).astype(np.uint32),
        blocks=np.ones(READS, np.uint32),
        write=np.zeros(READS, np.bool_),
        measured_ps=np.zeros(READS, np.int64),
        think_ps=rng.integers(0, 20_000_000_000, READS),
        think="before",
    )
    times = (
        validation.model_ms(one, workload.Replay(reads, "before")) for one in (found, one.drive)
    )
    here, there = times
    return 100 * float(np.mean(np.abs(here - there) < NEAR_MS))


def finding(problem: str | None) -> str:
    """Returns the begin of the sentence that ended the survey. Empty: the survey is complete."""
    return "" if problem is None else re.split(r"[:;] ", problem)[0]


def cells(one: Row) -> list[str]:
    """Returns the cells of a row."""
    found, name = one.found, f"`{one.drive.name}`"
    time = f"{found.drive_time_ps / 1e12:,.0f}"
    ended = finding(found.problem)
    if found.layout is None:
        return [name, "-", "-", "-", "-", f"{found.commands:,}", time, ended]
    ppm = abs(1e6 * (found.layout.revolution_ms / (one.drive.revolution_ps / 1e9) - 1))
    zones = f"{len(found.layout.zones)} of {len(one.drive.zones)}"
    reads = f"{near(one):.1f}" if found.problem is None else "-"
    commands = f"{found.commands:,}"
    return [name, f"{ppm:.2f}", zones, f"{angles(one):.1f}", reads, commands, time, ended]


HEADINGS = (
    "drive",
    "rotation off by, ppm",
    "zones",
    f"angle right to {NEAR_REV:g} rev, %",
    f"random reads within {NEAR_MS:g} ms, %",
    "commands",
    "drive's time, s",
    "survey ended",
)


def table(rows: Mapping[str, list[str]]) -> str:
    """Returns the table of the drives that have a row, in the order of the catalog."""
    return page.table(
        page.cells(HEADINGS), [rows[name] for name in catalog.names() if name in rows]
    )


def rows_of(text: str) -> dict[str, list[str]]:
    """Returns the rows of the page's table by drive."""
    [place] = page.marked(text, MARK)
    lines = [line for line in place[2].splitlines() if line.startswith("| `")]
    every = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {row[0].strip("`"): row for row in every}


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help=f"put the table into {DOCS.name}")
    parser.add_argument("drives", nargs="*", help="drives to survey; none: all")
    arguments = parser.parse_args()
    rows = rows_of(DOCS.read_text(encoding="utf-8")) if arguments.drives else {}
    for name in arguments.drives or sorted(catalog.names()):
        rows[name] = cells(row(name))
        if arguments.write:
            page.put(DOCS, MARK, table(rows))
    if not arguments.write:
        sys.stdout.write(f"{table(rows)}\n")


if __name__ == "__main__":
    main()
