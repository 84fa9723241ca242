"""Cuts lines of text into fields, and turns fields into numbers, a block of lines at a time.

All functions work on whole arrays. The mask of a column is False for a field that does not fit the
column. `layout` makes the message about the first such field of a line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from headstack.arrays import Bools, Ints
from headstack.errors import ConfigError
from headstack.traces.base import LONGEST_NAME, Reading

Bytes = npt.NDArray[np.uint8]

AT_ONCE: Final = 1 << 20
"""Number of bytes of a file that are read at once."""
LONGEST_LINE: Final = 1 << 16
MOST_DIGITS: Final = 18

_COMMA, _QUOTE, _NEWLINE, _ZERO = b',"\n0'
_SPACES: Final = b" \t\r\n"
_SPACE = np.zeros(256, np.bool_)
_SPACE[list(_SPACES)] = True
_WORD: Final = 8
"""Number of bytes that are read from a field at once, as a number of 64 bits. The first byte is the
lowest."""
_TENS = 10 ** np.arange(_WORD + 1, dtype=np.int64)
_HEX = np.full(256, 255, np.uint8)
for _value, _digit in enumerate("0123456789abcdef"):
    _HEX[ord(_digit)] = _HEX[ord(_digit.upper())] = _value


@dataclass(frozen=True, eq=False)
class Lines:
    """Some lines, cut into fields.

    Attributes:
        data: the bytes of a block of lines, and `_WORD` zero bytes.
        starts: start of each field of the block in `data`.
        ends: end of each field.
        first: index in `starts` of each line's first field.
        count: number of fields of each line.
        number: number of each line in the file, from 1.
        cut_off: number of the file's last line if this line has no line end; otherwise 0.
    """

    data: Bytes
    starts: Ints
    ends: Ints
    first: Ints
    count: Ints
    number: Ints
    cut_off: int = 0

    def __len__(self) -> int:
        """Returns the number of lines."""
        return len(self.number)

    def take(self, rows: Any) -> "Lines":
        """Returns some of the lines, by a mask or by indices."""
        return replace(
            self, first=self.first[rows], count=self.count[rows], number=self.number[rows]
        )

    def field(self, column: int) -> "Field":
        """Returns a field of every line by its index from 0. Each line must have such a field."""
        at = self.first + column
        return Field(self.data, self.starts[at], self.ends[at])

    def text(self, line: int, column: int) -> str:
        """Returns a field as text. Bytes that are not ASCII appear with back-slashes."""
        at = self.first[line] + column
        found = self.data[self.starts[at] : self.ends[at]].tobytes()
        return found[:LONGEST_NAME].decode("ascii", "backslashreplace")


def blocks(file: BinaryIO, reading: Reading, separator: str) -> Iterator[Lines]:
    """Yields all lines of a file, a block at a time. Skips blank lines at the end of the file.

    Args:
        file: the file, open at its beginning.
        reading: names the file in messages.
        separator: ',' or ' ' (any spaces and tabs).

    Raises:
        ConfigError: a line is far too long.
    """
    cut = _at_commas if separator == "," else _at_spaces
    number, rest = 1, b""
    while True:
        chunk = file.read(AT_ONCE)
        block, rest = _whole_lines(rest + chunk)
        cut_off = not chunk and bool(rest.strip())
        if cut_off:
            block, rest = block + rest + b"\n", b""
        if len(rest) - (rest.rfind(b"\n") + 1) > LONGEST_LINE:
            line = number + block.count(b"\n") + rest.count(b"\n")
            raise ConfigError(
                f"{reading.path}:{line}: no line end in {LONGEST_LINE:,} bytes; is it a text?"
            )
        if block:
            padded = np.frombuffer(block + bytes(_WORD), np.uint8)
            lines = replace(cut(padded[:-_WORD], number), data=padded)
            number += len(lines)
            yield replace(lines, cut_off=number - 1) if cut_off else lines
        if not chunk:
            return


def _whole_lines(data: bytes) -> tuple[bytes, bytes]:
    """Returns the whole lines in some bytes of a file, and the rest, even if it ends the file.

    Blank lines at the end of the bytes belong to the rest, because the end of a file may have blank
    lines. Too many blank lines do not belong to the rest.
    """
    end = data.rfind(b"\n") + 1
    full = len(data[:end].rstrip())
    filled = data.find(b"\n", full) + 1 if full else 0
    if end - filled > LONGEST_LINE:
        filled = end
    return data[:filled], data[filled:]


def _at_spaces(data: Bytes, number: int) -> Lines:
    space = data == _SPACES[0]
    for one in _SPACES[1:]:
        space |= data == one
    edges = np.flatnonzero(space[1:] != space[:-1]) + 1
    edges = edges if space[0] else np.append(0, edges)
    starts, ends = edges[::2], edges[1::2]
    line_ends = np.flatnonzero(data == _NEWLINE)
    behind = np.searchsorted(starts, line_ends)
    first = np.concatenate(([0], behind[:-1]))
    numbers = np.arange(number, number + len(line_ends))
    return Lines(data, starts, ends, first, behind - first, numbers)


def _at_commas(data: Bytes, number: int) -> Lines:
    separator = (data == _COMMA) | (data == _NEWLINE)
    quotes = np.flatnonzero(data == _QUOTE)
    if quotes.size:
        separator &= ~_quoted(data) | (data == _NEWLINE)
    ends = np.flatnonzero(separator)
    starts = np.concatenate(([0], ends[:-1] + 1))
    last = np.flatnonzero(data[ends] == _NEWLINE)
    first = np.concatenate(([0], last[:-1] + 1))
    starts, ends = _trimmed(data, starts, ends)
    if quotes.size:
        inside = (ends - starts > 1) & (data[starts] == _QUOTE) & (data[ends - 1] == _QUOTE)
        starts, ends = starts + inside, ends - inside
    numbers = np.arange(number, number + len(last))
    return Lines(data, starts, ends, first, last - first + 1, numbers)


def _quoted(data: Bytes) -> Bools:
    """Returns a mask of the bytes that come after an odd number of quotes in their line."""
    before = np.cumsum(data == _QUOTE)
    line_ends = np.flatnonzero(data == _NEWLINE)
    lengths = np.diff(line_ends, prepend=-1)
    former = np.concatenate(([0], before[line_ends[:-1]]))
    odd: Bools = (before - np.repeat(former, lengths)) % 2 == 1
    return odd


def _trimmed(data: Bytes, starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Returns fields without the spaces around them."""
    while (more := (starts < ends) & _SPACE[data[starts]]).any():
        starts = starts + more
    while (more := (starts < ends) & _SPACE[data[ends - 1]]).any():
        ends = ends - more
    return starts, ends


