"""A Linux guest surveys a served drive, as /dev/sg0: SG_IO of a real kernel."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from serve import guest_python
from serve.guest import Guest, booted, has_module, make_initramfs, missing
from serve.target import served

import headstack

DRIVE = "hp_97560"
MEMORY_MIB = 768
KERNELS_OWN = {0xA0}
"""REPORT LUNS, which the kernel sends when it finds the disk."""

DEBUG = "/sys/bus/pseudo/drivers/scsi_debug"
BAD_BLOCK = 0x1234
"""The block that scsi_debug cannot read."""

MEDIUM, TIMEOUT, RECOVERED, SHORT = 0x2, 0x4, 0x8, 0x100
"""Faults of scsi_debug, for its file `opts`."""

CHECK = 2

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"{missing()} for a guest")


@pytest.fixture(scope="module")
def initramfs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("guest")
    files = guest_python.files(work)
    files["/door.py"] = Path(__file__).with_name("guest_door.py").read_bytes()
    make_initramfs(work / "initramfs", files=files, later=("scsi_debug",))
    return work / "initramfs"


@pytest.fixture(scope="module")
def guest(initramfs: Path) -> Iterator[Guest]:
    with served("--drive", DRIVE) as target:
        with booted(initramfs, target.url, MEMORY_MIB) as found:
            yield found
            found.stop()
        target.stop()


def ask(guest: Guest, device: str, *commands: str, timeout_ms: int = 30_000) -> list[Any]:
    """Sends commands from the guest, and returns the answers of the door."""
    told = guest.run(f"py /door.py {device} {timeout_ms} {' '.join(commands)}")
    return [json.loads(line) for line in told.splitlines()]


def read_10(lbn: int, blocks: int = 1) -> str:
    cdb = bytes([0x28, 0, *lbn.to_bytes(4, "big"), 0, *blocks.to_bytes(2, "big"), 0])
    return f"{cdb.hex()}:{512 * blocks}"


def sense_of(answer: Any) -> tuple[int, int, int]:
    """Returns sense key, additional sense code and qualifier of fixed sense data."""
    sense = bytes.fromhex(answer["sense"])
    assert sense[0] & 0x7F == 0x70
    return sense[2] & 0xF, sense[12], sense[13]


def test_what_comes_through_the_door(guest: Guest) -> None:
    """Description, capacity and data of the drive, and its refusal of a block after its last."""
    blocks = headstack.catalog.load(DRIVE).blocks
    guest.run("yes headstack | dd of=/dev/sda bs=512 seek=77 count=2 iflag=fullblock conv=fsync")
    inquiry, capacity, data, beyond = ask(
        guest, "/dev/sg0", "120000006000:96", "25000000000000000000:8", read_10(77, 2),
        read_10(blocks),
    )  # fmt: skip
    assert bytes.fromhex(inquiry["data"])[8:24] == b"HEADSTCKhp_97560"
    assert bytes.fromhex(capacity["data"]) == bytes([*(blocks - 1).to_bytes(4, "big"), 0, 0, 2, 0])
    assert bytes.fromhex(data["data"]) == (b"headstack\n" * 103)[:1024]
    assert [one["status"] for one in (inquiry, capacity, data)] == [0, 0, 0]
    assert (beyond["status"], sense_of(beyond)) == (CHECK, (5, 0x21, 0))


def test_a_mounted_disk_is_refused(guest: Guest) -> None:
    """The command reads in the kernel's files that the disk is mounted, and refuses the disk."""
    guest.run("mkfs.ext4 -q /dev/sda && mount /dev/sda /mnt")
    told = guest.run("py -m headstack extract --device /dev/sg0 2>&1", status=2)
    assert "/dev/sg0: /dev/sda is mounted at /mnt;" in told
    guest.run("umount /mnt")


def test_a_disk_without_a_serial_number_is_not_written(guest: Guest) -> None:
    command = "py -m headstack extract --device /dev/sg0 --destructive --serial ABC"
    told = guest.run(f"{command} 2> /tmp/err || [ $? -eq 2 ] && cat /tmp/err")
    assert "reports no serial number" in told
    assert "Nothing was written" in told


