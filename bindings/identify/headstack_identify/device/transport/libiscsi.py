"""A logical unit of an iSCSI target, asked through the C library libiscsi.

The library is loaded when it is needed. There are bindings of Python (cython-iscsi), but they must
be compiled and were last released in 2020; the functions below need no compiler. No structure of
the library is read.

A signal may interrupt any wait. The library's own waits (`iscsi_..._sync`) then return with their
command still queued, and the command points to a stack that is gone. So this module waits itself,
and a session with a command that did not end is over.
"""

import ctypes
import re
import select
import struct
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from headstack.errors import ConfigError
from headstack_identify.device.transport import clock
from headstack_identify.extract.asking.target import Answer, Request

LIBRARIES: Final = ("libiscsi.so.10", "libiscsi.so.7")
"""Names of the library: of Debian 13 (package libiscsi10), and of Debian 12 (libiscsi7)."""

INITIATOR: Final = b"iqn.2026-11.io.github.headstack:extract"
DEFAULT_PORT: Final = 3260

_NORMAL_SESSION: Final = 2  # enum iscsi_session_type
_NO_DATA, _READ, _WRITE = 0, 1, 2  # enum scsi_xfer_dir
_MOST_STATUS: Final = 0xFF  # above: errors of the library
_CHECK: Final = 0x02
_CANCELLED: Final = 0x0F000000  # enum scsi_status: the library gave up the connection
_TIMEOUT_S: Final = 30
_TICK_MS: Final = 1000  # after this time, the library looks for commands without an answer
_NO_SESSION: Final = "Can not reconnect"  # replaces the text of an error before the login
_CLOSED: Final = "the connection closed"
_CALLBACK: Final = ctypes.CFUNCTYPE(
    None, ctypes.c_size_t, ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t
)
"""`iscsi_command_cb`. Pointers are numbers, because a null pointer would be None."""

_KEY: Final = re.compile(r"KEY:[^(]*\((\d+)\) ASCQ:[^(]*\(0x([0-9a-fA-F]{4})\)")


@dataclass(frozen=True)
class Address:
    """The parts of a URL of iSCSI.

    Attributes:
        portal: host and port.
        target: iSCSI name of the target.
        lun: logical unit number.
        user: name for CHAP, or empty.
        password: secret for CHAP, or empty.
    """

    portal: str
    target: str
    lun: int
    user: str = ""
    password: str = ""

    @classmethod
    def of(cls, url: str) -> "Address":
        """Reads a URL: iscsi://[user%password@]host[:port]/target/lun.

        Raises:
            ConfigError: the text is no such URL.
        """
        wrong = ConfigError(f"--iscsi {url}: give iscsi://[USER%PASSWORD@]HOST[:PORT]/TARGET/LUN")
        try:
            parts = urlsplit(url)
            port = parts.port or DEFAULT_PORT
        except ValueError:
            raise wrong from None
        target, _, lun = parts.path.strip("/").partition("/")
        if parts.scheme != "iscsi" or not parts.hostname or not target or not lun.isdecimal():
            raise wrong
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        user, _, password = parts.netloc.rpartition("@")[0].partition("%")
        return cls(f"{host}:{port}", target, int(lun), unquote(user), unquote(password))


class _Ended:
    """The end of a call, which the library tells.

    The library's call arrives in a function of C, not of Python. Python could raise
    KeyboardInterrupt at the begin of its own function, and ctypes would drop the exception.

    Attributes:
        callback: the function for the library. The object must live as long as the session.
    """

    _MEMBERS: Final = "@PiPP"  # context, status, data of the command, data of the caller

    def __init__(self) -> None:
        self._members = ctypes.create_string_buffer(struct.calcsize(self._MEMBERS))
        note = partial(struct.pack_into, self._MEMBERS, self._members, 0)
        self.callback = _CALLBACK(note)

    def clear(self) -> None:
        """Forgets the end of an earlier call."""
        struct.pack_into(self._MEMBERS, self._members, 0, 0, 0, 0, 0)

    @property
    def status(self) -> int | None:
        """The status of the call. `None`: the call has not ended."""
        context, status, _, _ = struct.unpack_from(self._MEMBERS, self._members)
        return status if context else None


