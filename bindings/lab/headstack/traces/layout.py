"""The columns of a text format, and the messages on malformed lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from headstack.arrays import Ints
from headstack.traces.base import MOST, MOST_BYTE, Bad, Reading
from headstack.traces.text import MOST_DIGITS, Field, Lines, first_lines, in_order
from headstack.units import PS_PER_S


@dataclass(frozen=True)
class Column:
    """A column of a format.

    Attributes:
        name: name of the column in messages.
        right: rule for the fields, for messages.
        read: converts the fields to arrays. The last array is the mask of valid fields.
    """

    name: str
    right: str
    read: Callable[[Field], tuple[Any, ...]]


def whole(name: str, least: int = 0, most: int = MOST_BYTE) -> Column:
    """Returns a column of whole numbers."""
    right = f"a whole number, {least} or more, of {MOST_DIGITS} digits at most"
    if most < MOST_BYTE:
        right = f"a whole number, {least} to {most}"
    return Column(name, right, lambda field: field.whole(least, most))


def hexadecimal(name: str) -> Column:
    """Returns a column of hexadecimal numbers of 32 bits."""
    return Column(name, "a hexadecimal number of 32 bits", lambda field: field.hexadecimal())


def word(name: str, *words: str) -> Column:
    """Returns a column of given words. The column's array has the index of each field's word."""

    def read(field: Field) -> tuple[Any, ...]:
        found = np.stack([field.is_word(one) for one in words])
        return found.argmax(axis=0), found.any(axis=0)

    return Column(name, f"{', '.join(words[:-1])} or {words[-1]}", read)


def text(name: str) -> Column:
    """Returns a column of names. The column's array has the fields' indices, for `Parsed.names`."""

    def read(field: Field) -> tuple[Any, ...]:
        *_, good = field.names()
        return field.starts, field.ends, good

    return Column(name, "a name in ASCII, 255 characters at most", read)


def time(name: str, unit: str, places: int) -> Column:
    """Returns a column of times as decimal numbers. The column's array is in ps.

    Args:
        name: name of the column in messages.
        unit: 'seconds', for messages.
        places: number of decimals of the unit down to a picosecond, such as 12 for seconds.
    """
    most = MOST // 10**places - 1

    def read(field: Field) -> tuple[Any, ...]:
        units, part, good = field.decimal(places)
        good &= units <= most
        return np.where(good, units, 0) * 10**places + part, good

    days = most * 10**places // (PS_PER_S * 86400)
    right = f"{unit}, 0 or more, to the picosecond at most, less than {days} days"
    return Column(name, right, read)


@dataclass(frozen=True, eq=False)
class Parsed:
    """Lines that fit their layout.

    Attributes:
        values: the arrays of each column, by name of the column.
        lines: the lines.
        bad: the lines that did not fit.
    """

    values: dict[str, tuple[Any, ...]]
    lines: Lines
    bad: Bad

    def __getitem__(self, name: str) -> Any:
        """Returns the array of a column. If the column has several arrays, returns the first."""
        return self.values[name][0]

    def names(self, name: str) -> tuple[list[str], Ints]:
        """Returns the different names of a column of texts, and the index of each line's name."""
        found, inverse, _ = Field(self.lines.data, *self.values[name]).names()
        return found, inverse


@dataclass(frozen=True)
class Layout:
    """The columns of a line.

    Attributes:
        columns: the columns that are read, from the first of the line.
        example: a line, for messages.
        most: largest number of fields of a line. `None`: the number of columns.
    """

    columns: tuple[Column, ...]
    example: str
    most: int | None = None

    def parse(self, lines: Lines) -> Parsed:
        """Parses each line by this layout."""
        most = len(self.columns) if self.most is None else self.most
        enough = (lines.count >= len(self.columns)) & (lines.count <= most)
        rows = lines if enough.all() else lines.take(enough)
        values: dict[str, tuple[Any, ...]] = {}
        good = np.ones(len(rows), np.bool_)
        masks = []
        for place, column in enumerate(self.columns):
            *arrays, mask = column.read(rows.field(place))
            values[column.name] = tuple(arrays)
            masks.append(mask)
            good &= mask
        if not good.all():
            values = {name: tuple(one[good] for one in all_) for name, all_ in values.items()}
        kept = rows if good.all() else rows.take(good)
        return Parsed(values, kept, self._bad(lines, enough, masks))

    def _bad(self, lines: Lines, enough: Any, masks: Sequence[Any]) -> Bad:
        first_wrong = np.full(len(lines), -1)
        first_wrong[enough] = [] if not enough.any() else np.argmin(np.stack(masks), axis=0)
        right = np.zeros(len(lines), np.bool_)
        right[enough] = np.logical_and.reduce(masks)
        places = np.flatnonzero(~right)

        def explain(place: int) -> str:
            line = int(places[place])
            return self._explain(lines, line, int(first_wrong[line]))

        return Bad(lines.number[places], explain)

    def _explain(self, lines: Lines, line: int, column: int) -> str:
        cut = lines.number[line] == lines.cut_off
        behind = "; it is the last line and has no line end: is the file whole?" * bool(cut)
        if column >= 0:
            right = self.columns[column]
            found = lines.text(line, column)
            return f"{right.name} is {found!r}; it must be {right.right}{behind}"
        count = int(lines.count[line])
        if count == 0 or (count == 1 and not lines.text(line, 0)):
            return f"empty line; a line is: {self.example!r}"
        return (
            f"{count} columns instead of {len(self.columns)}{' or more' * bool(self.most)}; a line "
            f"is: {self.example!r}{behind}"
        )


def looks_like(head: bytes, pattern: Any) -> bool:
    """Whether more than half of a file's first lines match a pattern."""
    lines = first_lines(head)
    fitting = sum(1 for line in lines if pattern.fullmatch(line.rstrip(b"\r")))
    return 2 * fitting > len(lines)


def numbered(reading: Reading, numbers: Ints) -> Any:
    """Returns the indices of devices whose names are numbers."""
    at, inverse = in_order(numbers)
    return reading.places([str(number) for number in numbers[at]], inverse)
