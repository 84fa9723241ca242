"""fio's iologs, versions 2 and 3.

Version 3: a line is `us file action [offset bytes]`, with the time in microseconds since fio began.

Version 2 has no times. A line is `file action [offset bytes]` or `file wait us`. A request arrives
after all waits before it. This rule follows the description of `wait` in fio's manual. fio 3.33
itself reads the number as milliseconds since its own start, and refuses a `wait` without a fourth
field.

A device is the name of a file. `add`, `open` and `close` are no requests. Actions that move no
data, such as `trim`, `sync` and `datasync`, count as others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final

import numpy as np

from headstack.arrays import Bools, Ints
from headstack.errors import ConfigError
from headstack.traces import layout
from headstack.traces.base import MOST, MOST_BYTE, Bad, Batch, Format, Reading
from headstack.traces.text import Field, Lines, blocks
from headstack.traces.writing import names_of, put, wholes

PS_PER_US: Final = 10**6

_VERSIONS = {b"fio version 2 iolog": 2, b"fio version 3 iolog": 3}
_FILES = ("add", "open", "close")
_DATA = ("read", "write")
_OTHER = ("trim", "sync", "datasync", "sync_file_range")
_ACTIONS = "read, write, trim, sync, datasync, sync_file_range, add, open or close"
_ACTIONS_2 = _ACTIONS.replace("add,", "wait, add,")
_NO_DATA = layout.Column("action", "of a kind that moves no data", lambda f: (f.ends, f.ends > 0))
_WAIT = layout.Layout(
    (layout.text("file"), _NO_DATA, layout.whole("wait", 0, MOST // PS_PER_US - 1)),
    "/dev/sda wait 1000",
    most=4,
)
_DATA_COLUMNS = (
    layout.text("file"),
    layout.word("action", *_DATA),
    layout.whole("offset", 0, MOST_BYTE),
    layout.whole("length", 1, MOST_BYTE),
)
_STAMP = layout.whole("timestamp", 0, MOST // PS_PER_US - 1)


@dataclass(frozen=True)
class _Version:
    """A version of iologs: the number of fields before the file's name, and the lines' layouts."""

    before: int
    data: layout.Layout
    actions: str


_KINDS = {
    2: _Version(0, layout.Layout(_DATA_COLUMNS, "/dev/sda read 0 4096"), _ACTIONS_2),
    3: _Version(1, layout.Layout((_STAMP, *_DATA_COLUMNS), "12 /dev/sda read 0 4096"), _ACTIONS),
}


class Fio(Format):
    """Reads fio's iologs, and writes iologs of version 3."""

    name = "fio"
    title = "fio iolog, versions 2 and 3"
    loses = "response times, and what arrivals have below a microsecond"

    def fits(self, head: bytes) -> bool:
        """Whether the first line fits."""
        return head.split(b"\n", 1)[0].strip() in _VERSIONS

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        version = None
        now = 0
        for block in blocks(file, reading, " "):
            lines = block
            if version is None:
                version = _version(lines, reading)
                lines = lines.take(slice(1, None))
            batch, now = _requests(lines, version, reading, now)
            yield batch

    def write(self, file: BinaryIO, batches: Iterable[Batch], devices: Sequence[str]) -> None:
        """Writes version 3. Arrivals are rounded down to whole microseconds."""
        names = {name: _file_name(name) for name in devices}
        file.write(b"fio version 3 iolog\n")
        for name in names.values():
            file.write(f"0 {name} add\n0 {name} open\n".encode())
        for batch in batches:
            put(
                file,
                " ",
                wholes(batch.arrival_ps // PS_PER_US),
                names_of(batch),
                (*_DATA, batch.write),
                wholes(batch.start_byte),
                wholes(batch.bytes),
            )


def _version(lines: Lines, reading: Reading) -> _Version:
    fields = [lines.text(0, place) for place in range(int(lines.count[0]))]
    found = _VERSIONS.get(" ".join(fields).encode())
    if found is None:
        raise ConfigError(
            f"{reading.path}:1: the first line is {' '.join(fields)!r}; it must be 'fio version 2 "
            "iolog' or 'fio version 3 iolog'"
        )
    return _KINDS[found]


def _requests(lines: Lines, version: _Version, reading: Reading, now: int) -> tuple[Batch, int]:
    """Returns the requests of some lines, and the time after the lines. All times are in ps."""
    at = version.before
    enough = lines.count >= at + 2
    action = lines.take(enough).field(at + 1)
    kinds = {kind: np.zeros(len(lines), np.bool_) for kind in ("data", "files", "other", "wait")}
    for kind, words in {"data": _DATA, "files": _FILES, "wait": ("wait",)}.items():
        kinds[kind][enough] = action.is_word(*words)
    kinds["other"][enough] = _moves_none(action)
    if version.before:
        kinds["wait"][:] = False
    kinds["files"] &= lines.count == at + 2
    unknown = lines.take(~np.logical_or.reduce(list(kinds.values())))
    waits = _WAIT.parse(lines.take(kinds["wait"]))
    data = version.data.parse(lines.take(kinds["data"]))
    stamps = layout.Layout((_STAMP,), "12 /dev/sda close", most=99)
    stamped = stamps.parse(lines.take(kinds["files"] | kinds["other"])).bad
    reading.refuse(
        Bad(unknown.number, lambda place: _explain(unknown, place, version)),
        waits.bad,
        data.bad,
        *([stamped] if version.before else []),
    )
    reading.other += int(kinds["other"].sum())
    number = data.lines.number
    if version.before:
        arrival = data["timestamp"] * PS_PER_US
    else:
        arrival, now = _waited(number, waits, now, reading)
    names, inverse = data.names("file")
    batch = Batch(
        arrival_ps=arrival,
        device=reading.places(names, inverse),
        start_byte=data["offset"],
        bytes=data["length"],
        write=data["action"] == 1,
        line=number,
        response_ps=None,
        names=reading.names,
    )
    return batch, now


def _moves_none(action: Field) -> Bools:
    names, inverse, _ = action.names()
    found = np.array([name in _OTHER for name in names], np.bool_)
    return found[inverse] if names else np.zeros(0, np.bool_)


def _waited(number: Ints, waits: layout.Parsed, now: int, reading: Reading) -> tuple[Ints, int]:
    """Returns the end of the waits before each line, and the end of all waits, in ps."""
    wait = waits["wait"]
    if now // PS_PER_US + float(wait.sum(dtype=np.float64)) > 0.99 * (MOST // PS_PER_US):
        raise ConfigError(
            f"{reading.path}: the waits add up to more than 105 days; are they microseconds?"
        )
    over = np.concatenate(([0], np.cumsum(wait))) * PS_PER_US + now
    return over[np.searchsorted(waits.lines.number, number)], int(over[-1])


def _explain(lines: Lines, line: int, version: _Version) -> str:
    count, at = int(lines.count[line]), version.before
    if count == 0:
        return f"empty line; a line is: {version.data.example!r}"
    cut = "; it is the last line and has no line end: is the file whole?"
    behind = cut if lines.number[line] == lines.cut_off else ""
    if count < at + 2:
        return f"{count} columns; a line is: {version.data.example!r}{behind}"
    word = lines.text(line, at + 1)
    if word in _FILES:
        return f"{count} columns, but after {word} there are no more{behind}"
    return f"action is {word!r}; it must be {version.actions}{behind}"


def _file_name(device: str) -> str:
    if not device or any(letter.isspace() for letter in device):
        raise ConfigError(f"device {device!r} has a space in its name; fio cannot hold that")
    return device
