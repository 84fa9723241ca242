"""An iSCSI target: its port, its sessions, and the drives that are its logical units."""

import asyncio
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from headstack_serve.address import Address
from headstack_serve.iscsi import memory
from headstack_serve.iscsi.connection import Connection
from headstack_serve.iscsi.login import Access, Login, LoginError, LoginStatus
from headstack_serve.iscsi.management import Management
from headstack_serve.iscsi.memory import Memory
from headstack_serve.iscsi.pdu import LoginRequest
from headstack_serve.iscsi.tasks import Tasks
from headstack_serve.iscsi.transfer import Limits
from headstack_serve.iscsi.wire import Wire
from headstack_serve.unit import Unit

HOSTS: Final = (7, 6, 5, 4, 3, 2, 1, 15, 14, 13, 12, 11, 10, 9, 8)
"""SCSI ids of the initiators: a session each."""
MOST_CONNECTIONS: Final = 64
_READ_AHEAD: Final = 64 << 10
"""Most bytes of a connection that wait in this process."""
_MOST_FILES: Final = 1000
"""Largest number of an open file. A wait by select() allows numbers below 1024."""


@dataclass
class IscsiSession:
    """A session of an initiator.

    Attributes:
        handle: the target's number of the session.
        key: name of the initiator, and its number of the session.
        host: SCSI id of the initiator.
        connection: the session's connection.
        tasks: the session's tasks.
        management: the session's task management.
    """

    handle: int
    key: tuple[str, bytes]
    host: int
    connection: Connection
    tasks: Tasks
    management: Management


class Target:
    """A target. `listen` opens its port.

    Args:
        access: the names and secrets that a login needs.
        units: the drives, by logical unit number.
        ended: is told the initiator's address and the reason when a connection ends.
    """

    def __init__(
        self, access: Access, units: list[Unit], ended: Callable[[str, str], None]
    ) -> None:
        self.access = access
        self._units = units
        self._ended = ended
        self._sessions: dict[int, IscsiSession] = {}
        self._connections: dict[Connection, None] = {}  # in the order of their beginnings
        self._memory = Memory(memory.OF_TARGET)
        self._last_handle = 0
        self._address = ""

    async def listen(self, host: str, port: int) -> asyncio.Server:
        """Opens the port. Port 0: the system chooses.

        Raises:
            OSError: the address cannot be used.
        """
        server = await asyncio.start_server(self._accept, host, port, limit=_READ_AHEAD)
        address = server.sockets[0].getsockname()
        self._address = str(Address(*address[:2]))
        return server

    @property
    def address(self) -> str:
        """Address and port, after `listen`."""
        return self._address

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = Wire(reader, writer)
        if not self._has_room(writer):
            wire.abort()
            self._ended(wire.peer, f"the target has {MOST_CONNECTIONS} connections already")
            return
        connection = Connection(self, wire)
        self._connections[connection] = None
        try:
            self._ended(wire.peer, await connection.serve())
        finally:
            self.forget(connection)

    def _has_room(self, writer: asyncio.StreamWriter) -> bool:
        """Whether the target has room for a connection. The oldest open login makes room."""
        connected = writer.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if connected.fileno() >= _MOST_FILES:
            return False
        if len(self._connections) < MOST_CONNECTIONS:
            return True
        waiting = next((c for c in self._connections if c.opened is None), None)
        if waiting is not None:
            waiting.abort()
            self.forget(waiting)
        return waiting is not None

    @property
    def memory_left(self) -> int:
        """Bytes of memory that no task has taken."""
        return self._memory.left

    def forget(self, connection: Connection) -> None:
        """Ends a connection and its session."""
        self._connections.pop(connection, None)
        self._close(connection)

    def _close(self, connection: Connection, *, at_once: bool = False) -> None:
        connection.abort() if at_once else connection.close()
        for handle, session in list(self._sessions.items()):
            if session.connection is connection:
                del self._sessions[handle]

    # --- calls of connections ---

    def open(self, connection: Connection, login: Login, request: LoginRequest) -> IscsiSession:
        """Opens a session. A session of the same initiator and number ends first.

        Raises:
            LoginError: all sessions are taken, or the login names an old session.
        """
        key = (login.initiator.lower(), bytes(request.initiator_session))
        if request.session != 0:
            known = request.session in self._sessions
            status = LoginStatus.TOO_MANY_CONNECTIONS if known else LoginStatus.NO_SUCH_SESSION
            raise LoginError(status, "a session has one connection")
        for session in list(self._sessions.values()):
            if session.key == key:
                self._close(session.connection, at_once=True)
        taken = {session.host for session in self._sessions.values()}
        free = [host for host in HOSTS if host not in taken]
        if not free:
            raise LoginError(LoginStatus.OUT_OF_RESOURCES, f"{len(HOSTS)} sessions are open")
        limits, own = Limits.of(login.keys), Memory(memory.OF_SESSION, part_of=self._memory)
        tasks = Tasks(self._units, free[0], limits, own, connection.send)
        management = Management(self._units, free[0], tasks, self._all_tasks)
        opened = IscsiSession(self.new_handle(), key, free[0], connection, tasks, management)
        self._sessions[opened.handle] = opened
        return opened

    def new_handle(self) -> int:
        """Returns a number for a session that begins."""
        while True:
            self._last_handle = self._last_handle % 0xFFFF + 1
            if self._last_handle not in self._sessions:
                return self._last_handle

    def _all_tasks(self) -> Iterable[Tasks]:
        return [session.tasks for session in self._sessions.values()]

    def cold_reset(self) -> None:
        """Ends all sessions."""
        for connection in list(self._connections):
            self._close(connection, at_once=True)
