"""Canonical text of everything on which a run depends. Equal inputs give equal text."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from headstack import loading
from headstack.errors import ConfigError
from headstack.traces.base import Format
from headstack.workload import Workload

PLACES = frozenset({"path", "files"})
"""Fields that name a file or folder. A run depends on the contents, not on the name."""


def digest(value: object) -> str:
    """Returns the SHA-256 of the canonical form, in hex."""
    text = json.dumps(canonical(value), sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def seedless(form: Any) -> Any:
    """Returns a canonical form without its seeds."""
    if isinstance(form, dict):
        return {key: seedless(inner) for key, inner in form.items() if key != "seed"}
    return [seedless(inner) for inner in form] if isinstance(form, list) else form


def canonical(value: object) -> Any:
    """Returns the value in a form for JSON, with exact numbers and hashes of arrays.

    Raises:
        ConfigError: an object that is neither plain data, a dataclass, a workload nor a format of a
            trace.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float, np.bool_, np.integer, np.floating)):
        return _number(value)
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, Mapping):
        return {str(key): canonical(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [canonical(inner) for inner in value]
    if isinstance(value, type):
        return f"{value.__module__}:{value.__qualname__}"
    return _object(value)


def _source(kind: type[Format]) -> str | None:
    """Returns the hash of a user's own format. `None`: the format is part of headstack."""
    return None if kind.__module__.startswith("headstack.") else loading.sha256_of(kind)


def _number(value: Any) -> Any:
    """Returns the number in an exact form. The forms of 2 and 2.0 are equal."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    number = float(value)
    return int(value) if number.is_integer() or isinstance(value, int) else number.hex()


def _array(value: np.ndarray[Any, Any]) -> Any:
    if value.dtype == object:
        return [canonical(inner) for inner in value.tolist()]
    data = np.ascontiguousarray(value)
    found = hashlib.sha256(data.data if data.size else b"").hexdigest()
    return {"dtype": str(data.dtype), "shape": list(data.shape), "sha256": found}


def _object(value: object) -> Any:
    what = canonical(type(value))
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        given = {name: getattr(value, name) for name in names if name not in PLACES}
    elif isinstance(value, Workload):
        given = {**vars(value), "settings": value.settings()}
    elif isinstance(value, Format):
        return {"format": value.name, "source": _source(type(value))}
    else:
        raise ConfigError(
            f"{value!r} has no canonical form, so that a point with it has no name; use plain "
            "values, arrays and dataclasses"
        )
    return {"class": what, **canonical(given)}
