"""The page of SCSI commands: made from their rows in the firmware, and what a drive does."""

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import headstack
from headstack.charts import page

PAGE = Path(__file__).resolve().parents[3] / "docs/reference/scsi.md"
ROW = re.compile(
    r"\| (\w\w)h(?:, service action (\w\w)h)? \| ([^|]+) \| ([^|]+) \| (yes|no) \| ([^|]+) \|"
)
STANDARDS = ("SCSI-2", "SPC-4")
READY_ASKED = 0x00  # TEST UNIT READY says what the others end with
NOT_READY, STOPPED = (2, 0x04, 0x02), [0x1B, 0, 0, 0, 0, 0]
UNKNOWN, NO_UNIT = (5, 0x20, 0), (5, 0x25, 0)


def drive(standard: str) -> headstack.Drive:
    config = headstack.catalog.load("hp_c2247").with_value("interface.standard", standard)
    return headstack.Drive(config)


def listed(standard: str) -> dict[int, tuple[int, str, bool]]:
    """Of each code: service action, way, and whether it needs the disk to turn."""
    found = ROW.findall(PAGE.read_text(encoding="utf-8"))
    return {
        int(code, 16): (int(service or "0", 16), way, needs == "yes")
        for code, service, _, way, needs, drives in found
        if drives in ("all", f"of {standard}")
    }


def sense_of(session: headstack.Session, cdb: list[int]) -> tuple[int, int, int]:
    """Key, code and qualifier; zeros if the command ends well."""
    size = 32 if cdb[0] == 0x7F else 16
    command = session.submit(cdb + [0] * (size - len(cdb)), room=1 << 17)
    session.wait(command)
    sense = command.sense
    return (sense[2] & 15, sense[12], sense[13]) if sense else (0, 0, 0)


def test_the_page_is_of_the_rows(load_script: Callable[[str], ModuleType]) -> None:
    text, script = PAGE.read_text(encoding="utf-8"), load_script("scsi_page")
    for what, table in (("commands", script.table), ("long commands", script.long_table)):
        [made] = page.marked(text, what)
        assert made[2] == f"{table()}\n"


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_drive_knows_what_the_page_lists(standard: str) -> None:
    rows = listed(standard)
    with drive(standard).open() as session:
        for code in range(256):
            if code not in rows:
                assert sense_of(session, [code]) == UNKNOWN, hex(code)
                continue
            service = rows[code][0]
            assert sense_of(session, [code, service]) != UNKNOWN, hex(code)
            if service:
                assert sense_of(session, [code, 0]) == (5, 0x24, 0), hex(code)


@pytest.mark.parametrize("standard", STANDARDS)
def test_commands_that_need_the_disk_say_that_it_stands(standard: str) -> None:
    with drive(standard).open() as session:
        assert sense_of(session, STOPPED) == (0, 0, 0)
        for code, (service, _, needs) in listed(standard).items():
            blocks = [1] if code in (0x08, 0x0A) else []  # elsewhere: of none, which goes nowhere
            sense = sense_of(session, [code, service, 0, 0, *blocks])
            assert (sense == NOT_READY) is (needs or code == READY_ASKED), hex(code)
