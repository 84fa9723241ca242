"""A running drive, command by command: data, completion times and power failures."""

import contextlib
import os
import re
import reprlib
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Final, SupportsIndex

from headstack import _core, checks
from headstack.errors import CheckCondition, CommandLost, ConfigError, RunError
from headstack.live import Live
from headstack.units import LOWEST_PRIORITY, MOST_BLOCKS
from headstack.waves import writing as writing_waves

_GOOD, _CHECK_CONDITION = 0x00, 0x02
_COMPLETED = 0x0F
"""Sense key."""

_INITIATOR_ERROR = 0x48  # additional sense code: the host ended a data phase early
_PS = {"ps": 1, "ns": 10**3, "us": 10**6, "ms": 10**9, "s": 10**12}
_TIME = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(ps|ns|us|ms|s)\s*", re.ASCII)
_LONGEST_PS = 10**19 // 2

_FUA, _DPO = 0x08, 0x10
_MOST_ROOM = 2**31
HOST: Final = 7
"""SCSI id of the host that sends a command, unless another is named."""


def parse_time(name: str, time: str | int) -> int:
    """Reads a time: a text with a unit ('1.5 ms'), or a whole number of ps. Returns ps.

    Raises:
        ConfigError: the time is neither.
    """
    if isinstance(time, str):
        match = _TIME.fullmatch(time)
        if match is None:
            raise ConfigError(f"{name} {time!r} is not a number with a unit; write it as in 1.5 ms")
        exact = Fraction(match.group(1)) * _PS[match.group(2)]
        if exact.denominator != 1:
            raise ConfigError(f"{name} {time!r} is not a whole number of ps")
        time = int(exact)
    return checks.whole(name, time, 0, _LONGEST_PS)


class Command(Live):
    """A command that was submitted. It changes only while time passes.

    Attributes:
        text: description of the command, for messages.
    """

    instead = "take its `status`, `sense` and `data`"

    def __init__(self, inner: _core.HostCommand, text: str, length: int) -> None:
        self.text = text
        self._inner = inner
        self._length = length

    def __repr__(self) -> str:
        if not self.over:
            state = "under way"
        elif self.lost:
            state = "lost"
        else:
            state = f"status {self.status:#04x} after {self.took_ms:.3f} ms"
        return f"<{self.text}: {state}>"

    @property
    def over(self) -> bool:
        """Whether the command has a status, or was lost."""
        return self._inner.over

    @property
    def lost(self) -> bool:
        """Whether a power failure ended the command without a status."""
        return self._inner.lost

    @property
    def status(self) -> int | None:
        """SCSI status byte. `None`: the command is under way, or was lost."""
        return self._inner.status if self.over and not self.lost else None

    @property
    def good(self) -> bool:
        """Whether the command has GOOD status, and no sense that its data are not available."""
        return self.status == _GOOD and not self._unavailable

    @property
    def sense(self) -> bytes:
        """Sense data of a CHECK CONDITION, or of GOOD after a duration limit. Otherwise empty."""
        return self._inner.sense

    @property
    def data(self) -> bytes:
        """Data from the drive: blocks of a finished read, or parameter data."""
        self.check()
        return self._inner.data

    @property
    def reply(self) -> bytes:
        """Data from the drive, without the unused room."""
        self.check()
        return self.moved

    @property
    def moved(self) -> bytes:
        """The reply for any status. After a recovered error, all data are there."""
        return bytes(self._inner.data[: self._inner.moved_bytes])

    @property
    def residual(self) -> int | None:
        """Bytes of data or room that the drive did not move. `None`: the command is under way.

        A number above 0 with GOOD status: the drive needed, or had, less data. If the drive needs
        or has more data, it ends the command with CHECK CONDITION, aborted command, 48h/00h.
        """
        return self._length - self._inner.moved_bytes if self.over else None

    @property
    def submitted(self) -> int:
        """Time of the submission, in ps of simulated time."""
        return self._inner.submitted

    @property
    def finished(self) -> int | None:
        """Time of the end, in ps of simulated time. `None`: the command is under way."""
        return self._inner.finished if self.over else None

    @property
    def took_ms(self) -> float:
        """Time from submission to end, in ms.

        Raises:
            RunError: the command is under way.
        """
        if self.finished is None:
            raise RunError(f"{self.text} is under way")
        return (self.finished - self.submitted) / 1e9

    def check(self) -> "Command":
        """Returns the command itself if its status is GOOD.

        Raises:
            CheckCondition: the drive reports an error, or a duration limit has ended the command.
            CommandLost: the power failed before the command ended.
            RunError: the command is under way, or has another status (BUSY, TASK SET FULL).
        """
        if not self.over:
            raise RunError(f"{self.text} is under way; device.wait(command) lets it end")
        if self.lost:
            raise CommandLost(f"{self.text}: the power failed before its status")
        if self.status == _CHECK_CONDITION or self._unavailable:
            raise CheckCondition(self._what_failed(), self.sense)
        if self.status != _GOOD:
            raise RunError(f"{self.text}: status {self.status:#04x}")
        return self

    @property
    def _unavailable(self) -> bool:
        """Whether GOOD status came with the sense COMPLETED, after a duration limit."""
        return self.status == _GOOD and bool(self.sense) and self.sense[2] == _COMPLETED

    def _what_failed(self) -> str:
        if self.sense[12] != _INITIATOR_ERROR:
            return self.text
        return f"{self.text}, which moves more than the {self._length} bytes given as data or room"


