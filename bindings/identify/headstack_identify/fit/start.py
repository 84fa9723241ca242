"""Prepares a description for a search: separates policies and makes a seek curve of points.

Values that replace other values cannot leave out a key. So the keys of policies are removed from
the description where possible and are kept beside it. A seek curve by formula becomes points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig, drive_keys
from headstack.arrays import Bools, Floats, Ints
from headstack.measure import place, seek_times
from headstack.units import number_of
from headstack_identify.fit import table
from headstack_identify.fit.free_parameters import (
    CURVE,
    DIRECTION,
    FreeParameter,
    Item,
    SeekCurvePoint,
    Value,
    curve_of,
    text_of,
)
from headstack_identify.fit.table import Policy, SearchSpace
from headstack_identify.fit.terms import TERMS, TermTime, term_of
from headstack_identify.residuals import residuals

DROPPED: Final = "seek.dropped_points"
MOST_BENDS: Final = 24
LEAST_REQUESTS: Final = 40
"""Least number of requests on either side of a bend of the curve."""

LEAST_IN_GAP: Final = 80
"""Least number of seeks since the bend before, for a bend that is added in a wide gap."""

WIDE: Final = 1.3
"""Least ratio of the distances of two bends in a wide gap. A curve bends most at short seeks."""

BAD_SHARE: Final = 0.08
BAD_MS: Final = 0.15
"""A point is bad if it is farther than both limits from the line through its neighbours."""

_KEYS: Final = frozenset(key.path for key in drive_keys())
_FORMULA: Final = ("seek.first", "seek.root", "seek.linear")


@dataclass(frozen=True)
class Start:
    """A description that is prepared for a search.

    Attributes:
        config: the description, without the keys that `others` may leave out.
        others: values of the keys of policies.
        knobs: numbers of the search.
        dropped: bad points of the seek curve.
        distance: approximate seek distance of each request in cylinders, shape (requests,).
        apart: cylinders from the last block of the request before to the first block.
        sums: rows of factors of the knobs, one row a command. A factor applies if the number is
            negative or is the command's own. Each sum must be 0 or more. Shape (commands, knobs).
        wedges: number of servo wedges in a revolution. `None`: unknown.
        space: keys that the search may change.
    """

    config: DriveConfig
    others: dict[str, Any]
    knobs: tuple[FreeParameter, ...]
    dropped: tuple[tuple[int, float], ...]
    distance: Ints
    apart: Ints
    sums: Floats
    wedges: int | None
    space: SearchSpace


def start_of(
    config: DriveConfig,
    distance: Ints,
    media: Bools,
    wedges: int | None = None,
    apart: Ints | None = None,
    space: SearchSpace = table.EVERYTHING,
) -> Start:
    """Prepares a description.

    Args:
        config: the description.
        distance: approximate seek distance of each request in cylinders, shape (requests,).
        media: which requests probably go to the medium, shape (requests,).
        wedges: number of servo wedges in a revolution, if known.
        apart: cylinders from the last block of the previous request to the first block. `None`: the
            distances are used.
        space: keys that the search may change.
    """
    entries = config.value(TERMS)
    config = config.with_value(TERMS, [])
    config, others = without_policies(config, space.policies)
    config, dropped = _with_points(config)
    cylinders = config.value("layout.cylinders")
    moved = np.sort(distance[media & (distance > 0)])
    if not config.value(DIRECTION) and len(moved) >= LEAST_REQUESTS:
        edges = [*_edges(moved, 2, 5 * LEAST_REQUESTS), cylinders - 1]
        config = config.with_value(DIRECTION, [[edge, "0 ms"] for edge in edges])
    nodes = _nodes(moved)
    config = _with_points_at(config, nodes)
    alike = (
        len({zone.sectors_per_track for zone in config.zones}) == 1
    )  # if so, a time by sectors cannot be told from the time of a command
    knobs: list[FreeParameter] = [
        Value(row.key, row.unit, row.stage, row.range, row.adds_to)
        for row in space.rows
        if row.key in _KEYS and not (alike and row.unit == "sectors")
    ]
    knobs += _bends(config, nodes)
    knobs += [
        Item(DIRECTION, item, "ms", "seek", table.DIRECTION)
        for item in range(len(config.value(DIRECTION)))
    ]
    knobs += [TermTime(*term_of(entry)) for entry in entries]
    return Start(
        config=config,
        others=others,
        knobs=tuple(knobs),
        dropped=dropped,
        distance=distance,
        apart=distance if apart is None else apart,
        sums=sums_of(config, knobs),
        wedges=wedges,
        space=space,
    )


def start_for(
    config: DriveConfig,
    replay: workload.Replay,
    wedges: int | None = None,
    space: table.SearchSpace = table.EVERYTHING,
) -> Start:
    """Returns the start of the search on a trace."""
    lies = place.of_trace(config, replay)
    seen = residuals.of_replay(config, replay, lies)
    return start_of(config, np.abs(seen.distance), seen.media, wedges, lies.apart(), space)


def sums_of(config: DriveConfig, knobs: Sequence[FreeParameter]) -> Floats:
    """Returns the factors of a command's time with its terms: a row for each command with terms."""
    fewest = min(zone.sectors_per_track for zone in config.zones)
    longest_ms = config.revolution_ps / 1e9 / fewest
    names = [knob.name for knob in knobs]
    found: dict[str, Floats] = {}
    for j, knob in enumerate(knobs):
        if isinstance(knob, Value) and knob.adds_to in names:
            terms = found.setdefault(knob.adds_to, np.zeros(len(knobs)))
            terms[names.index(knob.adds_to)] = 1.0
            terms[j] = longest_ms if knob.unit == "sectors" else 1.0
    for j, knob in enumerate(knobs):
        commands = table.COMMANDS[knob.term.of] if isinstance(knob, TermTime) else ()
        for command in (one for one in commands if one in names):
            terms = found.setdefault(command, np.zeros(len(knobs)))
            terms[names.index(command)] = 1.0
            terms[j] = 1.0
    return np.array(list(found.values())).reshape(-1, len(knobs))


