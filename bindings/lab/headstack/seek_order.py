"""The textbook question: in which order does a scheduler serve a queue of cylinders?

The drive's firmware answers. Every cylinder of a made drive has one track, and every request is one
block. All requests wait when the head has reached its first place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Literal, get_args

from headstack import _core, checks, workload
from headstack._core import DriveConfig
from headstack.drive import Drive
from headstack.workload.grammar import Reader

Direction = Literal["up", "down"]
"""First direction of the arm: to higher or to lower cylinders."""

CYLINDERS: Final = 200
"""Cylinders of the usual disk in textbooks."""
MOST_CYLINDERS: Final = 65536
MOST_REQUESTS: Final = 1000
SWEEPS: Final = ("scan", "cscan")
"""Schedulers whose arm moves to the edge of the disk in textbooks."""

_SECTORS: Final = 8  # of a track; requests use the first of them
_KNOWN: Final = ("none", "lbn", "map")
_LEARNS: Final = ("smtf_online",)
_BY_TIME: Final = ("kyber", "mq_deadline")

_DRIVE: Final = """
description = "The disk of textbooks: each cylinder has one track"
source = "made by headstack order"
[spindle]
rotation = "10 ms"
[layout]
surfaces = 1
cylinders = {cylinders}
bytes_per_sector = 512
[[layout.zone]]
cylinders = [0, {last}]
sectors_per_track = {sectors}
first_sector = "0 sectors"
track_skew = "0 sectors"
cylinder_skew = "0 sectors"
reserved_tracks = 0
spare_tracks = 0
[seek]
first = ["1 ms"]
root = {{ base = "1 ms", per_root_cylinder = "0 ms", up_to = "1 cylinders" }}
linear = {{ base = "1 ms", per_cylinder = "0.001 ms" }}
head_switch = "1 ms"
write_settle = "0 ms"
[overhead]
read_hit_command = "0 ms"
read_miss_command = "0 ms"
write_command = "0 ms"
write_command_non_sequential = "0 ms"
[write]
minimum_blocks = 1
minimum_blocks_large = 1
large_request = "1 blocks"
[bus]
read_rate = "1000 MB/s"
write_rate = "1000 MB/s"
[cache]
mode = "speed-matching"
size = "64 KiB"
segments = 1
read_watermark = "0 %"
prefetch_minimum = "0 blocks"
prefetch_maximum = "0 blocks"
prefetch_on_idle_hit = false
hit_on_written_data = false
zero_latency_read = false
[queue]
depth = "{depth} tasks"
"""


@dataclass(frozen=True)
class SeekOrder:
    """The order of a queue, and the way of the arm.

    Attributes:
        scheduler: the scheduler with all its parameters.
        cylinders: cylinders of the disk, numbered from 0.
        head: cylinder of the arm at the start.
        direction: first direction of the arm.
        edge: whether the arm moves to the edge of the disk before it turns.
        requests: cylinders of the requests, in the order of arrival.
        order: the same cylinders in the order of service.
        path: cylinders at which the arm stops or turns, from `head` to the last request.
    """

    scheduler: str
    cylinders: int
    head: int
    direction: Direction
    edge: bool
    requests: tuple[int, ...]
    order: tuple[int, ...]
    path: tuple[int, ...]

    @property
    def movement(self) -> int:
        """Sum of the arm's movements, in cylinders."""
        return sum(abs(after - before) for before, after in pairwise(self.path))


