"""When an access of n blocks is over, after its first sector has come: by kind, from pairs.

Either when the last sector has passed, or a time on the bus for each block after the first: the
one that fits a kind's pairs better is the beginning, and the layout's fit makes it finer. A kind
without a phase, such as writes that a buffer takes, is left out.
"""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.phase.accesses import Accesses


@dataclass(frozen=True)
class End:
    """The end of accesses of one kind.

    Attributes:
        passed: the part of its sectors' angle that it waits for.
        block_ms: and the time a block.
    """

    passed: float
    block_ms: float


@dataclass(frozen=True)
class Ends:
    """Those of reads and writes; None: a kind without a phase."""

    read: End | None
    write: End | None

    def known(self, accesses: Accesses) -> Bools:
        """Whether each access is of a kind with a phase."""
        return np.where(accesses.write, self.write is not None, self.read is not None)

    def began_ms(self, accesses: Accesses, completion_ms: Floats) -> Floats:
        """When each was completed, less its time on the bus; in ms."""
        block_ms = self._chosen(accesses, "block_ms")
        return np.asarray(completion_ms - block_ms * accesses.blocks)

    def passed_rev(self, accesses: Accesses) -> Floats:
        """The angle that passes from the beginning of its first sector until then."""
        return np.asarray(self._chosen(accesses, "passed") * accesses.passed_rev())

    def phase(self, accesses: Accesses, completion_ms: Floats, period_ms: float) -> Floats:
        """The angle at which each would have begun to pass if there were no constants.

        Args:
            accesses: of known kinds.
            completion_ms: when each was completed.
            period_ms: of a revolution.

        Returns:
            In revolutions of any size.
        """
        began_ms = self.began_ms(accesses, completion_ms)
        return np.asarray(began_ms / period_ms - self.passed_rev(accesses))

    def _chosen(self, accesses: Accesses, name: str) -> Floats:
        read, write = (getattr(end, name) if end else 0.0 for end in (self.read, self.write))
        return np.where(accesses.write, write, read)
