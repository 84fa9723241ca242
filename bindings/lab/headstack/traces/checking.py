"""Checks of the batches that a format yields. A user's own format may yield anything."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from headstack.errors import ConfigError
from headstack.traces.base import (
    EARLIEST_PS,
    MOST,
    MOST_BYTE,
    MOST_DEVICES,
    SPAN,
    UNKNOWN,
    Batch,
    Reading,
    is_name,
)
from headstack.units import LOWEST_PRIORITY


@dataclass(frozen=True)
class _Column:
    """A column of a batch.

    Attributes:
        kinds: allowed kinds of NumPy types.
        right: the rule for values, for messages.
        wrong: returns a mask of the values that break the rule.
    """

    kinds: str
    right: str
    wrong: Callable[[Any], Any]


_WHOLE: Final = "iu"
_COLUMNS: Final = {
    "arrival_ps": _Column(
        _WHOLE, f"picoseconds, {SPAN}", lambda ps: (ps < EARLIEST_PS) | (ps > MOST)
    ),
    "device": _Column(
        _WHOLE, "a place in names", lambda at: (at < 0) | (at >= MOST_DEVICES)
    ),
    "start_byte": _Column(
        _WHOLE, f"bytes, 0 to {MOST_BYTE}", lambda at: (at < 0) | (at > MOST_BYTE)
    ),
    "bytes": _Column(
        _WHOLE, f"bytes, 1 to {MOST_BYTE}", lambda size: (size < 1) | (size > MOST_BYTE)
    ),
    "write": _Column("b", "True or False", lambda write: np.zeros(len(write), np.bool_)),
    "line": _Column(_WHOLE, "1 or more", lambda line: (line < 1) | (line > MOST)),
    "response_ps": _Column(
        _WHOLE, f"picoseconds, 0 or more, or {UNKNOWN} where it is not known",
        lambda ps: (ps < UNKNOWN) | (ps > MOST),
    ),
    "priority": _Column(
        _WHOLE, f"1 to {LOWEST_PRIORITY}, or 0 for none", lambda p: (p < 0) | (p > LOWEST_PRIORITY)
    ),
}  # fmt: skip
_TYPES: Final = {"device": np.uint16, "write": np.bool_, "priority": np.uint8}
_OPTIONAL: Final = ("response_ps", "priority")


class Checker:
    """Checks the batches of one pass through a trace."""

    def __init__(self, called: str, reading: Reading) -> None:
        """`called` names the format in messages; `reading` is the pass."""
        self._called = called
        self._reading = reading
        self._named = 0  # checked names
        self._known: set[str] = set()
        self._line = 1
        self._earliest = MOST

    def all(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yields the batches that are not empty, with columns of the right types.

        Raises:
            ConfigError: a value that is not a batch, or a column with a wrong type, length, range
                or order. The message names format, column and row.
        """
        if not isinstance(batches, Iterable):
            raise self._wrong(f"its read gives {batches!r}; it must give batches, as by yield")
        for batch in batches:
            if not isinstance(batch, Batch):
                raise self._wrong(
                    f"its read gives {str(batch)[:60]!r}, a {type(batch).__name__}; it must give "
                    "headstack.traces.Batch"
                )
            checked = self._checked(batch)
            if len(checked):
                yield checked

    def _checked(self, batch: Batch) -> Batch:
        missing = [name for name in _OPTIONAL if getattr(batch, name) is None]
        names = [name for name in _COLUMNS if name not in missing]
        columns = {name: self._column(name, getattr(batch, name)) for name in names}
        for name, column in columns.items():
            if len(column) != len(columns["line"]):
                raise self._wrong(
                    f"{name} has {len(column)} rows, and line has {len(columns['line'])}; all "
                    "columns of a batch must have the same length"
                )
        self._names(batch.names)
        self._ranges(columns, len(batch.names))
        return replace(batch, **columns)

    def _column(self, name: str, values: Any) -> Any:
        """Returns a column after checks of its type and shape."""
        if not isinstance(values, np.ndarray) or isinstance(values, np.ma.MaskedArray):
            raise self._wrong(f"{name} is a {type(values).__name__}; it must be an array of NumPy")
        if values.ndim != 1:
            raise self._wrong(f"{name} has {values.ndim} dimensions; it must have one")
        if values.dtype.kind not in _COLUMNS[name].kinds:
            wanted = "whole numbers, as int64" if _COLUMNS[name].kinds == _WHOLE else "bool"
            raise self._wrong(f"{name} is of the type {values.dtype}; it must be of {wanted}")
        return values

    def _names(self, names: Any) -> None:
        try:
            fresh = list(names)[self._named :]
        except TypeError:
            raise self._wrong(f"names is {names!r}; it must be a list of texts") from None
        if len(fresh) + self._named > MOST_DEVICES:
            raise self._wrong(f"names has more than {MOST_DEVICES:,} devices")
        for place, name in enumerate(fresh, self._named):
            if not is_name(name) or name in self._known:
                twice = ", which it has twice" if name in self._known else ""
                raise self._wrong(
                    f"names has {str(name)[:60]!r} at {place}{twice}; each device must have a name "
                    "of its own, of ASCII, 255 characters at most"
                )
            self._known.add(name)
        self._named += len(fresh)

    def _ranges(self, columns: dict[str, Any], devices: int) -> None:
        """Checks the ranges of values and converts columns to their types."""
        for name, values in columns.items():
            bad = _COLUMNS[name].wrong(values)
            if name == "device":
                bad = bad | (values >= devices)
            if bad.any():
                row = int(np.flatnonzero(bad)[0])
                right = _COLUMNS[name].right
                if name == "device":
                    right += f", of which there are {devices}"
                raise self._wrong(f"{name} of row {row} is {values[row]}; it must be {right}")
            columns[name] = values.astype(_TYPES.get(name, np.int64), copy=False)
        self._orders(columns["arrival_ps"], columns["line"])

    def _orders(self, arrival: Any, line: Any) -> None:
        """Checks the span of arrival times and the order of lines."""
        if not len(line):
            return
        self._earliest = min(self._earliest, int(arrival.min()))
        row = int(arrival.argmax())
        if int(arrival[row]) - self._earliest > MOST:
            raise self._wrong(
                f"arrival_ps of row {row} is {arrival[row]}, and the earliest is {self._earliest}; "
                f"{SPAN}"
            )
        falls = np.flatnonzero(np.diff(line, prepend=self._line) < 0)
        if falls.size:
            row = int(falls[0])
            before = self._line if row == 0 else line[row - 1]
            raise self._wrong(
                f"line of row {row} is {line[row]}, and {before} before it; lines must not fall"
            )
        self._line = int(line[-1])

    def _wrong(self, what: str) -> ConfigError:
        return ConfigError(f"trace {self._reading.path}: format {self._called}: {what}")