def seek_order(
    requests: Sequence[int],
    *,
    head: int,
    scheduler: str = "sstf",
    cylinders: int = CYLINDERS,
    direction: Direction = "up",
    edge: bool = False,
) -> SeekOrder:
    """Returns the order in which a scheduler serves a queue of cylinders.

    Distances are in cylinders: a parameter `level` is 'map' unless the scheduler's text has
    another value. A disk with the opposite numbers shows the first direction 'down'.

    Args:
        requests: cylinders of the waiting requests, the oldest first; 1 to 1000 requests.
        head: cylinder of the arm at the start.
        scheduler: a scheduler that knows no more than the places of the requests.
        cylinders: cylinders of the disk, 2 to 65536.
        direction: first direction of the arm. SSTF and FCFS have no direction.
        edge: whether `scan` and `cscan` move to the edge of the disk before they turn. `cscan`
            then returns from the one edge to the other.

    Raises:
        ConfigError: a cylinder that the disk does not have; or a scheduler that needs more than
            places, such as times, deadlines or classes; or an edge for another scheduler.
    """
    count = checks.whole("cylinders", cylinders, 2, MOST_CYLINDERS)
    queue = tuple(
        checks.whole("requests", one, 0, count - 1)
        for one in checks.items("requests", requests, object)
    )
    if not 1 <= len(queue) <= MOST_REQUESTS:
        raise checks.wrong(
            "requests", f" has {len(queue)} cylinders; it must have 1 to {MOST_REQUESTS}"
        )
    start = checks.whole("head", head, 0, count - 1)
    toward = checks.choice("direction", direction, get_args(Direction))
    text = _by_cylinders(checks.text("scheduler", scheduler))
    name = text.partition("(")[0]
    if checks.flag("edge", edge) and name not in SWEEPS:
        raise checks.wrong(
            "edge", f" is for {' and '.join(SWEEPS)}; {name} turns at its last request"
        )
    turned = [count - 1 - one for one in (start, *queue)] if toward == "down" else [start, *queue]
    places = _places(turned, text, count)
    order = tuple(queue[place] for place in places)
    path = (start, *order)
    if edge:
        path = _by_the_edge(path, count - 1, toward, returns=name == "cscan")
    return SeekOrder(_core.SchedulerSpec(text).text, count, start, toward, edge, queue, order, path)


def _by_cylinders(text: str) -> str:
    """Returns the scheduler with distances in cylinders.

    Raises:
        ConfigError: the scheduler is not known, or needs more than the places of requests.
    """
    _core.SchedulerSpec(text)  # checks the parameters
    call = Reader(text, "scheduler", "clook(map)").whole()
    info = _schedulers()[call.word]
    if info.knowledge not in _KNOWN or info.needs or call.word in _LEARNS + _BY_TIME:
        known = ", ".join(name for name in _schedulers() if _fits(name))
        raise checks.wrong(
            "scheduler",
            f" {call.word} needs more than cylinders; use headstack run (here: {known})",
        )
    levels = [one["choices"] for one in info.parameters if one["name"] == "level"]
    if levels and "level" not in call.named and not set(map(str, call.values)) & set(levels[0]):
        call.named["level"] = "map"
    return str(call)


def _fits(name: str) -> bool:
    info = _schedulers()[name]
    return info.knowledge in _KNOWN and not info.needs and name not in _LEARNS + _BY_TIME


@cache
def _schedulers() -> dict[str, _core.SchedulerInfo]:
    return {info.name: info for info in _core.schedulers()}


def _places(cylinders: Sequence[int], scheduler: str, count: int) -> list[int]:
    """Returns the numbers of the requests, from 0, in the order of service.

    Args:
        cylinders: the arm's first place, then the requests.
        scheduler: the scheduler.
        count: cylinders of the disk.
    """
    text = _DRIVE.format(
        cylinders=count, last=count - 1, sectors=_SECTORS, depth=len(cylinders) + 1
    )
    drive = Drive(DriveConfig.parse(text, "textbook"), scheduler=scheduler)
    # The first request moves the arm. The others arrive long before its end.
    arrival_ms = [0.0] + [0.001] * (len(cylinders) - 1)
    load = workload.arrivals(arrival_ms, [_SECTORS * one for one in cylinders], 1)
    rows = drive.run(load).columns
    numbers, started = rows["id"].tolist(), rows["start"].tolist()
    served = [number for _, number in sorted(zip(started, numbers, strict=True))]
    return [number - 1 for number in served if number]


def _by_the_edge(
    path: tuple[int, ...], last: int, direction: Direction, *, returns: bool
) -> tuple[int, ...]:
    """Returns the path of an arm that turns at the edges only.

    Args:
        path: the path of an arm that turns at requests.
        last: the highest cylinder.
        direction: first direction of the arm.
        returns: whether the arm moves from one edge to the other before it continues.
    """
    rises = direction == "up"
    found = [path[0]]
    for before, after in pairwise(path):
        if after != before and (after > before) != rises:
            edges = (last, 0) if rises else (0, last)
            found += [one for one in edges[: 2 if returns else 1] if one != found[-1]]
            if not returns:
                rises = not rises
        if after != found[-1]:
            found.append(after)
    return tuple(found)
