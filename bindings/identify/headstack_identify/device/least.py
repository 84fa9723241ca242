"""Least responses under noise: how soon after a command its sector can pass under the head.

The layout tells when a sector passes. A read is sent some time before its sector has passed. If
the response is as expected, the read was in time; or else the response is a revolution longer.
Bisection finds the shortest time that suffices. Each step has two equal answers of up to three, so
a late answer of the host does no harm. Each sample reads elsewhere, so no sample is a hit.
"""

from collections.abc import Iterator
from typing import Final

from headstack.errors import RunError
from headstack_identify.device.disk import Disk
from headstack_identify.device.places import Pair

_PAUSE_PS: Final = 100e6
_FINE_PS: Final = 40e6
_NEAR_REV: Final = 0.03  # a response this near to the expected one is as expected
_TRIES: Final = 12  # samples for one usable answer


class NotTold(RunError):  # noqa: N818 - a fact, no fault
    """The reads do not tell a time: the drive has no such time, or too few reads fit the layout."""


class Least:
    """Finds least responses of reads, or of writes.

    Args:
        disk: the disk.
        turn_ps: time of a revolution.
        writes: whether the second command of a pair overwrites its sector with zeros.

    Attributes:
        samples: number of samples.
        unusable: number of samples whose response fits no angle: hits, or a wrong layout.
    """

    def __init__(self, disk: Disk, turn_ps: float, writes: bool = False) -> None:
        self._disk = disk
        self._turn = turn_ps
        self._second = disk.write_zeros if writes else disk.read
        self.samples = 0
        self.unusable = 0

    def find(self, pairs: Iterator[Pair], within: float = _FINE_PS) -> float:
        """Returns the least response of the second command of a pair, less its sector, in ps.

        Args:
            pairs: pairs of sectors, another for each sample.
            within: wanted resolution in ps.

        Raises:
            NotTold: there is no pair, or too few answers are usable.
        """
        high = self._usable(pairs, None)[1]
        low = high - self._turn
        while high - low > within:
            middle = (low + high) / 2
            if self._in_time(pairs, middle):
                high = middle
            else:
                low = middle
        return (low + high) / 2

    def _in_time(self, pairs: Iterator[Pair], trial: float) -> bool:
        votes = [self._usable(pairs, trial)[0] for _ in range(2)]
        return votes[0] if votes[0] == votes[1] else self._usable(pairs, trial)[0]

    def _usable(self, pairs: Iterator[Pair], trial: float | None) -> tuple[bool, float]:
        for _ in range(_TRIES):
            pair = next(pairs, None)
            if pair is None:
                raise NotTold("no two sectors lie so")
            found = self._sample(pair, trial)
            self.samples += 1
            if found is not None:
                return found
            self.unusable += 1
        raise NotTold(
            f"of {_TRIES} reads none ends at an angle of the layout: hits, or a wrong one"
        )

    def _sample(self, pair: Pair, trial: float | None) -> tuple[bool, float] | None:
        """Returns whether the read was in time, and its response less its sector.

        Without a trial, the read is sent after a short pause.
        """
        host = self._disk.host
        sector = self._turn * pair.share
        first = self._disk.read(pair.before).ended
        if trial is None:
            host.wait_until(first + _PAUSE_PS)
        else:
            ahead = trial + sector
            turns = -(-(_PAUSE_PS + ahead - pair.apart * self._turn) // self._turn)
            host.wait_until(first + (pair.apart + turns) * self._turn - ahead)
        answer = self._second(pair.then)
        passed = (answer.ended - first) / self._turn - pair.apart
        if abs(passed - round(passed)) > _NEAR_REV:
            return None
        response = answer.ended - answer.began - sector
        return trial is not None and response < trial + self._turn / 2, response
