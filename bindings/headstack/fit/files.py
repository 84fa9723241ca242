"""Drive files that are texts: read from, and with or without some of their lines."""

import json
import re
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from headstack._core import DriveConfig

_TERMS = "overhead.terms"


def config_of(name: str, toml: str) -> DriveConfig:
    """The description that a drive file's text is of; ConfigError if it is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.toml"
        path.write_text(toml, encoding="utf-8")
        return DriveConfig.load(str(path))


def without(
    config: DriveConfig, keys: Iterable[str], points: list[list[Any]] | None = None
) -> DriveConfig:
    """The description without some keys or tables, and with these points of the seek curve.

    Raises:
        ConfigError: it needs them.
    """
    lines = config.to_toml().splitlines()
    for key in keys:
        section, _, name = key.rpartition(".")
        lines = _without_line(lines, section, name)
    if points is not None:
        lines = _without_line(lines, "seek", "points")
        lines.insert(lines.index("[seek]") + 1, f"points = {json.dumps(points)}")
    return config_of(config.name, "\n".join(lines) + "\n")


def with_values(config: DriveConfig, values: Mapping[str, Any]) -> DriveConfig:
    """The description with other values by keys; `overhead.terms` are entries as files have them.

    Raises:
        ConfigError: they make no drive.
    """
    entries = values.get(_TERMS)
    if not entries:
        return config.with_values({key: v for key, v in values.items() if key != _TERMS})
    terms = tomllib.loads(f"terms = [{', '.join(entries)}]")["terms"]
    return config.with_values({**values, _TERMS: terms})


def without_terms(config: DriveConfig) -> tuple[DriveConfig, list[dict[str, Any]]]:
    """The description without its `overhead.terms`, and those."""
    entries: list[dict[str, Any]] = config.value(_TERMS)
    return (config.with_value(_TERMS, []) if entries else config), entries


def _without_line(lines: list[str], section: str, name: str) -> list[str]:
    """Lines of a file as `to_toml` writes it, one a key, without a key or what is below it."""
    kept, here = [], ""
    for line in lines:
        header = re.fullmatch(r"\[([^\[\]]+)\]", line)
        here = header[1] if header else here
        if here != section or not re.match(rf"{re.escape(name)}(\.\w+)?\s*=", line):
            kept.append(line)
    return kept
