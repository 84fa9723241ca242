"""Finds when a command holds the bus: a second command that is sent meanwhile waits for the bus.

The drive answers TEST UNIT READY in the connection that brings the command. The extra time of this
command over an idle bus shows when the bus became free. The latest instant at which this command
still finds the bus free shows when the drive comes back.
"""

from dataclasses import dataclass
from statistics import median

from headstack_identify.extract.asking.host import TEST_UNIT_READY, Host
from headstack_identify.extract.asking.target import Answer, Request

_PAUSE = 100_000_000  # ps
_JUST_BEHIND = 1_000
_NEAR = 1_000_000  # ps
_MOST_STEPS = 400


@dataclass(frozen=True)
class Holding:
    """Times at which a command uses the bus, in ps after the command was sent.

    Attributes:
        freed: time of the first disconnect.
        back: time of the last reconnection, or `ended` if the target cannot show it.
        ended: time of the status.
    """

    freed: float
    back: float
    ended: float


class BusWatch:
    """Watches the bus.

    Args:
        host: sends the commands.
        fineness: wanted resolution of times, in ps.
    """

    def __init__(self, host: Host, fineness: float = 200_000) -> None:
        self._host = host
        self._fineness = max(fineness, 4 * host.jitter)
        self._slack = max(fineness / 4, 2 * host.jitter)
        times = [host.good(TEST_UNIT_READY) for _ in range(host.repeats)]
        self.alone = float(median(answer.ended - answer.began for answer in times))

    def possible(self) -> bool:
        """Whether the target can have two commands at a time."""
        return self._host.together(TEST_UNIT_READY, 1) is not None

    def watch(self, before: Request, command: Request, pause: float = _PAUSE) -> Holding:
        """Returns the bus use of a command that is sent `pause` ps after the end of `before`."""
        answer = self._host.undisturbed(lambda: self._again(before, command, pause))
        ended = float(answer.ended - answer.began)
        freed = self.free_from(before, command, _JUST_BEHIND, pause)
        back = self.claimed(before, command, freed, ended, pause)
        return Holding(freed, back, ended)

    def first(self, before: Request, command: Request, hold: float) -> tuple[Holding, bool]:
        """Does the same as `watch`, but returns the first reconnection as `back`.

        The second value is True if the command disconnects again after this reconnection.

        Args:
            before: as in `watch`.
            command: as in `watch`.
            hold: least time for which the command then holds the bus, in ps.
        """
        held = self.watch(before, command)
        step = hold / 2
        end = min(held.back, held.freed + _MOST_STEPS * step)
        taken = self.taken_soon(before, command, held.freed, end - step, step)
        back = held.back
        if taken is not None:
            back = self.claimed(before, command, taken - step, taken)
        again = self.free_from(before, command, back + step / 2)
        leaves = again < held.ended - self.alone - _NEAR
        return Holding(held.freed, back, held.ended), leaves

    def free_from(
        self, before: Request, command: Request, after: float, pause: float = _PAUSE
    ) -> float:
        """Returns when the bus is free for a command that is sent `after` ps after `command`."""
        began, ended = self._second(before, command, after, pause)
        return max(ended - self.alone, began)

    def claimed(
        self,
        before: Request,
        command: Request,
        free: float,
        ended: float,
        pause: float = _PAUSE,
    ) -> float:
        """Returns when the bus is taken again in an interval that begins with a free bus, in ps."""
        low, high = free, ended
        while high - low > self._fineness:
            middle = (low + high) / 2
            began, done = self._second(before, command, middle, pause)
            if done - began > self.alone + self._slack:
                high = middle
            else:
                low = middle
        return high

    def taken_soon(
        self, before: Request, command: Request, free: float, ended: float, step: float
    ) -> float | None:
        """Returns the first sampled instant after `free` at which the bus is busy, in ps.

        Returns `None` if the bus is free at all samples.
        """
        at = free + step
        while at < ended:
            began, done = self._second(before, command, at, _PAUSE)
            if done - began > self.alone + self._slack:
                return at
            at += step
        return None

    def _again(self, before: Request, command: Request, pause: float) -> Answer:
        for _ in range(2):  # the first pass makes `command` the command before `before`
            self._bring(before, pause)
            answer = self._host.good(command)
        return answer

    def _bring(self, before: Request, pause: float) -> None:
        ended = self._host.good(before).ended
        self._host.wait_until(ended + pause)

    def _second(
        self, before: Request, command: Request, after: float, pause: float
    ) -> tuple[float, float]:
        """Returns start and end of the second command, in ps after the start of the first."""
        return self._host.undisturbed(lambda: self._once(before, command, after, pause))

    def _once(
        self, before: Request, command: Request, after: float, pause: float
    ) -> tuple[float, float]:
        self._bring(before, pause)
        both = self._host.together(command, after)
        if both is None:
            return after, after + self.alone
        first, second = both
        return float(second.began - first.began), float(second.ended - first.began)
