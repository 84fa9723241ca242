"""Cached writes that the medium refuses (defects.md): block 500,005 of the C2247, whose sector
cannot be written."""

import os

import pytest

import headstack
from headstack import CheckCondition, catalog
from headstack.session import Session

BLOCK = 512
FIRST = 500_000
BAD = FIRST + 5
SYNCHRONIZE = [0x35, 0, 0, 0, 0, 0, 0, 0, 0, 0]
STARTS = ["at once", "idle", "amount", "need"]


def open_drive(start: str, *, awre: bool, retries: int = 3, **defects: object) -> Session:
    conditions: dict[str, object] = {"destage.start": start}
    if start in ("idle", "amount"):
        conditions["destage.idle_delay"] = "5 ms"
    if start == "amount":
        conditions["destage.amount"] = "50 %"
    for key, value in (defects or {"unwritable": [[402, 9, 37]]}).items():
        conditions[f"defects.{key}"] = value
    config = catalog.load("hp_c2247").with_value("cache.write_back", True)
    device = headstack.Drive(config, conditions=conditions).open()
    page = bytes([0x01, 10, 0x80 if awre else 0, 1, 0, 0, 0, 0, retries, 0, 0, 0])
    device.command([0x15, 0x10, 0, 0, 16, 0], data=bytes(4) + page)
    return device


def write_errors(device: Session) -> dict[str, int]:
    """Log page 02h."""
    reply = device.command([0x4D, 0, 0x42, 0, 0, 0, 0, 0, 200, 0], room=200).reply
    values = {}
    at = 4
    while at < len(reply):
        length = reply[at + 3]
        values[reply[at + 1]] = int.from_bytes(reply[at + 4 : at + 4 + length], "big")
        at += 4 + length
    return {"moved": values[1], "retries": values[2], "uncorrected": values[6]}


def grown(device: Session) -> bytes:
    return device.command([0x37, 0, 0x08, 0, 0, 0, 0, 0, 200, 0], room=200).reply[4:]


@pytest.mark.parametrize("start", STARTS)
def test_a_lost_block_is_told_with_the_next_command(start: str) -> None:
    device = open_drive(start, awre=False)
    data = os.urandom(16 * BLOCK)
    assert device.write(FIRST, data).took_ms < 10  # GOOD, before the medium has been reached
    if start == "need":
        device.write(0, bytes(BLOCK), fua=True)
    else:
        device.settle()
    command = SYNCHRONIZE if start == "need" else [0, 0, 0, 0, 0, 0]
    with pytest.raises(CheckCondition) as caught:
        device.command(command)
    error = caught.value
    assert error.sense[0] == 0xF1
    assert (error.deferred, error.key, error.code, error.qualifier) == (True, 0x03, 0x0C, 0)
    assert error.information == BAD
    device.command(command)  # told once
    assert write_errors(device) == {"moved": 0, "retries": 3, "uncorrected": 1}
    assert grown(device) == b""
    # The blocks around it are on the medium; the buffer does not answer for the bad one.
    assert device.read(FIRST, 5, fua=True) == data[: 5 * BLOCK]
    assert device.read(BAD + 1, 10, fua=True) == data[6 * BLOCK :]
    with pytest.raises(CheckCondition) as caught:
        device.read(BAD)
    assert (caught.value.deferred, caught.value.code) == (False, 0x11)


@pytest.mark.parametrize("start", STARTS)
def test_or_moved(start: str) -> None:
    device = open_drive(start, awre=True)
    data = os.urandom(16 * BLOCK)
    device.write(FIRST, data)
    device.synchronize()
    device.settle()
    assert grown(device) == BAD.to_bytes(4, "big")
    assert write_errors(device) == {"moved": 1, "retries": 3, "uncorrected": 0}
    assert device.read(FIRST, 16, fua=True) == data
    device.power_cut()
    assert device.read(FIRST, 16, fua=True) == data


@pytest.mark.parametrize("start", ["idle", "need"])
def test_each_retry_is_a_revolution(start: str) -> None:
    """60 s / 5400 = 11.111 ms each, until the flush is over."""
    took = []
    for retries in (2, 3, 7):
        device = open_drive(start, awre=True, retries=retries)
        device.write(FIRST, bytes(16 * BLOCK))
        took.append(device.synchronize().took_ms)
    assert took[1] - took[0] == pytest.approx(60e3 / 5400, abs=1e-6)
    assert took[2] - took[1] == pytest.approx(4 * 60e3 / 5400, abs=1e-6)


@pytest.mark.parametrize("command_first", [False, True])
@pytest.mark.parametrize("start", STARTS)
def test_commands_come_between(start: str, command_first: bool) -> None:
    config = open_drive(start, awre=True).config
    config = config.with_value("destage.command_first", command_first)
    device = headstack.Drive(config).open()
    expected = {}
    for i in range(40):
        place = FIRST + 7 * (i % 5) - 16
        data = os.urandom(16 * BLOCK)
        device.write(place, data)
        for block in range(16):
            expected[place + block] = data[block * BLOCK : (block + 1) * BLOCK]
        device.read(1000 * i, 4)
        device.advance("3 ms")
    device.synchronize()
    assert grown(device) == BAD.to_bytes(4, "big")
    for lbn, content in expected.items():
        assert device.read(lbn, fua=True) == content


@pytest.mark.parametrize("start", STARTS)
def test_more_extents_than_the_channel_takes(start: str) -> None:
    """Every other of 80 blocks has been moved: 80 extents, of which the channel takes 64."""
    device = open_drive(start, awre=True, unwritable=[[2050, 0, 0]])
    moved = [FIRST + 2 * i for i in range(40)]
    addresses = b"".join(lbn.to_bytes(4, "big") for lbn in moved)
    for at in range(0, len(addresses), 80):
        part = addresses[at : at + 80]
        device.command([0x07, 0, 0, 0, 0, 0], data=bytes([0, 0, 0, len(part)]) + part)
    data = os.urandom(80 * BLOCK)
    assert device.write(FIRST, data).took_ms < 30
    device.synchronize()
    device.power_cut()
    assert device.read(FIRST, 80) == data