def test_no_device(guest: Guest) -> None:
    told = guest.run("py -m headstack extract --device /dev/null 2>&1", status=2)
    assert "--device /dev/null: no SCSI device" in told


@pytest.mark.skipif(not has_module("scsi_debug"), reason="the kernel has no module scsi_debug")
def test_faults_of_a_disk(guest: Guest) -> None:
    """scsi_debug is a disk of the kernel that fails as it is told: sense, residual, timeout."""
    guest.run("insmod /modules/scsi_debug dev_size_mb=8")
    guest.run("while [ ! -c /dev/sg1 ]; do sleep 0.1; done")
    fault, every = f"{DEBUG}/opts", f"{DEBUG}/every_nth"
    bad, fine, descriptors = ask(
        guest, "/dev/sg1", f"{fault}={MEDIUM}", read_10(BAD_BLOCK), read_10(0),
        f"{DEBUG}/dsense=1", read_10(BAD_BLOCK), f"{DEBUG}/dsense=0",
    )  # fmt: skip
    assert (bad["status"], sense_of(bad)) == (CHECK, (3, 0x11, 0))
    assert bytes.fromhex(bad["sense"])[:7] == bytes([0xF0, 0, 3, *BAD_BLOCK.to_bytes(4, "big")])
    assert (fine["status"], len(fine["data"])) == (0, 2 * 512)
    assert (descriptors["status"], sense_of(descriptors)) == (CHECK, (3, 0x11, 0))
    recovered, short = ask(
        guest, "/dev/sg1", f"{every}=1", f"{fault}={RECOVERED}", read_10(8),
        f"{fault}={SHORT}", read_10(8, 8), f"{every}=0", f"{fault}=0",
    )  # fmt: skip
    assert (recovered["status"], sense_of(recovered)[0]) == (CHECK, 1)
    assert (short["status"], len(short["data"])) == (0, 2 * 4 * 512)


@pytest.mark.skipif(not has_module("scsi_debug"), reason="the kernel has no module scsi_debug")
def test_a_disk_that_stops_answering(guest: Guest) -> None:
    """The kernel aborts the command after the door's time. A removed disk is told too."""
    fault, every = f"{DEBUG}/opts", f"{DEBUG}/every_nth"
    late, removed = ask(
        guest, "/dev/sg1", f"{every}=1", f"{fault}={TIMEOUT}", read_10(8), f"{every}=0",
        f"{fault}=0", "/sys/class/scsi_generic/sg1/device/delete=1", read_10(8), timeout_ms=1_000,
    )  # fmt: skip
    assert late["error"] == "ConnectionError: timeout (host status 3)"
    assert "No such device" in removed["error"]


def test_a_survey_sends_reads_only(initramfs: Path, tmp_path: Path) -> None:
    """`headstack extract` in the guest. A drive with free pace has no rotation, and this is told.

    The times of a guest without acceleration are too uneven to find a rotation.
    """
    file = tmp_path / "served.parquet"
    with served("--drive", DRIVE, "--record", file) as target:
        with booted(initramfs, target.url, MEMORY_MIB) as guest:
            command = "py -m headstack extract --device /dev/sg0 --resume /tmp/j -o /tmp/f.toml"
            told = guest.run(f"{command} 2> /tmp/err || [ $? -eq 1 ] && cat /tmp/err /tmp/f.toml")
            assert f"HEADSTCK {DRIVE}: the times of reads show no steady rotation" in told
            assert "/tmp/f.toml has what was found" in told
            assert f'description = "HEADSTCK {DRIVE}"' in told
            guest.stop()
        target.stop()
    cdbs = [row["cdb"] for row in pq.read_table(file, columns=["cdb"]).to_pylist()]
    codes = Counter(cdb[0] for cdb in cdbs if cdb)  # other rows are no commands
    assert set(codes) <= {0x00, 0x03, 0x12, 0x1A, 0x25, 0x28, 0x5A, 0x9E} | KERNELS_OWN
    assert codes[0x28] >= 24 * 48
