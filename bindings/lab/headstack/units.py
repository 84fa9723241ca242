"""Sizes and times with units: '8KiB' is 8192 bytes, 16 blocks of 512; '50 ms' is 0.05 s."""

import re
from fractions import Fraction
from typing import Final

from headstack import checks
from headstack.errors import ConfigError

PS_PER_S: Final = 10**12

MOST_BLOCKS: Final = 65_535
"""Blocks that one command can move."""

LOWEST_PRIORITY: Final = 15
"""Priorities of commands are 1, the highest, to 15 (SAM-5 8.7)."""

_BYTES = {
    "B": 1,
    "kB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
}
_SECONDS = {"ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", re.ASCII)
_LARGEST = 2**63 - 1


def parse_size(size: str | int, name: str = "size") -> int:
    """Reads a size.

    Args:
        size: a text with a unit (B, kB, MB, GB of 1000; KiB, MiB, GiB of 1024), or bytes as int.
        name: name of the value, for messages.

    Returns:
        The size in bytes, 1 or more.

    Raises:
        ConfigError: no number, no known unit, not a whole number of bytes, or zero.
    """
    if not isinstance(size, str):
        return checks.whole(name, size, 1, _LARGEST)
    units = ", ".join(_BYTES)
    match = _SIZE.fullmatch(size)
    if match is None:
        raise ConfigError(f"{name} {size!r} is not a number with a unit; write it as in 8KiB")
    number, unit = match.groups()
    if not unit:
        raise ConfigError(f"{name} {size!r} has no unit; write {number}B, or one of {units}")
    if unit not in _BYTES:
        hint = "KiB of 1024, kB of 1000" if unit == "KB" else units
        raise checks.unknown(f"{name} {size!r}: unit", unit, () if unit == "KB" else _BYTES, hint)
    size_bytes = Fraction(number) * _BYTES[unit]
    if size_bytes.denominator != 1 or not 1 <= size_bytes <= _LARGEST:
        raise ConfigError(f"{name} {size!r} must be a whole number of bytes, 1 or more")
    return int(size_bytes)


def blocks_of(size_bytes: int, bytes_per_block: int, name: str = "size") -> int:
    """Returns `size_bytes` as a number of blocks. Raises ConfigError unless it is whole.

    `name` is the name of the value, for messages.
    """
    blocks, rest = divmod(size_bytes, bytes_per_block)
    if rest or not blocks:
        low, high = max(blocks, 1) * bytes_per_block, (blocks + 1) * bytes_per_block
        near = f"{low}B" if low == high else f"{low}B or {high}B"
        raise ConfigError(
            f"{name} {size_bytes}B is not a whole number of blocks of {bytes_per_block}B; "
            f"nearest is {near}"
        )
    return blocks


def parse_time(time: str | float, name: str) -> float:
    """Reads a time.

    Args:
        time: a text with a unit (ps, ns, us, ms, s, min, h), or seconds.
        name: name of the value, for messages.

    Returns:
        The time in seconds, more than 0.

    Raises:
        ConfigError: no number, no known unit, or not more than 0.
    """
    if not isinstance(time, str):
        seconds = checks.real(name, time)
    else:
        match = _SIZE.fullmatch(time)
        if match is None or match[2] not in _SECONDS:
            raise ConfigError(
                f"{name} {time!r} is not a time; write it as in 50ms, with one of "
                f"{', '.join(_SECONDS)}"
            )
        seconds = float(Fraction(match[1]) * Fraction(_SECONDS[match[2]]).limit_denominator(10**12))
    if seconds <= 0:
        raise checks.wrong(name, f" is {time!r}; it must be more than 0")
    return seconds


def number_of(value: str | float | None) -> float:
    """Returns the number of a quantity of a drive file: 0.42 of '0.42 ms', 0.5 of '1/2 rev'.

    A key that is left out has the value `None`. For `None`, the function returns 0.
    """
    if value is None:
        return 0.0
    if isinstance(value, str):
        top, _, bottom = value.partition(" ")[0].partition("/")
        return float(Fraction(top) / Fraction(bottom)) if bottom else float(top)
    return float(value)
