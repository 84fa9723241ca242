"""The service as a whole: its paces, power cuts, records, files and its end."""

import os
import signal
import time
from pathlib import Path

import pytest
from serve.target import START_AT_ONCE, STOP, Initiator, read_10, sense_of, served, write_10

from headstack import catalog
from headstack_serve import record, replaying
from headstack_serve.iscsi import pdu


@pytest.fixture
def slow_drive(tmp_path: Path) -> Path:
    """The file of a drive whose disk takes 20 s to start."""
    file = tmp_path / "slow.toml"
    file.write_text(catalog.load("hp_c2247").with_value("spindle.spin_up", "20 s").to_toml())
    return file


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
                        host.receive_until_the_end()
                else:
                    host.ask(pdu.TaskManagement(flags=0x85, tag=1, immediate=True))
        found.stop()
    (again,) = replaying.replay(file)
    assert again.orders == found.document["commands"]
    assert again.different == []


def test_priorities_of_commands(tmp_path: Path) -> None:
    """Protocol level 2 has priorities (RFC 7144), in the upper bits of byte 2. Level 1 has none."""
    file = tmp_path / "served.parquet"
    with served("--scheduler", "edf", "--record", file) as found:
        for level in ("2", "1"):
            with Initiator(found.port) as host:
                assert host.login(iSCSIProtocolLevel=level)["iSCSIProtocolLevel"] == level
                host.ask(host.command(bytes(6)))
                for priority in (0x00, 0x10, 0xF7):
                    unit = host.command(read_10(0, 1), reads=512)
                    unit.priority = priority
                    host.send(unit)
                    assert host.read_all()[1].status == 0
        found.stop()
    (served_unit,) = record.read(file)
    reads = [row["priority"] for row in served_unit.rows if row["cdb"][:1] == b"\x28"]
    assert reads == [0, 1, 15, 0, 0, 0]
    assert replaying.replay(file)[0].different == []


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
    assert replaying.replay(file)[0].different == []


def test_real_pace_after_a_pause() -> None:
    """Simulated time passes while the drive is idle. A read after a pause takes its time."""
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


def test_power_cut_with_a_spin_up(slow_drive: Path, tmp_path: Path) -> None:
    """At the free pace the disk turns again before the first command after a power cut."""
    file = tmp_path / "served.parquet"
    with served("--drive", slow_drive, "--record", file) as found:
        with Initiator(found.port) as host:
            host.login()
            found.cut_power()
            with pytest.raises((EOFError, ConnectionError)):
                host.receive_until_the_end()
        with Initiator(found.port) as host:
            host.login()
            assert sense_of(host.ask(host.command(bytes(6)))) == (0x06, 0x29, 0x00)
            host.send(host.command(read_10(0, 1), reads=512))
            assert host.read_all()[1].status == 0
        assert "the target closed the connection" in found.stop()
    assert replaying.replay(file)[0].different == []


def test_the_power_on_is_reported_to_each_initiator() -> None:
    """By a unit attention (SPC-4, 5.14; SCSI-2, 6.9), once, and again after a power cut."""
    with served("--drive", "hp_c2247") as found:
        for _ in range(2):
            with (
                Initiator(found.port, isid=b"\x40\0\0\0\0\1") as one,
                Initiator(found.port, isid=b"\x40\0\0\0\0\2") as other,
            ):
                for host in (one, other):
                    host.login()
                for host in (one, other):
                    assert sense_of(host.ask(host.command(bytes(6)))) == (0x06, 0x29, 0x00)
                    assert host.ask(host.command(bytes(6))).status == 0
                found.cut_power()
                for host in (one, other):
                    with pytest.raises((EOFError, ConnectionError)):
                        host.receive_until_the_end()
        found.stop()


def test_a_disk_that_starts_at_the_free_pace(slow_drive: Path, tmp_path: Path) -> None:
    """A host that asks again and again finds the disk ready, because time passes meanwhile."""
    file = tmp_path / "served.parquet"
    with served("--drive", slow_drive, "--record", file) as found:
        with Initiator(found.port) as host:
            host.login()
            host.ask(host.command(bytes(6)))
            assert host.ask(host.command(STOP)).status == 0
            stopped = host.ask(host.command(bytes(6)))
            assert sense_of(stopped) == (0x02, 0x04, 0x02)
            assert host.ask(host.command(START_AT_ONCE)).status == 0
            answers = []
            while (answer := host.ask(host.command(bytes(6)))).status != 0:
                answers.append(sense_of(answer))
                assert len(answers) < 30
            assert set(answers) == {(0x02, 0x04, 0x01)}
            assert len(answers) in (20, 21)  # a second passes after each
            host.send(host.command(read_10(0, 1), reads=512))
            assert host.read_all()[1].status == 0
        found.stop()
    assert replaying.replay(file)[0].different == []


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