class Session(Live):
    """A drive that is switched on, with the caller as its host. `Drive.open` makes a session.

    Simulated time passes only inside calls. Several sessions may be open at a time, and any thread
    may use any session. The calls of sessions take turns with each other and with runs. A scheduler
    written in Python cannot use its own session. A `with` block closes the session at its end.

    Raises (every method that sends a command and waits for it):
        CheckCondition, CommandLost, RunError: as `Command.check`.
        ConfigError: an argument out of its range.
    """

    instead = "open another with `Drive.open`"

    def __init__(
        self,
        config: _core.DriveConfig,
        setup: _core.Setup,
        contents: bool | str | Path,
        waves: str | os.PathLike[str] | None = None,
    ) -> None:
        self.config = config
        if isinstance(contents, str | Path):
            file, setup.contents = checks.text("contents", str(contents)), True
        else:
            file, setup.contents = "", checks.flag("contents", contents)
        with contextlib.ExitStack() as stack:
            stack.enter_context(writing_waves(setup, waves))
            self._core: _core.Session | None = _core.Session(setup, file)
            self._files = stack.pop_all()
        self._writes = waves is not None
        self._blocks = config.blocks  # DriveConfig computes its layout anew for each call
        self._open: list[Command] = []

    def __enter__(self) -> "Session":
        """Returns the session itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the session."""
        self.close()

    def close(self) -> None:
        """Discards the drive with all its data, and ends the files of its signals.

        Raises:
            RunError: there is no room for the signals.
        """
        core, self._core = self._core, None
        if core is not None and self._writes:
            with self._files:
                core.finish_waves()

    @property
    def now(self) -> int:
        """Simulated time, in ps."""
        return self._session.now

    @property
    def under_way(self) -> list[Command]:
        """Commands that have not ended, in the order of their submission."""
        self._open = [command for command in self._open if not command.over]
        return list(self._open)

    # --- commands with a wait for their end ---

    def read(self, lbn: int, blocks: int = 1, *, fua: bool = False, dpo: bool = False) -> bytes:
        """Reads blocks. `fua`: read from the medium; `dpo`: do not keep them in the cache."""
        return self._run(self.submit_read(lbn, blocks, fua=fua, dpo=dpo)).data

    def write(self, lbn: int, data: bytes, *, fua: bool = False, dpo: bool = False) -> Command:
        """Writes whole blocks. `fua`: GOOD status means that they are on the medium."""
        return self._run(self.submit_write(lbn, data, fua=fua, dpo=dpo))

    def synchronize(self, lbn: int = 0, blocks: int = 0, *, immediate: bool = False) -> Command:
        """SYNCHRONIZE CACHE: brings blocks onto the medium; 0 blocks: all from `lbn` on."""
        return self._run(self.submit_synchronize(lbn, blocks, immediate=immediate))

    def command(self, cdb: Iterable[int], *, data: bytes = b"", room: int = 0) -> Command:
        """Sends any command by its bytes, with `data` for the drive or `room` for its reply."""
        return self._run(self.submit(cdb, data=data, room=room))

    # --- commands without a wait ---

    def submit_read(
        self,
        lbn: int,
        blocks: int = 1,
        *,
        fua: bool = False,
        dpo: bool = False,
        attribute: str = "simple",
        priority: int = 0,
    ) -> Command:
        """Sends a READ(10)."""
        lbn, blocks = self._check_range(lbn, blocks)
        cdb = _transfer(0x28, lbn, blocks, fua=fua, dpo=dpo)
        room = blocks * self.config.bytes_per_block
        return self._submit(cdb, f"read of {blocks} at {lbn}", b"", room, attribute, priority)

    def submit_write(
        self,
        lbn: int,
        data: bytes,
        *,
        fua: bool = False,
        dpo: bool = False,
        attribute: str = "simple",
        priority: int = 0,
    ) -> Command:
        """Sends a WRITE(10). `data` are whole blocks."""
        size = self.config.bytes_per_block
        data = _bytes("data", data)
        blocks, rest = divmod(len(data), size)
        if rest or not blocks:
            raise ConfigError(f"data of {len(data)} bytes; whole blocks of {size} are needed")
        lbn, blocks = self._check_range(lbn, blocks)
        cdb = _transfer(0x2A, lbn, blocks, fua=fua, dpo=dpo)
        return self._submit(cdb, f"write of {blocks} at {lbn}", data, 0, attribute, priority)

    def submit_synchronize(
        self, lbn: int = 0, blocks: int = 0, *, immediate: bool = False
    ) -> Command:
        """Sends a SYNCHRONIZE CACHE. `immediate`: its status does not wait for the medium."""
        blocks = checks.whole("blocks", blocks, 0, MOST_BLOCKS)
        if blocks:
            lbn, blocks = self._check_range(lbn, blocks)
        cdb = bytearray(_transfer(0x35, lbn, blocks, fua=False, dpo=False))
        cdb[1] = 0x02 * checks.flag("immediate", immediate)
        return self._submit(bytes(cdb), "synchronize cache", b"", 0)

    def submit(
        self,
        cdb: Iterable[int],
        *,
        data: bytes = b"",
        room: int = 0,
        attribute: str = "simple",
        priority: int = 0,
        host: int = HOST,
        lun: int = 0,
    ) -> Command:
        """Sends any command, by its bytes.

        Args:
            cdb: command descriptor block, of 6 to 16 bytes.
            data: data for the drive.
            room: greatest number of bytes that the drive may return. Allowed only without `data`.
            attribute: 'simple', 'ordered' or 'head of queue'.
            priority: priority of the command (SAM-5 8.7): 1, the highest, to 15; 0: none.
            host: SCSI id of the host that sends the command, from 1 to 15.
            lun: logical unit number. The drive has unit 0 only.
        """
        block = _bytes("cdb", cdb)
        room = checks.whole("room", room, 0, _MOST_ROOM)
        name = f"command {block[0]:#04x}" if block else "command"
        return self._submit(block, name, _bytes("data", data), room, attribute, priority, host, lun)

    def manage(
        self, function: str, task: Command | None = None, *, host: int = HOST, lun: int = 0
    ) -> Command:
        """Sends a task management function. `status` of the result is the response; 0: complete.

        Aborted commands are `lost`, with the end of the function.

        Args:
            function: 'abort task', 'abort task set', 'clear task set' or 'logical unit reset'; or
                'nexus loss', the event that the host has left.
            task: the command that 'abort task' aborts.
            host: SCSI id of the host that sends the function, from 1 to 15.
            lun: logical unit number.
        """
        checks.text("function", function)
        host, lun = _nexus(host, lun)
        inner = self._session.manage(
            function, task=None if task is None else task._inner, host=host, lun=lun
        )
        return self._added(Command(inner, function, 0))

    def run_until(self, end: str | int | None = None) -> list[Command]:
        """Advances time until some command ends, but at most to `end`.

        Args:
            end: a time from the start of the session, as in `advance`. `None`: no limit.

        Returns:
            The commands that ended. Empty: the time is `end`; without `end`, no event is left.
        """
        limit = None if end is None else parse_time("end", end)
        before = self.under_way
        self._session.run_until(limit)
        return [command for command in before if command.over]

    @property
    def next_event(self) -> int | None:
        """Time of the drive's next event, in ps. `None`: no event is left."""
        return self._session.next_event()

    def wait(self, *commands: Command) -> None:
        """Advances time until these commands have ended. Without commands: until all have ended.

        Raises:
            RunError: no event is left, and a command has not ended.
        """
        for command in commands or self.under_way:
            if not self._session.wait(command._inner):
                raise RunError(f"{command.text} never ends")

    # --- time and power ---

    def advance(self, time: str | int) -> None:
        """Advances time: '1 ms', or a whole number of ps."""
        self._session.advance(parse_time("time", time))

    def settle(self) -> None:
        """Advances time until no event is left: all data are on the medium, and the head rests."""
        self._session.settle()

    def power_cut(self, at: str | int | None = None) -> list[Command]:
        """Simulates a power failure. The power returns at once; drive files have the spin-up time.

        The drive loses all volatile state: tasks, buffer, mode parameters. A sector under the head
        that was not completely written keeps its old data.

        Args:
            at: time of the failure, from the start of the session. `None`: now.

        Returns:
            The lost commands. A command that the drive had not yet received stays under way.
        """
        if at is not None:
            then = parse_time("at", at)
            if then < self.now:
                raise checks.wrong("at", f" is {then} ps, which has passed; now is {self.now} ps")
            self._session.advance(then - self.now)
        before = self.under_way
        self._session.cut_power()
        return [command for command in before if command.lost]

    # --- internals ---

    @property
    def _session(self) -> _core.Session:
        if self._core is None:
            raise RunError("the session is closed")
        return self._core

    def _check_range(self, lbn: SupportsIndex, blocks: SupportsIndex) -> tuple[int, int]:
        first = checks.whole("lbn", lbn, 0, self._blocks - 1)
        most = min(MOST_BLOCKS, self._blocks - first)
        return first, checks.whole("blocks", blocks, 1, most)

    def _submit(
        self,
        cdb: bytes,
        text: str,
        data: bytes,
        room: int,
        attribute: str = "simple",
        priority: SupportsIndex = 0,
        host: int = HOST,
        lun: int = 0,
    ) -> Command:
        checks.text("attribute", attribute)
        priority = checks.whole("priority", priority, 0, LOWEST_PRIORITY)
        host, lun = _nexus(host, lun)
        inner = self._session.submit(
            cdb,
            data=data,
            room=room,
            attribute=attribute,
            priority=priority,
            host=host,
            lun=lun,
        )
        return self._added(Command(inner, text, len(data) or room))

    def _added(self, command: Command) -> Command:
        self._open = [*self.under_way, command]
        return command

    def _run(self, command: Command) -> Command:
        self.wait(command)
        return command.check()


def _nexus(host: SupportsIndex, lun: SupportsIndex) -> tuple[int, int]:
    return checks.whole("host", host, 1, 15), checks.whole("lun", lun, 0, 255)


def _bytes(name: str, value: Iterable[int]) -> bytes:
    """Returns the bytes of a buffer or of numbers from 0 to 255. A bare number is an error."""
    if isinstance(value, Iterable):  # bytes() of a text is a TypeError
        with contextlib.suppress(TypeError, ValueError, BufferError):
            return bytes(value)
    raise checks.wrong(
        name, f" is {reprlib.repr(value)}; it must be bytes, or a list of numbers from 0 to 255"
    )


def _transfer(operation: int, lbn: int, blocks: int, *, fua: bool, dpo: bool) -> bytes:
    lbn = checks.whole("lbn", lbn, 0, 2**32 - 1)
    flags = _FUA * checks.flag("fua", fua) | _DPO * checks.flag("dpo", dpo)
    address, length = lbn.to_bytes(4, "big"), blocks.to_bytes(2, "big")
    return bytes([operation, flags, *address, 0, *length, 0])
