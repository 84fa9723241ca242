"""The host's side of an extraction: commands made, counted and checked."""

from collections.abc import Callable

from headstack.errors import CheckCondition, RunError
from headstack.extract.asking.target import Answer, Request, Target

GOOD, CHECK, BUSY, FULL = 0x00, 0x02, 0x08, 0x28
_RECOVERED, _ATTENTION = 0x01, 0x06
_TRIES = 3

TEST_UNIT_READY = Request(bytes(6))


class Silent(RunError):  # noqa: N818 - that is what the drive is
    """The drive no longer answers."""


class Host:
    """Sends commands to a target, and notices when it stops answering.

    Args:
        target: the drive.
        progress: called with the number of commands so far and what is being found out.
        repeats: how often each measurement is made; the middle one counts.
        jitter: how far times may be off, in ps.

    Attributes:
        commands: commands sent so far.
        repeats: as given.
        jitter: as given.
        block_bytes: bytes of a block, once READ CAPACITY has told.
        stage: what is being found out.
        alive: whether the drive has answered everything so far.
    """

    def __init__(
        self,
        target: Target,
        progress: Callable[[int, str], object] | None,
        repeats: int,
        jitter: float = 0.0,
    ) -> None:
        self.commands = 0
        self.repeats = repeats
        self.jitter = jitter
        self.block_bytes = 512
        self.stage = ""
        self.alive = True
        self._target = target
        self._progress = progress
        self._kept: dict[tuple[int, int], bytes] = {}

    @property
    def now(self) -> int:
        """The target's clock, in ps."""
        return self._target.now

    def begin(self, stage: str) -> None:
        """Says what is being found out from here on."""
        self.stage = stage
        self._tell()

    def wait_until(self, ps: float) -> None:
        """Waits until the clock says so many ps; not at all if it has passed."""
        left = round(ps) - self._target.now
        if left > 0:
            self._advance(left)

    def wait(self, ps: float) -> None:
        """Waits so many ps."""
        self._advance(max(1, round(ps)))

    def ask(self, request: Request) -> Answer:
        """Sends a command; an answer without data to a unit attention is asked for again."""
        for _ in range(_TRIES):
            answer = self._send(request)
            if not _attention(answer):
                break
        return answer

    def good(self, request: Request) -> Answer:
        """Sends a command that must end well.

        Raises:
            CheckCondition: the drive refuses it.
            Silent: it does not answer, or only with BUSY.
        """
        return self._ended_well(request, self.ask(request))

    def _ended_well(self, request: Request, answer: Answer) -> Answer:
        if answer.status == CHECK and answer.sense[2] & 0x0F != _RECOVERED:
            raise CheckCondition(f"command {request.cdb[0]:#04x}", answer.sense)
        if answer.status not in (GOOD, CHECK):
            raise Silent(f"{self._where(request)}: status {answer.status:#04x}")
        return answer

    def read(self, lbn: int, blocks: int = 1) -> Answer:
        """READ(10)."""
        return self.good(self.reading(lbn, blocks))

    def write(self, lbn: int, blocks: int = 1) -> Answer:
        """WRITE(10) of what `hold` has read there."""
        return self.good(self.writing(lbn, blocks))

    def reading(self, lbn: int, blocks: int = 1) -> Request:
        """A READ(10) to be sent."""
        return Request(_transfer(0x28, lbn, blocks), room=blocks * self.block_bytes)

    def writing(self, lbn: int, blocks: int = 1) -> Request:
        """A WRITE(10) to be sent, of what the blocks hold already."""
        return Request(_transfer(0x2A, lbn, blocks), data=self.hold(lbn, blocks))

    def hold(self, lbn: int, blocks: int) -> bytes:
        """Reads blocks that will be written with what they hold; once."""
        if (lbn, blocks) not in self._kept:
            self._kept[lbn, blocks] = self.read(lbn, blocks).data
        return self._kept[lbn, blocks]

    def together(self, first: Request, after: float) -> tuple[Answer, Answer] | None:
        """`first` and a TEST UNIT READY `after` ps later; None if the target cannot do that."""
        self.commands += 2
        try:
            answers = self._target.together(first, TEST_UNIT_READY, max(1, round(after)))
        except NotImplementedError:
            return None
        except Exception as error:
            raise self._silent(f"{self._where(first)}: {error}") from error
        if any(answer.status < 0 for answer in answers):
            raise self._silent(f"{self._where(first)}: no status")
        self._ended_well(first, answers[0])
        return answers

    def _send(self, request: Request) -> Answer:
        self.commands += 1
        if self.commands % 1000 == 0:
            self._tell()
        try:
            answer = self._target.command(request)
        except Exception as error:
            raise self._silent(f"{self._where(request)}: {error}") from error
        if answer.status < 0:
            raise self._silent(f"{self._where(request)}: no status")
        return answer

    def _advance(self, ps: int) -> None:
        try:
            self._target.advance(ps)
        except Exception as error:
            where = f"the drive stopped answering in {self.stage}"
            raise self._silent(f"{where}: {error}") from error

    def _silent(self, message: str) -> Silent:
        self.alive = False
        return Silent(message)

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self.commands, self.stage)

    def _where(self, request: Request) -> str:
        return (
            f"the drive stopped answering at command {self.commands:,} "
            f"({request.cdb[0]:#04x}, {self.stage})"
        )


def _attention(answer: Answer) -> bool:
    return answer.status == CHECK and answer.sense[2] & 0x0F == _ATTENTION


def _transfer(code: int, lbn: int, blocks: int) -> bytes:
    return bytes([code, 0, *lbn.to_bytes(4, "big"), 0, *blocks.to_bytes(2, "big"), 0])
