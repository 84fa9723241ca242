"""Records drives through a host with noise, and finds its layout from five figures.

With `--write`, the script puts the table into docs/use/own-disk.md. Without `--write`, it prints
the table. Takes some ten minutes.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from headstack import catalog
from headstack._core import DriveConfig
from headstack.charts import page
from headstack_identify.fit import described
from headstack_identify.fit.phase import Phase, PhaseError
from headstack_identify.trials import recorded

DOCS = Path(__file__).resolve().parents[2] / "docs/use/own-disk.md"
DRIVES = (
    "hp_97560",
    "dec_rz26",
    "hp_c2247",
    "hp_c2247a",
    "hp_c2490a",
    "ibm_9lzx",
    "ibm_dnes_309170w",
    "quantum_qm39100td",
    "samsung_hd103sj",
    "seagate_exos_x16",
    "seagate_st3450857ss",
    "seagate_st39102lw",
    "seagate_st41601n",
    "seagate_st32171w",
    "toshiba_hdwe150",
)
NEAR_REV = 0.005


@dataclass(frozen=True)
class Row:
    """A drive and the phase of its recording. Without a phase, `refused` is the error."""

    drive: DriveConfig
    found: Phase | None
    refused: str


def row(name: str) -> Row:
    """Records a drive and finds its layout."""
    truth = catalog.load(name)
    begin = recorded.rough(truth)
    trace = recorded.record(truth, begin).recording
    try:
        return Row(truth, described.identify(trace, begin, None), "")
    except PhaseError as error:
        return Row(truth, None, str(error))


def places(one: Row) -> tuple[float, float, float]:
    """Returns the shares of blocks on a right head's track, near the right sector, and angle."""
    assert one.found is not None
    assert one.found.corrected is not None
    blocks = np.linspace(0, one.drive.blocks - 1, recorded.BLOCKS).astype(np.int64)
    found, truth = (
        drive.places(blocks).astype(np.int64) for drive in (one.found.corrected, one.drive)
    )
    track = found[1] == truth[1]
    right = track & (np.abs(found[2] - truth[2]) <= 1)
    apart = (found[3] - truth[3]) / 2.0**32
    middle = np.angle(np.exp(2j * np.pi * apart).sum()) / (2 * np.pi)
    near = np.abs((apart - middle + 0.5) % 1 - 0.5) <= NEAR_REV
    return 100 * float(track.mean()), 100 * float(right.mean()), 100 * float(near.mean())


def cells(one: Row) -> list[str]:
    """Returns the cells of a row."""
    name = f"`{one.drive.name}`"
    if one.found is None or one.found.period is None or one.found.corrected is None:
        return [name, "-", "-", "-", "-", "no phase"]
    ppm = abs(1e6 * (one.found.period.ms / (one.drive.revolution_ps / 1e9) - 1))
    shares = [f"{share:.2f}" for share in places(one)]
    understood = "yes" if one.found.understood else "no"
    return [name, f"{ppm:.2f}", *shares, understood]


HEADINGS = (
    "drive",
    "rotation off by, ppm",
    "on the right track, %",
    "on the right sector or beside it, %",
    f"angle right to {NEAR_REV:g} rev, %",
    "understood",
)


def table() -> str:
    """Returns the table."""
    return page.table(page.cells(HEADINGS), [cells(row(name)) for name in DRIVES])


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"layouts": table})
