"""Drive files as text, without some of their lines."""

import json
import re
from collections.abc import Iterable
from typing import Any

from headstack._core import DriveConfig


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
    return DriveConfig.parse("\n".join(lines) + "\n", config.name)


def _without_line(lines: list[str], section: str, name: str) -> list[str]:
    """Lines of a file as `to_toml` writes it, one a key, without a key or what is below it."""
    kept, here = [], ""
    for line in lines:
        header = re.fullmatch(r"\[([^\[\]]+)\]", line)
        here = header[1] if header else here
        if here != section or not re.match(rf"{re.escape(name)}(\.\w+)?\s*=", line):
            kept.append(line)
    return kept
