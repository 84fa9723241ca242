"""The steps of a drive that is served."""

import asyncio
from collections.abc import Callable

from headstack import Drive
from headstack_serve.pace import FreeClock
from headstack_serve.unit import LONGEST_SLEEP_S, Order, Unit


class FarClock(FreeClock):
    """A clock that stands still, a minute before the drive's next event."""

    def present(self) -> int | None:
        return 0

    def delay_s(self, instant: int) -> float:
        return 60.0


async def _sleeps() -> list[float]:
    """Returns the times that a drive with a command under way sleeps, in s."""
    loop = asyncio.get_running_loop()
    call_later = loop.call_later
    delays = []

    def note(delay: float, function: Callable[[], None]) -> asyncio.TimerHandle:
        delays.append(delay)
        return call_later(delay, function)

    loop.call_later = note  # type: ignore[method-assign, assignment]
    with Drive("hp_c2247").open(contents=False) as session:
        unit = Unit(session, FarClock())
        unit.submit(Order(cdb=bytes([0x28, 0, 0, 7, 0, 0, 0, 0, 1, 0]), room=512))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        unit.settle()
    return delays


def test_a_drive_sleeps_briefly() -> None:
    """Data of a long read-ahead must not wait for the next event."""
    assert asyncio.run(_sleeps()) == [LONGEST_SLEEP_S]
