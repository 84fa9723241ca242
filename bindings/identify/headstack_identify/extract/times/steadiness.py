"""Measures how far repeated measurements differ.

The extraction resolves times to some nanoseconds if they repeat. If they vary a little, the
extraction takes the variation as `Host.jitter` and measures each time several times. If they vary
more, the results would be chance, and the extraction ends.
"""

from decimal import Decimal

from headstack_identify.extract.asking.host import Host, Unsteady
from headstack_identify.extract.asking.latency import Latency
from headstack_identify.extract.asking.target import Request
from headstack_identify.extract.times import rotation

MOST_JITTER = 100_000
"""Largest variation of the ends of reads, in ps. With more, angles and rules would be chance."""

_ROUNDING = 16  # ps; of the target's clock, and of the waits
_SAMPLES = 24
_REPEATS = 9
_TURNS = 100
_WAITS = 8
_MOST_PPM = 1.0


def take_into_account(host: Host, turn: float, blocks: int) -> tuple[float, str | None]:
    """Measures how far the ends of reads vary, and sets `host.jitter` and `host.repeats`.

    Args:
        host: sends the commands. The cache is off.
        turn: time of a revolution, in ps.
        blocks: number of blocks of the drive.

    Returns:
        The time of a revolution, and a note. `None` as the note: times vary no more than `host`
        expects.

    Raises:
        Unsteady: the times vary too much.
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
            f"{MOST_JITTER / 1e6:g} us can be separated from the measured times"
        )
    host.jitter = max(host.jitter, jitter)
    host.repeats = max(host.repeats, _REPEATS)
    turn, off = rotation.in_the_mean(host, 0, turn)
    ppm = off / turn * 1e6
    if ppm > _MOST_PPM:
        raise Unsteady(
            f"the drive varies too much: ends of reads vary by {shown}; a revolution takes "
            f"{turn / 1e9:.6f} ms, plus or minus {plain(ppm)} parts per million"
        )
    return turn, (
        f"UNCERTAIN: its times vary, ends of reads by {shown}. Each was measured {host.repeats} "
        f"times; a revolution is known to {plain(ppm)} parts per million, angles that are no "
        f"simple parts of one to {plain(jitter / turn, 1)} revolutions"
    )


def check_seek(latency: Latency, before: Request, then: Request, distance: int) -> None:
    """Raises Unsteady if the same seek is in time in one attempt and late in another."""
    varies = latency.varies(before, then)
    if varies:
        raise Unsteady(
            f"the drive varies too much: seeks over {distance:,} cylinder{'s' * (distance != 1)} "
            f"vary by more than {plain(varies / 1e6)} us; at most {plain(latency.margin / 1e6)} us "
            "can be told from what is looked for"
        )


def plain(value: float, digits: int = 2) -> str:
    """Formats a number with `digits` significant digits, without an exponent."""
    return f"{Decimal(f'{value:.{digits}g}'):,f}"


def _spread(host: Host, turn: float, lbn: int, wait: float, samples: int) -> float:
    """Returns the variation of the angle between a read of block 0 and a read of `lbn`, in ps."""

    def apart() -> float:
        before = host.read(0).ended
        if wait:
            host.wait(wait)
        return (host.read(lbn).ended - before) / turn

    first, *others = (host.undisturbed(apart) for _ in range(samples))
    off = [0.0, *((angle - first + 0.5) % 1.0 - 0.5 for angle in others)]
    return (max(off) - min(off)) * turn
