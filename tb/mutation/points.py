"""Planted bugs: what a bug is, and the text of a file with some of them.

A bug replaces a range of a file. The mutated file has both texts, and asks which of them to run:
`(headstack_mutant(17) ? mutated : original)`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

# Comments and line ends. Strings are matched so that they stay whole.
_SPACE = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/|\n', re.DOTALL)


@dataclass(frozen=True)
class Part:
    """A range of the original text, in bytes of the file."""

    start: int
    end: int


@dataclass(frozen=True)
class Point:
    """A bug that can be planted."""

    file: str  # relative to the project
    line: int
    lines: int  # that the replaced text has
    start: int  # bytes of the file that the bug replaces
    end: int
    function: str
    kind: str
    original: str  # on one line
    changed: str  # on one line
    context: str  # the source line of `start`
    # The mutated text: words, and parts of the original that may hold further bugs. Empty: the bug
    # negates the original.
    pieces: tuple[str | Part, ...]
    in_constexpr: bool = False
    is_statement: bool = False

    def __str__(self) -> str:
        place = f"{self.file}:{self.line} ({self.function})"
        return f"{place} {self.kind}: {self.original} -> {self.changed}"

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Position among all points. Of two points in the same place the outer is the first."""
        return (self.file, self.start, -self.end, self.kind, self.changed)


def flat(text: str) -> str:
    """The code on one line, without comments."""
    return _SPACE.sub(lambda found: found[1] or " ", text)


def one_line(text: str) -> str:
    """The code on one line with single spaces, for people."""
    return " ".join(flat(text).split())


class Mutated:
    """The text of a file with bugs."""

    def __init__(self, original: bytes, numbered: Sequence[tuple[int, Point]]) -> None:
        """Take a file and its points with their numbers."""
        self._original = original
        self._points = sorted(numbered, key=lambda entry: entry[1].order)

    def text(self) -> str:
        """The whole file. Its lines have the numbers of the original."""
        return self._render(0, len(self._original), self._points)

    def _render(self, start: int, end: int, points: Sequence[tuple[int, Point]]) -> str:
        inside = [entry for entry in points if start <= entry[1].start and entry[1].end <= end]
        words: list[str] = []
        at = start
        while inside:
            number, outer = inside.pop(0)
            nested = [entry for entry in inside if entry[1].start < outer.end]
            inside = inside[len(nested) :]
            words.append(self._original[at : outer.start].decode())
            words.append(self._choice(number, outer, nested))
            at = outer.end
        words.append(self._original[at:end].decode())
        return "".join(words)

    def _choice(self, number: int, point: Point, nested: Sequence[tuple[int, Point]]) -> str:
        """The original or the bug."""
        call = "headstack_constexpr_mutant" if point.in_constexpr else "headstack_mutant"
        active = f"{call}({number})"
        original = self._render(point.start, point.end, nested)
        if not point.pieces:
            return f"({active} != !!({original}))"
        mutated = "".join(
            piece if isinstance(piece, str) else flat(self._render(piece.start, piece.end, nested))
            for piece in point.pieces
        )
        if point.is_statement:
            return f"({active} ? (void)({mutated}) : (void)({original}))"
        return f"({active} ? ({mutated}) : ({original}))"
