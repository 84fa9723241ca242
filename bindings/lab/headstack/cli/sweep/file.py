"""The file of `headstack sweep`: a key for each axis, with a value or a list of values."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from headstack import catalog, checks, files
from headstack.errors import ConfigError
from headstack.sweeps.fields import FIELDS

SHORT: Final = {"rate": "rate_per_s", "reads": "read_fraction", "depth": "queue_depth"}
"""Keys that have a longer name in Python."""

AXES: Final = (*FIELDS, "seeds", *SHORT)
"""Keys with the values of an axis."""

SHOWN: Final = ("pivot", "figure", "relative_to")
"""Keys for the printed table."""


def read(path: Path) -> dict[str, Any]:
    """Returns the arguments of `headstack.sweeps.planned` and the keys of `SHOWN` in a file.

    Raises:
        ConfigError: the file does not exist, is not TOML, or has an unknown key. The message names
            the file and the line.
    """
    try:
        text = files.text(catalog.readable(path, "sweep"), f"sweep {path}: ")
        found = tomllib.loads(text)
    except UnicodeDecodeError:
        raise ConfigError(f"sweep {path}: it is not UTF-8; is it TOML?") from None
    except OSError as error:
        raise ConfigError(f"sweep {path}: {error.strerror or error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from None
    except RecursionError:
        raise ConfigError(f"{path}: it is nested too deep") from None
    checks.shallow(str(path), found)
    if not found:
        raise ConfigError(f"{path}: there is nothing in it; give drive, workload and axes")
    arguments = _long(path, text, found, (*AXES, "points", *SHOWN))
    points = arguments.get("points")
    if points is not None:
        if not isinstance(points, list) or not all(isinstance(one, dict) for one in points):
            raise ConfigError(f"{path}{_line(text, 'points')}: points are tables, each [[points]]")
        arguments["points"] = [_long(path, text, one, (*FIELDS, *SHORT)) for one in points]
    return arguments


def _long(path: Path, text: str, found: dict[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    """Returns the values by their names in Python."""
    for key in found:
        if key not in known:
            raise checks.unknown(f"{path}{_line(text, key)}: key", key, sorted(known))
    for short, long in SHORT.items():
        if short in found and long in found:
            raise ConfigError(
                f"{path}{_line(text, short)}: {short} and {long} name the same axis; give "
                "one of them"
            )
    return {SHORT.get(key, key): value for key, value in found.items()}


def _line(text: str, key: str) -> str:
    """Returns ':' and the number of the first line with a key; '' if no line has the key."""
    at = re.search(rf"^\s*\[*\s*[\"']?{re.escape(key)}[\"']?\s*(?:[=.]|\])", text, re.MULTILINE)
    return f":{text.count(chr(10), 0, at.end()) + 1}" if at else ""
