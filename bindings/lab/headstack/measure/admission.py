"""Admission control: a stream is accepted only if all accepted streams meet their deadlines.

The test of Jeffay, Stanat and Martel 1991 for earliest deadline first without preemption is applied
to the streams of `headstack.workload.streams` and a bound of a drive's service times. The test is
sufficient, not necessary: docs/use/deadlines.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from headstack import _core, catalog, checks
from headstack._core import DriveConfig
from headstack.workload import Closed, Random
from headstack.workload.media import Kind, Streams

MOST_POINTS = 1_000_000
"""Largest number of checked interval lengths. Then a set of streams is refused as too close."""


@dataclass(frozen=True)
class Cost:
    """The longest service times of requests.

    Attributes:
        fixed_s: time of any request.
        per_byte_s: additional time of each byte.
    """

    fixed_s: float
    per_byte_s: float

    def of(self, size_bytes: float) -> float:
        """Returns the longest time of a request of this size, in seconds."""
        return self.fixed_s + self.per_byte_s * size_bytes


@dataclass(frozen=True)
class Verdict:
    """The decision on some streams, and the spare time.

    Attributes:
        accepted: whether all deadlines will be met.
        utilisation: largest share of the drive's time for the streams in the long run.
        spare_s: least spare time in any interval, after all requests in the interval are served.
            A time below 0 means that the streams are refused. An infinite time means that no
            interval was checked.
        interval_s: length of the interval with the least spare time.
    """

    accepted: bool
    utilisation: float
    spare_s: float
    interval_s: float


def cost_of(drive: DriveConfig, read_fraction: float) -> Cost:
    """Returns the longest service times of the requests of such streams.

    Raises:
        ConfigError: the drive has no bound of its service times.
    """
    ways = [_core.service_bound(drive, write=write) for write in _ways(read_fraction)]
    return Cost(
        max(fixed for fixed, _ in ways),
        max(per_block for _, per_block in ways) / drive.bytes_per_block,
    )


def judge(drive: str | DriveConfig, load: Streams) -> Verdict:
    """Decides whether `edf` in the host, with one request at the drive, meets every deadline.

    A request of best-effort traffic can delay a request of the streams.

    Args:
        drive: a drive's name, a .toml file, or a description.
        load: the streams.

    Raises:
        ConfigError: the drive has no bound of its service times.
    """
    config = catalog.load(drive) if isinstance(drive, str) else drive
    track = config.track_blocks * config.bytes_per_block
    least, most = load.least_tracks * track, load.most_tracks * track
    asking = [
        _Asking(kind, cost_of(config, kind.read_fraction), least, most) for kind in load.kinds
    ]
    return _judge(asking, _best_effort_s(config, load))


def admitted(
    drive: str | DriveConfig, kinds: Sequence[Kind], tracks: tuple[int, int] = (1, 50)
) -> list[int]:
    """Returns the number of accepted streams of each kind. Streams ask in this order.

    A refused stream leaves room for later streams.

    Args:
        drive: a drive's name, a .toml file, or a description.
        kinds: the streams that ask for service.
        tracks: least and most tracks of their requests.
    """
    counts = [0] * len(kinds)
    for number, kind in enumerate(kinds):
        low, high = 0, kind.streams
        while low < high:  # if more streams are accepted, fewer streams are accepted too
            middle = (low + high + 1) // 2
            counts[number] = middle
            if judge(drive, _with(kinds, counts, tracks)).accepted:
                low = middle
            else:
                high = middle - 1
        counts[number] = low
    return counts


def _with(kinds: Sequence[Kind], counts: Sequence[int], tracks: tuple[int, int]) -> Streams:
    some = tuple(
        Kind(number, kind.bytes_per_s, kind.buffer_bytes, kind.read_fraction, kind.name)
        for kind, number in zip(kinds, counts, strict=True)
        if number
    )
    return Streams(some, 1, tracks[0], tracks[1], "after", 1.0, 1)


def _ways(read_fraction: float) -> list[bool]:
    """Whether the requests of a kind write, read, or do both."""
    return [write for write, share in ((False, read_fraction), (True, 1 - read_fraction)) if share]


def _best_effort_s(drive: DriveConfig, load: Streams) -> float:
    traffic = load.best_effort
    if traffic is None:
        return 0.0
    if not isinstance(traffic, (Random, Closed)):
        raise checks.wrong("best_effort", " is a random or a closed workload")
    return cost_of(drive, traffic.read_fraction).of(traffic.size_bytes)


class _Asking:
    """The largest demand of the streams of a kind."""

    def __init__(self, kind: Kind, cost: Cost, least: int, most: int) -> None:
        self.kind, self.cost, self.least, self.most = kind, cost, least, most

    @property
    def utilisation(self) -> float:
        """Utilisation in the long run, if all requests have the least length."""
        return self.kind.streams * self.cost.of(self.least) / self.least * self.kind.bytes_per_s

    def demand_s(self, interval_s: float) -> float:
        """Service times of the requests that can come and be due in an interval.

        The data of these requests play for the interval, less what the stream's buffer holds.
        """
        size = self.kind.bytes_per_s * interval_s - self.kind.buffer_bytes
        requests = int(size * (1 + 1e-12) / self.least)
        if requests < 1:
            return 0.0
        return self.kind.streams * (requests * self.cost.fixed_s + size * self.cost.per_byte_s)

    def given_s(self, size: float) -> float:
        """Time from the issue of a request to its deadline."""
        return (size + self.kind.buffer_bytes) / self.kind.bytes_per_s

    def blocking_s(self, interval_s: float) -> float:
        """The longest request that can extend into an interval and be due after it."""
        return self.cost.of(self.most) if self.given_s(self.most) > interval_s else 0.0


def _judge(asking: list[_Asking], best_effort_s: float) -> Verdict:
    utilisation = sum(each.utilisation for each in asking)
    alone = sum(each.kind.streams for each in asking) == 1 and not best_effort_s
    if utilisation >= 1:
        return Verdict(False, utilisation, float("-inf"), float("inf"))
    worst = 0.0 if alone else max(each.cost.of(each.most) for each in asking)
    # Beyond this length no interval can be overfull.
    longest = max(worst, best_effort_s) / (1 - utilisation)
    spare, at = float("inf"), 0.0
    points = 0
    for each in asking:
        for number in count(1):
            interval = each.given_s(number * each.least)
            if interval > max(longest, each.given_s(each.least)):
                break
            points += 1
            if points > MOST_POINTS:
                return Verdict(False, utilisation, float("-inf"), interval)
            blocking = 0.0 if alone else max(other.blocking_s(interval) for other in asking)
            left = (
                interval
                - max(blocking, best_effort_s)
                - sum(other.demand_s(interval) for other in asking)
            )
            if left < spare:
                spare, at = left, interval
    return Verdict(spare >= 0, utilisation, spare, at)