@dataclass(frozen=True, eq=False)
class Field:
    """A column of fields, with the start and the end of each in the bytes of their block.

    The bytes end with `_WORD` zero bytes.
    """

    data: Bytes
    starts: Ints
    ends: Ints

    def whole(self, least: int, most: int) -> tuple[Ints, Bools]:
        """Returns whole numbers, and a mask of the fields with whole numbers in least .. most."""
        values, good = self._digits(self.starts, self.ends, MOST_DIGITS)
        return values, good & (values >= least) & (values <= most)

    def hexadecimal(self) -> tuple[Ints, Bools]:
        """Returns hexadecimal numbers of at most 8 digits, with or without 0x before them."""
        prefixed = (self.ends - self.starts > 2) & (self._at(self.starts) == _ZERO)
        prefixed &= np.isin(self._at(self.starts + 1), list(b"xX"))
        starts = self.starts + 2 * prefixed
        width = self.ends - starts
        values, good = np.zeros(len(width), np.int64), (width >= 1) & (width <= 8)
        for place in range(_widest(width, 8)):
            digit = _HEX[self._at(starts + place)]
            inside = place < width
            good &= (digit < 16) | ~inside
            values = np.where(inside, values * 16 + digit, values)
        return values, good

    def decimal(self, places: int) -> tuple[Ints, Ints, Bools]:
        """Returns exact decimal numbers: whole parts, decimals in 10^-places, and the valid fields.

        A number with further decimals is not valid, except if these are zeros.
        """
        whole_end = self._dots(MOST_DIGITS + 1)
        has = whole_end < self.ends
        begin = whole_end + has
        finest = np.minimum(self.ends, begin + places)
        whole, good = self._digits(self.starts, whole_end, MOST_DIGITS)
        part, fine = self._digits(begin, finest, places)
        scale = 10 ** np.arange(places, -1, -1, dtype=np.int64)
        rest = self.ends - finest
        for place in range(_widest(rest, LONGEST_NAME)):
            fine &= (place >= rest) | (self._at(finest + place) == _ZERO)
        good &= np.where(has, fine & (rest <= LONGEST_NAME), True)
        return whole, part * scale[finest - begin], good

    def is_word(self, *words: str) -> Bools:
        """Returns a mask of the fields that equal one of these words, each of at most 8 letters."""
        code, found = self._packed, np.zeros(len(self.starts), np.bool_)
        for word in words:
            found |= code == np.uint64(int.from_bytes(word.encode(), "little"))
        good: Bools = found & (self.ends - self.starts <= _WORD)
        return good

    def has_letter(self, letter: str) -> Bools:
        """Returns a mask of the fields that have a letter among their first 8 bytes."""
        found: Bools = (self._packed.view(np.uint8).reshape(-1, 8) == ord(letter)).any(axis=1)
        return found

    def names(self) -> tuple[list[str], Ints, Bools]:
        """Returns the different names in order of appearance, the name of each field, and a mask.

        The mask is True for a valid name: printable ASCII of at most 255 characters.
        """
        width = self.ends - self.starts
        widest = _widest(width, LONGEST_NAME)
        letters = np.zeros((len(width), max(widest, 8)), np.uint8)
        good = (width >= 1) & (width <= LONGEST_NAME)
        for place in range(widest):
            letter, inside = self._at(self.starts + place), place < width
            good &= ~inside | ((letter >= 32) & (letter < 127))
            letters[:, place] = np.where(inside, letter, 0)
        letters[~good] = 0
        keys = letters.view("<u8" if widest <= 8 else f"S{letters.shape[1]}").ravel()
        at, inverse = in_order(keys)
        found = [letters[place].tobytes().rstrip(b"\0").decode("ascii") for place in at]
        return found, inverse, good

    @cached_property
    def _packed(self) -> npt.NDArray[np.uint64]:
        """The first bytes of each field. Zero bytes follow a shorter field."""
        width = np.clip(self.ends - self.starts, 0, _WORD)
        behind = np.uint64(2**64 - 1) << (8 * width).astype(np.uint64)
        found: npt.NDArray[np.uint64] = self._words(self.starts) & ~behind
        return found

    def _dots(self, widest: int) -> Ints:
        """Returns the place of each field's first dot, or the field's end.

        A dot after the first `widest` bytes of a field may be missed.
        """
        u64, ones = np.uint64, np.uint64(0x0101010101010101)
        found = self.ends
        for place in range(_widest(self.ends - self.starts, widest) // _WORD * _WORD, -1, -_WORD):
            other = self._words(self.starts + place) ^ (ones * u64(ord(".")))
            zero = (other - ones) & ~other & (ones << u64(7))  # its lowest bit marks the dot
            before = np.bitwise_count((zero & -zero) - u64(1)) // 8
            here = self.starts + place + before
            found = np.where((zero != 0) & (here < self.ends), here, found)
        return found

    def _words(self, places: Ints) -> npt.NDArray[np.uint64]:
        """Returns the `_WORD` bytes from each place on."""
        last = len(self.data) - _WORD
        every: npt.NDArray[np.uint64] = np.ndarray((last + 1,), "<u8", self.data, strides=(1,))
        return every[np.minimum(places, last)].astype(np.uint64, copy=False)

    def _at(self, places: Ints) -> Bytes:
        return self.data[np.minimum(places, len(self.data) - 1)]

    def _digits(self, starts: Ints, ends: Ints, most: int) -> tuple[Ints, Bools]:
        width = ends - starts
        values, good = np.zeros(len(width), np.int64), (width >= 1) & (width <= most)
        for place in range(0, _widest(width, most), _WORD):
            inside = np.clip(width - place, 0, _WORD)
            found, right = _eight_digits(self._words(starts + place), inside)
            values = values * _TENS[inside] + found
            good &= right
        return values, good


def _eight_digits(words: npt.NDArray[np.uint64], width: Ints) -> tuple[Ints, Bools]:
    """Returns the number in the first `width` digits of each word, and a mask of valid numbers.

    Without digits, the number is 0. All eight bytes of a word are computed at once: neighbours
    become numbers of two digits, of four, and of eight (Lemire 2018, "Quickly parsing eight
    digits").
    """
    u64 = np.uint64
    behind = (8 * width).astype(u64)  # digits move to the end of the word, zeros come before them
    words = (words << (u64(64) - behind)) | (u64(0x3030303030303030) >> behind)
    high, carried = u64(0xF0F0F0F0F0F0F0F0), u64(0x0606060606060606)
    good = (words & high) | (((words + carried) & high) >> u64(4)) == u64(0x3333333333333333)
    words = words & u64(0x0F0F0F0F0F0F0F0F)
    words = words * u64(10) + (words >> u64(8))
    two = u64(0x000000FF000000FF)
    low, top = (
        (words & two) * u64(0x000F424000000064),
        (words >> u64(16) & two) * u64(0x271000000001),
    )
    return ((low + top) >> u64(32)).astype(np.int64), good


def in_order(keys: npt.NDArray[Any]) -> tuple[Ints, Ints]:
    """Returns the first index of each different key, in order, and the number of each key.

    The number of a key is its place in this order.
    """
    _, at, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(at)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return at[order], rank[inverse]


def _widest(width: Ints, most: int) -> int:
    return min(int(width.max(initial=0)), most)


def first_lines(head: bytes, most: int = 20) -> Sequence[bytes]:
    """Returns the complete lines at the head of a file, or its only line.

    Blank lines at the end do not count.
    """
    lines = head.split(b"\n", most)
    lines = lines[:-1] if len(lines) > 1 else lines
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    return lines
