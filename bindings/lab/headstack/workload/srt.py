"""One disk of a trace in HP Labs' SRT format, whole; `headstack.traces` has the format."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from headstack import files
from headstack.errors import ConfigError
from headstack.traces import opening
from headstack.traces.formats.srt import (
    HEADER_END,
    MAGIC,
    PS_PER_US,
    READ,
    RECORD,
    SECTOR_SIZE,
)

_MOST_BYTES: Final = 4 << 30


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
    with opening.opened(path, unpacked=False) as file:
        data = b"".join(files.chunks(file, f"trace {path}: ", _MOST_BYTES))
    header, found, body = data.partition(HEADER_END)
    sizes = {int(size) for size in SECTOR_SIZE.findall(header)}
    if not header.startswith(MAGIC) or not found or len(sizes) != 1:
        raise ConfigError(f"trace {path}: no SRT 1.3; its first line is {data[:24]!r}")
    if len(body) % RECORD.itemsize:
        raise ConfigError(
            f"trace {path}: record {len(body) // RECORD.itemsize} is cut short; is the file whole?"
        )
    rows = np.frombuffer(body, RECORD)
    bad = np.flatnonzero((rows["size"] != RECORD.itemsize) | (rows["bytes"] == 0))
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
        arrival_ps=(time_us - time_us[0]) * PS_PER_US,
        start_byte=rows["sector"].astype(np.int64) * sizes.pop(),
        bytes=rows["bytes"].astype(np.int64),
        write=(rows["flags"] & READ) == 0,
        measured_ps=rows["stop_us"].astype(np.int64) * PS_PER_US,
    )
