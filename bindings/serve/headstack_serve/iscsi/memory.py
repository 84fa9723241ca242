"""Memory for the data of commands: a limit for each session, and a limit for all sessions."""

from typing import Final

OF_TARGET: Final = 256 << 20
"""Most bytes for the data of all tasks of a target."""
OF_SESSION: Final = 64 << 20
"""Most bytes for the data of a session's tasks."""
_SMALL: Final = 64 << 10
"""A task with at most this number of bytes is free: the window of commands bounds such tasks."""


def charge(size: int) -> int:
    """Returns the memory that a task with `size` bytes of data takes, in bytes."""
    return size if size > _SMALL else 0


class Memory:
    """Memory that tasks take and give back.

    Args:
        most: greatest number of bytes that are taken at a time.
        part_of: memory that the bytes belong to. `None`: the memory is no part of another.
    """

    def __init__(self, most: int, part_of: "Memory | None" = None) -> None:
        self._free = most
        self._whole = part_of

    @property
    def left(self) -> int:
        """Bytes that can be taken now."""
        return self._free if self._whole is None else min(self._free, self._whole.left)

    def take(self, size: int) -> bool:
        """Takes bytes. Returns False, and takes no byte, if the memory has fewer bytes."""
        if size > self.left:
            return False
        self._add(-size)
        return True

    def give_back(self, size: int) -> None:
        """Gives bytes back."""
        self._add(size)

    def _add(self, size: int) -> None:
        self._free += size
        if self._whole is not None:
            self._whole.give_back(size)
