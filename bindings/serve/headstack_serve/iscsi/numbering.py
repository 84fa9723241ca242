"""The order of commands: sequence numbers and the window of a session (RFC 7143, 4.2.2.1)."""

from collections.abc import Iterator
from typing import Final, Protocol, TypeVar

_NUMBERS: Final = 2**32
WINDOW: Final = 128
"""Commands that an initiator may send beyond those that the target has taken."""


class Numbered(Protocol):
    """A unit with the number of a command."""

    command_sn: int
    immediate: bool


_Unit = TypeVar("_Unit", bound=Numbered)


class CommandWindow:
    """Delivers commands in the order of their numbers.

    Args:
        first: number of the first command.
    """

    def __init__(self, first: int) -> None:
        self.expected = first
        self._early: dict[int, object] = {}

    @property
    def last(self) -> int:
        """Greatest number that the target takes."""
        return (self.expected + WINDOW - 1) % _NUMBERS

    def deliver(self, unit: _Unit) -> Iterator[_Unit]:
        """Returns the units whose turn has come. A number outside of the window has no effect."""
        if unit.immediate:
            yield unit
            return
        ahead = (unit.command_sn - self.expected) % _NUMBERS
        if ahead >= WINDOW or unit.command_sn in self._early:
            return
        self._early[unit.command_sn] = unit
        while self.expected in self._early:
            following = self._early.pop(self.expected)
            self.expected = (self.expected + 1) % _NUMBERS
            yield following  # type: ignore[misc]  # the units went in as such
