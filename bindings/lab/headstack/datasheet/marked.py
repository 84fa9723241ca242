"""Lines of a drive file, each with a mark: given, derived or assumed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

GIVEN: Final = "given"
_LONG: Final = 50  # letters of a key with its value


@dataclass(frozen=True)
class Line:
    """A key with its value.

    Attributes:
        key: name inside its table.
        value: the value as TOML.
        mark: 'given', 'derived: FORMULA' or 'assumed: REASON'.
    """

    key: str
    value: str
    mark: str


@dataclass(frozen=True)
class Section:
    """A table of a drive file.

    Attributes:
        name: name of the table.
        lines: its keys.
        is_list: whether the table is an element of a list, as in [[layout.zone]].
    """

    name: str
    lines: tuple[Line, ...]
    is_list: bool = False

    def text(self) -> str:
        """Returns the table as TOML. A mark follows its value, or precedes a long value."""
        rows = [(f"{line.key} = {line.value}", line.mark) for line in self.lines]
        width = max((len(row) for row, _ in rows if len(row) <= _LONG), default=0)
        parts = [f"[[{self.name}]]" if self.is_list else f"[{self.name}]"]
        for row, mark in rows:
            parts += [f"{row:<{width}}  # {mark}"] if len(row) <= _LONG else [f"# {mark}", row]
        return "\n".join(parts) + "\n"


def decimal(number: float) -> str:
    """Returns a number with up to nine decimals, without zeros at the end."""
    return f"{float(number):.9f}".rstrip("0").rstrip(".")


def ms(time_ms: float) -> str:
    """Returns a time as TOML: '"8.5 ms"'."""
    return f'"{decimal(time_ms)} ms"'


def size_text(blocks: int, sector: int) -> str:
    """Returns an amount of data as TOML, in MiB or KiB if possible, else in blocks."""
    for unit, name in ((2**20, "MiB"), (2**10, "KiB")):
        if blocks * sector % unit == 0:
            return f'"{blocks * sector // unit} {name}"'
    return f'"{blocks} blocks"'


def toml(value: object) -> str:
    """Returns a Python value of a drive file as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(one) for one in value) + "]"
    return json.dumps(value) if isinstance(value, str) else str(value)
