"""Checks of single arguments. Each returns the value in its plain type, or raises ConfigError."""

import math
import operator
from difflib import get_close_matches
from typing import SupportsFloat, SupportsIndex, TypeVar

from headstack.errors import ConfigError

T = TypeVar("T", bound=str)


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """Returns `value` as int if it is a whole number in least .. most."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise ConfigError(f"{name} is {value!r}; it must be a whole number, {least} to {most}")
    return number


def real(name: str, value: SupportsFloat) -> float:
    """Returns `value` as float if it is a finite number."""
    try:
        number = math.nan if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError(f"{name} is {value!r}; it must be a finite number")
    return number


def choice(name: str, value: str, allowed: tuple[T, ...]) -> T:
    """Returns the member of `allowed` that `value` names."""
    for member in allowed:
        if member == value:
            return member
    raise ConfigError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")


def nearest(word: str, known: list[str]) -> str:
    """A hint such as ", did you mean 'hp_c2247'?", empty when nothing is near."""
    close = get_close_matches(word, known, n=1)
    return f", did you mean {close[0]!r}?" if close else ""
