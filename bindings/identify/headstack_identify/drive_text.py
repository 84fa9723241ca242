"""A drive file under construction: keys with their values as TOML, each with a remark."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

_SECTIONS = (
    *("spindle", "layout", "seek", "overhead", "processor", "write", "bus", "cache", "interface"),
    "queue",
)
_WIDTH = 100

Literal = str | tuple[str, ...]
"""A value as TOML. A list is the tuple of its items."""


@dataclass(frozen=True)
class Entry:
    """A key in its table, its value, and a remark such as the source of the value."""

    key: str
    value: Literal
    remark: str = ""


@dataclass
class DriveText:
    """The parts of a drive file.

    Attributes:
        tables: entries by the name of their table.
        zones: entries of each `[[layout.zone]]`.
    """

    tables: dict[str, list[Entry]] = field(default_factory=dict)
    zones: list[list[Entry]] = field(default_factory=list)

    def put(self, key: str, value: Literal, remark: str = "") -> None:
        """Adds a key such as `seek.head_switch`."""
        table, _, name = key.rpartition(".")
        self.tables.setdefault(table, []).append(Entry(name, value, remark))

    def of_zones(self, key: str) -> list[str]:
        """Returns the values of a key in all zones that have the key."""
        return [str(entry.value) for zone in self.zones for entry in zone if entry.key == key]

    def remarks(self) -> list[tuple[str, str]]:
        """Returns each key with its remark. The key of a zone has the zone's number, from 0."""
        found = [
            (f"{table}.{entry.key}".lstrip("."), entry.remark)
            for table, entries in self.tables.items()
            for entry in entries
        ]
        for number, zone in enumerate(self.zones):
            found += [(f"layout.zone.{number}.{entry.key}", entry.remark) for entry in zone]
        return found

    def toml(self, head: Iterable[str]) -> str:
        """Returns the file, with the lines of the head as comments at the top."""
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
            yield _comment(entry.remark)
            yield f"{entry.key} = ["
            yield from _filled(entry.value)
            yield "]"
        else:
            yield f"{line}  {_comment(entry.remark)}" if entry.remark else line


def _comment(text: str) -> str:
    """Returns a text as a comment. Replaces control characters, which names of files may have."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"# {shown}".rstrip()


def _filled(items: Iterable[str]) -> Iterator[str]:
    """Yields lines with the items of a list, each line as full as possible."""
    line = " "
    for item in items:
        if len(line) + len(item) + 2 > _WIDTH:
            yield line
            line = " "
        line += f" {item},"
    yield line


def plain(number: Decimal | int) -> str:
    """Returns a number in decimals, without exponent and trailing zeros: 0.374."""
    text = format(Decimal(number), "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def quoted(text: str) -> str:
    """Returns a text as a basic string of TOML. The string is as in JSON, except for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def quantity(number: Decimal | int, unit: str) -> str:
    """Returns a quantity, such as `"0.374 ms"`."""
    return f'"{plain(number)} {unit}"'


def counted(number: int, unit: str) -> str:
    """Returns a number of things, such as `"1 block"`."""
    return f'"{number} {unit}{"" if number == 1 else "s"}"'


def numbers(items: Iterable[int]) -> tuple[str, ...]:
    """Returns a list of numbers."""
    return tuple(str(item) for item in items)


def points(items: Iterable[tuple[int, Decimal]]) -> tuple[str, ...]:
    """Returns a list of distances with times in ms."""
    return tuple(f"[{distance}, {quantity(time, 'ms')}]" for distance, time in items)


def switch(on: bool) -> str:
    """Returns `true` or `false`."""
    return "true" if on else "false"
