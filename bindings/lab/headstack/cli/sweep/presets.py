"""The presets of `headstack sweep`: sweep files in installed packages."""

from importlib import resources
from pathlib import Path
from typing import Any, Final

from headstack import checks
from headstack.cli.extensions import extended

GROUP: Final = "headstack.presets"
"""Group of entry points for presets. Each entry point names a package with `.toml` files."""


def path_of(name: str) -> Path:
    """Returns the file of a preset. Raises ConfigError if no installed package has the preset."""
    known = installed()
    if name not in known:
        raise checks.unknown("preset", name, known)
    return known[name]


def installed() -> dict[str, Path]:
    """Returns the files of all presets by name.

    Raises:
        RuntimeError: two packages have presets with the same name.
    """
    return extended({}, GROUP, _files_of, "preset")


def _files_of(point: Any) -> dict[str, Path]:
    folder = Path(str(resources.files(point.load())))
    return {file.stem: file for file in sorted(folder.glob("*.toml"))}