class IscsiTarget(clock.InThisTime):
    """A target that sends its commands through libiscsi, one at a time.

    Args:
        url: iscsi://[user%password@]host[:port]/target/lun.

    Raises:
        ConfigError: no such URL, no library, or no target at the URL.
    """

    def __init__(self, url: str) -> None:
        address = Address.of(url)
        self._lib = _library()
        self._lun = address.lun
        self._ended = _Ended()
        self._data = ctypes.create_string_buffer(1)
        self._context = self._lib.iscsi_create_context(INITIATOR)
        if not self._context:
            raise ConfigError("libiscsi: no memory")
        try:
            told = self._connect(address)
        except BaseException:
            self.close()
            raise
        if told is not None:
            self.close()
            raise ConfigError(f"--iscsi {url}: no such unit answers ({told})")

    def _connect(self, address: Address) -> str | None:
        """Begins the session. Returns the error. `None`: the unit has answered."""
        lib, context = self._lib, self._context
        lib.iscsi_set_targetname(context, address.target.encode())
        lib.iscsi_set_session_type(context, _NORMAL_SESSION)
        lib.iscsi_set_timeout(context, _TIMEOUT_S)
        lib.iscsi_set_noautoreconnect(context, 1)
        if address.user:
            lib.iscsi_set_initiator_username_pwd(
                context, address.user.encode(), address.password.encode()
            )
        self._ended.clear()
        portal = address.portal.encode()
        wrong = lib.iscsi_full_connect_async(
            context, portal, address.lun, self._ended.callback, None
        )
        if not wrong and self._wait() == 0:
            return None
        told = self._error()
        if _NO_SESSION in told:
            return f"no login at {address.portal}: the port is closed, or has no iSCSI target"
        return told or "no answer"

    def close(self) -> None:
        """Ends the session."""
        if self._context:
            context, self._context = self._context, None
            self._lib.iscsi_destroy_context(context)

    def command(self, request: Request) -> Answer:
        """Sends a command and waits for its end. Data that the drive did not fill are zeros.

        Raises:
            ConnectionError: the connection has ended, or no answer came in time.
        """
        if not self._context:
            raise ConnectionError(_CLOSED)
        size = len(request.data) or request.room
        way = _WRITE if request.data else _READ if request.room else _NO_DATA
        data = ctypes.create_string_buffer(request.data, max(1, size))
        self._data = data  # an interrupted call may leave the task in the library's queue
        lib, cdb, before = self._lib, request.cdb, self._error()
        status, told = None, ""
        task = lib.scsi_create_task(len(cdb), cdb, way, size)
        try:
            if way == _READ:
                lib.scsi_task_add_data_in_buffer(task, size, data)
            elif way == _WRITE:
                lib.scsi_task_add_data_out_buffer(task, size, data)
            began = clock.now_ps()
            status = self._status(task)
            ended = clock.now_ps()
            told = self._error()
        finally:
            if not _is_of_drive(status):
                self.close()  # the library may still have the task in a queue
            lib.scsi_free_scsi_task(task)
        if status is None or not _is_of_drive(status):
            raise ConnectionError(_reason(status, told, before))
        sense = _sense(told) if status == _CHECK else b""
        came = data.raw[:size] if way == _READ and not sense else b""
        return Answer(status, came, sense, began, ended)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        """Raises NotImplementedError: each call waits for the end of its command."""
        raise NotImplementedError

    def _status(self, task: int) -> int | None:
        """Sends a task. Returns its status, or `None` if the connection broke before its end."""
        self._ended.clear()
        wrong = self._lib.iscsi_scsi_command_async(
            self._context, self._lun, task, self._ended.callback, None, None
        )
        return None if wrong else self._wait()

    def _wait(self) -> int | None:
        """Serves the connection until a call ends. Returns its status. `None`: it broke before."""
        lib, context = self._lib, self._context
        while (status := self._ended.status) is None:
            file = lib.iscsi_get_fd(context)
            if file < 0:
                return None
            waiting = select.poll()
            waiting.register(file, lib.iscsi_which_events(context))
            events = sum(found for _, found in waiting.poll(_TICK_MS))
            if lib.iscsi_service(context, events) < 0:
                return self._ended.status
        return status

    def _error(self) -> str:
        told: bytes | None = self._lib.iscsi_get_error(self._context)
        return (told or b"").decode("ascii", "replace").strip()


def _is_of_drive(status: int | None) -> bool:
    """Returns whether a status is from the drive, not from the library."""
    return status is not None and 0 <= status <= _MOST_STATUS


def _reason(status: int | None, told: str, before: str) -> str:
    """Returns why a command did not end.

    The library keeps the text of its latest error, and sets none if the target just closes the
    connection. Some of its texts end with the text before.

    Args:
        status: status that the library told.
        told: text of the library after the command.
        before: text of the library before the command.
    """
    new = told.removesuffix(before).rstrip(" :") if before else told
    if status is None or status == _CANCELLED:
        return f"{_CLOSED} ({new})" if new else _CLOSED
    return new or "no answer"


def _sense(told: str) -> bytes:
    """Returns sense data of fixed format, from the text in which the library tells them."""
    found = _KEY.search(told)
    key, code = (int(found[1]), int(found[2], 16)) if found else (0, 0)
    return bytes([0x70, 0, key, 0, 0, 0, 0, 10, 0, 0, 0, 0, *code.to_bytes(2, "big"), *bytes(4)])


def _library() -> Any:
    for name in LIBRARIES:
        try:
            lib = ctypes.CDLL(name)
        except OSError:
            continue
        return _declared(lib)
    raise ConfigError(
        "--iscsi needs the library libiscsi, which is not installed (Debian 13: apt install "
        "libiscsi10; Debian 12: apt install libiscsi7)"
    )


def _declared(lib: ctypes.CDLL) -> ctypes.CDLL:
    """Returns the library, with the types of its functions."""
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in (
        ("iscsi_create_context", pointer, (text,)),
        ("iscsi_destroy_context", number, (pointer,)),
        ("iscsi_set_targetname", number, (pointer, text)),
        ("iscsi_set_session_type", number, (pointer, number)),
        ("iscsi_set_timeout", number, (pointer, number)),
        ("iscsi_set_noautoreconnect", None, (pointer, number)),
        ("iscsi_set_initiator_username_pwd", number, (pointer, text, text)),
        ("iscsi_full_connect_async", number, (pointer, text, number, _CALLBACK, pointer)),
        ("iscsi_get_fd", number, (pointer,)),
        ("iscsi_which_events", number, (pointer,)),
        ("iscsi_service", number, (pointer, number)),
        ("iscsi_get_error", text, (pointer,)),
        ("scsi_create_task", pointer, (number, text, number, number)),
        ("scsi_free_scsi_task", None, (pointer,)),
        ("scsi_task_add_data_in_buffer", number, (pointer, number, pointer)),
        ("scsi_task_add_data_out_buffer", number, (pointer, number, pointer)),
        (
            "iscsi_scsi_command_async",
            number,
            (pointer, number, pointer, _CALLBACK, pointer, pointer),
        ),
    ):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib
