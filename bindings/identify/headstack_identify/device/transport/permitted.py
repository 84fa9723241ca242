"""The commands that may reach a real drive. A command that is not in the list never leaves."""

from typing import Final

from headstack.errors import ConfigError, RunError
from headstack_identify.extract.asking.target import Answer, Request, Target

_SERVICE_ACTION_IN: Final = 0x9E
_READ_CAPACITY_16: Final = 0x10
_SERIAL: Final = Request(bytes([0x12, 1, 0x80, 0, 36, 0]), room=36)  # INQUIRY page 80h

READS: Final = frozenset({
    *(0x00, 0x03, 0x12, 0x1A, 0x5A),  # TEST UNIT READY, REQUEST SENSE, INQUIRY, MODE SENSE
    *(0x25, _SERVICE_ACTION_IN),  # READ CAPACITY
    *(0x28, 0x88),  # READ
    *(0x37, 0xB7),  # READ DEFECT DATA
})  # fmt: skip
"""Operation codes that change nothing on the drive."""

WRITES: Final = frozenset({0x2A, 0x8A})
"""Operation codes that destroy data, WRITE(10) and WRITE(16). They need `permit_writes`."""


class Forbidden(RunError):  # noqa: N818 - the command is forbidden
    """A command that could change the drive was stopped before it left."""


class Permitted:
    """A target that passes only permitted commands.

    Args:
        target: the drive.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self._writes = False

    def permit_writes(self, serial: str) -> None:
        """Lets commands of `WRITES` pass, if the drive reports a serial number.

        Args:
            serial: the wanted serial number. The drive reports its own in INQUIRY page 80h.

        Raises:
            ConfigError: the drive reports another serial number, or none.
            RunError: the drive does not answer.
        """
        try:
            answer = self._target.command(_SERIAL)
        except OSError as error:
            raise RunError(f"the disk did not tell its serial number: {error}") from error
        good = answer.status == 0 and len(answer.data) > 4 and answer.data[1] == 0x80
        page = answer.data[4 : 4 + answer.data[3]] if good else b""
        told = page.decode("ascii", "replace").replace("\0", " ").strip()
        if not told:
            raise ConfigError(
                f"--serial {serial}: the disk reports no serial number (INQUIRY page 80h), so it "
                "cannot be told from another disk. Nothing was written"
            )
        if told != serial.strip():
            raise ConfigError(
                f"--serial {serial}: the disk reports the serial number {told!r}. Nothing was "
                "written. If this is the disk whose data may be lost, give its number"
            )
        self._writes = True

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
        if not (_reads(request) or (self._writes and request.cdb[0] in WRITES)):
            raise Forbidden(
                f"command {request.cdb[0]:#04x} could change the drive; it was not sent"
            )


def _reads(request: Request) -> bool:
    action = request.cdb[1] & 0x1F
    other_action = request.cdb[0] == _SERVICE_ACTION_IN and action != _READ_CAPACITY_16
    return request.cdb[0] in READS and not request.data and not other_action
