"""The ways to a real drive: what may pass, what is refused, and what is told."""

import ctypes
from pathlib import Path

import pytest

from headstack import ConfigError, Drive, RunError
from headstack_identify.device.transport import in_use, libiscsi, noisy, sense, sg
from headstack_identify.device.transport.permitted import Forbidden, Permitted
from headstack_identify.extract import Answer, Request, SessionTarget

READ = Request(bytes([0x28, 0, 0, 0, 0, 9, 0, 0, 1, 0]), room=512)


class Recorder:
    """Notes the commands that arrive."""

    now = 0

    def __init__(self) -> None:
        self.came: list[int] = []

    def advance(self, ps: int) -> None:
        self.now += ps

    def command(self, request: Request) -> Answer:
        self.came.append(request.cdb[0])
        return Answer(0, b"", b"", 0, 0)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        return self.command(first), self.command(second)


HARMLESS = {0x00, 0x03, 0x12, 0x1A, 0x5A, 0x25, 0x28, 0x88, 0x37, 0xB7}


def test_only_reads_pass() -> None:
    """Every operation code is tried: those that could change a drive never arrive."""
    inner = Recorder()
    target = Permitted(inner)
    for code in range(256):
        request = Request(bytes([code, *bytes(15)]))
        if code in HARMLESS:
            target.command(request)
        else:
            with pytest.raises(Forbidden, match=f"{code:#04x} could change the drive"):
                target.command(request)
            with pytest.raises(Forbidden):
                target.together(READ, request, 1)
            with pytest.raises(Forbidden):
                target.together(request, READ, 1)
    assert set(inner.came) == HARMLESS


def test_of_service_actions_only_the_capacity_passes() -> None:
    inner = Recorder()
    for action in range(32):
        request = Request(bytes([0x9E, action, *bytes(14)]), room=32)
        if action == 0x10:
            Permitted(inner).command(request)
        else:
            with pytest.raises(Forbidden):
                Permitted(inner).command(request)


def test_no_data_go_to_the_drive_with_a_read() -> None:
    with pytest.raises(Forbidden):
        Permitted(Recorder()).command(Request(READ.cdb, data=bytes(512)))


class Numbered(Recorder):
    """Reports a serial number. `None`: the drive lacks the page."""

    def __init__(self, serial: bytes | None) -> None:
        super().__init__()
        self._serial = serial

    def command(self, request: Request) -> Answer:
        super().command(request)
        if request.cdb[:3] != bytes([0x12, 1, 0x80]):
            return Answer(0, b"", b"", 0, 0)
        if self._serial is None:
            return Answer(2, b"", bytes([0x70, 0, 5, *bytes(9), 0x24, *bytes(5)]), 0, 0)
        return Answer(0, bytes([0, 0x80, 0, len(self._serial)]) + self._serial + b"xy", b"", 0, 0)


def passed(target: Permitted) -> set[int]:
    """Tries every operation code, with data for the drive. Returns the codes that passed."""
    found = set()
    for code in range(256):
        try:
            target.command(Request(bytes([code, *bytes(15)]), data=bytes(512)))
        except Forbidden:
            continue
        found.add(code)
    return found


@pytest.mark.parametrize("told", [b"ABC-123", b"  ABC-123 ", b"ABC-123\0"])
def test_the_right_serial_number_permits_writes_and_nothing_else(told: bytes) -> None:
    inner = Numbered(told)
    target = Permitted(inner)
    target.permit_writes("ABC-123")
    assert passed(target) == {0x2A, 0x8A}
    assert set(inner.came) == {0x12, 0x2A, 0x8A}


@pytest.mark.parametrize(
    "told", [b"ABC-124", b"abc-123", b"ABC-12", b"ABC-1234", b"    ", b"", None]
)
def test_without_the_right_serial_number_no_write_leaves(told: bytes | None) -> None:
    inner = Numbered(told)
    target = Permitted(inner)
    with pytest.raises(ConfigError, match=r"--serial ABC-123: .*[Nn]othing was written"):
        target.permit_writes("ABC-123")
    assert passed(target) == set()
    assert set(inner.came) == {0x12}