def without_policies(
    config: DriveConfig, policies: Sequence[Policy]
) -> tuple[DriveConfig, dict[str, Any]]:
    """Returns the description without the optional keys of policies, and the policies' values."""
    keys = {key for policy in policies for choice in policy.choices for key in choice}
    others: dict[str, Any] = {}
    for key in sorted(keys):
        if key not in _KEYS or config.value(key) is None:
            continue
        others[key] = config.value(key)
        if any(choice.get(key, "") is None for p in policies for choice in p.choices):
            config = config.without([key])
    return config, others


def _with_points(config: DriveConfig) -> tuple[DriveConfig, tuple[tuple[int, float], ...]]:
    """Returns the description without the bad points of its seek curve, and these points.

    A point on the line through its neighbours replaces each bad point: between two points of a
    curve, no bend has an effect.
    """
    points = curve_of(config)
    good, bad = good_points(points or _sampled(config))
    roots, times = np.sqrt([distance for distance, _ in good]), [time for _, time in good]
    instead = [(d, float(np.interp(d**0.5, roots, times))) for d, _ in bad]
    lines = [[distance, text_of(time, "ms")] for distance, time in sorted([*good, *instead])]
    others = {DROPPED: []} if points else dict.fromkeys(_FORMULA)
    return config.with_values({CURVE: lines, **others}), tuple(bad)


