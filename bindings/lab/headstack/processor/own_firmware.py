"""The user's own firmware: a project to begin with, and the hash of an image."""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

from headstack import catalog, files
from headstack._core import DriveConfig
from headstack.errors import ConfigError, RunError

_SOURCES: Final = Path(__file__).resolve().parents[1] / "firmware"
_EXAMPLE: Final = "example"
_MOST_BYTES: Final = 256 << 20  # equal to the limit in the model


def create(folder: str | os.PathLike[str]) -> list[Path]:
    """Writes a project to begin with: an example, a Makefile, and headstack's own firmware.

    Args:
        folder: a folder that does not exist, or is empty.

    Returns:
        The files, sorted, as paths within the folder.

    Raises:
        ConfigError: the folder is not empty, or cannot be made.
        RunError: there is no room for the files.
    """
    if not _SOURCES.is_dir():
        raise RunError(f"this installation has no sources of the firmware in {_SOURCES}")
    with files.new_folder(folder) as written:
        _copy(written)
        return sorted(file.relative_to(written) for file in written.rglob("*") if file.is_file())


def _copy(folder: Path) -> None:
    shutil.copytree(_SOURCES / _EXAMPLE, folder, dirs_exist_ok=True)
    left_out = shutil.ignore_patterns(_EXAMPLE, "CMakeLists.txt")
    shutil.copytree(_SOURCES, folder / "headstack", ignore=left_out)


def image_of(config: DriveConfig) -> str | None:
    """Returns the file of the image that the drive's core runs. `None`: headstack's own image."""
    image = config.value("controller.firmware")
    return None if image is None else str(image)


def scheduler_of(config: DriveConfig, scheduler: str) -> str:
    """Returns the scheduler's name for results: with an own image, 'fcfs of fcfs.elf'."""
    image = image_of(config)
    return scheduler if image is None else f"{scheduler} of {Path(image).name}"


def sha256_of(config: DriveConfig) -> str | None:
    """Returns the SHA-256 of the image of the drive's core, in hex. `None`: headstack's own image.

    Raises:
        ConfigError: the file cannot be read, is no plain file, or is larger than an image may be.
    """
    image = image_of(config)
    if image is None:
        return None
    path = catalog.readable(image, "firmware")
    where = f"firmware {path}: "
    if not path.is_file():
        raise ConfigError(f"{where}not a file; give the executable from the linker")
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            for chunk in files.chunks(file, where, _MOST_BYTES):
                digest.update(chunk)
    except OSError as error:
        raise ConfigError(f"{where}{error.strerror or error}") from error
    return digest.hexdigest()
