"""The lengths in command blocks, as the target reads them and as the drive obeys them."""

from collections.abc import Iterator
from itertools import product

import pytest

from headstack import Drive
from headstack.session import Session
from headstack_serve import scsi

PLACES = [slice(3, 5), slice(4, 5), slice(7, 9), slice(6, 10), slice(10, 14)]
"""Places of lengths in command blocks of all kinds."""


@pytest.mark.parametrize(
    ("block", "blocks", "room"),
    [
        ("08 00 00 00 02 00", 2, 0),
        ("0a 00 00 00 00 00", 256, 0),
        ("28 00 00 00 00 00 00 01 02 00", 258, 0),
        ("28 00 00 00 00 00 00 00 00 00", 0, 0),
        ("8a 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00", 65536, 0),
        ("ae 00 00 00 00 00 00 00 00 03 00 00", 3, 0),
        ("12 00 00 01 02 00", 0, 258),
        ("25 00 00 00 00 00 00 00 00 00", 0, 8),
        ("5a 00 3f 00 00 00 00 01 00 00", 0, 256),
        ("a0 00 00 00 00 00 7f ff ff ff 00 00", 0, scsi.LARGEST_REPLY),
        ("00 00 00 00 ff 00", 0, 0),
        ("ff ff ff ff ff ff ff ff ff ff", 0, 0),
    ],
)
def test_blocks_and_room(block: str, blocks: int, room: int) -> None:
    cdb = bytes.fromhex(block)
    assert (scsi.blocks(cdb), scsi.room(cdb)) == (blocks, room)


ACTIONS = (0x00, 0x0C, 0x10)
"""Bytes 1 of command blocks: no service action, and the service actions of the drive."""
PAGES = (0x00, 0x3F, 0x40)
"""Bytes 2 of command blocks: no page, all mode pages, and cumulative log values."""


def _replies(session: Session, code: int) -> Iterator[tuple[bytes, int]]:
    """Yields command blocks of an operation code, and the bytes of their replies."""
    for place, action, page in product(PLACES, ACTIONS, PAGES):
        cdb = bytearray([code, action, page, *bytes(13)])
        cdb[place] = (64).to_bytes(place.stop - place.start, "big")
        command = session.submit(bytes(cdb), room=scsi.LARGEST_REPLY)
        session.wait(command)
        yield bytes(cdb), len(command.moved)


@pytest.mark.parametrize("drive", ["hp_c2247", "seagate_exos_x16"])
def test_every_reply_of_the_drive_has_room(drive: str) -> None:
    """The table of lengths knows each command of the drive that has a reply."""
    codes = [
        code
        for code in range(256)
        if code >> 5 not in (3, 6, 7) and not scsi.blocks(bytes([code, *b"\1" * 15]))
    ]
    with Drive(drive).open(contents=False) as session:
        session.wait(session.submit(bytes(6)))  # takes the unit attention
        replies = {cdb: count for code in codes for cdb, count in _replies(session, code) if count}
    assert {cdb[0] for cdb in replies} >= {0x03, 0x12, 0x1A, 0x25, 0x4D, 0x5A, 0x9E, 0xA0}
    short = {cdb.hex(): count for cdb, count in replies.items() if count > scsi.room(cdb)}
    assert short == {}


@pytest.mark.parametrize(
    ("write", "short"),
    [
        ("0a 12 34 56 00 00", "2a 00 00 12 34 56 00 00 05 00"),
        ("2a 08 00 00 00 07 00 01 00 00", "2a 08 00 00 00 07 00 00 05 00"),
        ("aa 00 00 00 00 07 00 00 01 00 00 00", "aa 00 00 00 00 07 00 00 00 05 00 00"),
    ],
)
def test_a_shortened_write(write: str, short: str) -> None:
    assert scsi.shortened(bytes.fromhex(write), 5) == bytes.fromhex(short)


@pytest.mark.parametrize(
    ("lun", "number"),
    [
        (0, 0),
        (0x0002 << 48, 2),
        (0x0003 << 48, None),  # there are three units
        (0x4002 << 48, 2),  # flat space
        (0x4003 << 48, None),
        (0x0102 << 48, None),  # bus 1
        (0x8000 << 48, None),  # logical unit addressing
        (0xC000 << 48, None),  # extended
        (1, None),  # a second level
    ],
)
def test_unit_number(lun: int, number: int | None) -> None:
    assert scsi.unit_number(lun, 3) == number


def test_report_luns() -> None:
    reply = bytes.fromhex("00000010 00000000 0000000000000000 0001000000000000")
    assert scsi.report_luns(2, 100) == reply
    assert scsi.report_luns(2, 16) == reply[:16]
