"""How simulated time follows wall time while a drive is served."""

import asyncio
from typing import Final, Literal, Protocol, get_args

Pace = Literal["free", "real"]
"""`free`: as fast as the simulation. `real`: each response comes when its simulated time has."""
PACES: Final[tuple[str, ...]] = get_args(Pace)
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
"""Addresses that only programs of this machine reach."""
_PS_PER_S: Final = 10**12


class Clock(Protocol):
    """Maps wall time to the simulated time of a drive."""

    def present(self) -> int | None:
        """Returns the simulated time that wall time allows, in ps. `None`: no limit."""

    def delay_s(self, instant: int) -> float:
        """Returns the wall time until a simulated time, in s; not below 0."""

    def lag_s(self, instant: int) -> float:
        """Returns by how much wall time is later than a simulated time, in s."""


class FreeClock:
    """Simulated time passes only while commands are under way, as fast as it can."""

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
    """Simulated time is wall time since the start."""

    def __init__(self, loop: asyncio.AbstractEventLoop, origin: int) -> None:
        self._loop = loop
        self._start = loop.time() - origin / _PS_PER_S

    def present(self) -> int | None:
        """Returns the wall time since the start, in ps."""
        return int((self._loop.time() - self._start) * _PS_PER_S)

    def delay_s(self, instant: int) -> float:
        """Returns the wall time until a simulated time, in s; not below 0."""
        return max(0.0, -self.lag_s(instant))

    def lag_s(self, instant: int) -> float:
        """Returns by how much wall time is later than a simulated time, in s."""
        return self._loop.time() - self._start - instant / _PS_PER_S
