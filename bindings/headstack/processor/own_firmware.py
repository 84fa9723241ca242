"""A firmware of one's own: what to build it from, and what it is known by."""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

from headstack import catalog, checks
from headstack._core import DriveConfig
from headstack.errors import ConfigError, RunError

_SOURCES: Final = Path(__file__).resolve().parents[1] / "firmware"
_EXAMPLE: Final = "example"


def create(folder: str | os.PathLike[str]) -> list[Path]:
    """Writes a project to begin with: an example, a Makefile, and headstack's own firmware.

    Args:
        folder: a folder that is not there yet, or is empty.

    Returns:
        The files, sorted, as paths within the folder.

    Raises:
        ConfigError: the folder holds something, or cannot be made.
        RunError: there was no room for the files.
    """
    text = os.fspath(folder)
    checks.utf8(f"cannot write {text}", text)
    path = Path(text)
    if not _SOURCES.is_dir():
        raise RunError(f"this installation has no sources of the firmware in {_SOURCES}")
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise ConfigError(f"cannot write {text}: there is something in it; give a new folder")
    except OSError as error:
        raise ConfigError(f"cannot write {text}: {error.strerror}") from error
    try:
        shutil.copytree(_SOURCES / _EXAMPLE, path, dirs_exist_ok=True)
        shutil.copytree(
            _SOURCES, path / "headstack", ignore=shutil.ignore_patterns(_EXAMPLE, "CMakeLists.txt")
        )
    except (OSError, shutil.Error) as error:
        raise RunError(f"cannot write {text}: {error}") from error
    return sorted(file.relative_to(path) for file in path.rglob("*") if file.is_file())


def sha256_of(config: DriveConfig) -> str | None:
    """SHA-256 of the image that the drive's core is given, in hex; None: headstack's own.

    Raises:
        ConfigError: the file cannot be read.
    """
    image = config.value("controller.firmware")
    if image is None:
        return None
    return hashlib.sha256(catalog.readable(str(image), "firmware").read_bytes()).hexdigest()
