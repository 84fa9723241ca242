"""A simulated drive, seen through a host with the noise of a real one."""

from typing import Final

import numpy as np

from headstack_identify.extract.asking.target import Answer, Request, Target

JITTER_PS: Final = 20e6
"""Scale of the delays of a host: half of a normal distribution."""

TAIL_SHARE: Final = 1e-3
TAIL_PS: Final = 2e9
"""A share `TAIL_SHARE` of the ends is late by some `TAIL_PS` more."""

_SENT_PS: Final = 5e6  # mean time from the clock's reading to the command's start


class NoisyTarget:
    """A target whose commands start late and whose ends are seen late, by chance.

    Args:
        target: the drive.
        seed: seed of the noise.
    """

    def __init__(self, target: Target, seed: int = 1) -> None:
        self._target = target
        self._random = np.random.default_rng(seed)

    @property
    def now(self) -> int:
        """Time, in ps."""
        return self._target.now

    def advance(self, ps: int) -> None:
        """Waits for a time in ps."""
        self._target.advance(ps)

    def command(self, request: Request) -> Answer:
        """Sends a command and waits until the host sees its end."""
        began = self._target.now
        self._target.advance(1 + int(self._random.exponential(_SENT_PS)))
        answer = self._target.command(request)
        self._target.advance(1 + self._late())
        return Answer(answer.status, answer.data, answer.sense, began, self._target.now)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        """Raises NotImplementedError: most hosts wait for the end of each command."""
        raise NotImplementedError

    def _late(self) -> int:
        late = abs(self._random.normal(0.0, JITTER_PS))
        if self._random.random() < TAIL_SHARE:
            late += self._random.exponential(TAIL_PS)
        return int(late)
