"""Drive files that are texts: read from, and without some of their lines."""

import json
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from headstack._core import DriveConfig


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


def _without_line(lines: list[str], section: str, name: str) -> list[str]:
    """Lines of a file as `to_toml` writes it, one a key, without a key or what is below it."""
    kept, here = [], ""
    for line in lines:
        header = re.fullmatch(r"\[([^\[\]]+)\]", line)
        here = header[1] if header else here
        if here != section or not re.match(rf"{re.escape(name)}(\.\w+)?\s*=", line):
            kept.append(line)
    return kept
