"""A connection of an initiator: the login, then the commands (RFC 7143).

A session has one connection.
"""

import asyncio
import secrets
from typing import Final, Protocol

from headstack_serve.iscsi import text
from headstack_serve.iscsi.login import Access, Login, LoginError, Stage
from headstack_serve.iscsi.management import Function, Management, Response
from headstack_serve.iscsi.numbering import CommandWindow
from headstack_serve.iscsi.pdu import (
    FINAL,
    NO_TAG,
    Answer,
    DataOut,
    LoginRequest,
    LoginResponse,
    LogoutRequest,
    LogoutResponse,
    NopIn,
    NopOut,
    Pdu,
    Reject,
    ScsiCommand,
    Snack,
    TaskManagement,
    TaskManagementResponse,
    TextRequest,
    TextResponse,
)
from headstack_serve.iscsi.refusals import PduError, ProtocolError, Reason, RefusedError
from headstack_serve.iscsi.tasks import Tasks
from headstack_serve.iscsi.wire import Wire

LOGIN_S: Final = 15.0
"""Longest time of a login."""
_CONTINUES: Final = 0x40
_REASON: Final = 0x7F
_CLOSE_SESSION, _CLOSE_CONNECTION, _RECOVER = 0, 1, 2
_NO_SUCH_CONNECTION, _NO_RECOVERY = 1, 2
_CLOSED: Final = "the target closed the connection"


class Opened(Protocol):
    """The parts of a session that has begun."""

    handle: int
    tasks: Tasks
    management: Management


class Portal(Protocol):
    """The part of a target that a connection uses."""

    access: Access

    def open(self, connection: "Connection", login: Login, request: LoginRequest) -> Opened:
        """Opens a session.

        Raises:
            LoginError: the target has no room.
        """

    def new_handle(self) -> int:
        """Returns a number for a session for discovery."""

    def cold_reset(self) -> None:
        """Ends all sessions."""


