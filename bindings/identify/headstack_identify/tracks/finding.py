"""Runs all steps from a recording to a description with its layout."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.tracks import dense, describing, rotation, zones
from headstack_identify.tracks.dense import Reads
from headstack_identify.tracks.surface_order import Order
from headstack_identify.tracks.zones import Layout, Zone

FEWEST_GROUPS: Final = 8
"""Fewest dense groups of a recording that can tell a layout."""

_FASTEST_MS: Final = 2.0  # least time of a revolution in a drive file
_AT_LIMIT: Final = 1e-6  # error of a found revolution, as a share


@dataclass(frozen=True, eq=False)
class Found:
    """A layout from a recording.

    Attributes:
        drive: the description, with rotation and layout of the recording.
        revolution_ms: time of a revolution.
        zones: the zones.
        order: how zones on one surface each are stacked. `drive` then has the same angles on one
            surface, and `surface_order.placed` makes the drive. `None`: the zones lie on all
            surfaces.
        heads: number of heads that the skews show. `None`: the number is the description's.
        agreed: share of the groups whose sectors of a track are as in the given description.
        notes: sentences about the layout, for the file and the report.
    """

    drive: DriveConfig
    revolution_ms: float
    zones: tuple[Zone, ...]
    heads: int | None
    order: Order | None
    agreed: float
    notes: tuple[str, ...]


def find(trace: ValidationTrace, drive: DriveConfig) -> Found | None:
    """Finds the layout of a recording.

    Args:
        trace: the recording.
        drive: a rough description: blocks right, rotation right to 1 %, tracks right to 40 %.

    Returns:
        The layout. `None`: the addresses have no dense groups, or the groups show no tracks.

    Raises:
        ConfigError: no drive file can hold the layout.
    """
    return find_in(dense.of_recording(trace), drive)


def find_in(reads: Reads, drive: DriveConfig) -> Found | None:
    """Finds the layout from reads with dense groups, as `find`."""
    if len(reads.groups) < FEWEST_GROUPS:
        return None
    given = _tracks(reads, drive)
    turned = rotation.find(reads.groups, drive.revolution_ps / 1e9, given)
    agreed = float(np.mean(rotation.consensus(reads.groups, turned) == given))
    surfaces = int(drive.value("layout.surfaces"))
    layout = zones.find(reads, turned, surfaces, drive.blocks)
    found, heads, order = layout.zones, layout.heads, layout.order
    if not found:
        return None
    revolution_ms = _allowed(turned.revolution_ms)
    described = _described(drive, found, reads.length, revolution_ms)
    notes = (
        f"layout from {len(reads.groups)} groups of reads; zones: {len(found)}",
        _of_heads(layout, surfaces),
        *_uncertain(found),
    )
    return Found(described, revolution_ms, found, heads, order, agreed, notes)


def _of_heads(layout: Layout, surfaces: int) -> str:
    if layout.order is not None:
        way = "every other one outwards" if layout.order.serpentine else "all inwards"
        return f"zones on one surface each, by the seeks: {layout.order.surfaces} surfaces, {way}"
    if layout.heads:
        return f"heads, by their skews: {layout.heads}"
    return f"heads, by the description, as the skews do not tell: {surfaces}"


def _allowed(revolution_ms: float) -> float:
    """Returns the time of a revolution. An error of the measurement does not pass the limit."""
    at_limit = (1 - _AT_LIMIT) * _FASTEST_MS < revolution_ms < _FASTEST_MS
    return _FASTEST_MS if at_limit else revolution_ms


def _tracks(reads: Reads, drive: DriveConfig) -> Floats:
    """Returns the described sectors of a track at each group."""
    middle = np.array([group.block[len(group.block) // 2] for group in reads.groups])
    cylinders = drive.places(np.minimum(middle, drive.blocks - 1))[0].astype(np.int64)
    first = np.array([zone.first_cylinder for zone in drive.zones])
    sectors = np.array([zone.sectors_per_track for zone in drive.zones], np.float64)
    return np.asarray(sectors[np.searchsorted(first, cylinders, side="right") - 1])


def _described(
    drive: DriveConfig, found: tuple[Zone, ...], length: int, revolution_ms: float
) -> DriveConfig:
    tables = describing.zone_tables(found, length)
    skews = describing.head_skews(found)
    nominal_ms = drive.revolution_ps / 1e9
    correction = drive.value("spindle.correction")
    before = float(str(correction).removesuffix(" ppm")) if correction else 0.0
    ppm = ((1 + before * 1e-6) * revolution_ms / nominal_ms - 1) * 1e6
    cylinders = tables[-1]["cylinders"][1] + 1
    return drive.with_values({
        **describing.seek_keys(drive, cylinders),
        "layout.zone": tables,
        "layout.surfaces": found[0].tracks.heads,
        "layout.cylinders": cylinders,
        "layout.head_skew": skews,
        "layout.blocks": drive.blocks,
        "spindle.correction": f"{ppm:.3f} ppm",
    })  # fmt: skip


def _uncertain(found: tuple[Zone, ...]) -> list[str]:
    return [
        f"zone {number} may begin {zone.uncertain:,} blocks elsewhere: no read lies between"
        for number, zone in enumerate(found)
        if zone.uncertain
    ]
