"""Where a search starts: the description with its policies and its seek curve laid open.

A key cannot be left out of values that replace others. So policies' keys are taken out of the
description where it does without, and stand beside it; a seek curve by formula becomes points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from headstack._core import DriveConfig, drive_keys
from headstack.arrays import Bools, Floats, Ints
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

DROPPED: Final = "seek.dropped_points"
MOST_BENDS: Final = 24
LEAST_REQUESTS: Final = 40
"""Requests that each bend of the curve has on either side."""

BAD_SHARE: Final = 0.08
BAD_MS: Final = 0.15
"""A point so far from the line through its neighbours is bad: more than either."""

_KEYS: Final = frozenset(key.path for key in drive_keys())
_FORMULA: Final = ("seek.first", "seek.root", "seek.linear")


@dataclass(frozen=True)
class Start:
    """A description that is ready for a search.

    Attributes:
        config: the description, without what `others` may leave out.
        others: values of the policies' keys.
        knobs: numbers to search for.
        dropped: points of the seek curve that were bad.
        distance: over how many cylinders each request has to seek, about; shape (requests,).
        apart: cylinders from each request's first block to the last one of the request before.
        sums: rows of numbers by which those of the knobs are multiplied, if they are less than 0 or
            are a command's own; each sum must not be less than 0. Shape (commands, knobs).
        wedges: servo wedges of a revolution; None: not known.
        space: what the search may change.
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
    """Lays a description open.

    Args:
        config: the description.
        distance: over how many cylinders each request has to seek, about; shape (requests,).
        media: which of them go to the medium, about; shape (requests,).
        wedges: servo wedges of a revolution, if they are known.
        apart: cylinders from the last block of the request before to each first one; None: as the
            distances.
        space: what the search may change.
    """
    entries = config.value(TERMS)
    config = config.with_value(TERMS, [])
    config, others = _without_policies(config, space.policies)
    config, dropped = _with_points(config)
    cylinders = config.value("layout.cylinders")
    moved = np.sort(distance[media & (distance > 0)])
    if not config.value(DIRECTION) and len(moved) >= LEAST_REQUESTS:
        edges = [*_edges(moved, 2, 5 * LEAST_REQUESTS), cylinders - 1]
        config = config.with_value(DIRECTION, [[edge, "0 ms"] for edge in edges])
    alike = (
        len({zone.sectors_per_track for zone in config.zones}) == 1
    )  # then a sector's time is one with the command's
    knobs: list[FreeParameter] = [
        Value(row.key, row.unit, row.stage, row.range, row.adds_to)
        for row in space.rows
        if row.key in _KEYS and not (alike and row.unit == "sectors")
    ]
    knobs += _bends(config, moved)
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


def sums_of(config: DriveConfig, knobs: Sequence[FreeParameter]) -> Floats:
    """What a command takes with its terms: a row for each command that has any."""
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


def _without_policies(
    config: DriveConfig, policies: Sequence[Policy]
) -> tuple[DriveConfig, dict[str, Any]]:
    """The description without the keys of policies that may be left out, and their values."""
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
    """The description with its seek curve as points, without bad ones; and those."""
    points = curve_of(config)
    good, bad = good_points(points or _sampled(config))
    lines = [[distance, text_of(time, "ms")] for distance, time in good]
    others = {DROPPED: []} if points else dict.fromkeys(_FORMULA)
    return config.with_values({CURVE: lines, **others}), tuple(bad)


def good_points(
    points: list[tuple[int, float]],
) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """Points of a seek curve without those far from the line through their neighbours; and those.

    The line is over the root of the distance. The worst goes first, then the others are seen anew.
    """
    good, bad = list(points), []
    while len(good) > 4:
        roots = np.sqrt([p[0] for p in good])
        times = np.array([p[1] for p in good])
        share = (roots[1:-1] - roots[:-2]) / (roots[2:] - roots[:-2])
        line = times[:-2] + share * (times[2:] - times[:-2])
        off = np.abs(times[1:-1] - line)
        wrong = np.where((off > BAD_MS) & (off > BAD_SHARE * line), off / line, 0.0)
        wrong[roots[1:-1] < 4] = 0.0  # the first few are steps of their own
        worst = int(np.argmax(wrong))
        if wrong[worst] == 0:
            break
        bad.append(good.pop(worst + 1))
    return good, sorted(bad)


def _sampled(config: DriveConfig) -> list[tuple[int, float]]:
    """A curve by formula at some distances."""
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


def _bends(config: DriveConfig, moved: Ints) -> list[FreeParameter]:
    """Bends of the curve, where there are requests to tell them."""
    points = tuple(curve_of(config))
    if len(moved) < LEAST_REQUESTS:
        return []
    nodes = _edges(moved, MOST_BENDS, LEAST_REQUESTS)
    nodes = sorted({int(moved[0]), *nodes, int(moved[-1])})
    edges = zip([nodes[0], *nodes[:-1]], nodes, [*nodes[1:], nodes[-1]], strict=True)
    return [SeekCurvePoint(*edge, "seek", table.CURVE_BEND, points) for edge in edges]


def _edges(moved: Ints, most: int, least: int) -> list[int]:
    """Returns distances, far apart, that split the seeks into parts of at least `least` seeks."""
    found: list[int] = []
    count = min(most, len(moved) // least)
    for part in range(1, count + 1):
        distance = int(moved[part * len(moved) // (count + 1)])
        if not found or distance**0.5 > 1.02 * found[-1] ** 0.5 + 0.2:
            found.append(distance)
    return found
