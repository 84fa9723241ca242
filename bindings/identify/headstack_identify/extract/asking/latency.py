"""Least response times: how soon after a command its sector can pass under the head.

A response ends when a sector has passed. So a response shows only whether the arm was there in
time. The time of the drive itself can lie anywhere in the revolution before. Each attempt sends the
command later. At some point, the command is too late for the sector, and the response is a
revolution longer. The least response of all lies just before this point. In the least response,
nothing waits for the disk. Worthington 1995 calls this response the minimum time between request
completions.
"""

from functools import partial

from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Answer, Request

_PAUSE = 100_000_000  # ps
_MOST_SAMPLES = 60
_PHASES = 8
_MARGINS = 2  # multiples of the fineness, on either side of a least response
_SIDES = (1, -1) * 8
FINENESS = 200_000
"""Resolution of least responses, in ps."""


def variation(host: Host, before: Request, then: Request, turn: float) -> float:
    """Returns how much the response of `then` varies with the angle of its start, in ps.

    Args:
        host: sends the commands. The cache is off.
        before: command that brings the arm to the place of `then`.
        then: command that is timed.
        turn: time of a revolution, in ps.
    """

    def response(phase: int) -> float:
        host.wait_until(host.good(before).ended + phase * turn / _PHASES)
        return _response(host.good(then))

    times = [host.undisturbed(partial(response, phase)) for phase in range(1, _PHASES + 1)]
    return max(times) - min(times)


class Latency:
    """Finds least responses.

    Args:
        host: sends the commands. The cache is off.
        turn: time of a revolution, in ps.
        fineness: wanted resolution of a least response, in ps.

    Attributes:
        fineness: the argument.
    """

    def __init__(self, host: Host, turn: float, fineness: float = FINENESS) -> None:
        self._host = host
        self._turn = turn
        self.fineness = fineness

    def least(
        self,
        before: Request,
        then: Request,
        guess: float | None = None,
        within: float = 0.0,
    ) -> float:
        """Returns the least response of `then` after `before`, in ps.

        Args:
            before: command that brings the arm to its start.
            then: command that is timed.
            guess: expected response, in ps. With a guess, two samples may be enough.
            within: largest error of the guess, in ps.
        """
        first = self._sample(before, then, None, 0.0)
        low, high = _response(first) - self._turn, _response(first)
        anchor = first.ended
        trials = [] if guess is None else [guess + within, guess - within]
        for _ in range(_MOST_SAMPLES):
            if high - low <= max(self.fineness, 2 * within):
                break
            trial = trials.pop(0) if trials else (low + high) / 2
            if not low < trial < high:
                continue
            sample = self._sample(before, then, anchor, trial)
            anchor = sample.ended
            high = min(high, max(_response(sample), low))
            low = max(low, min(_response(sample) - self._turn, high))
        return (low + high) / 2 if within > self.fineness else high

    @property
    def margin(self) -> float:
        """Tolerance of a repeated response time, in ps."""
        return _MARGINS * self.fineness

    def varies(self, before: Request, then: Request) -> float:
        """Returns a lower bound of how much responses of `then` vary, in ps.

        Returns 0 if the responses vary by at most `margin`.

        Doubles a step until the drive repeats: commands sent one step earlier than the least
        response allows are always in time, and commands sent one step later are always late.
        """
        least = self.least(before, then)
        anchor = self._sample(before, then, None, 0.0).ended
        margin = self.margin
        sides = list(_SIDES)
        while margin < self._turn / 4 and sides:
            trial = least + sides[-1] * margin
            sample = self._sample(before, then, anchor, trial)
            anchor = sample.ended
            in_time = _response(sample) < trial + self._turn / 2
            if in_time == (sides[-1] > 0):
                sides.pop()
            else:
                margin, sides = 2 * margin, list(_SIDES)
        return 0.0 if margin == self.margin else margin / 2

    def _sample(self, before: Request, then: Request, anchor: int | None, least: float) -> Answer:
        """Sends both commands. With an anchor, sends `then` `least` ps before its sector ends."""
        return self._host.undisturbed(partial(self._once, before, then, anchor, least))

    def _once(self, before: Request, then: Request, anchor: int | None, least: float) -> Answer:
        ended = self._host.good(before).ended
        if anchor is None:
            self._host.wait_until(ended + _PAUSE)
        else:
            turns = -(-(ended + _PAUSE + least - anchor) // self._turn)
            self._host.wait_until(anchor + turns * self._turn - least)
        return self._host.good(then)


def _response(answer: Answer) -> float:
    return float(answer.ended - answer.began)
