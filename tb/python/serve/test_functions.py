"""Task management functions, and their effect on other hosts."""

import os
from pathlib import Path

from serve.target import Initiator, Served, read_10, sense_of, served, write_10

from headstack import catalog
from headstack_serve.iscsi import pdu


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


def test_a_cleared_write_is_reported(target: Served, initiator: Initiator) -> None:
    """A host gets a unit attention after another host has cleared its task."""
    with Initiator(target.port, isid=os.urandom(6)) as other:
        other.login()
        other.ask(other.command(bytes(6)))
        other.ask(other.command(write_10(0, 8), writes=bytes(4096), sends=0))
        initiator.ask(pdu.TaskManagement(flags=0x84, tag=1, immediate=True))
        end = other.ask(other.command(bytes(6)))
        assert (end.status, end.data[4], end.data[14]) == (2, 6, 0x2F)
        assert other.ask(other.command(bytes(6))).status == 0


def test_a_session_leaves_nothing_to_the_next(target: Served) -> None:
    """The SCSI id of a session that ended belongs to a new initiator, which the drive tells."""

    def sense(host: Initiator, cdb: bytes = bytes(6)) -> tuple[int, int, int] | None:
        answer = host.ask(host.command(cdb))
        return sense_of(answer) if answer.status == 2 else None

    with Initiator(target.port, isid=os.urandom(6)) as old:
        old.login()
        sense(old)
        assert sense(old) is None
        assert old.ask(old.command(bytes([0x16, 0, 0, 0, 0, 0]))).status == 0
        assert sense(old, b"\xff") == (5, 0x20, 0)  # which a REQUEST SENSE would return
        for lbn in range(0, 80_000, 8000):
            old.send(old.command(read_10(lbn, 8), reads=4096))
        old.ask_to_leave()
    with Initiator(target.port, isid=os.urandom(6)) as new:
        new.login()
        assert sense(new) == (6, 0x29, 0)
        assert sense(new) is None
        asked = new.command(bytes([3, 0, 0, 0, 18, 0]), reads=18)
        new.send(asked)
        data, _ = new.read_all()
        assert data[2] == 0


def test_a_drive_of_spc_4_tells_of_the_lost_nexus(tmp_path: Path) -> None:
    path = tmp_path / "modern.toml"
    path.write_text(catalog.load("hp_c2247").with_value("interface.standard", "SPC-4").to_toml())
    with served("--drive", path) as target:
        for qualifier in (0, 7, 7):  # of the power, and of the session before
            with Initiator(target.port, isid=os.urandom(6)) as host:
                host.login()
                answer = host.ask(host.command(bytes(6)))
                assert sense_of(answer) == (6, 0x29, qualifier)
                assert host.ask(host.command(bytes(6))).status == 0
                host.ask_to_leave()
        target.stop()
