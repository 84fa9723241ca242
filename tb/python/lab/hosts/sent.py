"""Commands and functions that hosts have sent, with the parts that the rules use."""

from dataclasses import dataclass, field

from headstack.session import Command

GOOD, CHECK_CONDITION = 0x00, 0x02
RESERVATION_CONFLICT, TASK_SET_FULL = 0x18, 0x28

Sense = tuple[int, int, int]
"""Sense key, additional sense code and qualifier."""

NO_SENSE: Sense = (0, 0, 0)
NOT_TURNING: Sense = (2, 4, 1)
WAS_RESET: Sense = (6, 0x29, 0)
LOST_NEXUS: Sense = (6, 0x29, 7)
MODE_CHANGED: Sense = (6, 0x2A, 1)
CLEARED: Sense = (6, 0x2F, 0)
ATTENTIONS = frozenset({WAS_RESET, LOST_NEXUS, MODE_CHANGED, CLEARED})
BROKEN_OFF: Sense = (0x0B, 0x48, 0)
MISCOMPARE: Sense = (0x0E, 0x1D, 0)


Answers = frozenset[tuple[int, Sense]]
"""Possible answers: status and sense."""


def refused(code: int) -> Answers:
    """Returns the answer ILLEGAL REQUEST with an additional sense code."""
    return frozenset({(CHECK_CONDITION, (5, code, 0))})


def sense_of(data: bytes) -> Sense:
    """Returns the sense of sense data. No data: no sense."""
    return (data[2] & 0xF, data[12], data[13]) if data else NO_SENSE


class RuleError(AssertionError):
    """The drive breaks a rule."""


@dataclass(eq=False, kw_only=True)
class Sent:
    """A command or a function, with the parts that the rules use.

    Attributes:
        text: the operation.
        index: place in the order of submission, which counts losses of power too.
        host: SCSI id of the host.
        command: the command.
        queued: whether the command goes through the task set. Others are answered at once.
        strict: whether the command passes no other, and no other passes it.
        head: whether the command is a HEAD OF QUEUE command.
        always: whether the drive answers in spite of an attention or a reservation.
        needs_disk: whether the disk must turn.
        lun: logical unit number.
        expected: answers, as status and sense, of a command that nothing holds up. `None`: any.
        first: first block.
        count: number of blocks.
        given: number of blocks that the host sends.
        places: whether the command reads or writes blocks at a place, and may be reordered.
        writes: whether the command writes.
        through: whether GOOD means that the blocks are on the medium.
        versions: versions of the blocks that VERIFY compares.
        reads: whether the command brings blocks.
        promises: whether GOOD brings older writes of these blocks onto the medium.
        tells: whether GOOD tells the other hosts of changed mode parameters.
        caches: whether a MODE SELECT turns the write cache on or off. `None`: neither.
        restricts: whether a MODE SELECT restricts the order of commands. `None`: no change.
        weighs: weights that a MODE SELECT sets, in percent. `None`: no change.
        saves: whether a MODE SELECT saves the mode parameters.
        asks: setting that a MODE SENSE asks for, and whether for its saved value.
        reserves: whether the command reserves the unit (True) or releases it (False).
        asks_sense: whether the command is REQUEST SENSE.
        function: name of the task management function.
        task: the command that 'abort task' names.
        ended: number of submissions before the end was seen. `None`: the command is under way.
        period: number of losses of power before the drive took the command.
    """

    text: str
    index: int
    host: int
    command: Command
    queued: bool = False
    strict: bool = False
    head: bool = False
    always: bool = False
    needs_disk: bool = False
    lun: int = 0
    expected: frozenset[tuple[int, Sense]] | None = frozenset({(GOOD, NO_SENSE)})
    first: int = 0
    count: int = 0
    given: int = 0
    places: bool = False
    writes: bool = False
    through: bool = False
    versions: dict[int, int] = field(default_factory=dict)
    reads: bool = False
    promises: bool = False
    tells: bool = False
    caches: bool | None = None
    restricts: bool | None = None
    weighs: tuple[float, ...] | None = None
    saves: bool = False
    asks: tuple[str, bool] | None = None
    reserves: bool | None = None
    asks_sense: bool = False
    function: str = ""
    task: "Sent | None" = None
    ended: int | None = None
    period: int = 0

    @property
    def answer(self) -> tuple[int, Sense]:
        """Status and sense. A lost command has status -1."""
        status = self.command.status
        return (-1 if status is None else status, sense_of(self.command.sense))

    @property
    def lost(self) -> bool:
        """Whether the command ended without a status."""
        return self.command.lost

    @property
    def finished(self) -> int:
        """Time of the end, in ps."""
        assert self.command.finished is not None
        return self.command.finished

    @property
    def served(self) -> bool:
        """Whether the command went through the task set to its end."""
        good = self.answer[0] == GOOD or self.answer[1] in (BROKEN_OFF, MISCOMPARE)
        return self.queued and self.ended is not None and not self.lost and good

    @property
    def blocks(self) -> range:
        """The blocks of the command."""
        return range(self.first, self.first + self.count)

    def meets(self, other: "Sent") -> bool:
        """Whether two commands have a block in common."""
        return self.first < other.first + other.count and other.first < self.first + self.count

    def __str__(self) -> str:
        """Returns the operation and its end, for messages."""
        at = f"{self.command.submitted / 1e9:.6f} ms {self.text}"
        if self.ended is None:
            return f"{at}: under way"
        if self.lost:
            return f"{at}: lost at {self.finished / 1e9:.6f} ms"
        status, sense = self.answer
        why = "" if sense == NO_SENSE else " {:02x}/{:02x}/{:02x}".format(*sense)
        return f"{at}: {status:02x}h{why} at {self.finished / 1e9:.6f} ms"


def before(one: Sent, other: Sent) -> bool:
    """Whether a command had ended when another was sent."""
    return one.ended is not None and one.ended <= other.index
