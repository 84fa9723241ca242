"""The commands that may reach a real drive. A command that is not in the list never leaves."""

from typing import Final

from headstack.errors import RunError
from headstack_identify.extract.asking.target import Answer, Request, Target

_SERVICE_ACTION_IN: Final = 0x9E
_READ_CAPACITY_16: Final = 0x10
_MODE_SELECT: Final = 0x15
_SAVE_PAGES: Final = 0x01

READS: Final = frozenset({
    *(0x00, 0x03, 0x12, 0x1A, 0x5A),  # TEST UNIT READY, REQUEST SENSE, INQUIRY, MODE SENSE
    *(0x25, _SERVICE_ACTION_IN),  # READ CAPACITY
    *(0x28, 0x88),  # READ
    *(0x37, 0xB7),  # READ DEFECT DATA
})  # fmt: skip
"""Operation codes that change nothing on the drive."""

CHANGES: Final = frozenset({_MODE_SELECT, 0x2A})
"""Operation codes that need the user's permission: MODE SELECT without saving, and WRITE."""


class Forbidden(RunError):  # noqa: N818 - the command is forbidden
    """A command that could change the drive was stopped before it left."""


class Permitted:
    """A target that passes only permitted commands.

    Args:
        target: the drive.
        changes: whether commands of `CHANGES` may pass.
    """

    def __init__(self, target: Target, changes: bool = False) -> None:
        self._target = target
        self._changes = changes

    @property
    def now(self) -> int:
        """Time, in ps."""
        return self._target.now

    def advance(self, ps: int) -> None:
        """Waits for a time in ps."""
        self._target.advance(ps)

    def command(self, request: Request) -> Answer:
        """Sends a command. Raises Forbidden if the command is not permitted."""
        self._check(request)
        return self._target.command(request)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        """Sends two commands. Raises Forbidden if one of them is not permitted."""
        self._check(first)
        self._check(second)
        return self._target.together(first, second, after)

    def _check(self, request: Request) -> None:
        if not (_reads(request) or (self._changes and _changes(request))):
            raise Forbidden(
                f"command {request.cdb[0]:#04x} could change the drive; it was not sent"
            )


def _reads(request: Request) -> bool:
    action = request.cdb[1] & 0x1F
    other_action = request.cdb[0] == _SERVICE_ACTION_IN and action != _READ_CAPACITY_16
    return request.cdb[0] in READS and not request.data and not other_action


def _changes(request: Request) -> bool:
    saves = request.cdb[0] == _MODE_SELECT and request.cdb[1] & _SAVE_PAGES
    return request.cdb[0] in CHANGES and not saves
