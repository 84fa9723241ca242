"""A plugin of nbdkit: a drive as a network block device.

`nbdkit python THIS_FILE drive=hp_c2247` serves a drive. The parameters are `drive`, `scheduler`,
`contents`, `conditions`, `pace` and `record`, as the options of `headstack serve`. Many requests
are in the drive at once. FLUSH is SYNCHRONIZE CACHE, and FUA is the drive's own FUA.

nbdkit calls the functions of this module by their names (nbdkit-python-plugin(3)).
"""
# ruff: noqa: A001, ARG001 - nbdkit defines the names and the arguments

import errno
from functools import cache
from pathlib import Path
from typing import Final

import nbdkit

from headstack import Drive, checks
from headstack.cli.shared.drive_options import drive_of
from headstack.errors import ConfigError
from headstack.queues import SCHEDULER
from headstack.session import Command
from headstack_serve.background import Background
from headstack_serve.pace import pace_of
from headstack_serve.unit import Order

API_VERSION: Final = 2
_FUA: Final = 0x08
_MOST_BLOCKS: Final = 65535
_PARAMETERS: Final = ("drive", "scheduler", "contents", "conditions", "pace", "record")

_given: dict[str, str] = {}
_running: list[Background] = []


def _path(name: str) -> Path | None:
    return Path(_given[name]) if name in _given else None


@cache
def _drive() -> Drive:
    """The drive of the parameters."""
    described = drive_of(_given.get("drive", "hp_c2247"), conditions=_path("conditions"))
    return Drive(described, _given.get("scheduler", SCHEDULER))


def _order(order: Order) -> Command:
    """Sends a command, and waits for its end.

    Raises:
        OSError: the drive reports an error.
    """
    command = _running[0].order(order)
    if not command.good:
        nbdkit.set_error(errno.EIO)
        raise OSError(f"{command!r}, sense {command.sense.hex()}")
    return command


def thread_model() -> int:
    """Returns that many requests may come at once."""
    return int(nbdkit.THREAD_MODEL_PARALLEL)


def config(key: str, value: str) -> None:
    """Takes a parameter.

    Raises:
        ConfigError: no parameter has this name.
    """
    if key not in _PARAMETERS:
        raise checks.unknown("parameter", key, _PARAMETERS)
    _given[key] = value


def config_complete() -> None:
    """Checks the parameters.

    Raises:
        ConfigError: a parameter is wrong.
    """
    pace_of(_given.setdefault("pace", "free"))
    _drive()


def after_fork() -> None:
    """Switches the drive on."""
    pace = pace_of(_given["pace"])
    _running.append(Background(_drive(), _path("contents") or True, pace, _path("record")))


def cleanup() -> None:
    """Switches the drive off."""
    while _running:
        _running.pop().close()


def open(readonly: bool) -> int:
    """Opens a connection. Every connection sees the same drive."""
    return 1


def get_size(h: int) -> int:
    """Returns the bytes of the drive."""
    return _drive().config.blocks * _block()


def block_size(h: int) -> tuple[int, int, int]:
    """Returns the smallest, the best and the largest size of a request."""
    return _block(), max(4096, _block()), _MOST_BLOCKS * _block()


def can_flush(h: int) -> bool:
    """Returns that the drive has SYNCHRONIZE CACHE."""
    return True


def can_fua(h: int) -> int:
    """Returns that the drive has FUA."""
    return int(nbdkit.FUA_NATIVE)


def can_multi_conn(h: int) -> bool:
    """Returns that a flush of one connection holds for all."""
    return True


def is_rotational(h: int) -> bool:
    """Returns that the drive is a disk."""
    return True


def pread(h: int, buf: bytearray, offset: int, flags: int) -> None:
    """Reads blocks."""
    command = _order(Order(cdb=_cdb(0x28, 0x88, offset, len(buf)), room=len(buf)))
    buf[:] = command.data


def pwrite(h: int, buf: bytes, offset: int, flags: int) -> None:
    """Writes blocks; with FUA onto the medium."""
    fua = _FUA if flags & nbdkit.FLAG_FUA else 0
    _order(Order(cdb=_cdb(0x2A, 0x8A, offset, len(buf), fua), data=bytes(buf)))


def flush(h: int, flags: int) -> None:
    """Brings all data onto the medium."""
    _order(Order(cdb=bytes([0x35, *bytes(9)])))


def _block() -> int:
    return int(_drive().config.bytes_per_block)


def _cdb(short: int, long: int, offset: int, count: int, flags: int = 0) -> bytes:
    """Returns a read or write of 10 bytes, or of 16 bytes if the address needs them.

    Raises:
        ConfigError: the request is not of whole blocks.
    """
    lbn, rest = divmod(offset, _block())
    blocks, more = divmod(count, _block())
    if rest or more:
        nbdkit.set_error(errno.EINVAL)
        raise ConfigError(f"{count} bytes at {offset}: the drive has blocks of {_block()} bytes")
    if lbn < 2**32 and blocks <= _MOST_BLOCKS:
        return bytes([short, flags, *lbn.to_bytes(4, "big"), 0, *blocks.to_bytes(2, "big"), 0])
    return bytes([long, flags, *lbn.to_bytes(8, "big"), *blocks.to_bytes(4, "big"), 0, 0])
