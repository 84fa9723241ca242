"""A Linux guest in QEMU uses a served drive with its own SCSI commands."""

import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from serve.guest import Guest, booted, make_initramfs, missing
from serve.target import Served, served

import headstack
from headstack_serve import replaying

DRIVE = "hp_c2247"
ROUNDS = 3
SYNCHRONIZE_CACHE = 0x35
CACHE_TYPE = "/sys/class/scsi_disk/0:0:0:0/cache_type"

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"{missing()} for a guest")


@pytest.fixture(scope="module")
def initramfs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("guest") / "initramfs"
    make_initramfs(file)
    return file


@pytest.fixture(scope="module")
def guest(initramfs: Path) -> Iterator[Guest]:
    with served("--drive", DRIVE) as target:
        with booted(initramfs, target.url) as found:
            yield found
            found.stop()
        target.stop()


def _values(text: str) -> dict[str, str]:
    """Returns the values in lines such as '  WCE    1  [cha: y, def:  1]'."""
    return dict(re.findall(r"^ +([A-Z_]+) +(\S+)  \[cha", text, re.MULTILINE))


def test_description(guest: Guest) -> None:
    """The kernel and the SCSI tools read the description of the drive."""
    blocks = headstack.catalog.load(DRIVE).blocks
    device = "/sys/block/sda/device"
    assert guest.run(f"cat {device}/vendor {device}/model").split() == ["HEADSTCK", DRIVE]
    assert guest.run("cat /sys/block/sda/size") == str(blocks)
    assert guest.run("cat /sys/block/sda/queue/rotational") == "1"
    assert guest.run(f"cat {CACHE_TYPE}") == "write through"

    inquiry = guest.run("sg_inq /dev/sda")
    assert re.search(r"Vendor identification: HEADSTCK\s", inquiry)
    assert re.search(rf"Product identification: {DRIVE}\s", inquiry)
    assert "CmdQue=1" in inquiry
    pages = guest.run("sg_vpd /dev/sda")
    assert "Unit serial number" in pages
    assert "HEADSTCK" in guest.run("sg_vpd --page=di /dev/sda")
    for option in ("", "--long"):
        assert f"Number of logical blocks={blocks}\n" in guest.run(f"sg_readcap {option} /dev/sda")
    assert re.search(r"\b1 lun entry\n.*\n +0000000000000000$", guest.run("sg_luns /dev/sda"))
    modes = guest.run("sg_modes --all /dev/sda")
    assert f"HEADSTCK  {DRIVE}" in modes
    assert f" 00     {blocks.to_bytes(4, 'big').hex(' ')} 00 00 02 00\n" in modes
    # status 5: the drive refuses the last of the pages that sdparm asks for
    values = _values(guest.run("sdparm --all /dev/sda", status=5))
    assert {name: values[name] for name in ("MRR", "NOH", "DBPPS", "WCE", "RCD")} == {
        "MRR": "5400", "NOH": "13", "DBPPS": "512", "WCE": "0", "RCD": "0",
    }  # fmt: skip


def test_file_system(guest: Guest) -> None:
    """Files on the drive have the written data, and the file system has no error."""
    sums = "(cd /mnt && find . -type f | sort | xargs md5sum)"
    guest.run("mkfs.ext4 -q /dev/sda")
    guest.run("mount /dev/sda /mnt")
    guest.run("cp -r /bin /lib /modules /mnt && sync")
    before = guest.run(sums)
    assert "./bin/busybox" in before
    assert int(guest.run("du -sm /mnt | cut -f 1")) >= 5
    guest.run("umount /mnt && echo 3 > /proc/sys/vm/drop_caches")
    assert "Pass 5" in guest.run("fsck.ext4 -fn /dev/sda")
    assert "has_journal" in guest.run("dumpe2fs -h /dev/sda 2> /dev/null")
    guest.run("mount /dev/sda /mnt && echo 3 > /proc/sys/vm/drop_caches")
    assert guest.run(sums) == before
    guest.run("umount /mnt")


def _options(folder: Path, write_back: bool) -> list[str]:
    """Returns options for a drive that tells of a loss of power.

    With `write_back`, cached data go to the medium only if the buffer is full.
    """
    drive, conditions = folder / "drive.toml", folder / "conditions.toml"
    values = {
        "cache.write_back": write_back,
        "power.unit_attention": True,
        "spindle.spin_up": "10 s",
    }
    drive.write_text(headstack.catalog.load(DRIVE).with_values(values).to_toml())
    conditions.write_text('destage.start = "need"\n')
    return ["--drive", str(drive), "--conditions", str(conditions)]


