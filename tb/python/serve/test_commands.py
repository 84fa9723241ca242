"""Commands over the target's port: their data, their residuals and their order."""

import os
from typing import Any

import pytest
from serve.target import BLOCK, Initiator, Served, read_10, sense_of, write_10

from headstack_serve.iscsi import pdu


@pytest.mark.parametrize("digests", ["None", "CRC32C"])
@pytest.mark.parametrize(
    ("first", "immediate", "carried", "requests"),
    [("Yes", "Yes", 0, 2), ("Yes", "Yes", BLOCK, 2), ("No", "Yes", BLOCK, 1), ("No", "No", 0, 1)],
)
def test_ways_of_a_write(
    target: Served, first: str, immediate: str, carried: int, requests: int, digests: str
) -> None:
    """Immediate, unsolicited and requested data together are the data of the write."""
    with Initiator(target.port, isid=os.urandom(6)) as host:
        host.login(
            InitialR2T=first, ImmediateData=immediate, HeaderDigest=digests, DataDigest=digests,
            FirstBurstLength="2048", MaxBurstLength="4096",
        )  # fmt: skip
        host.ask(host.command(bytes(6)))
        data = os.urandom(6 * 1024)
        unit = host.command(write_10(64, 12), writes=data, sends=carried, final=first == "Yes")
        host.send(unit)
        have = carried
        if first == "No":
            host.send(pdu.DataOut(flags=0x80, tag=unit.tag, offset=have, data=data[have:2048]))
            have = 2048
        for number in range(requests):
            asked = host.receive()
            assert isinstance(asked, pdu.ReadyToTransfer)
            assert (asked.request_sn, asked.offset) == (number, have)
            assert asked.length == min(4096, len(data) - have)
            half = have + asked.length // 2
            common = {"tag": unit.tag, "transfer_tag": asked.transfer_tag}
            host.send(pdu.DataOut(**common, offset=have, data=data[have:half]))
            have += asked.length
            host.send(
                pdu.DataOut(flags=0x80, **common, data_sn=1, offset=half, data=data[half:have])
            )
        assert host.receive().status == 0
        host.send(host.command(read_10(64, 12), reads=len(data)))
        assert host.read_all()[0] == data


def test_cut_of_a_read(target: Served) -> None:
    """Units have no more data than the initiator takes, and sequences no more than a burst."""
    with Initiator(target.port, isid=os.urandom(6)) as host:
        host.login(MaxRecvDataSegmentLength="1536", MaxBurstLength="4096")
        host.ask(host.command(bytes(6)))
        host.send(host.command(read_10(0, 12), reads=12 * BLOCK))
        units = []
        while not units or not units[-1].flags & 1:
            units.append(host.receive())
        assert [len(unit.data) for unit in units] == [1536, 1536, 1024, 1536, 512]
        assert [bool(unit.flags & 0x80) for unit in units] == [False, False, True, False, True]
        assert [unit.data_sn for unit in units] == list(range(5))


@pytest.mark.parametrize(
    ("cdb", "expected", "flag", "residual"),
    [
        (read_10(0, 2), 1024, 0, 0),
        (read_10(0, 2), 512, 4, 512),
        (read_10(0, 2), 100, 4, 924),
        (read_10(0, 2), 2000, 2, 976),
        (bytes([0x12, 0, 0, 0, 36, 0]), 255, 2, 219),
    ],
)
def test_residual_of_a_read(
    initiator: Initiator, cdb: bytes, expected: int, flag: int, residual: int
) -> None:
    initiator.send(initiator.command(cdb, reads=expected))
    data, end = initiator.read_all()
    assert (end.status, end.flags & 6, end.residual) == (0, flag, residual)
    assert len(data) == expected - (residual if flag == 2 else 0)


