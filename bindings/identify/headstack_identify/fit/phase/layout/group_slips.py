"""Finds missing slipped sectors where each track or cylinder has its own spare sectors.

Such a slip moves only the blocks after it on the same track or cylinder. So no trend shows it, and
neighbours by address on other cylinders do not help. The likeliest path of whole sectors is found
for each track or cylinder.
"""

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout.places import Layout, Zone
from headstack_identify.fit.phase.layout.slips import Slip

_GROUPS = ("track", "cylinder")
_MOST = 4  # most missing slips of a group that are searched for
_PRICE = 10.0  # price of a slip, in log likelihood
_WIDTHS = (0.05, 0.5)  # least and largest scale of errors of a phase, in sectors


def find(accesses: Accesses, residual: Floats, layout: Layout) -> list[Slip]:
    """Finds missing slips of all zones with spare sectors in groups.

    Args:
        accesses: N accesses, with their places in the layout.
        residual: residuals of their phases against the layout, from -0.5 to 0.5, shape (N,).
        layout: the layout.

    Returns:
        The slips, by zone and address.
    """
    found: list[Slip] = []
    for zone in layout.zones:
        size, spare = _group(layout, zone)
        inside = np.flatnonzero(accesses.at.zone == zone.number)
        if not spare or not len(inside):
            continue
        order = inside[np.argsort(accesses.first[inside], kind="stable")]
        sectors = residual[order] * zone.spt
        usual = 1.4826 * float(np.median(np.abs(sectors))) / 1.5
        width = float(np.clip(usual, *_WIDTHS))
        begin = accesses.at.in_zone[order]
        end = begin + accesses.blocks[order]
        known = np.bincount(zone.slips // size, minlength=int(begin[-1]) // size + 1)
        for at in np.split(np.arange(len(order)), np.flatnonzero(np.diff(begin // size)) + 1):
            number = int(begin[at[0]]) // size
            path = _likeliest(sectors[at], width, min(_MOST, spare - int(known[number])))
            found += _slips(zone, path, np.r_[number * size, end[at]], begin[at])
    return found


def _group(layout: Layout, zone: Zone) -> tuple[int, int]:
    """Returns the sectors of a group of a zone and the spare sectors of a group, or 0."""
    for group, tracks in zip(_GROUPS, (1, zone.heads), strict=True):
        key = f"layout.zone.{zone.number}.spare_sectors_per_{group}"
        spare = int(layout.drive.value(key) or 0)
        if spare:
            return tracks * zone.spt, spare
    return zone.spt, 0


def _likeliest(sectors: Floats, width: float, most: int) -> Ints:
    """Returns the likeliest number of missing slips before each access (Viterbi 1967).

    Args:
        sectors: residuals of the accesses of a group, by address, shape (N,).
        width: scale of errors, in sectors.
        most: most missing slips of the group.
    """
    states = np.arange(max(most, 0) + 1)
    likely = -np.log1p(((sectors[:, None] - states) / width) ** 2)
    price = _PRICE * (states[:, None] - states)  # from the second state to the first
    price = np.where(price < 0, np.inf, price)
    came = np.zeros(likely.shape, np.int64)
    best = likely[0] - price[:, 0]
    for place in range(1, len(likely)):
        ways = best - price
        came[place] = np.argmax(ways, axis=1)
        best = np.max(ways, axis=1) + likely[place]
    path = np.empty(len(likely), np.int64)
    state = int(np.argmax(best))
    for place in range(len(likely) - 1, -1, -1):
        path[place] = state
        state = int(came[place, state])
    return path


def _slips(zone: Zone, path: Ints, low: Ints, begin: Ints) -> list[Slip]:
    """Returns the slips of a group.

    Args:
        zone: the zone.
        path: missing slips before each access, shape (N,).
        low: first possible sector of a slip before each access, shape (N + 1,).
        begin: first sector of each access, shape (N,).
    """
    steps = np.diff(path, prepend=0)
    return [
        Slip(zone.number, False, True, int(low[place]), int(begin[place]) + 1)
        for place in np.repeat(np.arange(len(path)), steps).tolist()
    ]
