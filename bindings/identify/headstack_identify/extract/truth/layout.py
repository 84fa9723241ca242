"""Compares the period, the map of blocks and the seek times with the true drive file."""

from fractions import Fraction

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.measure.seek_times import seek_ms
from headstack.units import number_of
from headstack_identify.extract.found import Findings
from headstack_identify.extract.truth.table import Row, fewest_sectors, total

PERIOD_PPM, SEEK_MS, OVERHEAD_MS = 1.0, 0.05, 0.02
_TURN = 2**32
_TICKS = 4  # 1e-9 of a revolution: drive files have angles to nine digits


def period(config: DriveConfig, truth: DriveConfig) -> Row:
    """Compares the time of a revolution, to a part per million."""
    off = abs(config.revolution_ps / truth.revolution_ps - 1) * 1e6
    ours, theirs = (f"{c.revolution_ps / 1e9:.9f} ms" for c in (config, truth))
    return Row("period", ours, theirs, off, "ppm", off <= PERIOD_PPM)


# --- mapping ---


def places(config: DriveConfig, lbns: Ints) -> Ints:
    """Returns the places of blocks: rows of cylinder, head and angle in ticks (2^32 to a turn).

    Args:
        config: the drive.
        lbns: blocks, shape (n,).

    Returns:
        Shape (3, n).
    """
    return config.places(lbns)[[0, 1, 3]].astype(np.int64)


def _some_of_every_track(truth: DriveConfig) -> Ints:
    """Returns rising blocks, at least two of every track."""
    step = max(1, fewest_sectors(truth) // 2 - 1)
    return np.append(np.arange(0, truth.blocks - 1, step), truth.blocks - 1)


def _wrapped(ticks: Ints) -> Ints:
    return np.asarray((ticks + _TURN // 2) % _TURN - _TURN // 2, dtype=np.int64)


def mapping(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    """Compares cylinder, head and angle of blocks of every track. A common angle is subtracted."""
    if config.blocks != truth.blocks:
        return Row("mapping", f"{config.blocks} blocks", f"{truth.blocks} blocks", 1, "", False)
    lbns = _some_of_every_track(truth)
    ours, theirs = places(config, lbns), places(truth, lbns)
    if found.by == "timing":  # times cannot tell how far outside the first block is
        ours[0] += theirs[0, 0] - ours[0, 0]
    elsewhere = (ours[:2] != theirs[:2]).any(axis=0)
    turned = _wrapped(_wrapped(ours[2] - theirs[2]) - (ours[2, 0] - theirs[2, 0]))
    turned -= round(np.median(turned))
    wrong = int(np.count_nonzero(elsewhere | (np.abs(turned) > _TICKS)))
    tried = f"{len(lbns):,} blocks of all tracks"
    return Row("mapping", f"{wrong} elsewhere", tried, wrong, "blocks", wrong == 0)


# --- seeks ---


def _settle_ms(config: DriveConfig) -> Floats:
    """Returns the extra time of a write over a read by distance, shape (cylinders,), in ms."""
    distances = np.arange(1, int(config.value("layout.cylinders")))
    found = np.zeros(len(distances))
    low = 0
    for up_to, time in config.value("seek.write_settle_steps") or []:
        amount, unit = str(time).split()
        part = float(Fraction(amount))
        ms = part * config.revolution_ps / 1e9 if unit == "rev" else part
        found[(distances > low) & (distances <= up_to)] = ms
        low = up_to
    settle, of_reads = (number_of(config.value(f"seek.{who}_settle")) for who in ("write", "read"))
    return found + settle - of_reads + _awaited_ms(config)


def _awaited_ms(config: DriveConfig) -> float:
    """Returns the wait of an arm for the data of one block, in ms. The wait looks like settling."""
    if not config.value("write.seek_with_data"):
        return 0.0
    return total(config, ("overhead.data_preparation", "bus.write_rate"))


def settle(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    """Compares the extra time of a write over a read, at every distance of the reads."""
    ours, theirs = _within_reach(found, _settle_ms(config), _settle_ms(truth))
    off = float(np.max(np.abs(ours - theirs)))
    shown = [f"{one.min():.4f} to {one.max():.4f} ms" for one in (ours, theirs)]
    return Row("seek.write_settle", shown[0], shown[1], off, "ms", off <= OVERHEAD_MS)


def _within_reach(found: Findings, ours: Floats, theirs: Floats) -> tuple[Floats, Floats]:
    """Limits both arrays to distances of the reads and of both drives, on the last axis."""
    reach = min(max(found.inwards), ours.shape[-1], theirs.shape[-1])
    return ours[..., :reach], theirs[..., :reach]


def seeks(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    """Compares the seek times at every distance of the reads, in both directions."""
    ours, theirs = _within_reach(found, seek_ms(config), seek_ms(truth))
    off = float(np.max(np.abs(ours - theirs)))
    tried = f"{ours.shape[-1]} distances"
    return Row("seek", f"{len(found.inwards)} measured", tried, off, "ms", off <= SEEK_MS)
