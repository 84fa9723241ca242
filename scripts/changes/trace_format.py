"""A text format with starts and lengths in KiB: the example of traces.md."""

import re
from functools import reduce

from changes.form import ROOT, Change, before, new

FOLDER = "bindings/lab/headstack/traces/formats"
TESTS = "tb/python/lab/traces"
LIST = f"{FOLDER}/__init__.py"
BY_HAND = f"{TESTS}/test_text_formats.py"

HEAD = '''\
"""A laboratory's format: lines of direction, milliseconds, start and length in KiB."""

from headstack.traces import layout, text
from headstack.traces.base import Batch, Format

'''
PAGE = "docs/use/traces.md"
[EXAMPLE] = re.findall(
    r"^(LINE = .*?)\n\n\ntraces\.register",
    (ROOT / PAGE).read_text(encoding="utf-8"),
    re.DOTALL | re.MULTILINE,
)
_RENAMED = {
    "traces.": "",
    'name = "mine"': 'name = "kib"',
    '"R", "W"': '"r", "w"',
    'b"R ", b"W "': 'b"r ", b"w "',
    '"R 12.5': '"r 12.5',
}
"""Texts of the page's example, and the texts of the module. The page registers its own format.
Small letters in the lines keep the two formats apart."""
FORMAT = HEAD + reduce(
    lambda text, pair: text.replace(*pair),
    _RENAMED.items(),
    re.sub(r"\bMine\b", "Kib", EXAMPLE),
)
"""The example of the page as a module of the package."""

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
            PAGE,
            "| `csv` | headstack's own |",
            "| `kib` | a laboratory | `r/w milliseconds start length`, the last two in KiB |\n",
        ),
        before(
            BY_HAND,
            '    "csv": (\n        CSV,',
            """\
    "kib": (
        "r 12.5 4096 8\\nw 13 0 4\\n",
        [
            (12_500 * US, "disk", 4_194_304, 8192, False, 1, None),
            (13 * MS, "disk", 0, 4096, True, 2, None),
        ],
    ),
""",
        ),
        before(
            f"{TESTS}/samples.py",
            '    "csv": b\'arrival_s',
            '    "kib": b"r 12.5 4096 8\\nw 13 0 4\\n",\n',
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
Path("lab.txt").write_text("r 12.5 4096 8\\nw 13 0 4\\n")
info = [sys.executable, "-m", "headstack", "trace", "info", "lab.txt", "--json"]
done = subprocess.run(info, check=True, capture_output=True, text=True)
found = json.loads(done.stdout)
assert (found["format"], found["requests"]) == ("kib", 2), found
""",
    tests=("lab/traces/test_text_formats.py", "lab/traces/test_page.py"),
    slow=("lab/traces/test_damaged.py", "lab/traces/test_programs.py"),
    compiled=False,
)
