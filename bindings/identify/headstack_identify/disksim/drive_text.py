"""A drive file as it grows: keys with their values as TOML, and the source of each beside it."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from headstack_identify.disksim.values import Citation, plain

_SECTIONS = ("spindle", "layout", "seek", "overhead", "write", "bus", "cache", "queue")
_WIDTH = 100
_CITED = re.compile(r"(?:(?:^|: )([^:]+):|^)(\d+) (.+?)(?: = .*)?$")
"""A parameter in a source: its file, unless that is the one before it, its line and its name."""


Literal = str | tuple[str, ...]
"""A value as TOML; a list is the tuple of its items."""


@dataclass(frozen=True)
class Entry:
    """A key in its table, its value, and where that is from."""

    key: str
    value: Literal
    source: str


@dataclass
class DriveText:
    """The parts of a drive file.

    Attributes:
        tables: entries by the name of their table.
        zones: entries of each `[[layout.zone]]`.
    """

    tables: dict[str, list[Entry]] = field(default_factory=dict)
    zones: list[list[Entry]] = field(default_factory=list)

    def put(self, key: str, value: Literal, source: str) -> None:
        """Adds a key such as `seek.head_switch`."""
        table, _, name = key.rpartition(".")
        self.tables.setdefault(table, []).append(Entry(name, value, source))

    def of_zones(self, key: str) -> list[str]:
        """The values of a key that all zones have."""
        return [str(entry.value) for zone in self.zones for entry in zone if entry.key == key]

    def sources(self) -> list[dict[str, str]]:
        """Each key with its source; a zone's says which, from 0."""
        found = [
            {"key": f"{table}.{entry.key}".lstrip("."), "source": entry.source}
            for table, entries in self.tables.items()
            for entry in entries
        ]
        for number, zone in enumerate(self.zones):
            name = f"layout.zone.{number}"
            found += [{"key": f"{name}.{entry.key}", "source": entry.source} for entry in zone]
        return found

    def cited(self) -> set[Citation]:
        """The parameters that sources name."""
        found = set()
        for one in self.sources():
            file = ""
            for part in one["source"].split("; "):
                match = _CITED.search(part)
                if match is not None:
                    file = match[1] or file
                    found.add((file, int(match[2]), match[3]))
        return found

    def toml(self, head: Iterable[str]) -> str:
        """The file, with the lines of its head as comments above everything."""
        lines = [_comment(line) for line in head]
        lines += ["", *_lines(self.tables.get("", []))]
        for table in _SECTIONS:
            entries = self.tables.get(table, [])
            if entries:
                lines += ["", f"[{table}]", *_lines(entries)]
            if table == "layout":
                for zone in self.zones:
                    lines += ["", "[[layout.zone]]", *_lines(zone)]
        return "\n".join(lines) + "\n"


def _lines(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        value = entry.value if isinstance(entry.value, str) else f"[{', '.join(entry.value)}]"
        line = f"{entry.key} = {value}"
        if len(line) > _WIDTH and isinstance(entry.value, tuple):
            yield _comment(entry.source)
            yield f"{entry.key} = ["
            yield from _filled(entry.value)
            yield "]"
        else:
            yield f"{line}  {_comment(entry.source)}" if entry.source else line


def _comment(text: str) -> str:
    """A comment, in which TOML has no control characters; names of files may have some."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"# {shown}".rstrip()


def _filled(items: Iterable[str]) -> Iterator[str]:
    """The items of a list, as many on a line as there is room for."""
    line = " "
    for item in items:
        if len(line) + len(item) + 2 > _WIDTH:
            yield line
            line = " "
        line += f" {item},"
    yield line


def quoted(text: str) -> str:
    """A text as TOML, whose basic strings are written as JSON's, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def quantity(number: Decimal | int, unit: str) -> str:
    """A quantity, such as `"0.374 ms"`."""
    return f'"{plain(number)} {unit}"'


def counted(number: int, unit: str) -> str:
    """A number of things, such as `"1 block"`."""
    return f'"{number} {unit}{"" if number == 1 else "s"}"'


def numbers(items: Iterable[int]) -> tuple[str, ...]:
    """A list of numbers."""
    return tuple(str(item) for item in items)


def points(items: Iterable[tuple[int, Decimal]]) -> tuple[str, ...]:
    """A list of distances with times in ms."""
    return tuple(f"[{distance}, {quantity(time, 'ms')}]" for distance, time in items)


def switch(on: bool) -> str:
    """`true` or `false`."""
    return "true" if on else "false"