def good_points(
    points: list[tuple[int, float]],
) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """Returns the good points of a seek curve and the bad points.

    Bad points are far from the line through their neighbours over the root of the distance. The
    worst point goes first, and the other points are then tested again.
    """
    good, bad = list(points), []
    while len(good) > 4:
        roots = np.sqrt([p[0] for p in good])
        times = np.array([p[1] for p in good])
        share = (roots[1:-1] - roots[:-2]) / (roots[2:] - roots[:-2])
        line = times[:-2] + share * (times[2:] - times[:-2])
        off = np.abs(times[1:-1] - line)
        wrong = np.where((off > BAD_MS) & (off > BAD_SHARE * line), off / line, 0.0)
        wrong[roots[1:-1] < 4] = 0.0  # the first points of a curve are steps, not a line
        worst = int(np.argmax(wrong))
        if wrong[worst] == 0:
            break
        bad.append(good.pop(worst + 1))
    return good, sorted(bad)


def _sampled(config: DriveConfig) -> list[tuple[int, float]]:
    """Returns points of a curve by formula at some distances."""
    cylinders = config.value("layout.cylinders")
    first = [number_of(time) for time in config.value("seek.first")]
    up_to = number_of(config.value("seek.root.up_to"))
    base, per_root, linear, per = (
        number_of(config.value(f"seek.{key}"))
        for key in ("root.base", "root.per_root_cylinder", "linear.base", "linear.per_cylinder")
    )
    distances = sorted(
        {
            *range(1, len(first) + 1),
            *(round(1.25**k) for k in range(60)),
            int(up_to),
            int(up_to) + 1,
        }
    )
    return [
        (
            d,
            first[d - 1]
            if d <= len(first)
            else base + per_root * d**0.5
            if d <= up_to
            else linear + per * d,
        )
        for d in distances
        if 1 <= d < cylinders
    ]


def _bends(config: DriveConfig, nodes: Sequence[int]) -> list[SeekCurvePoint]:
    """Returns bends of the curve at distances in order."""
    points = tuple(curve_of(config))
    edges = zip([*nodes[:1], *nodes[:-1]], nodes, [*nodes[1:], *nodes[-1:]], strict=True)
    return [SeekCurvePoint(*edge, "seek", table.CURVE_BEND, points) for edge in edges]


def _with_points_at(config: DriveConfig, nodes: Sequence[int]) -> DriveConfig:
    """Returns the description with more points of its curve if most bends would move no point."""
    points = curve_of(config)
    idle = [bend.distance for bend in _bends(config, nodes) if not bend.shares]
    if 2 * len(idle) <= len(nodes):
        return config
    times = seek_times.by_points(points, np.array(idle, np.int64)).tolist()
    more = zip(idle, times, strict=True)
    lines = [[distance, text_of(time, "ms")] for distance, time in sorted([*points, *more])]
    return config.with_value(CURVE, lines)


def _nodes(moved: Ints) -> list[int]:
    """Returns the distances of bends, where enough seeks show them.

    Bends lie between equal parts of all seeks. Most seeks of a random load are long, so that such
    bends at short seeks lie far apart. More bends lie there, if the gap has enough seeks.
    """
    if len(moved) < LEAST_REQUESTS:
        return []
    equal = sorted({int(moved[0]), *_edges(moved, MOST_BENDS, LEAST_REQUESTS), int(moved[-1])})
    found = equal[:1]
    for distance in np.unique(moved).tolist():
        following = next((node for node in equal if node >= distance), distance)
        if distance == following:
            wanted = distance != found[-1]
        else:
            wide = min(distance / found[-1], following / distance) >= WIDE
            seeks = np.searchsorted(moved, [found[-1], distance], "right")
            wanted = wide and seeks[1] - seeks[0] >= LEAST_IN_GAP
        if wanted:
            found.append(distance)
    return found


def _edges(moved: Ints, most: int, least: int) -> list[int]:
    """Returns distances, far apart, that split the seeks into parts of at least `least` seeks."""
    found: list[int] = []
    count = min(most, len(moved) // least)
    for part in range(1, count + 1):
        distance = int(moved[part * len(moved) // (count + 1)])
        if not found or distance**0.5 > 1.02 * found[-1] ** 0.5 + 0.2:
            found.append(distance)
    return found
