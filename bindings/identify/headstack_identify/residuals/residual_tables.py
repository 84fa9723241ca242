"""Groups residuals in tables: by class, blocks, zone, distance, place, angle and read-ahead."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack.measure import place, validation
from headstack_identify.residuals.residuals import CLASSES, Residuals

CLOSE_MS: Final = 0.1

FIGURES: Final = {
    "requests": "requests",
    "bias_ms": "bias",
    "median_ms": "median",
    "mad_ms": "MAD",
    "iqr_ms": "IQR",
    "within_0_1_ms_percent": "within\n0.1 ms, %",
    "revolutions_late": "rev.\nlate",
    "revolutions_early": "rev.\nearly",
    "far": "other\nfar",
    "share_of_squares_percent": "of all\nsquares, %",
}
"""Figures of a group of requests, with their headings.

Bias, median, MAD (median absolute deviation) and IQR (75 % less 25 %) are in ms. These figures use
requests whose error is neither whole revolutions nor far. Late means that the model is late.
The last figure is the share of the group in the sum of all squared errors.
"""

_BLOCKS = (1, 2, 3, 5, 9, 17, 33, 65)
_DISTANCES = (1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10_000)
_SINCE_MS = (-20.0, -5.0, -2.0, 0.0, 2.0, 5.0, 20.0)
_ANGLES = 8


def figures(found: Residuals, group: Bools) -> dict[str, float | int | None]:
    """Returns the FIGURES of a group of requests. `None`: no request counts for the figure."""
    error = found.error_ms
    squares = float(np.sum(error**2)) or 1.0
    near = group & ~found.far & (found.revolutions == 0)
    return {
        "requests": int(group.sum()),
        **_spread(error[near]),
        "within_0_1_ms_percent": 100 * float(np.mean(np.abs(error[group]) <= CLOSE_MS)),
        "revolutions_late": int((group & (found.revolutions > 0)).sum()),
        "revolutions_early": int((group & (found.revolutions < 0)).sum()),
        "far": int((group & found.far).sum()),
        "share_of_squares_percent": 100 * float(np.sum(error[group] ** 2)) / squares,
    }


def _spread(error: Floats) -> dict[str, float | None]:
    if not len(error):
        return dict.fromkeys(("bias_ms", "median_ms", "mad_ms", "iqr_ms"))
    low, middle, high = np.percentile(error, (25, 50, 75))
    return {
        "bias_ms": float(error.mean()),
        "median_ms": float(middle),
        "mad_ms": float(np.median(np.abs(error - middle))),
        "iqr_ms": float(high - low),
    }


def tables(found: Residuals) -> dict[str, list[dict[str, Any]]]:
    """Returns the FIGURES of all requests and of each group with requests, by dimension."""
    return {
        "all": _table(found, np.zeros(len(found.lbn), np.int64), ["all requests"]),
        "class": _table(found, found.served, CLASSES),
        "blocks": _table(found, _bin(found.blocks, _BLOCKS), _spans(_BLOCKS)),
        "zone": _table(found, found.places.zone, [str(z) for z in range(1000)]),
        "distance": _distance(found),
        "place": _table(found, found.places.end, place.ENDS),
        "angle": _angle(found),
        "since read-ahead": _since(found),
    }


def document(found: Residuals) -> dict[str, Any]:
    """Returns inputs, the figures of `validation.compare`, and all tables, for JSON."""
    return {
        "drive": found.drive,
        "trace": found.trace,
        "think": found.think,
        "revolution_ms": found.revolution_ms,
        **validation.compare(found.model_ms, found.measured_ms),
        "residuals": tables(found),
    }


def rows(found: Residuals) -> list[dict[str, Any]]:
    """Returns the rows of all tables in one list, with `by` and `group` first."""
    return [{"by": by, **row} for by, lines in tables(found).items() for row in lines]


def _table(found: Residuals, number: Ints, names: Sequence[str]) -> list[dict[str, Any]]:
    """Returns a row for each group. Requests with number -1 are in no group."""
    return [
        {"group": names[n], **figures(found, number == n)}
        for n in np.unique(number).tolist()
        if n >= 0
    ]


def _distance(found: Residuals) -> list[dict[str, Any]]:
    """Returns rows by the distance of the arm. Counts only requests that went to the medium."""
    far = 1 + _bin(np.abs(found.distance), _DISTANCES)
    stays = found.distance == 0
    number = np.where(stays, np.where(found.places.head == found.head_before, 0, 1), far)
    names = ["0, same head", "0, other head", *_spans(_DISTANCES)]
    return _table(found, np.where(found.media, number, -1), names)


def _angle(found: Residuals) -> list[dict[str, Any]]:
    number = np.floor(found.places.angle * _ANGLES).astype(np.int64) % _ANGLES
    names = [f"{n}/{_ANGLES} to {n + 1}/{_ANGLES}" for n in range(_ANGLES)]
    return _table(found, np.where(found.media, number, -1), names)


def _since(found: Residuals) -> list[dict[str, Any]]:
    since = found.since_read_ahead_ms
    known = ~np.isnan(since)
    number = np.where(known, np.digitize(np.where(known, since, 0), _SINCE_MS), -1)
    names = [f"less than {_SINCE_MS[0]:g} ms"]
    names += [f"{a:g} to {b:g} ms" for a, b in pairwise(_SINCE_MS)]
    return _table(found, number, [*names, f"{_SINCE_MS[-1]:g} ms and more"])


def _bin(values: Ints, begins: Sequence[int]) -> Ints:
    """Returns the number of each value's bin, from 0. Bin k begins at begins[k]."""
    found: Ints = np.searchsorted(begins, values, side="right") - 1
    return found


def _spans(begins: Sequence[int]) -> list[str]:
    ends = [following - 1 for following in begins[1:]]
    spans = [str(a) if a == b else f"{a:,} to {b:,}" for a, b in zip(begins, ends, strict=False)]
    return [*spans, f"{begins[-1]:,} and more"]
