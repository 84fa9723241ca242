"""A description with other values, even without some of its keys."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from headstack._core import DriveConfig
from headstack_identify.fit.phase.result import Override


def applied(drive: DriveConfig, overrides: Mapping[str, Override]) -> DriveConfig:
    """A copy of a description with other values.

    Args:
        drive: the description.
        overrides: values by keys, as `DriveConfig.with_values` has them; None: the key is left
            out. "layout.zone": all zones, each a table.

    Raises:
        ConfigError: a value that does not fit.
    """
    if not overrides:
        return drive
    tables = tomllib.loads(drive.to_toml())
    for key, value in overrides.items():
        _set(tables, key, value)
    return DriveConfig.parse(_text(tables), Path(drive.name).stem)


def zones_of(drive: DriveConfig) -> list[dict[str, Any]]:
    """A description's zones, as "layout.zone" in `applied` takes them."""
    return list(tomllib.loads(drive.to_toml())["layout"]["zone"])


def _set(tables: dict[str, Any], key: str, value: Override) -> None:
    *path, last = key.split(".")
    inside: Any = tables
    for part in path:
        inside = inside[int(part)] if isinstance(inside, list) else inside.setdefault(part, {})
    if value is None:
        inside.pop(last, None)
    else:
        inside[last] = value


def _text(tables: Mapping[str, Any]) -> str:
    lines = [f"{key} = {_value(it)}" for key, it in tables.items() if not isinstance(it, dict)]
    for name, table in tables.items():
        if isinstance(table, dict):
            lines.append(f"[{name}]")
            zones = [key for key, it in table.items() if _is_tables(it)]
            lines += [f"{key} = {_value(it)}" for key, it in table.items() if key not in zones]
            for key in zones:
                for one in table[key]:
                    lines.append(f"[[{name}.{key}]]")
                    lines += [f"{inner} = {_value(it)}" for inner, it in one.items()]
    return "\n".join(lines) + "\n"


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(it)}" for key, it in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
