"""The points of a sweep: the product of its axes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from headstack import checks
from headstack.errors import ConfigError
from headstack.sweeps.fields import FIELDS
from headstack.sweeps.point import Point

MOST_POINTS: Final = 10_000_000
TABLES: Final = {"set": "'queue.depth': '8 tasks'", "labels": "'era': 'new'"}
"""Fields of a point that are tables, each with an example of an entry."""

_BRACES: Final = re.compile(r"\{([^{}]+)\}")


class Axis(NamedTuple):
    """An axis of a sweep.

    Attributes:
        table: the table with the axis, one of `TABLES`. Empty: the axis is a field of a point.
        name: name of the field, or a key of the table.
        values: values of the axis.
    """

    table: str
    name: str
    values: list[Any]

    def __str__(self) -> str:
        """Returns the name of the axis in messages."""
        return f"{self.table} {self.name}".strip()


def points_of(
    points: Iterable[Point | Mapping[str, Any]] | None,
    axes: Mapping[str, Any],
    seeds: Any,
) -> list[Point]:
    """Returns a point for each combination of values.

    The labels change slowest. The other fields of `Point` follow in their order. The keys of `set`
    come next, and the seed changes fastest.

    Args:
        points: points with values that belong together. Each point is combined with all axes.
        axes: a value or a list of values, by name of a field of `Point`. `None`: not given.
        seeds: a number n for the seeds 1 to n, or a list of seeds. `None`: each workload keeps its
            own seed.

    Raises:
        ConfigError: an axis has no values, or is given twice.
    """
    if seeds is not None and "seed" in axes:
        raise ConfigError("seed and seeds name the same axis; give one of them")
    values = [
        *_in_table("labels", axes),
        *(
            Axis("", name, _values(name, axes[name]))
            for name in FIELDS
            if name in axes and name not in (*TABLES, "seed")
        ),
        *_in_table("set", axes),
    ]
    if seeds is not None:
        values.append(Axis("", "seed", _seeds(seeds)))
    elif "seed" in axes:
        values.append(Axis("", "seed", _values("seed", axes["seed"])))
    if points is not None:
        points = checks.items("points", points, object)
    bases = [{}] if points is None else [_base(at, one) for at, one in enumerate(points)]
    if not bases:
        raise ConfigError("points is empty; give points, or leave it out")
    _check_once(bases, values)
    number = len(bases) * prod(len(axis.values) for axis in values)
    if number > MOST_POINTS:
        raise ConfigError(f"the sweep has {number:,} points; most is {MOST_POINTS:,}")
    return [
        _point(base, values, chosen)
        for base in bases
        for chosen in product(*(axis.values for axis in values))
    ]


def _point(base: Mapping[str, Any], axes: Sequence[Axis], chosen: Sequence[Any]) -> Point:
    given = dict(base)
    for axis, value in zip(axes, chosen, strict=True):
        if axis.table:
            given[axis.table] = {**_mapping(axis.table, given.get(axis.table)), axis.name: value}
        elif value is not None:
            given[axis.name] = value
    for name in ("drive", "workload"):
        if name not in given:
            raise ConfigError(f"a point has no {name}; give {name}=...")
    labels = given.get("labels")
    if labels:
        given = {name: _filled(value, labels) for name, value in given.items()}
    return Point(**given)


def _filled(value: Any, labels: Mapping[str, Any]) -> Any:
    """Replaces each name of a label in braces by the value of the label, if `value` is a text."""
    if not isinstance(value, str):
        return value
    return _BRACES.sub(lambda found: str(labels.get(found[1], found[0])), value)


def _in_table(table: str, axes: Mapping[str, Any]) -> list[Axis]:
    """Returns an axis for each key of a table. A list of labels is one axis."""
    if table == "labels" and isinstance(axes.get(table), (list, tuple)):
        return [Axis("", table, _values(table, axes[table]))]
    keys = _mapping(table, axes.get(table))
    return [Axis(table, key, _values(f"{table} {key}", value)) for key, value in keys.items()]


def _values(name: str, value: Any) -> list[Any]:
    """Returns the values of an axis as a list. A single value becomes a list with one item."""
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


def _mapping(table: str, value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise checks.wrong(table, f" is {value!r}; give values by keys, as {{{TABLES[table]}}}")
    return dict(value)


def _base(at: int, point: Point | Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments in a point of `points`."""
    if isinstance(point, Point):
        return point.given()
    if not isinstance(point, Mapping):
        raise ConfigError(f"points has {point!r} in it; give arguments by name, or a Point")
    for name in point:
        if name not in FIELDS:
            raise checks.unknown(f"points, number {at + 1}: argument", name, FIELDS)
    return {name: value for name, value in point.items() if value is not None}


def _check_once(bases: list[dict[str, Any]], axes: Sequence[Axis]) -> None:
    for at, base in enumerate(bases):
        for axis in axes:
            if axis.name in (_mapping(axis.table, base.get(axis.table)) if axis.table else base):
                raise ConfigError(
                    f"{axis} is given twice: for all points, and in number {at + 1} of points"
                )
