"""A format of text with places and lengths in KiB."""

from changes.form import Change, before, new

FOLDER = "bindings/lab/headstack/traces/formats"
TESTS = "tb/python/lab/traces"
LIST = f"{FOLDER}/__init__.py"
BY_HAND = f"{TESTS}/test_text_formats.py"

FORMAT = '''\
"""A laboratory's format: lines of direction, milliseconds, start and length in KiB."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from headstack.traces import layout
from headstack.traces.base import MOST_BYTE, Batch, Format, Reading
from headstack.traces.text import blocks

_LINE = re.compile(rb"[RW] \\d+(\\.\\d*)? \\d+ \\d+\\s*")
_LAYOUT = layout.Layout(
    (
        layout.word("kind", "R", "W"),
        layout.time("arrival", "milliseconds", 9),
        layout.whole("start, KiB", 0, MOST_BYTE // 1024),
        layout.whole("length, KiB", 1, MOST_BYTE // 1024),
    ),
    "R 12.5 4096 8",
)


class Kib(Format):
    """Reads the laboratory's format."""

    name = "kib"
    title = "a laboratory's lines, in KiB"

    def fits(self, head: bytes) -> bool:
        """By its first lines."""
        return layout.looks_like(head, _LINE)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """The requests, a batch for each block of lines."""
        for lines in blocks(file, reading, " "):
            found = _LAYOUT.parse(lines)
            reading.refuse(found.bad)
            yield Batch(
                arrival_ps=found["arrival"],
                device=reading.one_device("disk", len(found.lines)),
                start_byte=found["start, KiB"] * 1024,
                bytes=found["length, KiB"] * 1024,
                write=found["kind"] == 1,
                line=found.lines.number,
                response_ps=None,
                names=reading.names,
            )
'''

CHANGE = Change(
    heading="A format of traces",
    example="kib",
    edits=(
        new(f"{FOLDER}/kib.py", FORMAT),
        before(LIST, "- `own_csv`:", "- `kib`: a laboratory's format\n"),
        before(
            LIST,
            "from headstack.traces.formats.msr import",
            "from headstack.traces.formats.kib import Kib\n",
        ),
        before(LIST, "    OwnCsv,\n    OwnParquet,\n)", "    Kib,\n"),
        before(
            "docs/use/traces.md",
            "| `csv` | headstack's own |",
            "| `kib` | a laboratory | `R/W milliseconds start length`, the last two in KiB |\n",
        ),
        before(
            BY_HAND,
            '    "csv": (\n        CSV,',
            """\
    "kib": (
        "R 12.5 4096 8\\nW 13 0 4\\n",
        [
            (12_500 * US, "disk", 4_194_304, 8192, False, 1, None),
            (13 * MS, "disk", 0, 4096, True, 2, None),
        ],
    ),
""",
        ),
        before(
            f"{TESTS}/test_damaged.py",
            '    "csv": b\'arrival_s',
            '    "kib": b"R 12.5 4096 8\\nW 13 0 4\\n",\n',
        ),
        before(
            f"{TESTS}/test_programs.py",
            '    "csv": "headstack\'s own:',
            '    "kib": "a laboratory\'s own: test_text_formats has lines by hand",\n',
        ),
    ),
    shows="""\
import json, subprocess, sys
from pathlib import Path
Path("lab.txt").write_text("R 12.5 4096 8\\nW 13 0 4\\n")
info = [sys.executable, "-m", "headstack", "trace", "info", "lab.txt", "--json"]
done = subprocess.run(info, check=True, capture_output=True, text=True)
found = json.loads(done.stdout)
assert (found["format"], found["requests"]) == ("kib", 2), found
""",
    tests=("lab/traces/test_text_formats.py", "lab/traces/test_page.py"),
    slow=("lab/traces/test_damaged.py", "lab/traces/test_programs.py"),
    compiled=False,
)