@pytest.mark.parametrize(
    ("blocks", "count", "flag", "residual"),
    [(2, 1024, 0, 0), (2, 512, 4, 512), (1, 200, 4, 312), (1, 1000, 2, 488)],
)
def test_residual_of_a_write(
    initiator: Initiator, blocks: int, count: int, flag: int, residual: int
) -> None:
    initiator.send(initiator.command(write_10(8, 4), writes=bytes(2048)))
    assert initiator.receive().status == 0
    initiator.send(initiator.command(write_10(8, blocks), writes=b"\xff" * count))
    end = initiator.receive()
    assert (end.status, end.flags & 6, end.residual) == (0, flag, residual)
    initiator.send(initiator.command(read_10(8, 4), reads=2048))
    whole = min(blocks, count // BLOCK)
    assert initiator.read_all()[0] == b"\xff" * BLOCK * whole + bytes(2048 - BLOCK * whole)


def test_a_unit_that_is_not_there(initiator: Initiator) -> None:
    initiator.send(initiator.command(bytes([0x12, 0, 0, 0, 36, 0]), reads=36, lun=5))
    assert initiator.read_all()[0][0] == 0x7F
    end = initiator.ask(initiator.command(bytes(6), lun=5))
    assert end.status == 2
    assert (end.data[4], end.data[14]) == (0x05, 0x25)


@pytest.mark.parametrize("attribute", [0, 1, 2, 3])
def test_attributes_of_a_task(initiator: Initiator, attribute: int) -> None:
    """Untagged, simple, ordered and head of queue."""
    unit = initiator.command(bytes(6))
    unit.flags = 0x80 | attribute
    assert initiator.ask(unit).status == 0


@pytest.mark.parametrize("attribute", [4, 5, 6, 7])
def test_a_task_with_aca_is_refused(initiator: Initiator, attribute: int) -> None:
    """Attribute 4 is ACA. The attributes after ACA are reserved."""
    unit = initiator.command(bytes(6))
    unit.flags = 0x80 | attribute
    end = initiator.ask(unit)
    assert (end.tag, end.status, sense_of(end)) == (unit.tag, 2, (0x05, 0x24, 0x00))
    assert initiator.ask(initiator.command(bytes(6))).status == 0


def test_a_bidirectional_command_is_refused(initiator: Initiator) -> None:
    """The command writes nothing, and its late data have no effect."""
    initiator.send(initiator.command(write_10(8, 1), writes=bytes(BLOCK)))
    assert initiator.receive().status == 0
    unit = initiator.command(write_10(8, 1), writes=b"\xff" * BLOCK)
    unit.flags |= 0x40
    end = initiator.ask(unit)
    assert (end.tag, end.status, sense_of(end)) == (unit.tag, 2, (0x05, 0x24, 0x00))
    initiator.send(pdu.DataOut(flags=0x80, tag=unit.tag, data=b"\xff" * BLOCK))
    initiator.send(initiator.command(read_10(8, 1), reads=BLOCK))
    assert initiator.read_all()[0] == bytes(BLOCK)


def test_both_directions_without_data(initiator: Initiator) -> None:
    """A command that expects no bytes is not bidirectional."""
    unit = initiator.command(bytes(6))
    unit.flags |= 0x60
    assert initiator.ask(unit).status == 0


def test_order_of_commands(initiator: Initiator) -> None:
    """Numbers outside of the window have no effect. A gap ends the connection."""
    first, second = initiator.command(bytes(6)), initiator.command(bytes(6))
    far = pdu.ScsiCommand(flags=0x81, tag=99, command_sn=second.command_sn + 5000)
    initiator.send(far)
    initiator.send(first)
    initiator.send(second)
    assert [initiator.receive().tag for _ in range(2)] == [first.tag, second.tag]
    initiator.send(first)  # again: too low
    ping = initiator.ask(pdu.NopOut(flags=0x80, tag=7, data=b"ping", immediate=True))
    assert (ping.tag, bytes(ping.data)) == (7, b"ping")
    initiator.command(bytes(6))
    refused = initiator.ask(initiator.command(bytes(6)))
    assert (type(refused), refused.reason) == (pdu.Reject, 4)
    with pytest.raises(EOFError):
        initiator.receive()


def test_window_closes_and_opens(initiator: Initiator) -> None:
    """The window never has room for more than 128 open commands."""
    units = [initiator.command(read_10(i * 1000, 1), reads=512) for i in range(128)]
    initiator.socket.sendall(b"".join(pdu.encode(unit)[0] for unit in units))
    ends = [initiator.read_all()[1] for _ in units]
    assert all(end.max_command_sn - units[0].command_sn < 128 + n for n, end in enumerate(ends, 1))
    assert ends[-1].max_command_sn == units[-1].command_sn + 128


def test_texts(initiator: Initiator) -> None:
    def ask(flags: int, data: bytes, transfer_tag: int = pdu.NO_TAG) -> Any:
        return initiator.ask(
            pdu.TextRequest(
                flags=flags, tag=5, data=data, transfer_tag=transfer_tag, immediate=True
            )
        )

    assert bytes(ask(0x80, b"X-a=1\0").data) == b"X-a=NotUnderstood\0"
    begun = ask(0x40, b"X-b=")
    assert (begun.flags, begun.transfer_tag != pdu.NO_TAG, bytes(begun.data)) == (0, True, b"")
    rest = ask(0x80, b"2\0", begun.transfer_tag)
    assert bytes(rest.data) == b"X-b=NotUnderstood\0"
    ask(0x40, b"X-c=")
    assert bytes(ask(0x80, b"X-d=1\0").data) == b"X-d=NotUnderstood\0"  # begins anew
    more = ask(0, b"X-e=1\0")
    assert (more.flags, more.transfer_tag != pdu.NO_TAG) == (0, True)
    assert ask(0x80, b"nonsense").reason == 9
    assert bytes(ask(0x80, b"SendTargets=All\0").data) == b"SendTargets=Reject\0"
