"""Reads a zone of DiskSim's `dm_layout_g1`."""

from dataclasses import dataclass
from fractions import Fraction

from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.values import Place

FIRST = "First cylinder number"
LAST = "Last cylinder number"
SECTORS = "Blocks per track"
OFFSET = "Offset of first block"
FRONT = "Empty space at zone front"
TRACK_SKEW = "Skew for track switch"
CYLINDER_SKEW = "Skew for cylinder switch"
SPARES = "Number of spares"
UNITS = "Skew units"
SLIPS = "slips"
DEFECTS = "defects"

MOST_CYLINDERS = 1048576
MOST_HEADS = 256
MOST_SECTORS = 65535
"""Limits of a drive file."""


@dataclass(frozen=True)
class Zone:
    """A zone with the numbers of its file. Slips and defects count from its first track or sector.

    Attributes:
        first: first cylinder.
        last: last cylinder.
        sectors: number of sectors of each track, including spare sectors.
        heads: tracks of a cylinder.
        offset: angle of the first track, in sectors or revolutions.
        track_skew: skew from head to head, in the same unit.
        cylinder_skew: skew from the last head to the first of the next cylinder, in the same unit.
        in_revolutions: whether the unit is a revolution. If not, the unit is a sector.
        front: number of blocks at the front that are not for data.
        spares: number of spare tracks or spare sectors, as the sparing scheme counts them.
        slips: slipped tracks or sectors in rising order.
        defects: tracks or sectors whose blocks lie elsewhere, in rising order.
        place: place of the zone in the file.
    """

    first: int
    last: int
    sectors: int
    heads: int
    offset: Fraction
    track_skew: Fraction
    cylinder_skew: Fraction
    in_revolutions: bool
    front: int
    spares: int
    slips: tuple[int, ...]
    defects: tuple[int, ...]
    place: Place

    @property
    def cylinders(self) -> int:
        """Number of cylinders."""
        return self.last - self.first + 1

    @property
    def of_cylinder(self) -> int:
        """Sectors of a cylinder."""
        return self.heads * self.sectors

    @property
    def all(self) -> int:
        """Sectors of the zone."""
        return self.cylinders * self.of_cylinder


def read(params: Params, heads: int, units: str) -> Zone | None:
    """Returns a zone. Returns `None` and notes a problem if a part is missing or makes no sense."""
    before = len(params.ledger.problems)
    first, last = (params.whole(name, 0, MOST_CYLINDERS - 1) for name in (FIRST, LAST))
    sectors = params.whole(SECTORS, 1, MOST_SECTORS)
    front, spares = params.whole(FRONT), params.whole(SPARES)
    own = params.param(UNITS)
    unit = units if own is None else str(own.value)
    if unit not in ("sectors", "revolutions"):
        params.ledger.fail(params.place(UNITS), UNITS, f"{unit} is neither sectors nor revolutions")
    angles = [_angle(params, name, unit) for name in (OFFSET, TRACK_SKEW, CYLINDER_SKEW)]
    slips = tuple(sorted(set(params.whole_numbers(SLIPS))))
    pairs = params.whole_numbers(DEFECTS)
    if len(pairs) % 2:
        params.ledger.fail(params.place(DEFECTS), DEFECTS, "pairs of numbers are wanted")
    if first is not None and last is not None and last < first:
        params.ledger.fail(params.place(LAST), LAST, f"{last} lies before the first, {first}")
    if len(params.ledger.problems) > before:
        return None
    if first is None or last is None or sectors is None or front is None or spares is None:
        return None  # the file with the zone is missing, and the ledger already has this problem
    turn = Fraction(1) if unit == "revolutions" else Fraction(sectors)
    offset, track_skew, cylinder_skew = (angle % turn for angle in angles)
    return Zone(
        first=first,
        last=last,
        sectors=sectors,
        heads=heads,
        offset=offset,
        track_skew=track_skew,
        cylinder_skew=cylinder_skew,
        in_revolutions=unit == "revolutions",
        front=front,
        spares=spares,
        slips=slips,
        defects=tuple(sorted(set(pairs[::2]))),
        place=params.block.place,
    )


def _angle(params: Params, name: str, unit: str) -> Fraction:
    param = params.param(name)
    if param is None:
        return Fraction(0)  # DiskSim's default
    number = params.number(name)
    found = Fraction(0) if number is None else Fraction(number)
    if unit == "sectors" and found.denominator != 1:
        params.ledger.warn(param, "written as it stands; DiskSim 4.0 cuts its decimals off")
    return found
