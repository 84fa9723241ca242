"""How simulated time follows wall time while a drive is served."""

import asyncio
import ctypes
import selectors
from typing import Final, Literal, Protocol, cast, get_args

from headstack import checks

Pace = Literal["free", "real"]
"""`free`: as fast as the simulation. `real`: each response waits for its simulated time."""
PACES: Final[tuple[str, ...]] = get_args(Pace)
_PS_PER_S: Final = 10**12
_PR_SET_TIMERSLACK: Final = 29
"""An operation of prctl(2)."""


class Clock(Protocol):
    """Maps wall time to the simulated time of a drive."""

    def present(self) -> int | None:
        """Returns the simulated time that wall time allows, in ps. `None`: no limit."""

    def delay_s(self, instant: int) -> float:
        """Returns the wall time until a simulated time in ps. The result is in s, 0 or more."""

    def lag_s(self, instant: int) -> float:
        """Returns by how much wall time is later than a simulated time in ps. Returns s."""


class FreeClock:
    """Simulated time passes only while commands are under way, as fast as the simulation."""

    def present(self) -> int | None:
        """Returns no limit."""
        return None

    def delay_s(self, instant: int) -> float:
        """Returns 0."""
        return 0.0

    def lag_s(self, instant: int) -> float:
        """Returns 0."""
        return 0.0


class RealClock:
    """Simulated time is wall time.

    Args:
        loop: event loop with the wall time.
        origin: simulated time of the present instant, in ps.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, origin: int) -> None:
        self._loop = loop
        self._start = loop.time() - origin / _PS_PER_S

    def present(self) -> int | None:
        """Returns the simulated time of the present instant, in ps."""
        return int((self._loop.time() - self._start) * _PS_PER_S)

    def delay_s(self, instant: int) -> float:
        """Returns the wall time until a simulated time in ps. The result is in s, 0 or more."""
        return max(0.0, -self.lag_s(instant))

    def lag_s(self, instant: int) -> float:
        """Returns by how much wall time is later than a simulated time in ps. Returns s."""
        return self._loop.time() - self._start - instant / _PS_PER_S


def pace_of(text: str) -> Pace:
    """Returns the pace of a name.

    Raises:
        ConfigError: no pace has the name.
    """
    if text not in PACES:
        raise checks.unknown("pace", text, PACES)
    return cast(Pace, text)


def clock_of(pace: Pace, loop: asyncio.AbstractEventLoop, origin: int) -> Clock:
    """Returns the clock of a pace.

    Args:
        pace: the pace.
        loop: event loop with the wall time.
        origin: simulated time of the present instant, in ps.
    """
    return FreeClock() if pace == "free" else RealClock(loop, origin)


def event_loop() -> asyncio.AbstractEventLoop:
    """Returns an event loop whose timers have a resolution of microseconds.

    The loop waits by select(). A wait by epoll() has a resolution of milliseconds. Linux ends the
    waits of a thread up to 50 us late. For this thread, and the threads that it starts, the slack
    becomes 1 ns.
    """
    ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1, 0, 0, 0)
    return asyncio.SelectorEventLoop(selectors.SelectSelector())
