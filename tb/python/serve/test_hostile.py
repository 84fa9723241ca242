"""Initiators that break rules, or take more than their share. Other sessions continue."""

import os

import pytest
from serve.target import Initiator, Served, read_10, write_10

from headstack_serve.iscsi import pdu


@pytest.mark.parametrize(
    ("bytes_sent", "reason"),
    [
        (bytes([0x3D]) + bytes(47), 5),  # no such unit
        (bytes([0x01, 0x81, 0, 0, 0xFF, 0, 0, 0]) + bytes(40), 4),  # too many headers
        (bytes([0x00, 0x80, 0, 0, 0, 0xFF, 0xFF, 0xFF]) + bytes(40), 4),  # too many data
        (bytes([0x03, 0x87]) + bytes(46), 4),  # a login in the full feature phase
        (bytes([0x21, 0x80]) + bytes(46), 4),  # a unit of a target
    ],
)
def test_what_ends_a_connection(
    target: Served, bytes_sent: bytes, reason: int, initiator: Initiator
) -> None:
    """The connection ends after a reject with the unit's header. Other sessions continue."""
    with Initiator(target.port, isid=os.urandom(6)) as bad:
        bad.login()
        bad.socket.sendall(bytes_sent)
        refused = bad.receive()
        assert (type(refused), refused.reason) == (pdu.Reject, reason)
        assert bytes(refused.data) == bytes_sent
        with pytest.raises(EOFError):
            bad.receive()
    assert initiator.ask(initiator.command(bytes(6))).status == 0


def test_wrong_digest_of_data(target: Served) -> None:
    with Initiator(target.port, isid=os.urandom(6)) as bad:
        bad.login(DataDigest="CRC32C")
        ping = b"".join(pdu.encode(pdu.NopOut(flags=0x80, tag=7, data=b"ping", immediate=True)))
        bad.socket.sendall(ping + b"none")
        refused = bad.receive()
        assert (refused.reason, bytes(refused.data)) == (2, ping[:48])


def test_a_flood_of_immediate_commands(initiator: Initiator) -> None:
    """The target takes 16 commands and refuses each other command. The session continues."""
    units = [
        initiator.command(write_10(0, 1), writes=bytes(512), sends=0, immediate=True)
        for _ in range(40)
    ]
    initiator.socket.sendall(b"".join(pdu.encode(unit)[0] for unit in units))
    answers = [initiator.receive() for _ in units]
    assert all(isinstance(answer, pdu.ReadyToTransfer) for answer in answers[:16])
    assert {answer.reason for answer in answers[16:]} == {6}
    assert initiator.ask(initiator.command(bytes(6))).status == 0


def test_memory_of_a_session(target: Served, initiator: Initiator) -> None:
    """A session that hoards memory leaves enough for the others."""
    with Initiator(target.port, isid=os.urandom(6)) as hoard:
        hoard.login()
        hoard.ask(hoard.command(bytes(6)))
        big = [hoard.command(write_10(0, 65535), writes=bytes(65535 * 512), sends=0) for _ in "ab"]
        assert all(isinstance(hoard.ask(unit), pdu.ReadyToTransfer) for unit in big)
        assert hoard.ask(hoard.command(read_10(0, 1000), reads=512_000)).status == 0x28
        initiator.send(initiator.command(read_10(0, 1000), reads=512_000))
        assert len(initiator.read_all()[0]) == 512_000
        huge = pdu.ScsiCommand(
            flags=0xA1, tag=77, expected_bytes=2**32 - 1, command_sn=hoard.command_sn,
            cdb=write_10(0, 1).ljust(16, b"\0"),
        )  # fmt: skip
        answer = hoard.ask(huge)
        assert (answer.status, answer.data[4], answer.data[14]) == (2, 5, 0x24)


def test_initiators_that_do_not_read(target: Served, initiator: Initiator) -> None:
    """Sessions that end with unsent data free their memory. Other sessions are served meanwhile."""
    isid, deaf = os.urandom(6), []
    for _ in range(70):
        host = Initiator(target.port, isid=isid)
        host.login()
        for _ in range(4):
            host.send(host.command(read_10(0, 8000), reads=4_096_000))
        deaf.append(host)
    assert initiator.ask(initiator.command(bytes(6))).status == 0
    for host in deaf:
        host.close()
