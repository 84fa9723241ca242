"""The presets of `headstack sweep`: files of sweeps that packages bring."""

from importlib import resources
from pathlib import Path
from typing import Final

from headstack import checks

GROUP: Final = "headstack.presets"
"""Group of entry points by which a package adds presets: each is a package of `.toml` files."""


def path_of(name: str) -> Path:
    """The file of a preset; ConfigError if no installed package has one of this name."""
    known = installed()
    if name not in known:
        raise checks.unknown("preset", name, known)
    return known[name]


def installed() -> dict[str, Path]:
    """Returns the files of all presets by name.

    Raises:
        RuntimeError: two packages have a preset of the same name.
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
