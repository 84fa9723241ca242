"""The host in an extraction: makes, counts and checks commands."""

from collections.abc import Callable
from numbers import Integral
from typing import Final, TypeVar

from headstack.errors import CheckCondition, RunError
from headstack_identify.extract.asking.answers import described, flaw
from headstack_identify.extract.asking.target import Answer, Request, Target

Found = TypeVar("Found")

GOOD, CHECK, BUSY, FULL = 0x00, 0x02, 0x08, 0x28
_RECOVERED, _ATTENTION = 0x01, 0x06
_READS = (0x28,)
_SHORT = 16  # blocks
_TRIES = 3
_MOST_AGAIN = 100
MOST_COMMANDS: Final = 5_000_000
"""Limit of commands. An extraction that needs more commands stops."""

TEST_UNIT_READY = Request(bytes(6))


class Silent(RunError):  # noqa: N818 - the name describes the drive
    """The drive no longer answers, or its answers make no sense."""


class Unsteady(RunError):  # noqa: N818 - the name describes the drive
    """The drive's times or answers vary too much for a measurement."""


class Host:
    """Sends commands to a target, and notices when the target stops answering.

    Args:
        target: the drive.
        progress: called with the number of commands so far and the current stage.
        repeats: number of measurements of each time. The median counts.
        jitter: largest error of times, in ps.

    Attributes:
        commands: commands sent so far.
        reads: number of blocks that short reads have read so far.
        recovered: short reads so far that succeeded after an error, as the drive reported.
        repeats: the argument, or a larger number for a drive whose times vary.
        jitter: the argument, or a larger time for a drive whose times vary.
        block_bytes: bytes of a block, after READ CAPACITY.
        stage: name of the current measurements.
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
        self.reads = 0
        self.recovered = 0
        self.repeats = repeats
        self.jitter = jitter
        self.block_bytes = 512
        self.stage = "the beginning"
        self.alive = True
        self._target = target
        self._progress = progress
        self._kept: dict[tuple[int, int], bytes] = {}
        self._disturbed = False
        self._began: int | None = None
        self._latest: int | None = None
        self._ended = 0

    @property
    def drive_time(self) -> int:
        """Elapsed time on the target's clock, in ps, up to the last known instant."""
        if self._began is None or self._latest is None:
            return 0
        return max(self._latest, self._ended) - self._began

    @property
    def now(self) -> int:
        """The target's clock, in ps."""
        try:
            now: object = self._target.now
        except Exception as error:
            raise self._silent(f"{self._stopped()}: {error}") from error
        if not isinstance(now, Integral):
            raise self._silent(
                f"{self._stopped()}: its clock says {now!r}, which is not a whole number of ps"
            )
        if self._latest is not None and now < self._latest:
            raise self._silent(
                f"{self._stopped()}: its clock says {now!r} ps after {self._latest} ps"
            )
        return self._at(int(now))

    def _at(self, instant: int) -> int:
        if self._began is None:
            self._began = instant
        self._latest = instant
        return instant

    def look_at_clock(self) -> None:
        """Notes the target's clock for `drive_time`. Raises Silent if the target has no clock."""
        self._at(self.now)

    def begin(self, stage: str) -> None:
        """Sets the stage: the name of the following measurements."""
        self.stage = stage
        self._tell()

    def wait_until(self, ps: float) -> None:
        """Waits until the clock reaches `ps`. Returns at once if this time has passed."""
        left = round(ps) - self.now
        if left > 0:
            self._advance(left)

    def wait(self, ps: float) -> None:
        """Waits for a time in ps."""
        self._advance(max(1, round(ps)))

    def undisturbed(self, measure: Callable[[], Found]) -> Found:
        """Repeats a measurement until the drive reports no recovered error during the measurement.

        A retry adds a revolution to the measured time, and a read-ahead ends at the error.

        Raises:
            Unsteady: each of 100 attempts had a recovered error.
        """
        before = self._disturbed
        for _ in range(_MOST_AGAIN):
            self._disturbed = False
            found = measure()
            if not self._disturbed:
                self._disturbed = before
                return found
        raise Unsteady(
            f"the drive varies too much: {self.recovered:,} of {self.reads:,} blocks were read "
            f"only after an error, at last {_MOST_AGAIN} times in a row (command "
            f"{self.commands:,}, {self.stage}), and their times cannot be used"
        )

    @property
    def soft_rate(self) -> float:
        """Share of the blocks in short reads that the drive read only after a recovered error."""
        return self.recovered / max(1, self.reads)

    def ask(self, request: Request) -> Answer:
        """Sends a command. Sends it again if the answer is a unit attention without data."""
        for _ in range(_TRIES):
            answer = self._send(request)
            if not _attention(answer):
                break
        return answer

    def good(self, request: Request) -> Answer:
        """Sends a command that must succeed.

        Raises:
            CheckCondition: the drive refuses the command.
            Silent: the drive does not answer, or answers only with BUSY.
        """
        return self._ended_well(request, self.ask(request))

    def _ended_well(self, request: Request, answer: Answer) -> Answer:
        if answer.status == CHECK and answer.sense[2] & 0x0F != _RECOVERED:
            what = f"{described(request)} (command {self.commands:,}, {self.stage})"
            raise CheckCondition(what, answer.sense)
        if answer.status not in (GOOD, CHECK):
            raise Silent(f"{self._where(request)}: status {answer.status:#04x}")
        disturbed = answer.status == CHECK
        self._disturbed |= disturbed
        blocks = request.room // max(1, self.block_bytes)
        if (
            request.cdb[0] in _READS and blocks <= _SHORT
        ):  # a long read reports only one error of several
            self.reads += blocks
            self.recovered += disturbed
        return answer

    def read(self, lbn: int, blocks: int = 1) -> Answer:
        """Sends a READ(10)."""
        return self.good(self.reading(lbn, blocks))

    def write(self, lbn: int, blocks: int = 1) -> Answer:
        """Sends a WRITE(10) of the data that `hold` has read from these blocks."""
        return self.good(self.writing(lbn, blocks))

    def reading(self, lbn: int, blocks: int = 1) -> Request:
        """Makes a READ(10)."""
        return Request(_transfer(0x28, lbn, blocks), room=blocks * self.block_bytes)

    def writing(self, lbn: int, blocks: int = 1) -> Request:
        """Makes a WRITE(10) of the present data of the blocks."""
        return Request(_transfer(0x2A, lbn, blocks), data=self.hold(lbn, blocks))

    def hold(self, lbn: int, blocks: int) -> bytes:
        """Reads the data of blocks for later writes. Reads each block once."""
        if (lbn, blocks) not in self._kept:
            self._kept[lbn, blocks] = self.read(lbn, blocks).data
        return self._kept[lbn, blocks]

    def together(self, first: Request, after: float) -> tuple[Answer, Answer] | None:
        """Sends `first`, and sends TEST UNIT READY `after` ps later.

        Returns `None` if the target cannot have two commands at a time.
        """
        self._count(2)
        try:
            answers = self._target.together(first, TEST_UNIT_READY, max(1, round(after)))
        except NotImplementedError:
            return None
        except Exception as error:
            raise self._silent(f"{self._where(first)}: {error}") from error
        if not isinstance(answers, tuple) or len(answers) != 2:
            raise self._silent(f"{self._where(first)}: {answers!r:.80} is not a pair of answers")
        one, two = (self._checked(first, answer) for answer in answers)
        self._ended_well(first, one)
        return one, two

    def _send(self, request: Request) -> Answer:
        self._count(1)
        if self.commands % 1000 == 0:
            self._tell()
        try:
            answer = self._target.command(request)
        except Exception as error:
            raise self._silent(f"{self._where(request)}: {error}") from error
        return self._checked(request, answer)

    def _count(self, commands: int) -> None:
        self.commands += commands
        if self.commands > MOST_COMMANDS:
            raise self._silent(
                f"{self.commands:,} commands did not identify the drive; the last were about "
                f"{self.stage}"
            )

    def _checked(self, request: Request, answer: Answer) -> Answer:
        """Returns the answer. Raises Silent for an impossible answer."""
        wrong = flaw(answer, self._latest)
        if wrong is not None:
            raise self._silent(f"{self._where(request)}: {wrong}")
        self._at(answer.began)
        self._ended = answer.ended
        return answer

    def _advance(self, ps: int) -> None:
        try:
            self._target.advance(ps)
        except Exception as error:
            raise self._silent(f"{self._stopped()}: {error}") from error

    def _stopped(self) -> str:
        return f"the drive stopped answering in {self.stage}"

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
