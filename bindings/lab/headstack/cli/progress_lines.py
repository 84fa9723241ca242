"""Progress of a long command as lines of text, for logs and other places without a terminal."""

import time
from collections.abc import Callable
from typing import Final

EVERY_S: Final = 60.0
"""Seconds between two lines. A shorter command prints no line."""


class ProgressLines:
    """Prints a line about the progress each minute.

    Args:
        say: prints a line.
        total: number of all items, or `None` if the number is unknown.
        what: name of the items.
        clock: time in seconds.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        total: int | None,
        what: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._say = say
        self._total = total
        self._what = what
        self._clock = clock
        self._began = self._last = clock()

    def __call__(self, done: int, now: str, total: int | None = None) -> None:
        """Takes note of the finished items, of the current work, and of the total."""
        time_s = self._clock()
        if time_s - self._last < EVERY_S:
            return
        self._last = time_s
        total = self._total if total is None else total
        of = "" if total is None else f" of {total:,}"
        self._say(f"{now}: {done:,}{of} {self._what}, {time_s - self._began:.0f} s")
