"""Prints scsi.md's tables of commands, from their rows in the firmware; --write puts them in."""

import re
from pathlib import Path

from headstack.charts import page

ROOT = Path(__file__).resolve().parents[2]
ROWS = ROOT / "firmware/controller/include/controller/operations.h"
PAGE = ROOT / "docs/reference/scsi.md"
ACTION = re.compile(r"X\((\w+), ((?:HS_\w+(?: \| )?)+|0), \w+, \w+, \w+, \w+\)")
OPERATION = re.compile(r'X\(0x(\w\w), ([\w |]+), (\w+), \w+, [^,"]+,\s+"([^"]+)"\)')
LONG = re.compile(r'X\(0x(\w{4})u, (\w+), "([^"]+)"\)')
HEADINGS = ("code", "command", "way", "needs the disk to turn", "drives")
ANY = "HS_ANY_SERVICE"
DRIVES = {"HS_SCSI_2_ONLY": "of SCSI-2", "HS_SPC_4_ONLY": "of SPC-4"}


def way(traits: set[str]) -> str:
    """How a command with these traits goes through the drive."""
    if "HS_QUEUED" not in traits:
        return "at once"
    return "queued, scheduled" if "HS_PLACED" in traits else "queued, in order"


def rows_of(pattern: re.Pattern[str]) -> tuple[list[tuple[str, ...]], dict[str, set[str]]]:
    """Returns the rows that match a pattern, and the traits of each action by its name."""
    text = re.sub(r"[\\\s]+", " ", ROWS.read_text(encoding="utf-8"))
    traits = {name: set(which.split(" | ")) for name, which in ACTION.findall(text)}
    return pattern.findall(text), traits


def needs_disk(traits: set[str]) -> str:
    """Whether a command with these traits needs the disk to turn."""
    return "yes" if "HS_NEEDS_DISK" in traits else "no"


def table() -> str:
    """A Markdown table, a row an operation code.

    Raises:
        KeyError: an operation names an action that has no row.
    """
    operations, traits = rows_of(OPERATION)
    rows = []
    for code, service, action, name in sorted(operations):
        known = traits[action]
        parts = service.split(" | ")
        where = f"{code}h" if ANY in parts else f"{code}h, service action {parts[0][2:4]}h"
        drives = next((DRIVES[part] for part in parts if part in DRIVES), "all")
        always = ", even from a unit that is not there" if "HS_ALWAYS" in known else ""
        rows.append((where, name, way(known) + always, needs_disk(known), drives))
    return page.table(page.cells(HEADINGS, texts=len(HEADINGS)), rows)


def long_table() -> str:
    """A Markdown table, a row a service action of the commands with 32 bytes.

    Raises:
        KeyError: an operation names an action that has no row.
    """
    operations, traits = rows_of(LONG)
    rows = [
        (f"7fh, service action {service}h", name, way(traits[action]), needs_disk(traits[action]))
        for service, action, name in operations
    ]
    return page.table(page.cells(HEADINGS[:-1], texts=len(HEADINGS) - 1), rows)


if __name__ == "__main__":
    page.main(__doc__, PAGE, {"commands": table, "long commands": long_table})
