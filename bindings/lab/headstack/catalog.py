"""Finds and reads drive files: the files of headstack and the user's own files."""

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from headstack import checks
from headstack._core import DriveConfig
from headstack.errors import ConfigError


def folder() -> Path:
    """Returns the folder of the drive files that come with headstack.

    An installed package has the folder beside this file. A source checkout has it at model/drives.
    """
    here = Path(__file__).resolve()
    packaged = here.parent / "drives"
    return packaged if packaged.is_dir() else here.parents[2] / "model" / "drives"


@lru_cache(maxsize=256)
def configuration_sha256(toml: str) -> str:
    """Returns the hash of a drive file's values, in hex. Comments and layout do not change it."""
    text = json.dumps(tomllib.loads(toml), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def names() -> list[str]:
    """Returns the drives that come with headstack, sorted by name."""
    return sorted(file.stem for file in folder().glob("*.toml"))


def find(drive: str | os.PathLike[str]) -> Path:
    """Finds a drive's file.

    Args:
        drive: the name of a drive that comes with headstack, or the path to a .toml file.

    Raises:
        ConfigError: an unknown drive or file. The message names the nearest drive and all drives.
    """
    text = checks.path("drive", drive)
    if text.endswith(".toml") or os.sep in text or not isinstance(drive, str):
        return readable(text, "drive file")
    known = names()
    if text not in known:
        raise checks.unknown(
            "drive", text, known, f"{', '.join(known) or f'none in {folder()}'}; or a .toml file"
        )
    return folder() / f"{text}.toml"


def readable(file: str | os.PathLike[str], what: str) -> Path:
    """Returns the path of a readable file. Raises ConfigError, about a `what`, for other files."""
    text = checks.path(what, file)
    path = Path(text)
    try:
        with path.open("rb") as opened:
            if path.is_file():  # a read removes a byte from a pipe
                opened.read(1)
            return path
    except FileNotFoundError:
        raise ConfigError(f"{what} {text}: no such file") from None
    except OSError as error:
        raise ConfigError(f"{what} {text}: {error.strerror}") from error


def load(drive: str | os.PathLike[str]) -> DriveConfig:
    """Reads a drive by its name or its path."""
    return DriveConfig.load(str(find(drive)), str(folder()))


def with_queue_depth(drive: DriveConfig, tasks: int) -> DriveConfig:
    """Returns a copy whose queue holds `tasks` tasks.

    Raises:
        ConfigError: no drive file can have this number of tasks.
    """
    return drive.with_value("queue.depth", f"{tasks} tasks")


def with_conditions(
    drive: DriveConfig, conditions: Mapping[str, object] | str | os.PathLike[str] | None
) -> DriveConfig:
    """Returns a copy with other conditions: values by key, or a .toml file. `None`: no change.

    Raises:
        ConfigError: a key is not a condition, a value does not fit its key, or the file does not
            exist.
    """
    if conditions is None:
        return drive
    if isinstance(conditions, Mapping):
        return drive.with_conditions(
            {checks.text("a condition's key", key): value for key, value in conditions.items()}
        )
    file = readable(conditions, "file of conditions")
    return drive.with_conditions_of(str(file), str(folder()))


def drives() -> list[DriveConfig]:
    """Returns every drive that comes with headstack, resolved, sorted by name."""
    return [load(name) for name in names()]
