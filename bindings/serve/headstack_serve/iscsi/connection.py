"""A connection of an initiator: the login, then its commands (RFC 7143). A session has one."""

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
    PduError,
    Reject,
    ScsiCommand,
    Snack,
    TaskManagement,
    TaskManagementResponse,
    TextRequest,
    TextResponse,
    encode,
)
from headstack_serve.iscsi.tasks import Tasks
from headstack_serve.iscsi.transfer import ProtocolError
from headstack_serve.iscsi.wire import Wire

LOGIN_S: Final = 15.0
"""Longest time of a login."""
_CONTINUES: Final = 0x40
_SNACK_REJECTED, _PROTOCOL_ERROR = 0x03, 0x04
_NO_RECOVERY: Final = 2


class Opened(Protocol):
    """What a target gives to a session that begins."""

    handle: int
    tasks: Tasks
    management: Management


class Portal(Protocol):
    """What a connection needs of its target."""

    access: Access

    def open(self, connection: "Connection", login: Login, request: LoginRequest) -> Opened:
        """Opens a session. Raises LoginError if the target has no room."""

    def targets(self, wire: Wire) -> list[tuple[str, str]]:
        """Returns the keys of a discovery."""

    def cold_reset(self) -> None:
        """Ends all sessions."""


class Connection:
    """A connection and its session."""

    def __init__(self, portal: Portal, wire: Wire) -> None:
        self._portal = portal
        self._wire = wire
        self._status_sn = secrets.randbits(32)
        self._login = Login(portal.access)
        self._window = CommandWindow(0)
        self._opened: Opened | None = None
        self._text = b""
        self._ends = False

    async def serve(self) -> str:
        """Serves the connection to its end. Returns why it ended."""
        try:
            async with asyncio.timeout(LOGIN_S):
                if not await self._log_in():
                    return "the login failed"
            while not self._ends:
                self._take(await self._wire.read())
        except TimeoutError:
            return f"the login took more than {LOGIN_S:g} s"
        except (PduError, ProtocolError) as wrong:
            self._reject(wrong)
            return str(wrong)
        except (asyncio.IncompleteReadError, OSError):
            return "the initiator closed the connection"
        finally:
            self.close()
        return "the initiator logged out"

    def close(self) -> None:
        """Ends the session and the connection. Its tasks get no responses."""
        self._ends = True
        if self._opened is not None:
            self._opened.tasks.close()
            self._opened = None
        self._wire.close()

    def send(self, answer: Answer, *, counts: bool = True) -> None:
        """Numbers a unit and sends it. `counts`: the unit takes a status number."""
        answer.status_sn = self._status_sn
        answer.expected_command_sn = self._window.expected
        answer.max_command_sn = self._window.last
        if counts:
            self._status_sn = (self._status_sn + 1) % 2**32
        self._wire.write(answer)

    # --- the login phase ---

    async def _log_in(self) -> bool:
        while not self._login.done:
            request = await self._wire.read()
            if not isinstance(request, LoginRequest):
                return False
            self._window = CommandWindow(request.command_sn)
            try:
                answer = self._login.step(request)
                if answer.final and answer.flags & 3 == Stage.FULL_FEATURE:
                    self._opened = self._portal.open(self, self._login, request)
                    answer.session = self._opened.handle
            except LoginError as failed:
                self._send_login(LoginResponse(status=failed.status), request)
                return False
            self._send_login(answer, request)
        keys = self._login.keys
        self._wire.header_digest = keys.text("HeaderDigest") == "CRC32C"
        self._wire.data_digest = keys.text("DataDigest") == "CRC32C"
        self._wire.most_data = text.SEGMENT
        return True

    def _send_login(self, answer: LoginResponse, request: LoginRequest) -> None:
        answer.tag = request.tag
        answer.initiator_session = request.initiator_session
        self.send(answer)

    # --- the full feature phase ---

    def _take(self, unit: Pdu) -> None:
        if isinstance(unit, DataOut):
            self._tasks.take(unit)
        elif isinstance(unit, ScsiCommand | TaskManagement | NopOut | TextRequest | LogoutRequest):
            if isinstance(unit, NopOut) and unit.tag == NO_TAG:
                return  # the answer to a ping, which has no number
            for following in self._window.deliver(unit):
                self._begin(following)
        elif isinstance(unit, Snack):
            self.send(Reject(flags=FINAL, reason=_SNACK_REJECTED, data=encode(unit)[0]))
        else:
            raise ProtocolError(f"{type(unit).__name__} in the full feature phase")

    def _begin(self, unit: Pdu) -> None:
        if isinstance(unit, ScsiCommand):
            self._tasks.begin(unit)
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
    def _tasks(self) -> Tasks:
        if self._opened is None or self._login.discovery:
            raise ProtocolError("a command in a session for discovery")
        return self._opened.tasks

    def _manage(self, unit: TaskManagement) -> None:
        if self._opened is None or self._login.discovery:
            raise ProtocolError("a function in a session for discovery")

        def answered(response: Response) -> None:
            if not self._ends:
                self.send(TaskManagementResponse(flags=FINAL, tag=unit.tag, response=response))
            if unit.flags & 0x7F == Function.TARGET_COLD_RESET:
                self._portal.cold_reset()

        self._opened.management.carry_out(unit, answered)

    def _answer_text(self, unit: TextRequest) -> None:
        self._text += bytes(unit.data)
        if len(self._text) > text.MOST_BYTES:
            raise ProtocolError("a text has too many keys")
        answer = TextResponse(lun=unit.lun, tag=unit.tag)
        if unit.flags & _CONTINUES:
            answer.transfer_tag = 0
        else:
            answer.flags = FINAL
            try:
                offered = text.parse(self._text)
                answer.data = text.join(self._answered(offered))
            except text.TextError as wrong:
                raise ProtocolError(str(wrong)) from None
            self._text = b""
        self.send(answer)

    def _answered(self, offered: dict[str, str]) -> list[tuple[str, str]]:
        pairs: list[tuple[str, str]] = []
        for key, value in offered.items():
            if key == "SendTargets":
                if value in ("All", "", self._portal.access.target):
                    pairs += self._portal.targets(self._wire)
            else:
                pairs.append((key, text.REJECT if key in text.RULES else text.NOT_UNDERSTOOD))
        return pairs

    def _log_out(self, unit: LogoutRequest) -> None:
        reason = unit.flags & 0x7F
        refused = reason == _NO_RECOVERY
        self._ends = not refused
        self.send(
            LogoutResponse(flags=FINAL, tag=unit.tag, response=_NO_RECOVERY if refused else 0)
        )

    def _reject(self, why: Exception) -> None:
        if self._opened is not None:
            self.send(Reject(flags=FINAL, reason=_PROTOCOL_ERROR, data=str(why).encode()[:256]))
