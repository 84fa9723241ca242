"""Finds out whether a device of Linux is in use: mounted, swapped on, or part of another device."""

import os
import re
from pathlib import Path

from headstack.errors import ConfigError

_GENERIC = re.compile(r"sg\d+")


def check(device: str, proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> None:
    """Raises ConfigError if a device is in use. The check asks the kernel, never the drive.

    Args:
        device: path of the device: '/dev/sg2', or '/dev/sdb'.
        proc: folder with `mounts` and `swaps`.
        sys: folder of sysfs.
    """
    name = Path(os.path.realpath(device)).name
    disks = _disks(sys / "class/scsi_generic" / name) if _GENERIC.fullmatch(name) else [name]
    for disk in disks:
        folder = sys / "class/block" / disk
        parts = {disk, *(path.parent.name for path in folder.glob("*/partition"))}
        for part in sorted(parts):
            _check_part(device, part, proc, sys)


def _disks(generic: Path) -> list[str]:
    """Returns the block devices of an sg device."""
    return sorted(path.name for path in (generic / "device/block").glob("*"))


def _check_part(device: str, part: str, proc: Path, sys: Path) -> None:
    for file, what in (("mounts", "mounted at"), ("swaps", "used for")):
        for words in map(str.split, _lines(proc / file)):
            if words and Path(os.path.realpath(words[0])).name == part:
                where = words[1] if file == "mounts" else "swap"
                raise ConfigError(
                    f"{device}: /dev/{part} is {what} {where}; other requests would disturb the "
                    "times, so nothing was asked. Give an unmounted drive"
                )
    holders = sorted(path.name for path in (sys / "class/block" / part / "holders").glob("*"))
    if holders:
        raise ConfigError(
            f"{device}: /dev/{part} is part of {', '.join(holders)} (RAID, LVM or encryption), so "
            "nothing was asked. Stop that device first"
        )


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
