"""Prints docs/scsi.md's table of commands, from their rows in the firmware; --write puts it in."""

import argparse
import re
from pathlib import Path

import page

ROOT = Path(__file__).resolve().parents[1]
ROWS = ROOT / "firmware/controller/include/controller/operations.h"
PAGE = ROOT / "docs/scsi.md"
ACTION = re.compile(r"X\((\w+), ((?:HS_\w+(?: \| )?)+|0), \w+, \w+, \w+, \w+\)")
OPERATION = re.compile(r'X\(0x(\w\w), (\w+), (\w+), \w+,\s+"([^"]+)"\)')
ANY = "HS_ANY_SERVICE"


def way(traits: set[str]) -> str:
    """How a command with these traits goes through the drive."""
    if "HS_QUEUED" not in traits:
        return "at once"
    return "queued, scheduled" if "HS_PLACED" in traits else "queued, in order"


def table() -> str:
    """A Markdown table, a row an operation code.

    Raises:
        KeyError: an operation names an action that has no row.
    """
    text = ROWS.read_text(encoding="utf-8").replace("\\\n", " ")
    traits = {name: set(which.split(" | ")) for name, which in ACTION.findall(text)}
    lines = ["| code | command | way | needs the disk to turn |", "|---|---|---|---|"]
    for code, service, action, name in sorted(OPERATION.findall(text)):
        known = traits[action]
        where = (
            f"{code}h" if service == ANY else f"{code}h, service action {int(service[:4], 16):02x}h"
        )
        answered = " even from a unit that is not there" if "HS_ALWAYS" in known else ""
        needs = "yes" if "HS_NEEDS_DISK" in known else "no"
        lines.append(f"| {where} | {name} | {way(known)}{answered} | {needs} |")
    return "\n".join(lines)


def main() -> None:
    """Prints the table, or writes it."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    if parser.parse_args().write:
        page.put(PAGE, "commands", table())
    else:
        print(table())


if __name__ == "__main__":
    main()
