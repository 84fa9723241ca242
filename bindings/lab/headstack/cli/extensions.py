"""Additions that other installed packages make by entry points."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def extended(
    own: Mapping[str, T], group: str, load: Callable[[Any], Mapping[str, T]], kind: str
) -> dict[str, T]:
    """Returns the objects of this package by name, then the objects of other packages.

    Args:
        own: objects of this package.
        group: group of entry points, read in the order of their names.
        load: returns the objects of an entry point by name.
        kind: kind of the objects, for the message.

    Raises:
        RuntimeError: two packages have an object of the same name.
    """
    from importlib.metadata import entry_points  # slow; most commands start without it

    found = dict(own)
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        more = load(point)
        twice = sorted(found.keys() & more.keys())
        if twice:
            raise RuntimeError(f"the {kind} {twice[0]} of {point.value} is there already")
        found |= more
    return found
