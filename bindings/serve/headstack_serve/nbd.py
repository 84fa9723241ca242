"""A plugin of nbdkit: a drive as a network block device.

`nbdkit python THIS_FILE drive=hp_c2247` serves a drive. The parameters are `drive`, `scheduler`,
`contents`, `conditions`, `pace` and `record`, as the options of `headstack serve`. Many requests
are in the drive at once. FLUSH is SYNCHRONIZE CACHE, and FUA is the drive's own FUA.

nbdkit calls the functions of this module by their names (nbdkit-python-plugin(3)).
"""

import asyncio
import contextlib
import errno
import threading
from pathlib import Path
from typing import Any, Final, cast

import nbdkit

from headstack import Drive, checks
from headstack.cli.shared.drive_options import drive_of
from headstack.errors import ConfigError
from headstack.queues import SCHEDULER
from headstack.session import Command
from headstack_serve.pace import PACES, FreeClock, Pace, RealClock
from headstack_serve.record import Recorder
from headstack_serve.serving import event_loop
from headstack_serve.unit import Order, Unit

API_VERSION: Final = 2
_DPO_FUA: Final = 0x08
_MOST_BLOCKS: Final = 65535
_PARAMETERS: Final = ("drive", "scheduler", "contents", "conditions", "pace", "record")


class Service:
    """The drive, and the thread in which its time passes."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}
        self._drive: Drive | None = None
        self._loop = event_loop()
        self._unit: Unit | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._open = contextlib.ExitStack()

    @property
    def drive(self) -> Drive:
        """The drive of the parameters."""
        if self._drive is None:
            conditions = self.given.get("conditions")
            pace = self.given.get("pace", "free")
            if pace not in PACES:
                raise checks.unknown("pace", pace, PACES)
            self._drive = Drive(
                drive_of(
                    self.given.get("drive", "hp_c2247"),
                    conditions=Path(conditions) if conditions else None,
                ),
                self.given.get("scheduler", SCHEDULER),
            )
        return self._drive

    def start(self) -> None:
        """Switches the drive on, and starts the thread."""
        drive = self.drive
        contents = self.given.get("contents")
        session = self._open.enter_context(
            drive.open(contents=Path(contents) if contents else True)
        )
        real = cast(Pace, self.given.get("pace", "free")) == "real"
        clock = RealClock(self._loop, session.now) if real else FreeClock()
        if "record" in self.given:
            file = self._open.enter_context(Recorder(Path(self.given["record"]), [drive]))
            self._unit = Unit(session, clock, file.of_unit(0))
        else:
            self._unit = Unit(session, clock)
        self._thread.start()

    def stop(self) -> None:
        """Brings all data onto the medium, and ends the thread."""
        unit = self._unit
        if unit is not None:
            self._call(unit.settle)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._open.close()

    def _call(self, function: Any) -> None:
        async def call() -> None:
            function()

        asyncio.run_coroutine_threadsafe(call(), self._loop).result()

    def order(self, order: Order) -> Command:
        """Sends a command, and waits for its end. Other threads send theirs meanwhile.

        Raises:
            OSError: the drive reports an error.
        """
        unit = self._unit
        assert unit is not None, "the drive is off"

        async def ended() -> Command:
            future: asyncio.Future[Command] = self._loop.create_future()
            unit.submit(order, future.set_result)
            return await future

        command = asyncio.run_coroutine_threadsafe(ended(), self._loop).result()
        if not command.good and _is_attention(command):
            command = asyncio.run_coroutine_threadsafe(ended(), self._loop).result()
        if not command.good:
            nbdkit.set_error(errno.EIO)
            raise OSError(f"{command!r}, sense {command.sense.hex()}")
        return command


def _is_attention(command: Command) -> bool:
    return len(command.sense) > 2 and command.sense[2] & 0xF == 6


_service = Service()


def thread_model() -> int:
    """Returns that many requests may come at once."""
    return int(nbdkit.THREAD_MODEL_PARALLEL)


def config(key: str, value: str) -> None:
    """Takes a parameter.

    Raises:
        ConfigError: there is no such parameter.
    """
    if key not in _PARAMETERS:
        raise checks.unknown("parameter", key, _PARAMETERS)
    _service.given[key] = value


def config_complete() -> None:
    """Checks the parameters."""
    _ = _service.drive


def after_fork() -> None:
    """Switches the drive on."""
    _service.start()


def cleanup() -> None:
    """Switches the drive off."""
    _service.stop()


def open(readonly: bool) -> int:
    """Opens a connection. Every connection sees the same drive."""
    return 1


def get_size(h: int) -> int:
    """Returns the bytes of the drive."""
    return _service.drive.config.blocks * _block()


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
    command = _service.order(Order(cdb=_cdb(0x28, 0x88, offset, len(buf)), room=len(buf)))
    buf[:] = command.data


def pwrite(h: int, buf: bytes, offset: int, flags: int) -> None:
    """Writes blocks; with FUA onto the medium."""
    fua = _DPO_FUA if flags & nbdkit.FLAG_FUA else 0
    _service.order(Order(cdb=_cdb(0x2A, 0x8A, offset, len(buf), fua), data=bytes(buf)))


def flush(h: int, flags: int) -> None:
    """Brings all data onto the medium."""
    _service.order(Order(cdb=bytes([0x35, *bytes(9)])))


def _block() -> int:
    return int(_service.drive.config.bytes_per_block)


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
