"""Checks of single arguments. A check returns the value in its plain type or raises ConfigError."""

import math
import operator
import os
import reprlib
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final, SupportsFloat, SupportsIndex, TypeVar

from headstack.errors import ConfigError

MOST_NESTED: Final = 32

T = TypeVar("T", bound=str)
V = TypeVar("V")
K = TypeVar("K")
C = TypeVar("C")

_shortened = reprlib.Repr()
_shortened.maxstring = _shortened.maxother = _shortened.maxlong = 80


def wrong(argument: str, what: str) -> ConfigError:
    """Returns an error whose message begins with the name of an argument.

    Args:
        argument: name of the argument in the called function.
        what: the rest of the message. The first letter is the blank or colon after the name.
    """
    error = ConfigError(f"{argument}{what}")
    error.argument = argument
    return error


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """Returns `value` as int if it is a whole number in least .. most."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise wrong(name, f" is {shown(value)}; it must be a whole number, {least} to {most}")
    return number


def real(name: str, value: SupportsFloat) -> float:
    """Returns `value` as float if it is a finite number."""
    try:
        number = math.nan if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise wrong(name, f" is {shown(value)}; it must be a finite number")
    return number


def part(name: str, value: SupportsFloat) -> float:
    """Returns `value` as float if it is a part of a whole, above 0 and at most 1."""
    number = real(name, value)
    if not 0 < number <= 1:
        raise wrong(name, f" is {number:g}; it must be above 0, and at most 1")
    return number


def choice(name: str, value: str, allowed: tuple[T, ...]) -> T:
    """Returns the member of `allowed` that `value` names."""
    if isinstance(value, str):  # an array would be compared member by member
        for member in allowed:
            if member == value:
                return member
    near = nearest(value, list(allowed)) if isinstance(value, str) else ""
    raise wrong(name, f" is {shown(value)}; it must be one of {', '.join(allowed)}{near}")


def unknown(kind: str, word: str, known: Iterable[str], listed: str = "") -> ConfigError:
    """Returns the error "drive 'x' is not known; did you mean 'y'? (known: y)".

    Args:
        kind: kind of the name, as in 'drive'. The place of the name may precede the kind.
        word: the unknown name.
        known: the known names.
        listed: where the known names are listed, if the message is too short for them.
    """
    names = list(known)
    where = listed or ", ".join(names) or "none"
    return wrong(kind, f" {shown(word)} is not known{nearest(str(word), names)} (known: {where})")


def shown(value: object) -> str:
    """Returns a value as short printable text on one line, for messages."""
    text = " ".join(_shortened.repr(value).split())
    return text.encode("utf-8", "backslashreplace").decode()


def path(name: str, value: str | os.PathLike[str]) -> str:
    """Returns a path as text, if a file can have this path."""
    text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if not isinstance(text, str):
        raise wrong(name, f" is {shown(value)}; it must be a path")
    utf8(f"{name} {text}", text)
    return text


def text(name: str, value: str) -> str:
    """Returns `value` if it is printable text."""
    if not isinstance(value, str) or not _encodes(value):
        raise wrong(name, f" is {shown(value)}; it must be a text")
    return value


def instance(name: str, value: K, kind: type, made_by: str) -> K:
    """Returns `value` if it is an instance of `kind`. Messages name `made_by` as the maker."""
    if not isinstance(value, kind):
        raise wrong(name, f" is {shown(value)}; {made_by} makes one")
    return value


def function(name: str, value: C) -> C:
    """Returns `value` if it is a callable or `None`."""
    if value is not None and not callable(value):
        raise wrong(name, f" is {shown(value)}; it must be a function, or None")
    return value


def items(name: str, values: Iterable[V], kind: type | tuple[type, ...]) -> list[V]:
    """Returns `values` as a list if each is of the kind, and they are not one text or mapping."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    known = " or ".join(one.__name__ for one in kinds)
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise wrong(name, f" is {shown(values)}; it must be a list of {known}")
    found = list(values)
    for value in found:
        if not isinstance(value, kinds):
            raise wrong(name, f" has {shown(value)} in it; it must be a list of {known}")
    return found


def shallow(what: str, value: object) -> None:
    """Raises ConfigError for lists and tables that are nested too deep."""
    level = [value]
    for _ in range(MOST_NESTED):
        level = [
            inner
            for outer in level
            if isinstance(outer, (Mapping, list, tuple))
            for inner in (outer.values() if isinstance(outer, Mapping) else outer)
        ]
    if level:
        raise ConfigError(f"{what}: it is nested too deep; {MOST_NESTED} levels are the most")


def flag(name: str, value: bool) -> bool:
    """Returns `value` if it is True or False."""
    kinds: tuple[type, ...] = (bool,)
    if "numpy" in sys.modules:  # else the value cannot be a flag of NumPy's
        kinds = (bool, sys.modules["numpy"].bool_)
    if not isinstance(value, kinds):
        raise wrong(name, f" is {shown(value)}; it must be True or False")
    return bool(value)


def utf8(what: str, path: str | os.PathLike[str]) -> None:
    """Raises ConfigError if a name of a file is no text that results and messages can hold."""
    name = os.fspath(path)
    if "\0" in name:
        said = what.replace("\0", "\\0")
        raise ConfigError(f"{said}: a path cannot have a zero byte, here shown as \\0")
    if not _encodes(name):
        shown = name.encode("utf-8", "backslashreplace").decode()
        raise ConfigError(f"{what.replace(name, shown)}: its name is not UTF-8; rename it")


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def nearest(word: str, known: list[str]) -> str:
    """Returns a hint such as "; did you mean 'hp_c2247'?". Returns '' if no name is near."""
    close = get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
