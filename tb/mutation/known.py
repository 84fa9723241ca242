"""The survivors that change nothing, with their reasons: the files of survivors/."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from points import Point

FOLDER = Path(__file__).parent / "survivors"


@dataclass(frozen=True)
class Known:
    """A bug that changes nothing that a test could see. Line numbers are no part of it."""

    file: str
    function: str
    kind: str
    line: str  # text of the source line
    reason: str
    original: str = ""  # what the bug replaces; empty: all bugs of the kind in the line

    def has(self, point: Point) -> bool:
        """Whether the bug is this one."""
        return (
            (self.file, self.function, self.kind) == (point.file, point.function, point.kind)
            and self.line == point.context
            and self.original in ("", point.original)
        )


def known(folder: Path = FOLDER) -> list[Known]:
    """The entries of all files, in the order of the files' names."""
    found = []
    for file in sorted(folder.glob("*.toml")):
        found += tomllib.loads(file.read_text())["survivor"]
    return [Known(**entry) for entry in found]
