"""Sessions: commands one by one, data, times, errors, and the loss of power."""

import os

import pytest

import headstack
from headstack import CheckCondition, CommandLost, ConfigError, RunError, catalog
from headstack.session import Session, parse_time

BLOCK = 512


@pytest.fixture
def device() -> Session:
    return headstack.Drive("hp_c2247").open()


def test_reads_back_what_was_written(device: Session) -> None:
    data = os.urandom(BLOCK * 300)  # more than a segment
    device.write(70, data)
    assert device.read(70, 300) == data
    assert device.read(60, 20) == bytes(BLOCK * 10) + data[: BLOCK * 10]
    assert device.read(369, 2, fua=True) == data[-BLOCK:] + bytes(BLOCK)


def test_times(device: Session) -> None:
    assert device.now == 0
    command = device.submit_read(0, 1)
    assert not command.over
    assert command.finished is None
    assert device.now == 0  # submitting takes no time
    device.wait(command)
    assert command.good
    assert command.submitted == 0
    assert command.finished == device.now
    # 0.558 command, at most a seek to cylinder 1 and a revolution, sector, bus, overheads (ms).
    assert 1 < command.took_ms < 16
    before = device.now
    device.advance("1.5 ms")
    device.advance(7)
    assert device.now == before + 1_500_000_007


def test_commands_under_way(device: Session) -> None:
    commands = [device.submit_write(place, bytes([1]) * BLOCK) for place in (10, 100_000, 5)]
    assert device.under_way == commands
    with pytest.raises(RunError, match="under way"):
        commands[0].check()
    device.wait()
    assert device.under_way == []
    assert all(command.good for command in commands)


def test_check_condition(device: Session) -> None:
    with pytest.raises(CheckCondition, match="illegal request, code 20h/00h") as caught:
        device.command([0xFF, 0, 0, 0, 0, 0])
    error = caught.value
    assert (error.key, error.code, error.qualifier, error.deferred) == (0x05, 0x20, 0x00, False)
    beyond = device.config.blocks
    with pytest.raises(CheckCondition) as caught:
        device.command([0x28, 0, *beyond.to_bytes(4, "big"), 0, 0, 1, 0])
    assert (caught.value.code, caught.value.information) == (0x21, beyond)


def test_any_command(device: Session) -> None:
    inquiry = device.command([0x12, 0, 0, 0, 96, 0], room=96)
    assert len(inquiry.reply) == 36
    assert inquiry.reply[8:16] == b"HEADSTCK"


def test_arguments_are_checked(device: Session) -> None:
    with pytest.raises(ConfigError, match="whole blocks of 512"):
        device.write(0, b"short")
    with pytest.raises(ConfigError, match="lbn is"):
        device.read(device.config.blocks)
    with pytest.raises(ConfigError, match="blocks is 2"):
        device.read(device.config.blocks - 1, 2)
    with pytest.raises(ConfigError, match="with a unit"):
        device.advance("3")
    with pytest.raises(ConfigError, match="attribute 'late'"):
        device.submit_read(0, attribute="late")
    device.advance("1 ms")
    with pytest.raises(ConfigError, match="has passed"):
        device.power_cut(at="0.5 ms")
    with pytest.raises(ConfigError, match="placement='drive'"):
        headstack.Drive("hp_c2247", placement="host").open()
    device.close()
    with pytest.raises(RunError, match="closed"):
        device.read(0)


def test_parse_time() -> None:
    assert parse_time("t", "1 ms") == 10**9
    assert parse_time("t", "0.5ns") == 500
    assert parse_time("t", 12) == 12
    with pytest.raises(ConfigError, match="whole number of ps"):
        parse_time("t", "0.5 ps")


def test_power_cut_loses_commands(device: Session) -> None:
    device.write(0, b"\x11" * BLOCK)
    write = device.submit_write(50_000, b"\x22" * BLOCK)
    assert device.power_cut(at=device.now + 10**9) == [write]
    assert write.lost
    assert write.status is None
    with pytest.raises(CommandLost):
        write.check()
    assert device.read(0) == b"\x11" * BLOCK
    assert device.read(50_000) == bytes(BLOCK)


