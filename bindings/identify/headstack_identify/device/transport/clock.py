"""The clock of this computer. A wait ends within some microseconds of its time."""

import time
from typing import Final

_SPIN_NS: Final = 300_000  # sleep() may return this much late
_PS_PER_NS: Final = 1000


def now_ps() -> int:
    """Returns the time of a clock that never jumps, in ps."""
    return time.monotonic_ns() * _PS_PER_NS


def wait(ps: int) -> None:
    """Waits for a time in ps."""
    end_ns = time.monotonic_ns() + ps // _PS_PER_NS
    left_ns = end_ns - time.monotonic_ns() - _SPIN_NS
    if left_ns > 0:
        time.sleep(left_ns / 1e9)
    while time.monotonic_ns() < end_ns:
        pass


class InThisTime:
    """The part of a `Target` that is the time of this computer."""

    @property
    def now(self) -> int:
        """Time of this computer's clock, in ps."""
        return now_ps()

    def advance(self, ps: int) -> None:
        """Waits for a time in ps."""
        wait(ps)
