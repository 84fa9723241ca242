"""The words of an operation, and the command that an operation makes."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Words:
    """The words after the name of an operation."""

    words: list[str]

    def flag(self, name: str) -> bool:
        """Whether a word is there."""
        return name in self.words

    def number(self, name: str) -> int | None:
        """Returns the number after a word. `None`: the word is not there."""
        return int(self.words[self.words.index(name) + 1]) if name in self.words else None

    def blocks(self) -> tuple[int, int]:
        """Returns first block and number of blocks."""
        first, _, count = self.words[0].partition("+") if self.words else ("0", "", "0")
        return (int(first), int(count)) if first.isdigit() else (0, 0)


@dataclass
class Order:
    """A command before its submission."""

    cdb: bytes
    data: bytes = b""
    room: int = 0
    lun: int = 0
    more: dict[str, Any] = field(default_factory=dict)
