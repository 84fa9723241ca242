"""How long a search may take."""

import time
from dataclasses import dataclass


@dataclass
class TimeLimit:
    """How much time is left.

    Attributes:
        end: by `time.monotonic`; None: any.
        over: whether somebody was told that there is none.
    """

    end: float | None = None
    over: bool = False

    def left(self) -> bool:
        """Whether there is time; if not, it is noted."""
        if self.end is not None and time.monotonic() > self.end:
            self.over = True
        return not self.over
