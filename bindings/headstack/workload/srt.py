"""Traces in HP Labs' SRT format, version 1.3: a text header, then records of 56 bytes, big-endian.

The fields that are used here are given in docs/mimic.md; they were worked out from the header's own
geometry (cylinder = sector // sectors of a cylinder, for every record).
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from headstack.errors import ConfigError

_MAGIC: Final = b"$$TR_IOREC-1.3"
_HEADER_END: Final = b"\x0c"
_RECORD: Final = np.dtype(
    [
        ("size", ">u4"),
        ("id", ">u4"),
        ("second", ">u4"),
        ("microsecond", ">u4"),
        ("start_us", ">u4"),  # from arrival
        ("stop_us", ">u4"),
        ("bytes", ">u4"),
        ("sector", ">u4"),
        ("device", ">u4"),
        ("driver", ">u4"),
        ("cylinder", ">u4"),
        ("flags", ">u4"),
        ("info", ">u4"),
        ("queue_length", ">u4"),
    ]
)
_READ: Final = 1
_SECTOR_SIZE = re.compile(rb"sectorsize\s*=\s*(\d+)")
_PS_PER_US = 1_000_000


@dataclass(frozen=True, eq=False)
class SrtTrace:
    """Requests of one disk; arrays of one length, in order of arrival.

    Attributes:
        path: the file.
        disk: number of the disk in the file.
        arrival_ps: time of each arrival, from the first request on.
        start_byte: first byte of each.
        bytes: length of each.
        write: whether it writes.
        measured_ps: response time of the real disk.
    """

    path: str
    disk: int
    arrival_ps: npt.NDArray[np.int64]
    start_byte: npt.NDArray[np.int64]
    bytes: npt.NDArray[np.int64]
    write: npt.NDArray[np.bool_]
    measured_ps: npt.NDArray[np.int64]


def read_srt_trace(path: str | Path, disk: int = 0) -> SrtTrace:
    """Reads the requests of one disk.

    Args:
        path: the file.
        disk: number of the disk in the file.

    Raises:
        ConfigError: no such file, not SRT 1.3, cut short, or no request for this disk.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ConfigError(f"trace {path}: {error.strerror or error}") from error
    header, found, body = data.partition(_HEADER_END)
    sizes = {int(size) for size in _SECTOR_SIZE.findall(header)}
    if not header.startswith(_MAGIC) or not found or len(sizes) != 1:
        raise ConfigError(f"trace {path}: no SRT 1.3; its first line is {data[:24]!r}")
    if len(body) % _RECORD.itemsize:
        raise ConfigError(
            f"trace {path}: record {len(body) // _RECORD.itemsize} is cut short; is the file whole?"
        )
    rows = np.frombuffer(body, _RECORD)
    bad = np.flatnonzero((rows["size"] != _RECORD.itemsize) | (rows["bytes"] == 0))
    if bad.size:
        raise ConfigError(f"trace {path}: record {bad[0]} is none of a request of SRT 1.3")
    disks = (rows["device"] >> 8) & 0xF
    rows = rows[disks == disk]
    if not rows.size:
        known = ", ".join(str(number) for number in np.unique(disks))
        raise ConfigError(f"trace {path}: no request for disk {disk}; it has {known}")
    time_us = rows["second"].astype(np.int64) * 1_000_000 + rows["microsecond"]
    order = np.argsort(time_us, kind="stable")
    rows, time_us = rows[order], time_us[order]
    return SrtTrace(
        path=str(path),
        disk=disk,
        arrival_ps=(time_us - time_us[0]) * _PS_PER_US,
        start_byte=rows["sector"].astype(np.int64) * sizes.pop(),
        bytes=rows["bytes"].astype(np.int64),
        write=(rows["flags"] & _READ) == 0,
        measured_ps=rows["stop_us"].astype(np.int64) * _PS_PER_US,
    )