def _write_files(name: str, count: int) -> str:
    """Returns a command that writes files, and reports each file after its fsync()."""
    return (
        f"n=0; while [ $n -lt {count} ]; do"
        f" f=/mnt/{name}-$n;"
        " dd if=/dev/urandom of=/tmp/f bs=1k count=$((n * 37 % 97 + 1)) 2> /dev/null;"
        " dd if=/tmp/f of=$f bs=64k conv=fsync 2> /dev/null || break;"
        ' echo "done $f $(md5sum < /tmp/f)"; n=$((n + 1)); done'
    )


def _reported(guest: Guest) -> dict[str, str]:
    """Returns the checksums of the files that the guest reported."""
    found = (re.fullmatch(r"done (\S+) (\w{32})  -", line) for line in guest.said)
    return {match[1]: match[2] for match in found if match}


def _cut_power(target: Served, guest: Guest) -> dict[str, str]:
    """Cuts the power of drive and guest. Returns the files that the guest had reported."""
    # A guest that ran on could connect again, and have an empty cache synchronized.
    guest.process.send_signal(signal.SIGSTOP)
    target.cut_power()
    guest.process.kill()
    for _ in guest.lines():
        pass
    return _reported(guest)


def _present(guest: Guest, files: dict[str, str]) -> dict[str, str]:
    """Returns the checksums of the files that exist. A missing file system has no files."""
    guest.send("mount /dev/sda /mnt && find /mnt -type f | xargs md5sum; umount /mnt")
    _, lines = guest.wait()
    found = (re.fullmatch(r"(\w{32})  (\S+)", line) for line in lines)
    return {match[2]: match[1] for match in found if match and match[2] in files}


def test_power_cuts(initramfs: Path, tmp_path: Path) -> None:
    """Files that the guest has synchronized survive a power cut."""
    file = tmp_path / "served.parquet"
    written: dict[str, str] = {}
    with served(*_options(tmp_path, write_back=True), "--record", file) as target:
        for number in range(ROUNDS + 1):
            with booted(initramfs, target.url) as guest:
                assert guest.run(f"cat {CACHE_TYPE}") == "write back"
                if number == 0:
                    guest.run("mkfs.ext4 -q /dev/sda")
                else:
                    assert "recovering journal" in guest.run("fsck.ext4 -p /dev/sda")
                    guest.run("fsck.ext4 -fn /dev/sda")
                    assert _present(guest, written) == written
                if number == ROUNDS:
                    guest.stop()
                    break
                chance = random.Random(number)
                guest.run("mount /dev/sda /mnt")
                guest.send(_write_files(f"round-{number}", 10_000))
                for _ in range(chance.randint(10, 40)):
                    guest.line()
                time.sleep(chance.uniform(0, 0.2))
                written |= _cut_power(target, guest)
        target.stop()
    commands = Counter(row["cdb"][:1] for row in pq.read_table(file, columns=["cdb"]).to_pylist())
    assert commands[bytes([SYNCHRONIZE_CACHE])] >= len(written) >= 10 * ROUNDS
    assert replaying.replay(file)[0].different == []


def test_power_cut_without_synchronization(initramfs: Path, tmp_path: Path) -> None:
    """A guest that takes the drive for one without a cache loses files that it reported."""
    with served(*_options(tmp_path, write_back=True)) as target:
        with booted(initramfs, target.url) as guest:
            guest.run("mkfs.ext4 -q /dev/sda")
            guest.run(f"echo temporary write through > {CACHE_TYPE}")
            guest.run("mount /dev/sda /mnt")
            guest.run(_write_files("lost", 20))
            written = _cut_power(target, guest)
            assert len(written) == 20
        with booted(initramfs, target.url) as guest:
            guest.send("fsck.ext4 -y /dev/sda")
            guest.wait()
            assert _present(guest, written) != written
            guest.stop()
        target.stop()


def test_power_cuts_under_a_running_guest(initramfs: Path, tmp_path: Path) -> None:
    """A guest connects again, and repeats its commands. A drive without a cache loses nothing."""
    with served(*_options(tmp_path, write_back=False)) as target:
        with booted(initramfs, target.url) as guest:
            guest.run("mkfs.ext4 -q /dev/sda && mount /dev/sda /mnt")
            guest.send(_write_files("file", 60))
            for _ in range(ROUNDS):
                for _ in range(10):
                    guest.line()
                target.cut_power()
            guest.wait()
            guest.run("umount /mnt && fsck.ext4 -fn /dev/sda")
            written = _reported(guest)
            assert len(written) == 60
            assert _present(guest, written) == written
            guest.stop()
        target.stop()