def test_spin_up_and_unit_attention_after_a_loss() -> None:
    config = catalog.load("hp_c2247").with_value("spindle.spin_up", "5 s")
    config = config.with_value("power.unit_attention", True)
    with headstack.Drive(config).open() as device:
        device.read(0)  # the session begins with a drive that is ready
        device.power_cut()
        with pytest.raises(CheckCondition) as caught:
            device.read(0)
        assert (caught.value.key, caught.value.code) == (0x06, 0x29)
        with pytest.raises(CheckCondition) as caught:
            device.read(0)
        assert (caught.value.key, caught.value.code, caught.value.qualifier) == (0x02, 0x04, 0x01)
        device.advance("5 s")
        device.read(0)


def test_sessions_and_runs_side_by_side() -> None:
    workload = headstack.workload.closed(2, requests=200)
    alone = headstack.Drive("hp_c2247").run(workload)
    with (
        headstack.Drive("hp_c2247").open() as one,
        headstack.Drive("ibm_dnes_309170w", scheduler="sptf").open() as other,
    ):
        one.write(5, b"1" * BLOCK)
        other.write(5, b"2" * BLOCK)
        again = headstack.Drive("hp_c2247").run(workload)
        assert one.read(5) == b"1" * BLOCK
        assert other.read(5) == b"2" * BLOCK
    assert (alone.columns["finish"] == again.columns["finish"]).all()


def test_a_session_takes_the_time_of_a_run() -> None:
    """Contents change nothing in time: the same reads and writes, replayed and in a session."""
    for name in ("hp_c2247", "ibm_dnes_309170w"):
        requests = [(100, 16, True), (100, 4, False), (9000, 64, False), (9064, 64, False)]
        requests += [(200_000, 300, True), (116, 8, True), (200_010, 5, False)]
        finished = []
        for contents in (True, False):
            with headstack.Drive(name).open(contents=contents) as device:
                for lbn, blocks, write in requests:
                    if write:
                        device.write(lbn, bytes(blocks * BLOCK))
                    else:
                        device.read(lbn, blocks)
                finished.append(device.now)
        assert finished[0] == finished[1]


MODE_CACHING = bytes([0x88, 10])  # it can be saved (PS)


def set_cache(device: Session, *, wce: bool, rcd: bool = False) -> headstack.session.Command:
    """MODE SELECT of the caching page, with the values that it has otherwise."""
    page = bytearray(device.command([0x1A, 0x08, 0x08, 0, 64, 0], room=64).reply[4:])
    assert page[:2] == MODE_CACHING
    page[2] = (0x04 if wce else 0) | (0x01 if rcd else 0)
    data = bytes(4) + bytes(page)
    return device.command([0x15, 0x10, 0, 0, len(data), 0], data=data)


def test_wce_switches_write_back() -> None:
    config = catalog.load("hp_c2247").with_value("destage.start", "need")
    with headstack.Drive(config).open() as device:
        through = device.write(1000, b"a" * BLOCK)
        set_cache(device, wce=True)
        cached = device.write(2000, b"b" * BLOCK)
        assert cached.took_ms < 2 < through.took_ms
        assert set_cache(device, wce=False).took_ms > 2  # it brings the block onto the medium
        device.power_cut()
        assert device.read(2000) == b"b" * BLOCK
        set_cache(device, wce=True)
        device.write(2000, b"c" * BLOCK)
        device.power_cut()  # which also clears WCE
        assert device.read(2000) == b"b" * BLOCK
        assert device.write(3000, b"d" * BLOCK).took_ms > 2


def test_rcd_takes_hits_away(device: Session) -> None:
    device.read(1000, 8)
    assert device.read(1000, 8) == bytes(8 * BLOCK)
    hit = device.submit_read(1000, 8)
    device.wait(hit)
    set_cache(device, wce=False, rcd=True)
    device.read(1000, 8)
    miss = device.submit_read(1000, 8)
    device.wait(miss)
    assert miss.took_ms > hit.took_ms + 2


def test_rcd_on_a_drive_that_reads_whole_tracks() -> None:
    config = catalog.load("hp_c2247").with_value("cache.whole_track_read", True)
    with headstack.Drive(config).open() as device:
        device.write(40, b"a" * BLOCK)
        set_cache(device, wce=False, rcd=True)
        for lbn in (0, 40, 40, 90):  # the last one crosses to the next track
            assert len(device.read(lbn, 16)) == 16 * BLOCK
        assert device.read(40) == b"a" * BLOCK


def test_synchronize_and_stop_flush() -> None:
    config = catalog.load("hp_c2247").with_value("destage.start", "need")
    config = config.with_value("cache.write_back", True)
    for flush in ("synchronize", "immediate", "stop"):
        with headstack.Drive(config).open() as device:
            device.write(1000, b"a" * BLOCK)
            if flush == "synchronize":
                assert device.synchronize().took_ms > 2
            elif flush == "immediate":
                assert device.synchronize(immediate=True).took_ms < 2
                device.advance("50 ms")
            else:
                device.command([0x1B, 0, 0, 0, 0, 0])
            device.power_cut()
            assert device.read(1000) == b"a" * BLOCK, flush


def test_neighbours_are_written_as_one() -> None:
    """Eight writes in a row go to the medium in hardly more than the time of one."""
    config = catalog.load("hp_c2247").with_value("destage.start", "need")
    config = config.with_value("cache.write_back", True)
    with headstack.Drive(config).open() as device:
        for block in range(8):
            device.write(1000 + block, bytes([block]) * BLOCK)
        assert device.read(1002, 3) == b"".join(bytes([b]) * BLOCK for b in (2, 3, 4))
        flush = device.synchronize()
        # 5400 rpm: a seek of at most 10 ms, a revolution of 11.1 ms, eight sectors of 0.12 ms.
        assert flush.took_ms < 25
        device.power_cut()
        assert device.read(1000, 8) == b"".join(bytes([b]) * BLOCK for b in range(8))


def test_data_of_a_run_are_checked_and_cost_no_time() -> None:
    """A small disk in effect: large requests, so that they meet; every kind of caching."""
    load = headstack.workload.closed(8, requests=300, size="400KiB", read_fraction=0.5)
    for name, values in (
        ("hp_c2247", {}),
        ("ibm_dnes_309170w", {}),
        ("ibm_dnes_309170w", {"destage.start": "idle", "destage.command_first": True}),
    ):
        config = catalog.load(name).with_values(values)
        drive = headstack.Drive(config, scheduler="sptf")
        plain, checked = drive.run(load), drive.run(load, contents=True)
        assert (plain.columns["finish"] == checked.columns["finish"]).all()


def test_what_was_read_ahead_before_destaging_is_old() -> None:
    config = catalog.load("hp_c2247").with_value("destage.start", "need")
    config = config.with_value("cache.write_back", True)
    with headstack.Drive(config).open() as device:
        device.write(1010, b"n" * BLOCK)
        device.write(90_000, b"x" * BLOCK)
        device.read(1000, 4)  # and 128 blocks ahead, with the old 1010 among them
        device.advance("50 ms")
        assert device.read(1010) == b"n" * BLOCK  # from the write buffer
        device.synchronize()
        assert device.read(1008, 4) == bytes(2 * BLOCK) + b"n" * BLOCK + bytes(BLOCK)


# --- what goes wrong ---


