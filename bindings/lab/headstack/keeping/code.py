"""Hash of the code that decides results. Equal hashes give equal results, to the bit."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from headstack._core import CODE_SHA256

ABOVE: Final = frozenset(
    {
        *("__init__", "__main__", "regression", "statistics", "measure", "advice", "codesign"),
        *("datasheet", "drive_schema", "scheduler_project", "seek_order", "charts", "report"),
        *("cli",),
    }
)
"""Parts of the package that no row of a sweep depends on. The hash is over all other parts."""


SHOWN: Final = frozenset({"__init__", "__main__", "charts", "report", "cli"})
"""Parts that decide no result: the command line and charts."""


@cache
def sha256(left_out: frozenset[str] = ABOVE, *packages: Path) -> str:
    """Returns the hash of the sources of `_core`, this package and others, 64 hex digits.

    All builds of a commit have the same hash. The hash includes comments, so the hash changes more
    often than the results.

    Args:
        left_out: parts of each package that are not part of the hash.
        packages: folders of other packages on which the result depends.
    """
    found = hashlib.sha256(CODE_SHA256.encode())
    for root in (Path(__file__).parents[1], *packages):
        for file in sorted(_files(root, left_out)):
            name = file.relative_to(root).as_posix()
            found.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def _files(root: Path, left_out: frozenset[str]) -> list[Path]:
    """Returns the Python files of a package's parts."""
    files: list[Path] = []
    for part in root.iterdir():
        if part.stem in left_out:
            continue
        if part.suffix == ".py":
            files.append(part)
        elif (part / "__init__.py").is_file():
            files += part.rglob("*.py")
    return files
