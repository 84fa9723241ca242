"""The library with a drive's own comparator."""

from pathlib import Path
from typing import Final

from headstack import files
from headstack._core import DriveConfig
from headstack.errors import ConfigError

NAME: Final = "comparator.so"
"""Name of the library in the user's folder."""

_PREFIX: Final = "verilated:"


def of(config: DriveConfig) -> Path | None:
    """Returns the library of the drive's comparator. `None`: headstack's own comparator."""
    body = str(config.value("comparator.body") or "")
    if not body.startswith(_PREFIX):
        return None
    return Path(body.removeprefix(_PREFIX)) / NAME


def sha256_of(config: DriveConfig) -> str | None:
    """Returns the SHA-256 of the library, in hex. `None`: headstack's own comparator.

    Raises:
        ConfigError: the library cannot be read.
    """
    library = of(config)
    if library is None:
        return None
    if not library.exists():
        raise ConfigError(
            f"comparator.body: {library.parent} has no {NAME}; build it: headstack verilate "
            f"{library.parent}"
        )
    return files.sha256(library)
