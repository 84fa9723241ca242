"""The interface of a drive under test: it takes SCSI commands and returns their times.

An extraction uses only `Target`. `SessionTarget` makes a target from a `headstack.Session`. A real
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
        cdb: command descriptor block, 6 to 16 bytes.
        data: bytes for the drive, or empty if the command takes no data.
        room: largest number of bytes that the drive may return.
    """

    cdb: bytes
    data: bytes = b""
    room: int = 0


@dataclass(frozen=True)
class Answer:
    """The end of a command.

    Attributes:
        status: SCSI status byte.
        data: the bytes that the drive returned.
        sense: sense data of a CHECK CONDITION, or empty for any other status.
        began: time at which the command was sent, in ps of the target's clock.
        ended: time at which the status came, in ps of the same clock.
    """

    status: int
    data: bytes
    sense: bytes
    began: int
    ended: int


class Target(Protocol):
    """A drive under test. An exception of any method means that the drive no longer answers."""

    @property
    def now(self) -> int:
        """Time, in ps."""

    def advance(self, ps: int) -> None:
        """Waits for a time in ps."""

    def command(self, request: Request) -> Answer:
        """Sends a command and waits for its end."""

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        """Sends `first`, then `second` `after` ps later, even if `first` has not ended.

        Waits for both. Raises NotImplementedError if the target cannot have two commands. The
        extraction then leaves some times in sums.
        """


class SessionTarget(Live):
    """A target that sends its commands to a session.

    The extraction sees only the commands and their times.

    Args:
        session: an open session. Nothing else may send commands to it.
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
        """Sends two commands, the second `after` ps after the first, and waits for both."""
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
