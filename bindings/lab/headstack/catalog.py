"""Where drive files are: those that come with headstack, and those a user brings."""

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
    """The folder of the drive files that come with headstack.

    In an installed package it lies beside this file; in a source checkout it is model/drives.
    """
    here = Path(__file__).resolve()
    packaged = here.parent / "drives"
    return packaged if packaged.is_dir() else here.parents[2] / "model" / "drives"


@lru_cache(maxsize=256)
def configuration_sha256(toml: str) -> str:
    """Hash of a drive file's contents, in hex. Comments and layout do not count."""
    text = json.dumps(tomllib.loads(toml), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def names() -> list[str]:
    """The drives that come with headstack, sorted by name."""
    return sorted(file.stem for file in folder().glob("*.toml"))


def find(drive: str | os.PathLike[str]) -> Path:
    """Finds a drive's file.

    Args:
        drive: the name of a drive that comes with headstack, or the path to a .toml file.

    Raises:
        ConfigError: no such drive or file; names the nearest drive and lists all.
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
    """The path of a file that can be read; ConfigError, which says `what` it is, if not."""
    text = checks.path(what, file)
    path = Path(text)
    try:
        with path.open("rb") as opened:
            if path.is_file():  # of a pipe, a byte that is read is gone
                opened.read(1)
            return path
    except FileNotFoundError:
        raise ConfigError(f"{what} {text}: no such file") from None
    except OSError as error:
        raise ConfigError(f"{what} {text}: {error.strerror}") from error


def load(drive: str | os.PathLike[str]) -> DriveConfig:
    """Reads the drive named, or at the path given."""
    return DriveConfig.load(str(find(drive)))


def with_queue_depth(drive: DriveConfig, tasks: int) -> DriveConfig:
    """A copy that holds so many tasks.

    Raises:
        ConfigError: a number that no drive file may have.
    """
    return drive.with_value("queue.depth", f"{tasks} tasks")


def with_conditions(
    drive: DriveConfig, conditions: Mapping[str, object] | str | os.PathLike[str] | None
) -> DriveConfig:
    """A copy with these conditions: values by keys, or the .toml file that says them; None: as is.

    Raises:
        ConfigError: a key that is no condition, a value that it does not take, no such file.
    """
    if conditions is None:
        return drive
    if isinstance(conditions, Mapping):
        return drive.with_conditions(
            {checks.text("a condition's key", key): value for key, value in conditions.items()}
        )
    return drive.with_conditions_of(str(readable(conditions, "file of conditions")))


def drives() -> list[DriveConfig]:
    """Every drive that comes with headstack, resolved, sorted by name."""
    return [load(name) for name in names()]
