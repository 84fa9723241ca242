"""The order of commands: sequence numbers and the window of a session (RFC 7143, 4.2.2.1)."""

from typing import Final

from headstack_serve.iscsi.refusals import ProtocolError, Reason

_NUMBERS: Final = 2**32
WINDOW: Final = 128
"""Most commands of a session that are open at a time."""


def ahead(number: int, of: int) -> int:
    """Returns by how much a number is ahead of another. Numbers wrap at 2^32."""
    return (number - of) % _NUMBERS


class CommandWindow:
    """The numbers of commands that the target takes next.

    The only connection of a session keeps the order of commands. No command arrives early.

    Args:
        first: number of the first command.
    """

    def __init__(self, first: int) -> None:
        self.expected = first
        self._last = (first + WINDOW - 1) % _NUMBERS

    def last(self, open_commands: int) -> int:
        """Returns the greatest number that the target takes now. This number never decreases."""
        last = (self.expected + WINDOW - 1 - open_commands) % _NUMBERS
        if ahead(last, self._last) < WINDOW:
            self._last = last
        return self._last

    def takes(self, number: int) -> bool:
        """Whether the command is the next command. A number outside of the window has no effect.

        Raises:
            ProtocolError: a command before this command is missing.
        """
        if ahead(number, self.expected) > ahead(self._last, self.expected):
            return False
        if number != self.expected:
            raise ProtocolError(f"CmdSN {number}; {self.expected} is next", Reason.PROTOCOL_ERROR)
        self.expected = (number + 1) % _NUMBERS
        return True
