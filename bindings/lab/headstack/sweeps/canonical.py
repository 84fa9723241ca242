"""What a run depends on as one text, the same for every way to say the same."""

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
"""Fields that say where contents were found, and not what they are."""


def digest(value: object) -> str:
    """SHA-256 of the canonical form, in hex."""
    text = json.dumps(canonical(value), sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def seedless(form: Any) -> Any:
    """Returns a canonical form without its seeds."""
    if isinstance(form, dict):
        return {key: seedless(inner) for key, inner in form.items() if key != "seed"}
    return [seedless(inner) for inner in form] if isinstance(form, list) else form


def canonical(value: object) -> Any:
    """The value as JSON has it: numbers to the last bit, arrays by their hash, objects by fields.

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
    """The hash of a format of one's own; headstack's version says what its formats are."""
    return None if kind.__module__.startswith("headstack.") else loading.sha256_of(kind)


def _number(value: Any) -> Any:
    """2 and 2.0 are the same; a fraction is written to the last bit."""
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
