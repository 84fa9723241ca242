"""The presets of `headstack sweep`: sweep files in installed packages."""

from importlib import resources
from pathlib import Path
from typing import Final

from headstack import checks

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
    from importlib.metadata import entry_points

    found: dict[str, Path] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        folder = Path(str(resources.files(point.load())))
        for file in sorted(folder.glob("*.toml")):
            if file.stem in found:
                raise RuntimeError(f"the preset {file.stem} of {point.value} is there already")
            found[file.stem] = file
    return found
