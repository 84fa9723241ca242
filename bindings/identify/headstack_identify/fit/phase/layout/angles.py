"""Converts and turns angles of drive files: "37 sectors", "0.149 rev" or "13/78 rev"."""

from fractions import Fraction

_MOST_DIGITS = 9


def turn(text: str, sectors_per_track: int) -> float:
    """Returns an angle in revolutions.

    Args:
        text: the value as in `DriveConfig.value`.
        sectors_per_track: sectors of a track of the zone, for an angle in sectors.
    """
    number, unit = text.split()
    over, _, under = number.partition("/")
    part = Fraction(over) / Fraction(under or 1)
    return float(part if unit == "rev" else part / sectors_per_track)


def in_revolutions(angle: float, within: float = 0.0) -> str:
    """Returns an angle of any size as a part of a revolution, as text of a drive file.

    Args:
        angle: the angle in revolutions.
        within: largest error of the text, in revolutions. The text has as few digits as that needs.
    """
    return f"{_decimal(angle % 1.0, 1.0, within)} rev"


def in_sectors(sectors: float, sectors_per_track: int, within: float = 0.0) -> str:
    """Returns an angle of any size in sectors, as text of a drive file.

    Args:
        sectors: the angle in sectors.
        sectors_per_track: sectors of the track.
        within: largest error of the text, in sectors. The text has as few digits as that needs.
    """
    return f"{_decimal(sectors % sectors_per_track, sectors_per_track, within)} sectors"


def turned(text: str, by: int, sectors_per_track: int) -> str:
    """Returns an angle that is some sectors larger, within a revolution, in its own unit.

    Args:
        text: the value as in `DriveConfig.value`.
        by: number of sectors.
        sectors_per_track: sectors of a track of the zone.
    """
    number, unit = text.split()
    if unit == "rev":
        found = (Fraction(number) + Fraction(by, sectors_per_track)) % 1
        return f"{found.numerator}/{found.denominator} rev"
    found = (Fraction(number) + by) % sectors_per_track
    return f"{found} sectors"


def _decimal(number: float, limit: float, within: float) -> str:
    """Returns a number without an exponent, and below the limit even after rounding."""
    for digits in range(_MOST_DIGITS + 1):
        rounded = round(number, digits)
        if digits == _MOST_DIGITS or abs(rounded - number) <= within:
            break
    text = f"{0.0 if rounded >= limit else rounded:.{digits}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"
