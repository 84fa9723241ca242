"""What the page of `headstack watch` shows, as data: a window of a run, from its stored columns.

All times of the data are whole nanoseconds from the start of the window. A missing instant is None.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from headstack import arm
from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.errors import ConfigError
from headstack.saved import Saved
from headstack.settings import Settings
from headstack.units import PS_PER_S

MOST_REQUESTS: Final = 10_000
"""Largest number of requests on a page."""

_NONE: Final = arm.NONE
_PS_PER_NS: Final = 1000
_NOTES: Final = (
    "The result has the movements for requested blocks only. The page shows neither read-ahead nor "
    "cached writes on their way to the medium, and the arm stays where the last request left it.",
    "The bar of a bus phase has the length of the data phases outside seek, wait and transfer. The "
    "result does not have the instants of these phases: a read's bar ends at the completion, and a "
    "write's bar at the start of the seek.",
    "The bar of a buffer has the share of the buffer that the request's own data take.",
)

Columns = Mapping[str, Any]


def data(saved: Saved, begin_ps: int | None = None, end_ps: int | None = None) -> dict[str, Any]:
    """Returns the data of a page.

    Args:
        saved: the requests of a run.
        begin_ps: start of the window, in ps of simulated time. `None`: the first arrival.
        end_ps: end of the window. `None`: the last completion. The page has every request that is
            in the system at a time of the window.

    Raises:
        ConfigError: the window has no requests, or more than MOST_REQUESTS; or the result does not
            have the angle of the platter.
    """
    drive = _drive_of(saved)
    columns, settings = saved.columns, saved.settings
    window = first_ps, last_ps = _window(columns, begin_ps, end_ps)
    rows = _inside(saved, window)
    before = _movement_before(columns, first_ps)
    moving = {name: columns[name][np.concatenate([before, rows])] for name in columns}
    first, last = arm.places(drive, moving)
    shown = {name: columns[name][rows] for name in columns}
    cylinder, head, angle = first[:, len(before) :]
    revolution_ps = int(drive.revolution_ps)
    return {
        "from": first_ps // _PS_PER_NS,
        "length": last_ps // _PS_PER_NS - first_ps // _PS_PER_NS,
        "revolution": revolution_ps / _PS_PER_NS,
        "angle": first_ps % revolution_ps / revolution_ps,
        "cylinders": int(drive.value("layout.cylinders")),
        "surfaces": int(drive.value("layout.surfaces")),
        "zones": _zones(drive),
        "buffer_blocks": _number(drive.value("cache.size")),
        "arm": _arm(moving, first, last, window),
        "queue": _queue(shown, window),
        "requests": {
            **{name: shown[name].tolist() for name in _AS_THEY_ARE},
            **{name: _in_ns(shown[name], first_ps) for name in _INSTANTS},
            "decided": _in_ns(decision_times(columns, settings)[rows], first_ps),
            **_bars(shown, first_ps),
            "cylinder": cylinder.tolist(),
            "head": head.tolist(),
            "angle": np.round(angle / 2.0**32, 7).tolist(),
            "arc": np.round(np.minimum(shown["transfer"] / revolution_ps, 1), 4).tolist(),
        },
        "notes": list(_NOTES),
    }


_AS_THEY_ARE: Final = ("id", "lbn", "blocks", "write", "hit", "decision", "picked_from")
_INSTANTS: Final = ("arrival", "start", "finish", "seek_at", "rotation_at", "transfer_at")


def _drive_of(saved: Saved) -> DriveConfig:
    """Returns the drive that the file describes."""
    try:
        drive = DriveConfig.parse(saved.settings.configuration, saved.settings.drive)
    except ConfigError as error:
        raise ConfigError(f"{saved.path}: its drive cannot be read: {error}") from error
    wander = drive.value("variation.spindle")
    if _number(wander):
        raise ConfigError(
            f"{saved.path}: the spindle's speed wanders (variation.spindle is {wander}), and a "
            "result does not have the angle of the platter; run without this key"
        )
    return drive


def _window(columns: Columns, begin_ps: int | None, end_ps: int | None) -> tuple[int, int]:
    """Returns the window in ps."""
    first = int(columns["arrival"].min()) if begin_ps is None else begin_ps
    last = int(columns["finish"].max()) if end_ps is None else end_ps
    if last <= first:
        raise ConfigError(
            f"the window ends at {last / PS_PER_S:g} s, and begins at {first / PS_PER_S:g} s; its "
            "end must be later"
        )
    return first, last


def _inside(saved: Saved, window: tuple[int, int]) -> Ints:
    """Returns the rows of the requests that are in the system in the window, by arrival."""
    arrival, finish = saved.columns["arrival"], saved.columns["finish"]
    [rows] = np.nonzero((finish >= window[0]) & (arrival <= window[1]))
    span = f"{window[0] / PS_PER_S:g} s to {window[1] / PS_PER_S:g} s"
    if not len(rows):
        whole = f"{arrival.min() / PS_PER_S:g} s to {finish.max() / PS_PER_S:g} s"
        raise ConfigError(
            f"{saved.path}: no request is in the system from {span}; the run is from {whole}"
        )
    if len(rows) > MOST_REQUESTS:
        late_ms = (int(np.sort(arrival[rows])[MOST_REQUESTS]) - 1) // 10**9  # rounded down
        advice = (
            f"choose a shorter window: the first {MOST_REQUESTS:,} arrive until {late_ms} ms"
            if late_ms * 10**9 > window[0]
            else "more requests than this are in the system at once"
        )
        raise ConfigError(
            f"{saved.path}: {len(rows):,} requests are in the system from {span}, and a page can "
            f"have {MOST_REQUESTS:,}; {advice}"
        )
    return rows[np.lexsort((saved.columns["id"][rows], arrival[rows]))]


def _movement_before(columns: Columns, first_ps: int) -> Ints:
    """Returns the row of the last movement of a request that was over before the window, if any."""
    [rows] = np.nonzero((columns["seek_at"] != _NONE) & (columns["finish"] < first_ps))
    return rows[np.argsort(columns["seek_at"][rows])[-1:]]


def _media_ends(columns: Columns) -> Ints:
    """Returns the ends of the last needed blocks in ps: the movements follow each other."""
    moved = columns["seek_at"] != _NONE
    ends: Ints = columns["finish"].copy()
    parts = columns["seek"] + columns["rotation"] + columns["transfer"]
    ends[moved] = np.minimum(ends[moved], columns["seek_at"][moved] + parts[moved])
    return np.where(moved, ends, _NONE)


def decision_times(columns: Columns, settings: Settings) -> Ints:
    """Returns the time of the decision that chose each request, in ps.

    The drive decides when a request leaves its queue. The host decides as soon as the drive has
    fewer commands than the host keeps there, and a request waits.
    """
    start: Ints = columns["start"].copy()
    keeps = settings.host_outstanding
    if keeps is None or settings.placement == "drive" or not columns["decision"].all():
        return start
    order = np.argsort(columns["decision"], kind="stable")
    arrival, finish = columns["arrival"][order], np.sort(columns["finish"])
    # The first arrival among the requests of this decision and of later decisions.
    waits = np.minimum.accumulate(arrival[::-1])[::-1]
    room = np.concatenate([np.zeros(keeps, np.int64), finish])[: len(order)]
    at = np.maximum.accumulate(np.maximum(np.maximum(waits, room), arrival))
    start[order] = np.minimum(at, start[order])
    return start


def _arm(columns: Columns, first: Ints, last: Ints, window: tuple[int, int]) -> dict[str, Any]:
    """Returns the knots of the arm's way, from one pass over the movements in order of time.

    Each movement has four knots: the seek begins where the last movement ended, the head arrives,
    the first block begins, the last block ends. The run begins at cylinder 0, head 0.
    """
    found = arm.moves(columns, first, last)
    seek, arrive, transfer = (
        columns[name][found.rows] for name in ("seek_at", "rotation_at", "transfer_at")
    )
    ends = _media_ends(columns)[found.rows]
    times = np.array([seek, arrive, np.where(transfer != _NONE, transfer, ends), ends])
    times = np.maximum.accumulate(times.T.ravel())
    knots = [found.before, found.first, found.first, found.reached]
    places = np.stack(knots, axis=2).reshape(2, -1)
    begin, end = np.searchsorted(times, window)
    kept = slice(max(begin - 1, 0), end + 1)
    return {
        "time": _in_ns(times[kept], window[0]),
        "cylinder": places[0, kept].tolist(),
        "head": places[1, kept].tolist(),
    }


def _queue(columns: Columns, window: tuple[int, int]) -> dict[str, Any]:
    """Returns the number of waiting requests at each time at which the number changes."""
    times = np.maximum(np.concatenate([columns["arrival"], columns["start"]]), window[0])
    steps = np.repeat([1, -1], len(columns["id"]))
    order = np.argsort(times, kind="stable")
    changes, at = np.unique(times[order], return_index=True)
    waiting = np.cumsum(steps[order])[np.append(at[1:], len(order)) - 1]
    return {
        "time": _in_ns(changes, window[0]),
        "waiting": waiting.tolist(),
        "most": int(waiting.max()),
    }


def _bars(columns: Columns, first_ps: int) -> dict[str, Any]:
    """Returns the ends of the transfers, and the bars of the bus and of the buffer (see _NOTES)."""
    start, finish, seek, transfer, bus, write = (
        columns[name] for name in ("start", "finish", "seek_at", "transfer_at", "bus", "write")
    )
    ends = _media_ends(columns)
    bus_to = np.where(write & (seek != _NONE), seek, finish)
    read_from = np.where(transfer == _NONE, start, transfer)
    return {
        "media_end": _in_ns(ends, first_ps),
        "bus": (bus // _PS_PER_NS).tolist(),
        "bus_from": _in_ns(np.maximum(bus_to - bus, start), first_ps),
        "buffer_from": _in_ns(np.where(write, start, read_from), first_ps),
        "buffer_to": _in_ns(np.where(write, np.minimum(ends, finish), finish), first_ps),
    }


def _zones(drive: DriveConfig) -> list[list[int]]:
    """Returns first cylinder, last cylinder and sectors per track, from the outermost zone on.

    Zones of single surfaces share cylinders. The first of such zones stands for all.
    """
    found: dict[int, list[int]] = {}
    for zone in drive.zones:
        first, last = sorted((zone.first_cylinder, zone.last_cylinder))
        found.setdefault(first, [first, last, zone.sectors_per_track])
    return [found[first] for first in sorted(found)]


def _number(value: str) -> int:
    """Returns the number of a value with a unit, as '512 blocks'."""
    return int(value.partition(" ")[0])


def _in_ns(instants: Ints, first_ps: int) -> list[int | None]:
    """Returns instants in ns from the start of the window, rounded."""
    missing = instants == _NONE
    found = ((np.where(missing, 0, instants) - first_ps + _PS_PER_NS // 2) // _PS_PER_NS).tolist()
    return [None if none else value for none, value in zip(missing.tolist(), found, strict=True)]
