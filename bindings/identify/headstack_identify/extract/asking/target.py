"""What is asked: anything that takes SCSI commands and says when each began and ended.

`Target` is all that an extraction uses. `SessionTarget` makes one of a `headstack.Session`; a real
drive needs a class of its own with the same four members (docs/use/extract.md has one for Linux).
"""

from dataclasses import dataclass
from typing import Protocol

from headstack.live import Live
from headstack.session import Command, Session


@dataclass(frozen=True)
class Request:
    """A SCSI command.

    Attributes:
        cdb: its bytes, 6 to 16.
        data: bytes for the drive; empty if it wants none.
        room: bytes of room for what the drive brings.
    """

    cdb: bytes
    data: bytes = b""
    room: int = 0


@dataclass(frozen=True)
class Answer:
    """The end of a command.

    Attributes:
        status: SCSI status byte.
        data: the bytes that came.
        sense: sense data of a CHECK CONDITION, else empty.
        began: time at which it was sent, in ps of the target's clock.
        ended: time at which its status came, in ps of the same clock.
    """

    status: int
    data: bytes
    sense: bytes
    began: int
    ended: int


class Target(Protocol):
    """A drive that is asked. Whatever a method raises means that the drive no longer answers."""

    @property
    def now(self) -> int:
        """Time, in ps."""

    def advance(self, ps: int) -> None:
        """Waits for a time in ps."""

    def command(self, request: Request) -> Answer:
        """Sends a command and waits for its end."""

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        """Sends `first`, and `second` `after` ps later, ended or not; waits for both.

        NotImplementedError: that cannot be done; what it would tell is then left together.
        """


class SessionTarget(Live):
    """A session, seen through its commands and their times alone.

    Args:
        session: an open session, which nobody else gives commands meanwhile.
    """

    instead = "open another session there"

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def now(self) -> int:
        """Simulated time, in ps."""
        return self._session.now

    def advance(self, ps: int) -> None:
        """Advances simulated time by `ps`."""
        self._session.advance(ps)

    def command(self, request: Request) -> Answer:
        """Sends a command and waits for its end."""
        sent = self._submit(request)
        self._session.wait(sent)
        return _answer(sent)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        """Sends two commands, the second `after` ps behind the first, and waits for both."""
        one = self._submit(first)
        self._session.advance(after)
        two = self._submit(second)
        self._session.wait(one, two)
        return _answer(one), _answer(two)

    def _submit(self, request: Request) -> Command:
        return self._session.submit(request.cdb, data=request.data, room=request.room)


def _answer(command: Command) -> Answer:
    if command.status is None or command.finished is None:
        return Answer(-1, b"", b"", command.submitted, command.submitted)
    return Answer(command.status, command.moved, command.sense, command.submitted, command.finished)
