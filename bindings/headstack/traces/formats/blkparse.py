"""The text that blkparse prints, in its default form.

A line is `major,minor cpu sequence seconds pid action RWBS [sector + blocks] [process]`. Which
lines are requests is as in `blktrace`: those of action Q, with the time to their C. blkparse's
summary, at the end or for each device, is recognised line by line and left out.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import numpy as np

from headstack.traces import layout
from headstack.traces.base import Bad, Batch, Bools, Format, Reading
from headstack.traces.pairing import Done, Pairing
from headstack.traces.text import Lines, blocks

BLOCK: Final = 512

_LINE = re.compile(rb"\s*\d+,\d+\s+\d+\s+\d+\s+\d+\.\d+\s+\d+\s+[A-Za-z]{1,2}\s.*")
_SUMMARY = re.compile(
    r"|(?:CPU ?\d+|Total) \([^)]*\):"
    r"|(?:PC )?Reads? (?:Queued|Dispatches|Requeued|Completed|Merges|Disp\.|Req\.|Compl\.|depth):"
    r" +\d.*"
    r"|(?:IO unplugs|Allocation wait|Dispatch wait|Allocations? wait): +\d.*"
    r"|Throughput \(R/W\): .*KiB/s / .*KiB/s"
    r"|Events \([^)]*\): [\d,]+ entries"
    r"|Skips: [\d,]+ forward \([\d,]+ - +[\d.]+%\)"
    r"|Input file \S+ added"
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
_EVENT = layout.Layout(_EVENT_COLUMNS, _EXAMPLE, most=_MOST_FIELDS)
_DATA = layout.Layout(
    (
        *_EVENT_COLUMNS,
        layout.text("RWBS"),
        layout.whole("sector", 0, layout.MOST_BYTE // BLOCK),
        layout.Column("the sign behind the sector", "+", lambda f: (f.ends, f.is_word("+"))),
        layout.whole("blocks", 0, layout.MOST_BYTE // BLOCK),
    ),
    _EXAMPLE,
    most=_MOST_FIELDS,
)


class Blkparse(Format):
    """Reads blkparse's text."""

    name = "blkparse"
    title = "blkparse, text"

    def fits(self, head: bytes) -> bool:
        """By its first lines."""
        return layout.looks_like(head, _LINE)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """The requests, a batch for each block of lines."""
        pairing = Pairing()
        for lines in blocks(file, reading, " "):
            yield from pairing.add(*_sorted_out(lines, reading))
        yield from pairing.rest()


def _sorted_out(lines: Lines, reading: Reading) -> tuple[Batch, Done]:
    event = _begins_with_digit(lines)
    rest = lines.take(~event)
    stray = rest.take([not _is_summary(rest, line) for line in range(len(rest))])
    events = lines.take(event)
    moving, none = _data_lines(events)
    others = _EVENT.parse(events.take(~moving))
    found = _DATA.parse(events.take(moving))
    reading.refuse(Bad(stray.number, lambda place: _explain(stray, place)), others.bad, found.bad)
    lines = found.lines
    asked = lines.field(5).is_word("Q") if len(lines) else np.zeros(0, np.bool_)
    empty = found["blocks"] == 0
    reading.other += none + int((asked & empty).sum())
    names, inverse = found.names("device")
    columns = {
        "device": reading.places(names, inverse),
        "start_byte": found["sector"] * BLOCK,
        "write": lines.field(6).has_letter("W") if len(lines) else np.zeros(0, np.bool_),
        "line": lines.number,
    }
    ask, do = asked & ~empty, ~asked & ~empty
    batch = Batch(
        arrival_ps=found["time"][ask],
        bytes=found["blocks"][ask] * BLOCK,
        response_ps=None,
        names=reading.names,
        **{name: column[ask] for name, column in columns.items()},
    )
    return batch, Done(found["time"][do], **{name: one[do] for name, one in columns.items()})


def _data_lines(events: Lines) -> tuple[Bools, int]:
    """Which lines queue or complete something with data, and how many queue something without."""
    rows = np.flatnonzero(events.count > 6)
    lines = events.take(rows)
    queue, kind = lines.field(5).is_word("Q"), lines.field(6)
    whole = lines.count > 9
    signed = np.zeros(len(lines), np.bool_)
    signed[whole] = lines.take(whole).field(8).is_word("+")
    empty = kind.has_letter("D") | kind.has_letter("N") | (kind.has_letter("F") & ~signed)
    moving: Any = np.zeros(len(events), np.bool_)
    moving[rows] = (queue | lines.field(5).is_word("C")) & ~empty
    return moving, int((queue & empty).sum())


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