def test_a_drive_that_does_not_tell_its_number_is_not_written() -> None:
    class Lost(Recorder):
        def command(self, request: Request) -> Answer:
            raise ConnectionError("timeout")

    with pytest.raises(RunError, match="did not tell its serial number: timeout"):
        Permitted(Lost()).permit_writes("ABC-123")


@pytest.fixture
def kernel(tmp_path: Path) -> tuple[Path, Path]:
    """The files of a kernel: sg3 is the disk sdq with a partition; sg4 has no disk."""
    proc, sys = tmp_path / "proc", tmp_path / "sys"
    proc.mkdir()
    (proc / "mounts").write_text("proc /proc proc rw 0 0\n/dev/sda1 / ext4 rw 0 0\n")
    (proc / "swaps").write_text("Filename Type Size Used Priority\n")
    (sys / "class/scsi_generic/sg3/device/block/sdq").mkdir(parents=True)
    (sys / "class/scsi_generic/sg4/device").mkdir(parents=True)
    (sys / "class/block/sdq/holders").mkdir(parents=True)
    part = sys / "class/block/sdq/sdq1"
    part.mkdir()
    (part / "partition").write_text("1\n")
    (sys / "class/block/sdq1/holders").mkdir(parents=True)
    return proc, sys


@pytest.mark.parametrize("device", ["/dev/sg3", "/dev/sdq", "/dev/sg4"])
def test_an_idle_device_may_be_asked(kernel: tuple[Path, Path], device: str) -> None:
    in_use.check(device, *kernel)


@pytest.mark.parametrize("device", ["/dev/sg3", "/dev/sdq"])
@pytest.mark.parametrize("part", ["sdq", "sdq1"])
def test_a_mounted_device_is_refused(kernel: tuple[Path, Path], device: str, part: str) -> None:
    with (kernel[0] / "mounts").open("a") as mounts:
        mounts.write(f"/dev/{part} /data ext4 rw 0 0\n")
    with pytest.raises(ConfigError, match=f"{device}: /dev/{part} is mounted at /data; .*nothing"):
        in_use.check(device, *kernel)


def test_swap_and_raid_are_refused(kernel: tuple[Path, Path]) -> None:
    (kernel[1] / "class/block/sdq1/holders/md0").mkdir()
    with pytest.raises(ConfigError, match="sdq1 is part of md0"):
        in_use.check("/dev/sg3", *kernel)
    with (kernel[0] / "swaps").open("a") as swaps:
        swaps.write("/dev/sdq1 partition 1000 0 -2\n")
    with pytest.raises(ConfigError, match="sdq1 is used for swap"):
        in_use.check("/dev/sg3", *kernel)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("iscsi://host/iqn.a:b/0", ("host:3260", "iqn.a:b", 0, "", "")),
        ("iscsi://127.0.0.1:4000/iqn.a/7", ("127.0.0.1:4000", "iqn.a", 7, "", "")),
        ("iscsi://me%a%3Ab@[::1]:4/iqn.a/1", ("[::1]:4", "iqn.a", 1, "me", "a:b")),
    ],
)
def test_a_url_of_iscsi(url: str, address: tuple[str, str, int, str, str]) -> None:
    assert libiscsi.Address.of(url) == libiscsi.Address(*address)


@pytest.mark.parametrize(
    "url",
    ["", "host", "iscsi://host", "iscsi://host/iqn", "http://host/iqn/0", "iscsi://host/iqn/x",
     "iscsi:///iqn/0", "iscsi://host:99999/iqn/0", "iscsi://host:p/iqn/0"],
)  # fmt: skip
def test_no_url_of_iscsi(url: str) -> None:
    with pytest.raises(ConfigError, match=r"give iscsi://\[USER"):
        libiscsi.Address.of(url)


