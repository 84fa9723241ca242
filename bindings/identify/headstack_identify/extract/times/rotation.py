"""Measures the time of a revolution: reads a sector with longer and longer waits."""

from itertools import pairwise
from statistics import fmean, median, stdev

from headstack.errors import RunError
from headstack_identify.extract.asking.host import Host

_SHORTEST = 2_000_000_000  # ps; 30,000 rpm
_DELAYS = 24
_DELAYS_UNTOLD = 96
_GROWTH = 8
_MEAN_OF = 12
_LONGEST = 60 * 10**12  # ps; length of the last wait


def measure(host: Host, lbn: int, rpm: int | None, longest: int = _LONGEST) -> float:
    """Returns the time of a revolution, in ps.

    Reads of a sector from the medium end a whole number of revolutions apart. Each wait is longer
    than the wait before, by a factor that keeps the number of revolutions certain.

    Args:
        host: sends the commands. The cache is off.
        lbn: block to read.
        rpm: rotational speed from the drive. `None`: the drive does not report the speed.
        longest: longest wait, in ps.

    Raises:
        RunError: the times do not fit one speed.
    """
    turn = _roughly(host, lbn, rpm)
    wait = 3 * turn
    while True:
        turn = _over(host, lbn, turn, wait, host.repeats)
        if wait >= longest:
            return turn
        wait = min(wait * _GROWTH, longest)


def _roughly(host: Host, lbn: int, rpm: int | None) -> float:
    """Returns the least step between times after different waits, to a few parts in a thousand."""
    guess = 60e12 / rpm if rpm else None
    step, delays = (guess / 12, _DELAYS) if guess else (_SHORTEST * 0.7, _DELAYS_UNTOLD)
    apart = []
    for i in range(delays):
        apart.append(_apart(host, lbn, step * (12 + i)))
    apart.sort()
    steps = [b - a for a, b in pairwise(apart) if b - a > _SHORTEST / 2]
    if not steps:
        if guess is None:
            raise RunError("the times of reads do not tell the rotational speed")
        return guess
    turn = float(median(steps))
    if guess is not None and abs(turn - guess) > 0.1 * guess:
        raise RunError(
            f"the drive says {rpm} rpm, but its reads come {turn / 1e9:.3f} ms apart; is its "
            "cache off?"
        )
    return turn


def _over(host: Host, lbn: int, turn: float, wait: float, repeats: int) -> float:
    found = []
    for _ in range(repeats):
        apart = _apart(host, lbn, wait)
        found.append(apart / max(1, round(apart / turn)))
    return float(median(found))


def in_the_mean(host: Host, lbn: int, turn: float) -> tuple[float, float]:
    """Returns the mean time of a revolution and its uncertainty, in ps, for a wandering speed.

    Args:
        host: sends the commands. The cache is off.
        lbn: block to read.
        turn: the time from a long wait.
    """
    found = [_over(host, lbn, turn, _LONGEST, 1) for _ in range(_MEAN_OF)]
    return fmean(found), 2 * stdev(found) / _MEAN_OF**0.5


def _apart(host: Host, lbn: int, wait: float) -> int:
    """Returns the time between the ends of two reads with a wait between them, in ps."""

    def apart() -> int:
        before = host.read(lbn).ended
        host.wait(wait)
        return host.read(lbn).ended - before

    return host.undisturbed(apart)
