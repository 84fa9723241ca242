"""The number of blocks of an advertised capacity.

Sources: IDEMA LBA1-03 up to 8 TB, SFF-8447 above. Both count sectors of 512 bytes in multiples of
8, so that sectors of 4096 bytes hold the same bytes.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from headstack import checks
from headstack.datasheet.marked import GIVEN
from headstack.datasheet.sheet import DataSheet

MOST_BLOCKS: Final = 2**32 - 1
"""Most blocks of a drive of headstack."""

_GB: Final = 10**9
_BASIC: Final = 512  # bytes of a sector in both standards
_SIZES: Final = (512, 4096)
_LARGEST_SECTOR: Final = 65_536


@dataclass(frozen=True)
class Capacity:
    """Blocks of a drive, and their size.

    Attributes:
        blocks: number of blocks.
        sector: bytes of a block.
        blocks_mark: origin of the number of blocks.
        sector_mark: origin of the bytes of a block.
        of_physical: blocks of a physical sector.
        physical_mark: origin of the size of a physical sector. `None`: no drive file has the size,
            and a block is a physical sector.
    """

    blocks: int
    sector: int
    blocks_mark: str
    sector_mark: str
    of_physical: int = 1
    physical_mark: str | None = None


def capacity_of(
    sheet: DataSheet,
    preferred: tuple[int, str] | None = None,
    physical: tuple[int | Fraction, str] | None = None,
) -> Capacity:
    """Returns the blocks of a sheet.

    Args:
        sheet: the figures.
        preferred: bytes of a sector if the sheet does not give them, and the origin. `None`: the
            first of 512 and 4096 bytes whose number of blocks headstack can hold; 512 bytes if the
            drive has physical sectors.
        physical: bytes of a physical sector if the sheet does not give them, and the origin.
            `None`: a block is a physical sector.

    Raises:
        ConfigError: more blocks than headstack can hold, physical sectors of no whole number of
            blocks, or a physical sector without emulation and without a given sector.
    """
    if sheet.physical_sector is not None:
        physical = sheet.physical_sector.number, GIVEN
    for size in _SIZES if physical is None else _SIZES[:1]:
        if sheet.sector is not None:
            size, mark = sheet.sector, "given"
        elif preferred is not None:
            size, mark = preferred
        elif size == _SIZES[0]:
            mark = "assumed: the usual size"
        else:
            mark = f"assumed: of {_BASIC} bytes there would be more blocks than headstack can hold"
        of_physical = 1 if physical is None else _of_physical(sheet, size, physical[0])
        blocks, origin = _blocks(sheet, size)
        blocks = of_physical * ceil(blocks / of_physical)
        if blocks <= MOST_BLOCKS:
            physical_mark = None if physical is None else physical[1]
            return Capacity(blocks, size, origin, mark, of_physical, physical_mark)
    larger = size
    while larger < _LARGEST_SECTOR and _blocks(sheet, larger)[0] > MOST_BLOCKS:
        larger *= 2
    fits = _blocks(sheet, larger)[0] <= MOST_BLOCKS
    advice = f"; --sector {larger} makes fewer" if fits and larger != size else ""
    raise checks.wrong(
        "capacity",
        f" {sheet.capacity.text} is {blocks:,} blocks of {size} bytes; a drive of headstack has at "
        f"most {MOST_BLOCKS:,}{advice}",
    )


def _of_physical(sheet: DataSheet, sector: int, physical: int | Fraction) -> int:
    """Returns the blocks of a physical sector of this many bytes."""
    blocks, rest = divmod(physical, sector)
    if rest or blocks & (blocks - 1) or not 0 < physical <= _LARGEST_SECTOR:
        given = f"{physical} B" if sheet.physical_sector is None else sheet.physical_sector.text
        raise checks.wrong(
            "physical_sector",
            f" is {given}; it must be a sector, {sector} bytes, times a power of two, and "
            f"at most {_LARGEST_SECTOR // 1024} KiB",
        )
    if physical == sector > _BASIC and sheet.physical_sector is not None and sheet.sector is None:
        raise checks.wrong(
            "physical_sector",
            f" is {sheet.physical_sector.text}, the size of a sector without emulation of smaller "
            f"sectors; leave it out, or give --sector {sector} too",
        )
    if sheet.exact and sheet.capacity.number % blocks:
        raise checks.wrong(
            "capacity",
            f" is {sheet.capacity.text}; a physical sector has {blocks} blocks, and a drive whole "
            "physical sectors",
        )
    return int(blocks)


def _blocks(sheet: DataSheet, sector: int) -> tuple[int, str]:
    """Returns the number of blocks of this size, and its origin."""
    given = sheet.capacity.number
    if sheet.exact:
        return ceil(given), "given"
    if given > 8000 * _GB:
        step = 2**21
        count = step * ceil(given / (_BASIC * step))
        return count * _BASIC // sector, "derived: SFF-8447: the capacity in whole GiB, rounded up"
    if given >= 50 * _GB:
        over = given / _GB - 50
        count = 8 * ceil((97_696_368 + 1_953_504 * over) / 8)
        origin = "derived: IDEMA LBA1-03: 97,696,368 + 1,953,504 * (GB - 50) sectors of 512 bytes"
        return count * _BASIC // sector, origin
    return ceil(given / sector), "derived: capacity / sector, rounded up"
