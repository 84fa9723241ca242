"""The time limit of a search."""

import time
from dataclasses import dataclass


@dataclass
class TimeLimit:
    """The remaining time of a search.

    Attributes:
        end: end by `time.monotonic`. `None`: there is no limit.
        over: whether `left` has reported that no time is left.
    """

    end: float | None = None
    over: bool = False

    def left(self) -> bool:
        """Whether time is left. If not, sets `over`."""
        if self.end is not None and time.monotonic() > self.end:
            self.over = True
        return not self.over
