"""The target over its port: an initiator sends raw units, and checks every answer."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serve.target import NAME, Initiator, Served, read_10, served, write_10

from headstack import catalog
from headstack_serve import record
from headstack_serve.iscsi import chap, pdu, text

BLOCK = 512


@pytest.fixture(scope="module")
def target() -> Iterator[Served]:
    with served("--drive", "hp_c2247", "--scheduler", "sptf") as found:
        yield found
        found.stop()


@pytest.fixture
def initiator(target: Served) -> Iterator[Initiator]:
    with Initiator(target.port, isid=os.urandom(6)) as found:
        found.login()
        ready = found.command(bytes(6))
        found.ask(ready)  # takes a unit attention
        yield found


def test_discovery(target: Served) -> None:
    with Initiator(target.port) as host:
        pairs = {"InitiatorName": "iqn.2026-11.test:a", "SessionType": "Discovery"}
        answer = host.login_step(pairs, 1, 3)
        assert answer.status == 0
        found = host.ask(
            pdu.TextRequest(flags=0x80, tag=1, command_sn=1, data=b"SendTargets=All\0")
        )
        assert text.parse(found.data) == {
            "TargetName": NAME,
            "TargetAddress": f"127.0.0.1:{target.port},1",
        }


@pytest.mark.parametrize(
    ("pairs", "status"),
    [
        ({}, 0x0207),
        ({"InitiatorName": "a"}, 0x0207),
        ({"InitiatorName": "a", "TargetName": "iqn.other"}, 0x0203),
        ({"InitiatorName": "a", "TargetName": NAME, "SessionType": "Odd"}, 0x0209),
        ({"InitiatorName": "a", "TargetName": NAME, "x" * 70: "1"}, 0x0200),
    ],
)
def test_a_refused_login(target: Served, pairs: dict[str, str], status: int) -> None:
    with Initiator(target.port) as host:
        assert host.login_step(pairs, 1, 3).status == status
        with pytest.raises(EOFError):
            host.receive()


def test_negotiation(target: Served) -> None:
    """The results of RFC 7143, 13: least, OR, AND, lists, and keys that nobody knows."""
    with Initiator(target.port) as host:
        found = host.login(
            MaxBurstLength="16384", FirstBurstLength="999999", InitialR2T="No", ImmediateData="No",
            HeaderDigest="CRC32C,None", MaxConnections="8", ErrorRecoveryLevel="2",
            DefaultTime2Wait="7", OFMarker="No", XNonsense="1", MaxRecvDataSegmentLength="4096",
            MaxOutstandingR2T=" 1_0", DefaultTime2Retain="9999", DataPDUInOrder="Maybe",
        )  # fmt: skip
    assert found == {
        "TargetPortalGroupTag": "1", "MaxBurstLength": "16384", "FirstBurstLength": "65536",
        "InitialR2T": "No", "ImmediateData": "No", "HeaderDigest": "CRC32C", "MaxConnections": "1",
        "ErrorRecoveryLevel": "0", "DefaultTime2Wait": "7", "OFMarker": "Reject",
        "XNonsense": "NotUnderstood", "MaxRecvDataSegmentLength": "262144",
        "MaxOutstandingR2T": "Reject", "DefaultTime2Retain": "Reject", "DataPDUInOrder": "Reject",
    }  # fmt: skip


def _chap(host: Initiator, secret: bytes, name: str = "user", **more: str) -> Any:
    pairs = {"InitiatorName": "iqn.2026-11.test:a", "TargetName": NAME, "AuthMethod": "None,CHAP"}
    assert text.parse(host.login_step(pairs, 0, None).data)["AuthMethod"] == "CHAP"
    asked = text.parse(host.login_step({"CHAP_A": "7,5"}, 0, None).data)
    challenge = bytes.fromhex(asked["CHAP_C"][2:])
    proof = chap.response(asked["CHAP_A"], int(asked["CHAP_I"]), secret, challenge)
    return host.login_step({"CHAP_N": name, "CHAP_R": f"0x{proof.hex()}", **more}, 0, 1)


def test_chap(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("secret of user\n")
    (tmp_path / "ours").write_text("secret of target\n")
    options = ["--chap-user", "user", "--chap-secret", tmp_path / "theirs"]
    options += ["--own-user", "target", "--own-secret", tmp_path / "ours"]
    with served(*options) as found:
        for secret, name in ((b"wrong secret", "user"), (b"secret of user", "other")):
            with Initiator(found.port) as host:
                assert _chap(host, secret, name).status == 0x0201
        with Initiator(found.port) as host:  # no way around
            pairs = {"InitiatorName": "iqn.2026-11.test:a", "TargetName": NAME}
            assert host.login_step(pairs, 1, 3).status == 0x0201
        with Initiator(found.port) as host:
            answer = _chap(host, b"secret of user", CHAP_I="9", CHAP_C="0x0123")
            assert answer.status == 0
            proof = text.parse(answer.data)
            right = chap.response("7", 9, b"secret of target", bytes.fromhex("0123"))
            assert proof == {"CHAP_N": "target", "CHAP_R": f"0x{right.hex()}"}
            assert host.login_step({}, 1, 3).flags == 0x87
            assert host.ask(host.command(bytes(6))).status in (0, 2)
        found.stop()


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


def test_functions(initiator: Initiator) -> None:
    def manage(function: int, **more: int) -> int:
        unit = pdu.TaskManagement(flags=0x80 | function, tag=1000, immediate=True, **more)
        return int(initiator.ask(unit).response)

    write = initiator.command(write_10(0, 8), writes=bytes(4096), sends=0)
    asked = initiator.ask(write)
    assert isinstance(asked, pdu.ReadyToTransfer)
    assert manage(1, referenced_tag=write.tag) == 0
    late = pdu.DataOut(flags=0x80, tag=write.tag, transfer_tag=asked.transfer_tag, data=bytes(4096))
    initiator.send(late)  # of an aborted task
    assert manage(1, referenced_tag=12345) == 1
    assert manage(2) == 0
    assert manage(3) == 5
    assert manage(4) == 0
    assert manage(5) == 0
    assert manage(5, lun=9 << 48) == 2
    assert manage(6) == 0
    assert manage(8) == 4
    assert manage(99) == 255
    attention = initiator.ask(initiator.command(bytes(6)))
    assert attention.status == 2
    assert (attention.data[4], attention.data[14]) == (6, 0x29)


def test_functions_of_one_host_spare_the_others(target: Served, initiator: Initiator) -> None:
    with Initiator(target.port, isid=os.urandom(6)) as other:
        other.login()
        other.ask(other.command(bytes(6)))
        reads = [other.command(read_10(lbn, 8), reads=4096) for lbn in range(0, 80_000, 8000)]
        for read in reads:
            other.send(read)
        initiator.ask(pdu.TaskManagement(flags=0x82, tag=1, immediate=True))
        assert {other.read_all()[1].tag for _ in reads} == {read.tag for read in reads}


def test_a_session_anew(target: Served) -> None:
    """A login with the same name and number ends the old session."""
    isid = os.urandom(6)
    with Initiator(target.port, isid=isid) as old, Initiator(target.port, isid=isid) as new:
        old.login()
        new.login()
        with pytest.raises((EOFError, ConnectionError)):
            old.ask(old.command(bytes(6)))
        assert new.ask(new.command(bytes(6))).status in (0, 2)


def test_all_sessions_are_taken(target: Served) -> None:
    hosts = [Initiator(target.port, isid=os.urandom(6)) for _ in range(15)]
    for host in hosts:
        host.login()
    with Initiator(target.port, isid=os.urandom(6)) as one_more:
        pairs = {"InitiatorName": "iqn.2026-11.test:a", "TargetName": NAME}
        assert one_more.login_step(pairs, 1, 3).status == 0x0302
    for host in hosts:
        host.send(pdu.LogoutRequest(flags=0x80, tag=1, immediate=True))
        assert host.receive().response == 0
        host.close()


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


def test_a_flood_of_immediate_commands(initiator: Initiator) -> None:
    """So many are taken, the others are refused one by one, and the session continues."""
    units = [
        initiator.command(write_10(0, 1), writes=bytes(512), sends=0, immediate=True)
        for _ in range(40)
    ]
    initiator.socket.sendall(b"".join(pdu.encode(unit)[0] for unit in units))
    answers = [initiator.receive() for _ in units]
    assert all(isinstance(answer, pdu.ReadyToTransfer) for answer in answers[:16])
    assert {answer.reason for answer in answers[16:]} == {6}
    assert initiator.ask(initiator.command(bytes(6))).status == 0


def test_window_closes_and_opens(initiator: Initiator) -> None:
    """The window never has room for more than 128 open commands."""
    units = [initiator.command(read_10(i * 1000, 1), reads=512) for i in range(128)]
    initiator.socket.sendall(b"".join(pdu.encode(unit)[0] for unit in units))
    ends = [initiator.read_all()[1] for _ in units]
    assert all(end.max_command_sn - units[0].command_sn < 128 + n for n, end in enumerate(ends, 1))
    assert ends[-1].max_command_sn == units[-1].command_sn + 128


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


def test_a_cleared_write_is_reported(target: Served, initiator: Initiator) -> None:
    """A host whose task another host cleared gets a unit attention."""
    with Initiator(target.port, isid=os.urandom(6)) as other:
        other.login()
        other.ask(other.command(bytes(6)))
        other.ask(other.command(write_10(0, 8), writes=bytes(4096), sends=0))
        initiator.ask(pdu.TaskManagement(flags=0x84, tag=1, immediate=True))
        end = other.ask(other.command(bytes(6)))
        assert (end.status, end.data[4], end.data[14]) == (2, 6, 0x2F)
        assert other.ask(other.command(bytes(6))).status == 0


def test_initiators_that_do_not_read(target: Served, initiator: Initiator) -> None:
    """Sessions that end with unsent data leave nothing behind. Others are served meanwhile."""
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


def _receive_forever(host: Initiator) -> None:
    while True:
        host.receive()


def test_record_and_power_cut(tmp_path: Path) -> None:
    """A power cut ends all connections. A record with cut and reset has the same times again."""
    file = tmp_path / "served.parquet"
    with served("--scheduler", "sptf", "--record", file) as found:
        for cut in (True, False):
            with Initiator(found.port) as host:
                host.login()
                host.ask(host.command(bytes(6)))
                for lbn in range(0, 2_000_000, 50_000):
                    host.send(host.command(read_10(lbn, 8), reads=4096))
                for _ in range(7):
                    host.read_all()
                if cut:
                    found.cut_power()
                    with pytest.raises((EOFError, ConnectionError)):
                        _receive_forever(host)
                else:
                    host.ask(pdu.TaskManagement(flags=0x85, tag=1, immediate=True))
        found.stop()
    (again,) = record.replay(file)
    assert again.orders == found.document["commands"]
    assert again.different == []


def test_real_pace(tmp_path: Path) -> None:
    """Simulated time is wall time: ten random reads of a disk take their time."""
    file = tmp_path / "served.parquet"
    with served("--pace", "real", "--record", file) as found:
        with Initiator(found.port) as host:
            host.login()
            host.ask(host.command(bytes(6)))
            for lbn in range(0, 2_000_000, 200_000):
                host.send(host.command(read_10(lbn, 1), reads=512))
                host.read_all()
        found.stop()
    assert found.document["lag_p50_ms"] >= 0
    assert record.replay(file)[0].different == []


def test_real_pace_after_a_pause() -> None:
    """Simulated time passes while the drive is idle. So a read after a pause takes its time."""
    with served("--pace", "real") as found:
        with Initiator(found.port) as host:
            host.login()
            host.ask(host.command(bytes(6)))
            time.sleep(1)
            begin = time.monotonic()
            for number in range(20):
                lbn = 2_000_000 if number % 2 == 0 else 0
                host.send(host.command(read_10(lbn, 1), reads=512))
                host.read_all()
            took_s = time.monotonic() - begin
        found.stop()
    assert took_s > 20 * 0.009  # the shortest of these moves over the whole disk


def test_power_cut_with_a_spin_up(tmp_path: Path) -> None:
    """At the free pace the disk turns again before the first command after a power cut."""
    drive, file = tmp_path / "slow.toml", tmp_path / "served.parquet"
    drive.write_text(catalog.load("hp_c2247").with_value("spindle.spin_up", "20 s").to_toml())
    with served("--drive", drive, "--record", file) as found:
        with Initiator(found.port) as host:
            host.login()
            found.cut_power()
            with pytest.raises((EOFError, ConnectionError)):
                _receive_forever(host)
        with Initiator(found.port) as host:
            host.login()
            host.send(host.command(read_10(0, 1), reads=512))
            assert host.read_all()[1].status == 0
        assert "the target closed the connection" in found.stop()
    assert record.replay(file)[0].different == []


def test_contents_in_a_file(tmp_path: Path) -> None:
    """The data of a file are there for the next service. The file is sparse."""
    file, data = tmp_path / "disk.img", os.urandom(4096)
    for turn in range(2):
        with served("--contents", file) as found:
            with Initiator(found.port) as host:
                host.login()
                host.ask(host.command(bytes(6)))
                if turn == 0:
                    host.send(host.command(write_10(123_456, 8), writes=data, sends=4096))
                    assert host.receive().status == 0
                host.send(host.command(read_10(123_456, 8), reads=4096))
                assert host.read_all()[0] == data
            found.stop()
    assert file.stat().st_blocks * 512 < 1 << 20 < file.stat().st_size


def test_end_by_a_signal() -> None:
    """A service under load ends at Ctrl-C."""
    with served() as found, Initiator(found.port) as host:
        host.login()
        for lbn in range(0, 2_000_000, 50_000):
            host.send(host.command(read_10(lbn, 8), reads=4096))
        found.process.send_signal(signal.SIGTERM)
        found.stop()
