"""Reads the words of a parameter file, and of the files that it includes with `source`."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headstack.errors import ConfigError
from headstack_identify.disksim.values import Place

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\f\v]+|#.*)|(?P<mark>[{}\[\],=;:?])|(?P<word>[^\s;{},\[\]:?=]+)"
)

MOST_FILES = 32
"""Files within files, as in DiskSim."""

MOST_DRAWN_IN = 1000
"""Limit of included files. A file that is included twice counts twice."""

MOST_BYTES = 4_000_000
"""Limit of bytes in all files together. DiskSim's own drives have about 20,000 bytes."""


@dataclass(frozen=True)
class Token:
    """A mark, a word, or a missing file.

    Attributes:
        kind: the mark itself, `word`, `missing` or `end`.
        text: the word, or the name of the file.
        place: place of the token in a file.
    """

    kind: str
    text: str
    place: Place

    def __str__(self) -> str:
        return "the end of the file" if self.kind == "end" else f"`{self.text}`"


def tokens(file: Path) -> Iterator[Token]:
    """Yields all tokens of a file. The tokens of an included file replace the file's name.

    Raises:
        ConfigError: the file does not exist, or includes itself.
    """
    yield from _Reader().tokens(file)


class _Reader:
    """Reads a file and the files that it includes, within the limits for all files together."""

    def __init__(self) -> None:
        self._left = MOST_BYTES
        self._drawn_in = 0

    def tokens(self, file: Path) -> Iterator[Token]:
        """Yields the tokens of the first file, then its end."""
        text = self._read(file)
        yield from self._of_text(text, file, (file.resolve(),))
        yield Token("end", "", Place(str(file), text.count("\n") + 1))

    def _read(self, file: Path) -> str:
        what = f"more than {MOST_BYTES:,} bytes of all DiskSim files together"
        text = read_text(file, self._left, what)
        self._left -= len(text)
        return text

    def _of_text(self, text: str, file: Path, within: tuple[Path, ...]) -> Iterator[Token]:
        drawn_in = False
        for number, line in enumerate(io.StringIO(text), 1):
            place = Place(str(file), number)
            for match in _TOKEN.finditer(line):
                if match["space"] is not None:
                    continue
                if match["mark"] is not None:
                    yield Token(match["mark"], match["mark"], place)
                elif drawn_in:
                    drawn_in = False
                    yield from self._source(match["word"], place, within)
                elif match["word"] == "source":
                    drawn_in = True
                else:
                    yield Token("word", match["word"], place)
        if drawn_in:
            raise ConfigError(f"{file}: `source` at the file's end names no file")

    def _source(self, name: str, place: Place, within: tuple[Path, ...]) -> Iterator[Token]:
        self._drawn_in += 1
        if self._drawn_in > MOST_DRAWN_IN:
            raise ConfigError(f"{place}: `source {name}` is file {self._drawn_in} that is included")
        file = find(name, place, within)
        if file is None:
            yield Token("missing", name, place)
            return
        if file.resolve() in within:
            raise ConfigError(f"{place}: `source {name}` includes the file in itself")
        if len(within) == MOST_FILES:
            raise ConfigError(f"{place}: `source {name}` is file {MOST_FILES + 1} within files")
        yield from self._of_text(self._read(file), file, (*within, file.resolve()))


def read_text(file: Path, most: int, too_much: str) -> str:
    """Reads the text of a file.

    Args:
        file: the file.
        most: largest number of bytes.
        too_much: message about a larger file.

    Raises:
        ConfigError: the file cannot be read, or has more than `most` bytes.
    """
    try:
        with file.open("rb") as opened:
            raw = opened.read(most + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"DiskSim file {file}: {why}") from error
    if len(raw) > most:
        raise ConfigError(f"DiskSim file {file}: {too_much}")
    # Comments can have any encoding. All other text is ASCII. Some editors write a byte order mark.
    text = raw.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def find(name: str, place: Place, within: tuple[Path, ...] = ()) -> Path | None:
    """Finds a file that another file names at a place.

    Looks in the folder of the naming file, then in the folder of the first file. Returns `None` if
    neither folder has the file.
    """
    folders = [Path(place.file).parent, *(one.parent for one in within[:1])]
    candidates = [folder / name for folder in folders]
    candidates += [folder / Path(name).name for folder in folders]
    return next((file for file in candidates if file.is_file()), None)
