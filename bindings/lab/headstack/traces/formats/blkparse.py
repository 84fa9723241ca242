"""The text that blkparse prints, in its default form.

A line is `major,minor cpu sequence seconds pid action RWBS [sector + blocks] [process]`. As in
`blktrace`, a line with action Q is a request. The response ends with the line C of the request. In
a trace without Q, a line with action D is a request. blkparse can print summaries, at the end or
for each device. The lines of a summary are recognised one by one and left out.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import numpy as np

from headstack.arrays import Bools
from headstack.traces import layout
from headstack.traces.base import MOST_BYTE, Bad, Batch, Format, Reading
from headstack.traces.pairing import COMPLETED, ISSUED, QUEUED, ZONE_APPENDS, Events, Pairing
from headstack.traces.text import Field, Lines, blocks

BLOCK: Final = 512

_LINE = re.compile(rb"\s*\d+,\d+\s+\d+\s+\d+\s+\d+\.\d+\s+\d+\s+[A-Za-z]{1,2}\s.*")
_SUMMARY = re.compile(
    r"|(?:CPU ?\d+|Total) \([^)]*\):"
    r"|(?:PC )?Reads? (?:Queued|Dispatches|Requeued|Completed|Merges|Disp\.|Req\.|Compl\.|depth):"
    r" +\d.*"
    r"|(?:IO unplugs|(?:Allocation|Dispatch|Completion) wait): +\d.*"
    r"|Throughput \(R/W\): .*KiB/s / .*KiB/s"
    r"|Events \([^)]*\): [\d,]+ entries"
    r"|Skips: [\d,]+ forward \([\d,]+ - +[\d.]+%\)"
    r"|Input file \S+ added"
    r"|\S+(?: \S+)* \(\d+\)"  # a process, with -s
    r"|(?:\(\d+,\d+\) request \d+ \+ \d+:(?: |$))+"  # requests that were not completed, with -t
    r"|Trace started at \w{3} \w{3} +\d+ [\d:]+ \d{4}"
)
_EXAMPLE = "8,0 3 1 0.000000000 697 Q W 223490 + 8 [kjournald]"
_EVENT_COLUMNS = (
    layout.text("device"),
    layout.whole("cpu"),
    layout.whole("sequence"),
    layout.time("time", "seconds", 12),
    layout.whole("pid"),
    layout.text("action"),
)
_MOST_FIELDS = 1000
_ACTIONS = {"Q": QUEUED, "D": ISSUED, "C": COMPLETED}
_EVENT = layout.Layout(_EVENT_COLUMNS, _EXAMPLE, most=_MOST_FIELDS)
_DATA = layout.Layout(
    (
        *_EVENT_COLUMNS,
        layout.text("RWBS"),
        layout.whole("sector", 0, MOST_BYTE // BLOCK),
        layout.Column("the sign behind the sector", "+", lambda f: (f.ends, f.is_word("+"))),
        layout.whole("blocks", 0, MOST_BYTE // BLOCK),
    ),
    _EXAMPLE,
    most=_MOST_FIELDS,
)


class Blkparse(Format):
    """Reads blkparse's text."""

    name = "blkparse"
    title = "blkparse, text"

    def fits(self, head: bytes) -> bool:
        """Whether the first lines fit."""
        return layout.looks_like(head, _LINE)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        pairing = Pairing(reading)
        for lines in blocks(file, reading, " "):
            yield from pairing.add(_sorted_out(lines, reading))
        yield from pairing.rest()


def _sorted_out(lines: Lines, reading: Reading) -> Events:
    event = _begins_with_digit(lines)
    rest = lines.take(~event)
    stray = rest.take([not _is_summary(rest, line) for line in range(len(rest))])
    events = lines.take(event)
    moving, without_data = _data_lines(events, reading)
    others = _EVENT.parse(events.take(~moving))
    found = _DATA.parse(events.take(moving))
    reading.refuse(Bad(stray.number, lambda place: _explain(stray, place)), others.bad, found.bad)
    lines = found.lines
    some = len(lines) > 0
    kind = _kinds(lines.field(5)) if some else np.zeros(0, np.int64)
    empty = found["blocks"] == 0
    names, inverse = found.names("device")
    events_ = Events(
        kind=kind,
        time_ps=found["time"],
        device=reading.places(names, inverse),
        start_byte=found["sector"] * BLOCK,
        bytes=found["blocks"] * BLOCK,
        write=lines.field(6).has_letter("W") if some else np.zeros(0, np.bool_),
        line=lines.number,
        without_data=_added(without_data, kind[empty]),
    )
    return events_.take(~empty)


def _kinds(action: Field) -> Any:
    """Returns the kind of event of each line. Returns -1 for a line without a request's event."""
    kind = np.full(len(action.starts), -1)
    for word, of_word in _ACTIONS.items():
        kind[action.is_word(word)] = of_word
    return kind


def _added(counts: tuple[int, int], kind: Any) -> tuple[int, int]:
    return counts[0] + int((kind == QUEUED).sum()), counts[1] + int((kind == ISSUED).sum())


def _data_lines(events: Lines, reading: Reading) -> tuple[Bools, tuple[int, int]]:
    """Returns which lines queue, issue or complete data, and counts those without data."""
    moving: Any = np.zeros(len(events), np.bool_)
    rows = np.flatnonzero(events.count > 6)
    if not len(rows):
        return moving, (0, 0)
    lines = events.take(rows)
    kind, letters = _kinds(lines.field(5)), lines.field(6)
    unsigned, bracketed = _behind_letters(lines)
    zoned = letters.has_letter("Z")
    empty = letters.has_letter("D") | letters.has_letter("N") | zoned
    empty |= unsigned & (bracketed | letters.has_letter("F"))
    if (zoned & letters.has_letter("A") & ~letters.has_letter("R") & (kind >= 0)).any():
        reading.note(ZONE_APPENDS)
    moving[rows] = (kind >= 0) & ~empty
    return moving, _added((0, 0), kind[empty])


def _behind_letters(lines: Lines) -> tuple[Bools, Bools]:
    """Returns which lines have no + after the sector, and which have a bracket there or before."""
    unsigned, bracketed = np.ones(len(lines), np.bool_), np.zeros(len(lines), np.bool_)
    for place in (7, 8):
        rows = np.flatnonzero(lines.count > place)
        field = lines.take(rows).field(place)
        bracketed[rows] |= np.isin(field.data[field.starts], list(b"[(")) if len(rows) else False
    rows = np.flatnonzero(lines.count > 9)
    unsigned[rows] = ~lines.take(rows).field(8).is_word("+")
    return unsigned, bracketed


def _begins_with_digit(lines: Lines) -> Bools:
    found = np.zeros(len(lines), np.bool_)
    some = lines.count > 0
    first = lines.take(some).field(0)
    found[some] = first.data[first.starts] - np.uint8(ord("0")) <= 9
    return found


def _words(lines: Lines, line: int) -> str:
    return " ".join(lines.text(line, place) for place in range(int(lines.count[line])))


def _is_summary(lines: Lines, line: int) -> bool:
    return _SUMMARY.fullmatch(_words(lines, line)) is not None


def _explain(lines: Lines, line: int) -> str:
    return (
        f"{_words(lines, line)!r} is neither an event nor a line of blkparse's summary; an event "
        f"is: {_EXAMPLE!r}"
    )
