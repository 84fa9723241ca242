"""A device of Linux, asked by SG_IO (<scsi/sg.h>): /dev/sgN, or a disk such as /dev/sdb.

The device is opened for reading only, so the kernel too stops commands that write, unless the user
is root.
"""

import ctypes
import fcntl
import os
from typing import Final

from headstack.errors import ConfigError, RunError
from headstack_identify.device.transport import clock, sense
from headstack_identify.extract.asking.target import Answer, Request

_SG_IO: Final = 0x2285
_TO_DRIVE, _FROM_DRIVE, _NO_DATA = -2, -3, -1
_SENSE_BYTES: Final = 64
TIMEOUT_MS: Final = 30_000
"""Usual time after which the kernel aborts a command."""

_CHECK: Final = 0x02
_DRIVER_SENSE: Final = 0x08  # driver_status: sense data are there, which is no error
_HOST_ERRORS: Final = {1: "no connection", 2: "bus busy", 3: "timeout", 5: "aborted", 8: "reset"}


class _Header(ctypes.Structure):
    """`sg_io_hdr_t` of <scsi/sg.h>."""

    _fields_ = (
        ("interface_id", ctypes.c_int),
        ("direction", ctypes.c_int),
        ("cdb_bytes", ctypes.c_ubyte),
        ("most_sense_bytes", ctypes.c_ubyte),
        ("vectors", ctypes.c_ushort),
        ("data_bytes", ctypes.c_uint),
        ("data", ctypes.c_void_p),
        ("cdb", ctypes.c_void_p),
        ("sense", ctypes.c_void_p),
        ("timeout_ms", ctypes.c_uint),
        ("flags", ctypes.c_uint),
        ("pack_id", ctypes.c_int),
        ("user", ctypes.c_void_p),
        ("status", ctypes.c_ubyte),
        ("masked_status", ctypes.c_ubyte),
        ("message_status", ctypes.c_ubyte),
        ("sense_bytes", ctypes.c_ubyte),
        ("host_status", ctypes.c_ushort),
        ("driver_status", ctypes.c_ushort),
        ("residual", ctypes.c_int),
        ("duration_ms", ctypes.c_uint),
        ("info", ctypes.c_uint),
    )


class SgTarget(clock.InThisTime):
    """A target that sends its commands to a device of Linux, one at a time.

    Args:
        path: the device.
        changes: whether to open the device for writing too.
        timeout_ms: time after which the kernel aborts a command.

    Raises:
        ConfigError: the device does not exist, cannot be opened, or takes no SCSI commands.
        RunError: the disk does not answer the first command.
    """

    def __init__(self, path: str, changes: bool = False, timeout_ms: int = TIMEOUT_MS) -> None:
        self.path, self._timeout_ms = path, timeout_ms
        mode = os.O_RDWR if changes else os.O_RDONLY
        try:
            self._file = os.open(path, mode | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise ConfigError(f"--device {path}: {error.strerror}") from error
        try:
            self.command(Request(bytes(6)))  # TEST UNIT READY
        except ConnectionError as error:
            os.close(self._file)
            raise RunError(
                f"--device {path}: the disk does not answer: {error}; see the kernel's messages "
                "(dmesg), and the disk's cable and power"
            ) from error
        except OSError as error:
            os.close(self._file)
            raise ConfigError(
                f"--device {path}: no SCSI device ({error.strerror or error}); give one as in "
                "/dev/sg0 (Debian: lsscsi -g lists them)"
            ) from error

    def close(self) -> None:
        """Closes the device."""
        os.close(self._file)

    def command(self, request: Request) -> Answer:
        """Sends a command and waits for its end.

        Raises:
            OSError: the kernel or the adapter got no answer (ConnectionError).
        """
        size = len(request.data) or request.room
        way = _TO_DRIVE if request.data else _FROM_DRIVE if request.room else _NO_DATA
        data = ctypes.create_string_buffer(request.data, max(1, size))
        cdb = ctypes.create_string_buffer(request.cdb, len(request.cdb))
        told = ctypes.create_string_buffer(_SENSE_BYTES)
        header = _Header(
            interface_id=ord("S"),
            direction=way,
            cdb_bytes=len(request.cdb),
            most_sense_bytes=_SENSE_BYTES,
            data_bytes=size,
            data=ctypes.addressof(data),
            cdb=ctypes.addressof(cdb),
            sense=ctypes.addressof(told),
            timeout_ms=self._timeout_ms,
        )
        began = clock.now_ps()
        fcntl.ioctl(self._file, _SG_IO, header)
        ended = clock.now_ps()
        _check(header)
        came = b"" if request.data else data.raw[: max(0, size - max(0, header.residual))]
        error = told.raw[: header.sense_bytes] if header.status == _CHECK else b""
        return Answer(header.status, came, sense.fixed(error), began, ended)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        """Raises NotImplementedError: SG_IO waits for the end of each command."""
        raise NotImplementedError


def _check(header: _Header) -> None:
    """Raises ConnectionError if the command did not reach the drive or did not come back."""
    if header.host_status:
        why = _HOST_ERRORS.get(header.host_status, "error")
        raise ConnectionError(f"{why} (host status {header.host_status})")
    if header.driver_status & 0x0F not in (0, _DRIVER_SENSE):
        raise ConnectionError(f"driver status {header.driver_status:#x}")
