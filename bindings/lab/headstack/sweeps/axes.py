"""The points of a sweep: the product of its axes."""

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from headstack import checks
from headstack.errors import ConfigError
from headstack.sweeps.fields import FIELDS
from headstack.sweeps.point import Point

MOST_POINTS: Final = 10_000_000
Axis = tuple[str, list[Any]]


def points_of(
    points: Iterable[Point | Mapping[str, Any]] | None,
    axes: Mapping[str, Any],
    seeds: Any,
) -> list[Point]:
    """Every combination, in the order of `Point`'s fields; the seed changes fastest.

    Args:
        points: what is given together, in place of a product; each is combined with all axes.
        axes: values or lists of them by the names of `Point`'s fields; None: not given.
        seeds: a number n for the seeds 1 to n, or a list of seeds; None: the workloads' own.

    Raises:
        ConfigError: an axis without values, or one that is given twice.
    """
    values: list[Axis] = [(name, _values(name, axes[name])) for name in FIELDS if name in axes]
    values = [axis for axis in values if axis[0] != "set"]
    keys = {key: _values(f"set {key}", value) for key, value in _mapping(axes.get("set")).items()}
    if seeds is not None:
        if "seed" in axes:
            raise ConfigError("seed and seeds are two words for the same; give one of them")
        values.append(("seed", _seeds(seeds)))
    if points is not None:
        points = checks.items("points", points, object)
    bases = [{}] if points is None else [_base(at, one) for at, one in enumerate(points)]
    if not bases:
        raise ConfigError("points has none in it; give some, or leave it out")
    _check_once(bases, values, keys)
    number = len(bases) * prod(len(v) for _, v in values) * prod(map(len, keys.values()))
    if number > MOST_POINTS:
        raise ConfigError(f"the sweep has {number:,} points; most is {MOST_POINTS:,}")
    names = [name for name, _ in values]
    return [
        _point(
            base,
            dict(zip(names, chosen[: len(names)], strict=True)),
            dict(zip(keys, chosen[len(names) :], strict=True)),
        )
        for base in bases
        for chosen in _ordered(values, keys)
    ]


def _ordered(values: list[Axis], keys: Mapping[str, list[Any]]) -> Iterable[tuple[Any, ...]]:
    """Every combination: values by axis, then those of keys; the seed changes fastest."""
    seeds = [axis for axis in values if axis[0] == "seed"]
    others = [axis for axis in values if axis[0] != "seed"]
    for chosen in product(*(axis[1] for axis in others), *keys.values(), *(s[1] for s in seeds)):
        if not seeds:
            yield chosen
        else:
            yield (*chosen[: len(others)], chosen[-1], *chosen[len(others) : -1])


def _point(base: Mapping[str, Any], chosen: Mapping[str, Any], keys: Mapping[str, Any]) -> Point:
    given = {**base, **{name: value for name, value in chosen.items() if value is not None}}
    if keys:
        given["set"] = {**_mapping(given.get("set")), **keys}
    for name in ("drive", "workload"):
        if name not in given:
            raise ConfigError(f"a point has no {name}; give {name}=...")
    return Point(**given)


def _values(name: str, value: Any) -> list[Any]:
    """The values of an axis; one value is an axis of one."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if name == "weights" and isinstance(value, (list, tuple)):
        value = [value] if value and not isinstance(value[0], (list, tuple)) else value
    if not isinstance(value, (list, tuple, range)):
        return [value]
    if not value:
        raise checks.wrong(name, " is a list with nothing in it; give a value, or leave it out")
    return list(value)


def _seeds(seeds: Any) -> list[int]:
    if isinstance(seeds, (list, tuple, range, np.ndarray)):
        return [checks.whole("seeds", seed, 0, 2**64 - 1) for seed in _values("seeds", seeds)]
    return list(range(1, checks.whole("seeds", seeds, 1, MOST_POINTS) + 1))


def _mapping(value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise checks.wrong(
            "set", f" is {value!r}; give values by keys, as {{'queue.depth': '8 tasks'}}"
        )
    return dict(value)


def _base(at: int, point: Point | Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that one of `points` gives."""
    if isinstance(point, Point):
        return point.given()
    if not isinstance(point, Mapping):
        raise ConfigError(f"points has {point!r} in it; give arguments by name, or a Point")
    for name in point:
        if name not in FIELDS:
            raise checks.unknown(f"points, number {at + 1}: argument", name, FIELDS)
    return {name: value for name, value in point.items() if value is not None}


def _check_once(
    bases: list[dict[str, Any]], values: list[Axis], keys: Mapping[str, list[Any]]
) -> None:
    for at, base in enumerate(bases):
        twice = [name for name, _ in values if name in base]
        twice += [f"set {key}" for key in keys if key in _mapping(base.get("set"))]
        if twice:
            raise ConfigError(
                f"{twice[0]} is given twice: for all points, and in number {at + 1} of points"
            )
