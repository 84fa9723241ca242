"""Models when an access of n blocks ends after its first sector, by kind, from pairs.

An access ends when its last sector has passed, or after a time on the bus for each further block.
The end that fits the pairs of a kind better is the start. The fit of the layout refines this end. A
kind without a phase, such as writes that a buffer takes, is left out.
"""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.phase.accesses import Accesses


@dataclass(frozen=True)
class End:
    """The end of accesses of one kind.

    Attributes:
        passed: awaited part of the angle of its sectors.
        block_ms: extra time for each block.
    """

    passed: float
    block_ms: float


@dataclass(frozen=True)
class Ends:
    """The ends of reads and of writes. `None`: this kind of request has no phase."""

    read: End | None
    write: End | None

    def known(self, accesses: Accesses) -> Bools:
        """Returns whether each access is of a kind with a phase."""
        return np.where(accesses.write, self.write is not None, self.read is not None)

    def began_ms(self, accesses: Accesses, completion_ms: Floats) -> Floats:
        """Returns the completion time of each access less its time on the bus, in ms."""
        block_ms = self._chosen(accesses, "block_ms")
        return np.asarray(completion_ms - block_ms * accesses.blocks)

    def passed_rev(self, accesses: Accesses) -> Floats:
        """Returns the angle from the start of the first sector to the end, in revolutions."""
        return np.asarray(self._chosen(accesses, "passed") * accesses.passed_rev())

    def phase(self, accesses: Accesses, completion_ms: Floats, period_ms: float) -> Floats:
        """Returns the angle at which each access would begin if there were no constants.

        Args:
            accesses: accesses of known kinds.
            completion_ms: completion times.
            period_ms: time of a revolution.

        Returns:
            Angles in revolutions of any size.
        """
        began_ms = self.began_ms(accesses, completion_ms)
        return np.asarray(began_ms / period_ms - self.passed_rev(accesses))

    def _chosen(self, accesses: Accesses, name: str) -> Floats:
        read, write = (getattr(end, name) if end else 0.0 for end in (self.read, self.write))
        return np.where(accesses.write, write, read)