class Connection:
    """A connection and its session.

    Attributes:
        opened: the session. `None` during the login, and in a session for discovery.
    """

    def __init__(self, portal: Portal, wire: Wire) -> None:
        self.opened: Opened | None = None
        self._portal = portal
        self._wire = wire
        self._status_sn = secrets.randbits(32)
        self._login = Login(portal.access)
        self._window = CommandWindow(0)
        self._number = 0
        self._text = b""
        self._ends = False

    async def serve(self) -> str:
        """Serves the connection to its end. Returns the reason of the end."""
        try:
            async with asyncio.timeout(LOGIN_S):
                if not await self._log_in():
                    return "the login failed"
            while not self._ends:
                await self._next()
                await asyncio.sleep(0)  # other connections have their turn
        except TimeoutError:
            return f"the login took more than {LOGIN_S:g} s"
        except PduError as wrong:
            self._reject(wrong.header, wrong.reason)
            return str(wrong)
        except ProtocolError as wrong:
            return str(wrong)
        except (asyncio.IncompleteReadError, OSError):
            return _CLOSED if self._ends else "the initiator closed the connection"
        finally:
            self.close()
        return "the initiator logged out"

    def close(self) -> None:
        """Ends the session and the connection. Its tasks get no responses."""
        self._ends = True
        if self.opened is not None:
            self.opened.tasks.close()
            self.opened = None
        self._wire.close()

    def abort(self) -> None:
        """Ends the session and the connection at once. Unsent units are lost."""
        self.close()
        self._wire.abort()

    def send(self, answer: Answer) -> None:
        """Numbers a unit and sends it."""
        answer.status_sn = self._status_sn
        answer.expected_command_sn = self._window.expected
        answer.max_command_sn = self._window.last(
            0 if self.opened is None else self.opened.tasks.ordered
        )
        if answer.takes_number:
            self._status_sn = (self._status_sn + 1) % 2**32
        self._wire.write(answer)

    # --- the login phase ---

    async def _log_in(self) -> bool:
        while True:
            request = await self._wire.read()
            if not isinstance(request, LoginRequest):
                return False
            self._window = CommandWindow(request.command_sn)
            try:
                answer = self._login.step(request)
                over = answer.final and answer.flags & 3 == Stage.FULL_FEATURE
                if over:
                    answer.session = self._begin_session(request)
            except LoginError as failed:
                self._send_login(LoginResponse(status=failed.status), request)
                return False
            self._send_login(answer, request)
            if over:
                break
        keys = self._login.keys
        self._wire.header_digest = keys.text("HeaderDigest") == "CRC32C"
        self._wire.data_digest = keys.text("DataDigest") == "CRC32C"
        self._wire.most_data = text.SEGMENT
        return True

    def _begin_session(self, request: LoginRequest) -> int:
        self._number = request.connection
        if self._login.discovery:
            return self._portal.new_handle()
        self.opened = self._portal.open(self, self._login, request)
        return self.opened.handle

    def _send_login(self, answer: LoginResponse, request: LoginRequest) -> None:
        answer.tag = request.tag
        answer.initiator_session = request.initiator_session
        self.send(answer)

    # --- the full feature phase ---

    async def _next(self) -> None:
        """Serves the next unit.

        Raises:
            ProtocolError: the unit ends the connection. The initiator was told why.
        """
        unit = await self._wire.read()
        if self._ends:  # the target closed the session meanwhile
            raise ProtocolError(_CLOSED)
        try:
            self._take(unit)
        except RefusedError as refused:
            self._reject(unit.header, refused.reason)
        except ProtocolError as wrong:
            self._reject(unit.header, wrong.reason)
            raise

    def _reject(self, header: bytes, reason: Reason) -> None:
        if self._login.done:
            self.send(Reject(flags=FINAL, reason=reason, data=header))

    def _take(self, unit: Pdu) -> None:
        if isinstance(unit, DataOut):
            self._session.tasks.take(unit)
        elif isinstance(unit, ScsiCommand | TaskManagement | NopOut | TextRequest | LogoutRequest):
            if isinstance(unit, NopOut) and unit.tag == NO_TAG:
                return  # an answer to a ping has no number
            if unit.immediate or self._window.takes(unit.command_sn):
                self._begin(unit)
        elif isinstance(unit, Snack):
            raise RefusedError("the target repeats no units", Reason.SNACK_REJECTED)
        else:
            raise ProtocolError(f"{type(unit).__name__} in the full feature phase")

    def _begin(self, unit: Pdu) -> None:
        if isinstance(unit, ScsiCommand):
            self._session.tasks.begin(unit)
        elif isinstance(unit, TaskManagement):
            self._manage(unit)
        elif isinstance(unit, NopOut):
            most = self._login.keys.number("MaxRecvDataSegmentLength")
            self.send(NopIn(flags=FINAL, lun=unit.lun, tag=unit.tag, data=unit.data[:most]))
        elif isinstance(unit, TextRequest):
            self._answer_text(unit)
        elif isinstance(unit, LogoutRequest):
            self._log_out(unit)

    @property
    def _session(self) -> Opened:
        if self.opened is None:
            raise ProtocolError("a command in a session for discovery")
        return self.opened

    def _manage(self, unit: TaskManagement) -> None:
        def answered(response: Response) -> None:
            if not self._ends:
                self.send(TaskManagementResponse(flags=FINAL, tag=unit.tag, response=response))
            if unit.flags & _REASON == Function.TARGET_COLD_RESET:
                self._portal.cold_reset()

        self._session.management.carry_out(unit, answered)

    def _answer_text(self, unit: TextRequest) -> None:
        if unit.transfer_tag == NO_TAG:
            self._text = b""
        self._text += bytes(unit.data)
        if len(self._text) > text.MOST_BYTES:
            raise ProtocolError("a text has too many keys")
        answer = TextResponse(lun=unit.lun, tag=unit.tag)
        if unit.flags & _CONTINUES:
            answer.transfer_tag = unit.tag & 0x7FFFFFFF
        else:
            answer.data = self._answer_keys()
            answer.flags = unit.flags & FINAL
            answer.transfer_tag = NO_TAG if unit.final else unit.tag & 0x7FFFFFFF
            self._text = b""
        self.send(answer)

    def _answer_keys(self) -> bytes:
        try:
            offered = text.parse(self._text)
        except text.TextError as wrong:
            self._text = b""
            raise RefusedError(str(wrong), Reason.INVALID_FIELD) from None
        pairs = [pair for key, value in offered.items() for pair in self._answered(key, value)]
        found = text.join(pairs)
        if len(found) > self._login.keys.number("MaxRecvDataSegmentLength"):
            raise RefusedError("the answer is too long", Reason.INVALID_FIELD)
        return found

    def _answered(self, key: str, value: str) -> list[tuple[str, str]]:
        if key != "SendTargets":
            return [(key, text.REJECT if key in text.RULES else text.NOT_UNDERSTOOD)]
        name = self._portal.access.target
        if value not in ((name, "All") if self._login.discovery else (name, "")):
            return [(key, text.REJECT)] if value == "All" else []
        return [
            ("TargetName", name),
            ("TargetAddress", f"{self._wire.address},{text.PORTAL_GROUP}"),
        ]

    def _log_out(self, unit: LogoutRequest) -> None:
        reason = unit.flags & _REASON
        if reason > _RECOVER:
            raise RefusedError(f"no reason {reason} of a logout", Reason.INVALID_FIELD)
        response = 0
        if reason == _RECOVER:
            response = _NO_RECOVERY
        elif reason == _CLOSE_CONNECTION and unit.connection != self._number:
            response = _NO_SUCH_CONNECTION
        self._ends = response == 0
        self.send(LogoutResponse(flags=FINAL, tag=unit.tag, response=response))