@pytest.mark.parametrize("name", [drive.name for drive in headstack.drives()])
def test_a_power_cut_in_the_instant_of_a_status(name: str) -> None:
    """The second command's own instant: its end has fired by then, and must not happen."""
    with headstack.Drive(name).open() as device:
        first, second = device.submit([0] * 6), device.submit([0] * 6)
        device.wait(first)
        assert device.power_cut() == [second]
        device.settle()
        assert first.good
        assert second.lost
        assert device.command([0x12, 0, 0, 0, 36, 0], room=36).good


def test_a_lost_command_has_no_sense_of_an_older_one(device: Session) -> None:
    with pytest.raises(CheckCondition):
        device.command([0xFF, 0, 0, 0, 0, 0])
    lost = device.submit_write(1000, bytes(BLOCK))
    device.advance("2 ms")
    assert device.power_cut() == [lost]
    assert lost.sense == b""


def test_a_write_that_is_given_too_little_data(device: Session) -> None:
    device.write(0, b"o" * 4 * BLOCK)
    cdb = [0x2A, 0, 0, 0, 0, 0, 0, 0, 4, 0]
    for data, room in ((b"n" * BLOCK, 0), (b"", 0), (b"", 4 * BLOCK)):
        message = f"more than the {len(data) or room} bytes given .* aborted command, code 48h/00h"
        with pytest.raises(CheckCondition, match=message):
            device.command(cdb, data=data, room=room)
        kept = device.read(0, 4)
        assert kept[BLOCK:] == b"o" * 3 * BLOCK
        assert kept[:BLOCK] in (b"o" * BLOCK, data)


def test_a_read_that_has_too_little_room(device: Session) -> None:
    device.write(0, b"o" * 4 * BLOCK)
    short = device.submit([0x28, 0, 0, 0, 0, 0, 0, 0, 4, 0], room=2 * BLOCK + 7)
    device.wait(short)
    assert short.residual == 7  # whole blocks have come
    with pytest.raises(CheckCondition, match="more than the 1031 bytes given as data or room"):
        short.check()
    with pytest.raises(CheckCondition, match="48h/00h"):
        device.command([0x28, 0, 0, 0, 0, 0, 0, 0, 4, 0], data=bytes(4 * BLOCK))  # the other way
    assert device.read(0, 4) == b"o" * 4 * BLOCK


def test_what_the_drive_does_not_want_is_residual(device: Session) -> None:
    written = device.command([0x2A, 0, 0, 0, 0, 0, 0, 0, 1, 0], data=b"n" * 4 * BLOCK)
    assert written.good
    assert written.residual == 3 * BLOCK
    assert device.read(0, 2) == b"n" * BLOCK + bytes(BLOCK)
    brought = device.command([0x12, 0, 0, 0, 96, 0], room=96)
    assert brought.residual == 96 - len(brought.reply) == 60
    assert device.submit_read(0).residual is None


def test_a_bus_that_takes_no_time_does_not_overtake_the_medium() -> None:
    """Pieces of a read end in the middle of tracks, at an instant between two ticks."""
    drive = headstack.Drive(catalog.load("hp_97560").with_value("bus.read_rate", "0 ms/block"))
    load = headstack.workload.closed(4, requests=60, size="300KiB", read_fraction=0.6, seed=0)
    assert drive.run(load, contents=True).summary["requests"] == 60


@pytest.mark.parametrize(
    ("code", "bytes_of"), [(0x00, 6), (0x28, 10), (0x55, 10), (0x88, 16), (0x9E, 16), (0xA8, 12)]
)
def test_a_command_block_is_as_long_as_its_operation_says(
    device: Session, code: int, bytes_of: int
) -> None:
    """By the group, the upper three bits (SCSI-2 7.2.1); it is not filled up."""
    said = f"operation {code:02x}h has {bytes_of}"
    for length in range(1, bytes_of):
        with pytest.raises(ConfigError, match=f"cdb: {length} bytes; {said}"):
            device.command([code, *[0] * (length - 1)])
    assert device.under_way == []
    whole = device.submit([code, *[0] * (bytes_of - 1)])
    device.wait(whole)
    assert whole.over
