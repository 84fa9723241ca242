"""Surveys simulated drives through a host with noise, as `headstack extract --device` a real disk.

With `--write`, the script puts the table into docs/use/extract.md. Without `--write`, it prints the
table. Takes some two minutes.
"""

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
DRIVES = (
    "hp_97560",
    "hp_c2247",
    "ibm_9lzx",
    "seagate_exos_x16",
    "toshiba_hdwe150",
)
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


def cells(one: Row) -> list[str]:
    """Returns the cells of a row."""
    found, name = one.found, f"`{one.drive.name}`"
    time = f"{found.drive_time_ps / 1e12:,.0f}"
    if found.layout is None:
        return [name, "-", "-", "-", "-", f"{found.commands:,}", time]
    ppm = abs(1e6 * (found.layout.revolution_ms / (one.drive.revolution_ps / 1e9) - 1))
    zones = f"{len(found.layout.zones)} of {len(one.drive.zones)}"
    reads = f"{near(one):.1f}" if found.problem is None else "-"
    return [name, f"{ppm:.2f}", zones, f"{angles(one):.1f}", reads, f"{found.commands:,}", time]


HEADINGS = (
    "drive",
    "rotation off by, ppm",
    "zones",
    f"angle right to {NEAR_REV:g} rev, %",
    f"random reads within {NEAR_MS:g} ms, %",
    "commands",
    "drive's time, s",
)


def table() -> str:
    """Returns the table."""
    return page.table(page.cells(HEADINGS), [cells(row(name)) for name in DRIVES])


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"real disks": table})
