"""F-EDF by another reading: a deadline is feasible until it has passed."""

from typing import Any

import numpy as np

from headstack import Scheduler


class NotLate(Scheduler):
    """The earliest deadline that has not passed; if all have passed, the oldest request.

    `fd_edf` asks whether the whole service ends in time. This scheduler needs no estimate of a
    service.
    """

    needs_deadlines = True

    def pick(self, queue: Any, drive: Any) -> int:
        """Returns the row of the request to serve."""
        in_time = np.flatnonzero(queue.deadline >= drive.now)
        if not len(in_time):
            return 0
        return int(in_time[np.argmin(queue.deadline[in_time])])
