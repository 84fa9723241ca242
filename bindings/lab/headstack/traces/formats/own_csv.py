"""headstack's own CSV: a header line with the names of the columns, in any order, then requests.

    arrival_s,device,start_byte,bytes,write,response_s,priority

`device`, `response_s` and `priority` may be left out. `write` is 0 or 1. An unknown response is
empty. If the first request comes after a million seconds (as with seconds since 1970), arrivals
count from its whole second.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Final

import numpy as np

from headstack.errors import ConfigError
from headstack.traces import layout
from headstack.traces.base import (
    MOST_BYTE,
    SPAN,
    UNKNOWN,
    Bad,
    Batch,
    Format,
    Reading,
    out_of_span,
)
from headstack.traces.text import Field, Lines, blocks
from headstack.traces.writing import decimals, names_of, put, wholes
from headstack.units import LOWEST_PRIORITY, PS_PER_S

DEVICE: Final = "0"
CLOCK_S: Final = 10**6
"""Limit in s. If the first arrival is at the limit or later, arrivals count from its whole
second."""

_RESPONSE = layout.time("response_s", "seconds", 12)


def _response(field: Field) -> tuple[Any, ...]:
    value, good = _RESPONSE.read(field)
    empty = field.starts == field.ends
    return np.where(empty, UNKNOWN, value), good | empty


_COLUMNS: Final = {
    "arrival_s": layout.Column(
        "arrival_s", "seconds, 0 or more, to the picosecond at most", lambda f: f.decimal(12)
    ),
    "device": layout.text("device"),
    "start_byte": layout.whole("start_byte", 0, MOST_BYTE),
    "bytes": layout.whole("bytes", 1, MOST_BYTE),
    "write": layout.word("write", "0", "1"),
    "response_s": layout.Column("response_s", f"empty, or {_RESPONSE.right}", _response),
    "priority": layout.whole("priority", 0, LOWEST_PRIORITY),
}
_OPTIONAL = ("device", "response_s", "priority")
_NEEDED = tuple(name for name in _COLUMNS if name not in _OPTIONAL)


class OwnCsv(Format):
    """Reads and writes headstack's own CSV."""

    name = "csv"
    title = "headstack CSV"
    holds_priorities = True

    def fits(self, head: bytes) -> bool:
        """Whether the header line fits."""
        names = [name.strip() for name in head.split(b"\n", 1)[0].split(b",")]
        return b"arrival_s" in names

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        columns: layout.Layout | None = None
        origin: int | None = None
        for block in blocks(file, reading, ","):
            lines = block
            if columns is None:
                columns, lines = _header(lines, reading), lines.take(slice(1, None))
            found = columns.parse(lines)
            seconds, part = found.values["arrival_s"]
            if origin is None and len(seconds):
                origin = int(seconds[0]) if seconds[0] >= CLOCK_S else 0
            seconds = seconds - (origin or 0)
            far = out_of_span(seconds, PS_PER_S)
            number = found.lines.number
            reading.refuse(found.bad, Bad(number[far], lambda _: _FAR))
            yield Batch(
                arrival_ps=np.where(far, 0, seconds) * PS_PER_S + part,
                device=_devices(found, reading),
                start_byte=found["start_byte"],
                bytes=found["bytes"],
                write=found["write"] == 1,
                line=number,
                response_ps=found["response_s"] if "response_s" in found.values else None,
                names=reading.names,
                priority=_priority(found),
            ).take(~far)

    def write(self, file: BinaryIO, batches: Iterable[Batch], devices: Sequence[str]) -> None:
        """Writes header and lines, with the optional columns that the first batch has."""
        names: list[str] = []
        for batch in batches:
            if not names:
                left_out = {
                    "response_s": batch.response_ps is None,
                    "priority": batch.priority is None,
                }
                names = [name for name in _COLUMNS if not left_out.get(name)]
                file.write((",".join(names) + "\n").encode())
            columns: list[Any] = [
                decimals(batch.arrival_ps, 12, 6),
                names_of(batch, _quoted),
                *(wholes(batch.start_byte), wholes(batch.bytes), ("0", "1", batch.write)),
            ]
            if "response_s" in names and batch.response_ps is not None:
                columns.append(_responses(batch.response_ps))
            if "priority" in names:
                columns.append(wholes(batch.priorities.astype(np.int64)))
            put(file, ",", *columns)


_FAR = f"arrival_s is out of its span, {SPAN}"


def _header(lines: Lines, reading: Reading) -> layout.Layout:
    names = [lines.text(0, place) for place in range(int(lines.count[0]))]
    unknown = [name for name in names if name not in _COLUMNS]
    missing = [name for name in _NEEDED if name not in names]
    twice = [name for name in set(names) if names.count(name) > 1]
    for wrong, what in ((unknown, "unknown"), (missing, "missing"), (twice, "given twice")):
        if wrong:
            raise ConfigError(
                f"{reading.path}:1: the column {wrong[0]!r} is {what}; the header line names "
                f"{', '.join(_NEEDED)}, and if you like {', '.join(_OPTIONAL)}"
            )
    example = {"arrival_s": "0.5", "device": "sda", "start_byte": "4096", "bytes": "512"}
    shown = ",".join(example.get(name, "0") for name in names)
    return layout.Layout(tuple(_COLUMNS[name] for name in names), shown)


def _priority(found: layout.Parsed) -> Any:
    return found["priority"].astype(np.uint8) if "priority" in found.values else None


def _devices(found: layout.Parsed, reading: Reading) -> Any:
    if "device" not in found.values:
        return reading.one_device(DEVICE, len(found.lines))
    names, inverse = found.names("device")
    return reading.places(names, inverse)


def _quoted(name: str) -> str:
    if '"' in name or "\n" in name:
        raise ConfigError(f"device {name!r} has a quote in its name; csv cannot hold that")
    return f'"{name}"' if "," in name or name != name.strip() else name


def _responses(response_ps: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    known = response_ps != UNKNOWN
    return pc.if_else(pa.array(known), decimals(np.where(known, response_ps, 0), 12, 6), "")