def test_a_missing_library_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libiscsi, "LIBRARIES", ("libnowhere.so.1",))
    with pytest.raises(ConfigError, match="apt install libiscsi10; Debian 12: apt install libisc"):
        libiscsi.IscsiTarget("iscsi://127.0.0.1/iqn.a/0")


def test_the_sense_data_of_the_library() -> None:
    told = "SENSE KEY:ILLEGAL_REQUEST(5) ASCQ:INVALID_FIELD_IN_CDB(0x2400)"
    sense = libiscsi._sense(told)
    assert (sense[2], sense[12], sense[13]) == (5, 0x24, 0)
    assert len(sense) == 18


def test_the_header_of_sg_io_is_the_kernels() -> None:
    """`sizeof(sg_io_hdr_t)` and places of members on 64 bits, from <scsi/sg.h>."""
    if ctypes.sizeof(ctypes.c_void_p) != 8:
        pytest.skip("other sizes")
    header = sg._Header
    assert ctypes.sizeof(header) == 88
    assert (header.data.offset, header.cdb.offset, header.sense.offset) == (16, 24, 32)
    assert (header.status.offset, header.host_status.offset, header.residual.offset) == (64, 68, 72)


def test_no_device(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        sg.SgTarget(str(tmp_path / "sg9"))
    with pytest.raises(ConfigError, match="no SCSI device"):
        sg.SgTarget("/dev/null")


def test_a_disk_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Host status 3 of <scsi/scsi.h> is a timeout: a fault of the disk, not of the argument."""

    def timeout(_file: int, _code: int, header: ctypes.Structure) -> None:
        header.host_status = 3

    monkeypatch.setattr(sg.fcntl, "ioctl", timeout)
    with pytest.raises(RunError, match=r"/dev/null: the disk does not answer: timeout .*dmesg"):
        sg.SgTarget("/dev/null")


@pytest.mark.parametrize(
    ("told", "fixed"),
    [
        ("72 03 11 00 00 00 00 00", "70 00 03 00000000 0a 00000000 11 00 00000000"),
        ("73 01 17 01 00 00 00 00", "71 00 01 00000000 0a 00000000 17 01 00000000"),
        (
            "72 03 11 04 00 00 00 0c 00 0a 80 00 00000000 00001234",
            "f0 00 03 00001234 0a 00000000 11 04 00000000",
        ),
        (  # sense key specific first; then an address that fixed format cannot hold
            "72 05 24 00 00 00 00 14 02 06 0000c00002 00 00 0a 80 00 00000001 00000000",
            "70 00 05 00000000 0a 00000000 24 00 00000000",
        ),
        (  # cut short in the descriptor
            "72 03 11 00 00 00 00 0c 00 0a 80 00",
            "70 00 03 00000000 0a 00000000 11 00 00000000",
        ),
        ("f0 00 03 00001234 0a 00000000 11 00 00", "f0 00 03 00001234 0a 00000000 11 00 00"),
        ("72 03", "72 03"),
        ("", ""),
    ],
)
def test_sense_of_both_formats(told: str, fixed: str) -> None:
    """Descriptors of SPC-4, 4.5.2, by hand."""
    assert sense.fixed(bytes.fromhex(told)) == bytes.fromhex(fixed)


def test_noise_is_as_it_is_told() -> None:
    """Half-normal: its mean is 0.798 of its scale. The same seed gives the same times."""
    taken = []
    for seed in (1, 1, 2):
        with Drive("hp_c2247").open(contents=False) as session:
            target = noisy.NoisyTarget(SessionTarget(session), seed)
            ready = [target.command(Request(bytes(6))) for _ in range(2000)]
            taken.append([one.ended - one.began for one in ready])
    assert taken[0] == taken[1] != taken[2]
    floor = min(taken[0])
    late_us = sorted((one - floor) / 1e6 for one in taken[0])
    assert 18 < sum(late_us[:1980]) / 1980 < 24  # 20 us x 0.798 + 5 us
    assert late_us[-1] > 100
