"""Period, map and seeks of a drive file that was found, beside those of the truth."""

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
    """The revolution, to a part per million."""
    off = abs(config.revolution_ps / truth.revolution_ps - 1) * 1e6
    ours, theirs = (f"{c.revolution_ps / 1e9:.9f} ms" for c in (config, truth))
    return Row("period", ours, theirs, off, "ppm", off <= PERIOD_PPM)


# --- mapping ---


def places(config: DriveConfig, lbns: Ints) -> Ints:
    """Where the firmware has blocks: rows of cylinder, head and angle in ticks (2^32 to a turn).

    Args:
        config: the drive.
        lbns: blocks, shape (n,).

    Returns:
        Shape (3, n).
    """
    return config.places(lbns)[[0, 1, 3]].astype(np.int64)


def _some_of_every_track(truth: DriveConfig) -> Ints:
    """Blocks so near each other that every track holds two or more of them, rising."""
    step = max(1, fewest_sectors(truth) // 2 - 1)
    return np.append(np.arange(0, truth.blocks - 1, step), truth.blocks - 1)


def _wrapped(ticks: Ints) -> Ints:
    return np.asarray((ticks + _TURN // 2) % _TURN - _TURN // 2, dtype=np.int64)


def mapping(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    """Cylinder, head and angle of blocks of every track, but for one angle."""
    if config.blocks != truth.blocks:
        return Row("mapping", f"{config.blocks} blocks", f"{truth.blocks} blocks", 1, "", False)
    lbns = _some_of_every_track(truth)
    ours, theirs = places(config, lbns), places(truth, lbns)
    if found.by == "timing":  # which cannot say how far outside the first block is
        ours[0] += theirs[0, 0] - ours[0, 0]
    elsewhere = (ours[:2] != theirs[:2]).any(axis=0)
    turned = _wrapped(_wrapped(ours[2] - theirs[2]) - (ours[2, 0] - theirs[2, 0]))
    turned -= round(np.median(turned))
    wrong = int(np.count_nonzero(elsewhere | (np.abs(turned) > _TICKS)))
    tried = f"{len(lbns):,} blocks of all tracks"
    return Row("mapping", f"{wrong} elsewhere", tried, wrong, "blocks", wrong == 0)


# --- seeks ---


def _settle_ms(config: DriveConfig) -> Floats:
    """What a write takes more than a read by distance, shape (cylinders,), in ms."""
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
    """What an arm that moves with the data of one block waits for, in ms: it shows as settling."""
    if not config.value("write.seek_with_data"):
        return 0.0
    return total(config, ("overhead.data_preparation", "bus.write_rate"))


def settle(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    """What a write takes more than a read, at every distance that reads had."""
    ours, theirs = _within_reach(found, _settle_ms(config), _settle_ms(truth))
    off = float(np.max(np.abs(ours - theirs)))
    shown = [f"{one.min():.4f} to {one.max():.4f} ms" for one in (ours, theirs)]
    return Row("seek.write_settle", shown[0], shown[1], off, "ms", off <= OVERHEAD_MS)


def _within_reach(found: Findings, ours: Floats, theirs: Floats) -> tuple[Floats, Floats]:
    """Both at the distances that reads had and both drives have; by distance in the last axis."""
    reach = min(max(found.inwards), ours.shape[-1], theirs.shape[-1])
    return ours[..., :reach], theirs[..., :reach]


def seeks(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    """Seek times at every distance that reads had, both ways."""
    ours, theirs = _within_reach(found, seek_ms(config), seek_ms(truth))
    off = float(np.max(np.abs(ours - theirs)))
    tried = f"{ours.shape[-1]} distances"
    return Row("seek", f"{len(found.inwards)} measured", tried, off, "ms", off <= SEEK_MS)
