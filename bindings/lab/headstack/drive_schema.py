"""A JSON Schema of drive files, made from the keys of the model (`headstack._core.drive_keys`).

The schema knows the names of keys, their kinds, units and words, and which keys a drive must have.
The ranges of quantities and the rules between keys are checked when a drive is loaded.
"""

from collections.abc import Iterable
from typing import Any, Final

from headstack._core import DriveKey, drive_keys

Schema = dict[str, Any]

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""The newest draft that editors of TOML files read."""

_ZONE: Final = "layout.zone.0."
_NUMBER: Final = r"-?\d+(\.\d+)?"
_FRACTION: Final = rf"{_NUMBER}( */ *{_NUMBER})?"
_BASE: Final[Schema] = {
    "type": "string",
    "description": "Drive that has all keys that this file does not have: the name of an included "
    "drive, or a path from this file.",
}


def schema(*, conditions_only: bool = False) -> Schema:
    """Returns the schema of a drive file.

    Args:
        conditions_only: whether the file has conditions only, as for `headstack run --conditions`.
    """
    keys = [key for key in drive_keys() if key.condition or not conditions_only]
    own = [key for key in keys if not key.path.startswith(_ZONE)]
    document = _table(own)
    document["properties"] = {"base": _BASE, **document["properties"]}
    head = {"$schema": DRAFT, "title": "conditions" if conditions_only else "drive file"}
    if conditions_only:
        return {**head, **document}
    of_zone = [key for key in keys if key.path.startswith(_ZONE)]
    zones = {
        "type": "array",
        "minItems": 1,
        "items": _table(of_zone, _ZONE, required=True),
        "description": "the zones, from the outermost",
    }
    document["properties"]["layout"]["properties"]["zone"] = zones
    whole = _required([*own, of_zone[0]._replace(path="layout.zone")])
    rules = [_without(key) for key in of_zone if key.required_without]
    return {
        **head,
        **document,
        "if": {"required": ["base"]},
        "else": {**whole, "allOf": rules},
    }


def _table(keys: Iterable[DriveKey], prefix: str = "", required: bool = False) -> Schema:
    """Returns the schema of a table with these keys, which all begin with `prefix`."""
    inside: dict[str, list[DriveKey]] = {}
    for key in keys:
        inside.setdefault(key.path.removeprefix(prefix).partition(".")[0], []).append(key)
    table: Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            name: _value(found[0])
            if found[0].path == prefix + name
            else _table(found, f"{prefix}{name}.")
            for name, found in inside.items()
        },
    }
    if required:
        table["required"] = [name for name, found in inside.items() if not found[0].optional]
    return table


def _required(keys: Iterable[DriveKey]) -> Schema:
    """Returns a schema that requires the keys that no drive can leave out."""
    tree: Schema = {}
    for key in keys:
        at = tree
        *tables, name = key.path.split(".")
        if key.optional:
            continue
        for table in tables:
            at.setdefault("required", [])
            if table not in at["required"]:
                at["required"].append(table)
            at = at.setdefault("properties", {}).setdefault(table, {})
        at.setdefault("required", []).append(name)
    return tree


def _without(key: DriveKey) -> Schema:
    """Returns a schema that requires a zone's key in a drive without another key."""
    table, _, other = key.required_without.partition(".")
    wanted: Schema = {"required": [key.path.removeprefix(_ZONE)]}
    if key.needless_with:
        wanted = {"if": {"required": [key.needless_with]}, "else": wanted}
    zones = {"items": wanted}
    return {
        "if": {"properties": {table: {"required": [other]}}, "required": [table]},
        "else": {"properties": {table: {"properties": {"zone": zones}}}},
    }


def _value(key: DriveKey) -> Schema:
    """Returns the schema of a key's value."""
    one = _single(key)
    found: Schema = {"type": "array", "items": one} if key.is_list else one
    return {**found, "description": key.text}


def _single(key: DriveKey) -> Schema:
    """Returns the schema of a value, or of an element of the list."""
    kind = key.kind
    if kind == "word":
        return {"enum": list(key.choices)}
    if kind == "word or folder":
        return {"type": "string", "pattern": f"^({'|'.join(key.choices)}|verilated:.+)$"}
    if kind == "truth":
        return {"type": "boolean"}
    if kind == "whole number":
        return {"type": "integer", "minimum": key.least, "maximum": key.greatest}
    if kind == "place":
        return {"type": "array", "minItems": 3, "maxItems": 4}
    if kind == "term":
        return {"type": "object", "required": ["of", "time"]}
    if kind.startswith("distance and time"):
        pair = [{"type": "integer", "minimum": 1}, {"type": "string"}]
        return {"type": "array", "items": pair, "minItems": 2, "maxItems": 2}
    return {"type": "string", **_pattern(key)}


def _pattern(key: DriveKey) -> Schema:
    """Returns the pattern of a quantity with its unit, or nothing for a text."""
    if not key.units:
        return {}
    number = _FRACTION if key.kind == "angle" else _NUMBER
    units = "|".join(key.units)  # no unit has a letter with a meaning in patterns
    return {"pattern": f"^ *{number} *({units}) *$"}
