"""Task management functions, and their effect on other hosts."""

import os

from serve.target import Initiator, Served, read_10, write_10

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
