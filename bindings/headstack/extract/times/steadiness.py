"""Whether times repeat: how far the same question has other answers.

A drive's times are told apart down to some nanoseconds, as long as they repeat. Where they do not
quite, what varies is taken as `Host.jitter`, and each time is measured several times. Where they
vary more, what is told apart below would be chance.
"""

from decimal import Decimal

from headstack.extract.asking.host import Host, Unsteady
from headstack.extract.asking.latency import Latency
from headstack.extract.asking.target import Request
from headstack.extract.times import rotation

MOST_JITTER = 100_000
"""In ps: with times that vary more, angles and rules come out by chance."""

_ROUNDING = 16  # ps; of the target's clock, and of the waits
_SAMPLES = 24
_REPEATS = 9
_TURNS = 100
_WAITS = 8
_MOST_PPM = 1.0


def take_into_account(host: Host, turn: float, blocks: int) -> tuple[float, str | None]:
    """Measures how far ends of reads vary, and has `host` allow for it.

    Args:
        host: who asks; the cache is off.
        turn: time of a revolution, in ps.
        blocks: of the drive.

    Returns:
        The time of a revolution, and what was noticed; None: times repeat as far as `host` knows.

    Raises:
        Unsteady: they vary too much.
    """
    varies = _spread(host, turn, blocks // 2, 0.0, _SAMPLES)
    slowly = _spread(host, turn, 0, _TURNS * turn, _WAITS)
    if max(varies, slowly / _TURNS) <= 2 * host.jitter + _ROUNDING:
        return turn, None
    jitter = max(varies, slowly / _TURNS)
    speed = plain(slowly / _TURNS / turn * 1e6)
    shown = f"{plain(jitter / 1e6)} us, {speed} parts per million of speed"
    if jitter > max(MOST_JITTER, host.jitter):
        raise Unsteady(
            f"the drive varies too much: ends of reads vary by {shown}; at most "
            f"{MOST_JITTER / 1e6:g} us can be told from what is looked for"
        )
    host.jitter = max(host.jitter, jitter)
    host.repeats = max(host.repeats, _REPEATS)
    turn, off = rotation.in_the_mean(host, 0, turn)
    ppm = off / turn * 1e6
    if ppm > _MOST_PPM:
        raise Unsteady(
            f"the drive varies too much: ends of reads vary by {shown}; a revolution takes "
            f"{turn / 1e9:.6f} ms, {plain(ppm)} parts per million more or less"
        )
    return turn, (
        f"UNCERTAIN: its times vary, ends of reads by {shown}. Each was measured {host.repeats} "
        f"times; a revolution is known to {plain(ppm)} parts per million, angles that are no "
        f"simple parts of one to {plain(jitter / turn, 1)} revolutions"
    )


def check_seek(latency: Latency, before: Request, then: Request, distance: int) -> None:
    """Raises Unsteady if the arm arrives now in time, now too late, at the same instants."""
    varies = latency.varies(before, then)
    if varies:
        raise Unsteady(
            f"the drive varies too much: seeks over {distance:,} cylinder{'s' * (distance != 1)} "
            f"vary by more than {plain(varies / 1e6)} us; at most {plain(latency.margin / 1e6)} us "
            "can be told from what is looked for"
        )


def plain(value: float, digits: int = 2) -> str:
    """A number with so many digits that count, and without an exponent."""
    return f"{Decimal(f'{value:.{digits}g}'):,f}"


def _spread(host: Host, turn: float, lbn: int, wait: float, samples: int) -> float:
    """By how much the angle between a read of block 0 and one of another varies, in ps."""

    def apart() -> float:
        before = host.read(0).ended
        if wait:
            host.wait(wait)
        return (host.read(lbn).ended - before) / turn

    first, *others = (host.undisturbed(apart) for _ in range(samples))
    off = [0.0, *((angle - first + 0.5) % 1.0 - 0.5 for angle in others)]
    return (max(off) - min(off)) * turn
