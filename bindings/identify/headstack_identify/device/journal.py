"""The journal of a survey: a file of JSON lines that grows, so that an interrupted run continues.

The first line names the disk and the settings. Each later line is a result, or some reads. A line
that was cut short is left out.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from io import RawIOBase
from pathlib import Path
from typing import Any, Final

from headstack.errors import ConfigError, RunError
from headstack_identify.device.disk import Report
from headstack_identify.device.layout import Asked

FORMAT: Final = "headstack extract 1"
_CHUNK: Final = 250  # reads of a line
_LONGEST: Final = 1_000_000  # characters of a line
_WORDS: Final = {
    "name": "the disk",
    "serial": "the serial number",
    "blocks": "the number of blocks",
    "reads": "--layout-reads",
    "seed": "the seed",
}
"""The names of what the first line has, in a sentence."""
_ADVICE: Final = {
    "disk": "a journal belongs to one disk, so give another file",
    "settings": "give the value of the journal, or another file",
}


@dataclass(frozen=True)
class Settings:
    """What a survey was asked to do: the journal of one disk does not continue another.

    Attributes:
        reads: reads that tell the layout.
        seed: seed of the random choices.
    """

    reads: int
    seed: int


class Journal:
    """Keeps results.

    Args:
        file: the journal. `None`: nothing is kept. If the file exists, its results are used again.

    Raises:
        ConfigError: the file is no journal, or cannot be read.
    """

    def __init__(self, file: Path | None) -> None:
        self._kept: dict[str, Any] = {}
        self._reads: list[list[int]] = []
        self._new: list[list[int]] = []
        self._path = file
        self._file: RawIOBase | None = None
        if file is None:
            return
        try:
            if file.exists():
                self._load(file)
            elif not file.parent.is_dir():
                raise ConfigError(f"--resume {file}: there is no folder {file.parent}")
        except OSError as error:
            raise ConfigError(f"--resume {file}: {error.strerror}") from error

    def _load(self, file: Path) -> None:
        with file.open(encoding="utf-8", errors="replace") as lines:
            first = _parsed(lines.readline(_LONGEST))
            if first.get("journal") != FORMAT:
                raise ConfigError(f"--resume {file}: this is no journal of headstack extract")
            self._kept |= first
            while line := lines.readline(_LONGEST):
                found = _parsed(line)
                self._reads += found.pop("reads", [])
                self._kept |= found

    def begin(self, report: Report, settings: Settings) -> None:
        """Notes the disk.

        Raises:
            ConfigError: the journal is of another disk, or has other settings.
        """
        name = {"name": report.name, "serial": report.serial, "blocks": report.blocks}
        now = {"disk": name, "settings": asdict(settings)}
        for key, value in now.items():
            if self._kept.get(key, value) != value:
                raise ConfigError(
                    f"--resume {self._path}: {_difference(self._kept[key], value)}; {_ADVICE[key]}"
                )
        if "disk" not in self._kept:
            self._write({"journal": FORMAT, **now})

    def once(self, key: str, measure: Callable[[], Any]) -> Any:
        """Returns the kept result of a name, or measures and keeps it.

        Args:
            key: the name.
            measure: returns a result that JSON can hold.
        """
        if key not in self._kept:
            self._write({key: measure()})
        return self._kept[key]

    def asked(self) -> Asked:
        """Returns the kept reads."""
        found = Asked()
        for row in self._reads:
            found.add(*row)
        return found

    def add(self, asked: Asked) -> None:
        """Keeps the latest read. Reads are written in groups."""
        self._new.append([asked.sector[-1], asked.began_ps[-1], asked.ended_ps[-1]])
        if len(self._new) >= _CHUNK:
            self.flush()

    def flush(self) -> None:
        """Writes the reads that are not yet written."""
        if self._new:
            rows, self._new = self._new, []
            self._write({"reads": rows})

    def close(self) -> None:
        """Closes the file."""
        self.flush()
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, found: dict[str, Any]) -> None:
        self._kept |= {key: value for key, value in found.items() if key != "reads"}
        if self._path is None:
            return
        try:
            if self._file is None:
                self._file = self._path.open("ab", buffering=0)
            self._file.write(f"{json.dumps(found)}\n".encode())
        except OSError as error:
            if self._file is not None:
                self._file.close()
            self._path = self._file = None
            raise RunError(f"cannot write the journal: {error.strerror}") from error


def _difference(kept: object, now: dict[str, Any]) -> str:
    """Returns the values of a journal that are not those of this survey, in words."""
    was = kept if isinstance(kept, dict) else {}
    parts = [
        f"{_WORDS.get(key, key)} is {_shown(was.get(key))} in the journal, and "
        f"{_shown(now.get(key))} here"
        for key in {**now, **was}
        if was.get(key) != now.get(key)
    ]
    return "; ".join(parts)


def _shown(value: object) -> str:
    return "unknown" if value in (None, "") else str(value)


def _parsed(line: str) -> dict[str, Any]:
    """Returns the object of a line. A line that was cut short has none."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
