"""What several hosts may see of a drive, by the rules of SCSI-2 and SAM, in plain Python.

The rules know the drive only by its answers. A drive takes the commands in the order of their
submission, because one port sends them all. The instant at which it takes a command is unknown.
The rules therefore keep sets of possibilities, and an answer must agree with one of them.
"""

from collections import deque
from collections.abc import Iterable, Iterator
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


# --- settings ---


@dataclass
class Change:
    """A change of a setting. `index` and `ended` are as in `Sent`. `sure`: it took place."""

    index: int
    ended: int | None
    value: bool
    sure: bool


class Setting:
    """A setting that MODE SELECT changes: the values that it may have had during a command."""

    def __init__(self, value: bool) -> None:
        self.usual = value
        self._changes = [Change(-1, -1, value, True)]
        self._open: dict[Sent, Change] = {}

    def change(self, by: Sent, value: bool) -> None:
        """Notes a command that changes the setting."""
        self._open[by] = Change(by.index, None, value, False)
        self._changes.append(self._open[by])

    def ends(self, by: Sent) -> None:
        """Notes the end of a command that may change the setting."""
        change = self._open.pop(by, None)
        if change is None:
            return
        change.ended, change.sure = by.ended, not by.lost
        if by.answer[0] != GOOD and not by.lost:
            self._changes.remove(change)

    def lose(self, index: int) -> None:
        """Notes a loss of power."""
        self._changes.append(Change(index, index, self.usual, True))

    def values(self, during: Sent) -> set[bool]:
        """Returns the possible values while a command was under way."""
        past = [c for c in self._changes if c.sure and (c.ended or 0) <= during.index]

        def replaced(old: Change) -> bool:
            return old.ended is not None and any(
                new.value != old.value and old.ended <= new.index for new in past
            )

        end = during.ended
        changes = [c for c in self._changes if end is None or c.index < end]
        return {c.value for c in changes if not replaced(c)}


# --- contents ---


@dataclass(eq=False)
class Version:
    """Contents that a write gives to a block.

    Attributes:
        number: number of the version. 0: the contents before all writes.
        write: the write.
        holds: whether the version replaces all older versions. It does not if the write failed, or
            if a loss of power may have removed it.
        promised: whether the version survives a loss of power.
    """

    number: int
    write: Sent | None
    holds: bool = False
    promised: bool = False


class Contents:
    """The versions that each block may have."""

    def __init__(self, order: "Order", write_cache: Setting) -> None:
        self._order = order
        self._write_cache = write_cache
        self._blocks: dict[int, list[Version]] = {}
        self._seen: dict[int, list[tuple[Version, Sent]]] = {}

    def versions(self, lbn: int) -> list[Version]:
        """Returns the versions of a block, in the order of their submission."""
        return self._blocks.setdefault(lbn, [Version(0, None, holds=True, promised=True)])

    def write(self, sent: Sent) -> None:
        """Notes a write that is sent."""
        for lbn in range(sent.first, sent.first + min(sent.given, sent.count)):
            self.versions(lbn).append(Version(sent.index + 1, sent))

    def wrote(self, sent: Sent) -> None:
        """Notes the end of a write."""
        if sent.answer[0] != GOOD:
            return
        through = sent.through or self._write_cache.values(sent) == {False}
        for lbn in sent.blocks:
            version = next(v for v in self.versions(lbn) if v.write is sent)
            version.holds, version.promised = True, through

    def promise(self, by: Sent) -> None:
        """Notes that older writes are on the medium."""
        for lbn, versions in self._blocks.items():
            for version in versions:
                write = version.write
                if (
                    write is not None
                    and version.holds
                    and lbn in by.blocks
                    and (before(write, by) or self._order.fixed(write, by))
                ):
                    version.promised = True

    def lose_power(self) -> None:
        """Notes a loss of power."""
        self._seen.clear()
        for versions in self._blocks.values():
            for version in versions:
                version.holds = version.holds and version.promised

    def check(self, lbn: int, number: int, read: Sent) -> None:
        """Checks the version that a read found.

        Raises:
            RuleError: the read cannot find the version.
        """
        found = next((v for v in self.versions(lbn) if v.number == number), None)
        if found is None:
            raise RuleError(f"block {lbn} has version {number}, which nobody wrote: {read}")
        why = self._fault(lbn, found, read)
        if why:
            raise RuleError(f"block {lbn} has version {number}, {why}: {read}")
        self._seen.setdefault(lbn, []).append((found, read))

    def may_differ(self, lbn: int, number: int, read: Sent) -> bool:
        """Whether a read may find another version than this."""
        return any(v.number != number and not self._fault(lbn, v, read) for v in self.versions(lbn))

    def _fault(self, lbn: int, found: Version, read: Sent) -> str:
        if found.write is not None and self._first(read, found.write):
            return "which was written later"
        for newer in self.versions(lbn):
            assert newer.write is not None or newer.number == 0
            if (
                newer.write is not None
                and newer is not found
                and newer.holds
                and (found.write is None or self._first(found.write, newer.write))
                and self._first(newer.write, read)
            ):
                return f"although version {newer.number} has replaced it"
        for seen, by in self._seen.get(lbn, []):
            if (
                seen is not found
                and self._first(by, read)
                and (found.write is None or self._first(found.write, by))
            ):
                return f"although an earlier read found the newer version {seen.number}"
        return ""

    def _first(self, one: Sent, other: Sent) -> bool:
        return before(one, other) or self._order.fixed(one, other)


# --- order ---


class Order:
    """The order of the commands of the task set."""

    def __init__(self, restricted: Setting) -> None:
        self._restricted = restricted

    def fixed(self, one: Sent, other: Sent) -> bool:
        """Whether the drive must serve a command before another that was sent later."""
        if (
            one.index >= other.index
            or not one.served
            or not other.served
            or one.period != other.period
            or other.head
        ):
            return False
        if one.head or one.strict or other.strict:
            return True
        return (
            one.host == other.host
            and one.places
            and other.places
            and (one.writes or other.writes)
            and one.meets(other)
            and self._restricted.values(other) == {True}
        )

    def check(self, sent: list[Sent]) -> None:
        """Checks the ends of commands that are over.

        Raises:
            RuleError: the drive has served commands in a wrong order.
        """
        served = [s for s in sent if s.served]
        for other in served:
            for one in served:
                if one.finished > other.finished and self.fixed(one, other):
                    raise RuleError(f"wrong order:\n  {one}\n  {other}")
        for urgent in served:
            if urgent.head:
                self._check_head(urgent, served, sent)

    def _check_head(self, urgent: Sent, served: list[Sent], sent: list[Sent]) -> None:
        """A command that is answered at once, or a function, shows that the drive has the urgent
        command. Then at most the command under way ends first."""
        taken = [
            s.finished
            for s in sent
            if s.index > urgent.index
            and s.period == urgent.period
            and not s.queued
            and s.ended is not None
            and not s.lost
        ]
        if not taken:
            return
        passed = [
            s
            for s in served
            if s.index < urgent.index and not s.head and min(taken) < s.finished < urgent.finished
        ]
        if len(passed) > 1:
            late = "".join(f"\n  {s}" for s in [urgent, *passed])
            raise RuleError(f"a HEAD OF QUEUE command waits for several commands:{late}")


# --- attentions, sense data and reservations ---


@dataclass(frozen=True)
class Later:
    """A change of a host's state that another command makes at an unknown instant.

    Attributes:
        index: place of the other command, as in `Sent`.
        attention: the attention that the host gets. `None`: the sense changes.
        kept: the sense that REQUEST SENSE returns from then on.
        sure: whether the change does take place.
        ended: as in `Sent`: the change takes place before a command of this index.
    """

    index: int
    attention: Sense | None
    kept: Sense
    sure: bool
    ended: int


_FIRST = frozenset({WAS_RESET, LOST_NEXUS})


@dataclass(frozen=True)
class Nexus:
    """A possible state of a host at the drive.

    Attributes:
        due: attentions that the host has not been told of.
        kept: sense that REQUEST SENSE returns.
        later: changes whose instant is open.
    """

    due: frozenset[Sense] = frozenset()
    kept: Sense = NO_SENSE
    later: frozenset[Later] = frozenset()

    def with_attention(self, attention: Sense) -> Iterator["Nexus"]:
        """Returns the states after an event. A drive may drop others for a reset."""
        yield Nexus(self.due | {attention}, self.kept, self.later)
        if self.due:  # a drive may keep one attention only
            only = self.due & _FIRST or frozenset({attention})
            yield Nexus(only, self.kept, self.later)

    def told(self, attention: Sense, kept: Sense) -> Iterator["Nexus"]:
        """Returns the states after the host was told of an attention."""
        first = self.due & {WAS_RESET} or self.due & {LOST_NEXUS} or self.due
        if attention in first:
            yield Nexus(self.due - {attention}, kept, self.later)

    def after(self, change: Later) -> Iterator["Nexus"]:
        """Returns the states after an open change."""
        left = Nexus(self.due, self.kept, self.later - {change})
        if change.attention is None:
            yield Nexus(left.due, change.kept, left.later)
        else:
            yield from left.with_attention(change.attention)
        if not change.sure:
            yield left


def _closed(states: Iterable[Nexus]) -> set[Nexus]:
    """Returns the states, and the states after any of their open changes."""
    found = set(states)
    todo = list(found)
    while todo:
        state = todo.pop()
        for change in state.later:
            for following in state.after(change):
                if following not in found:
                    found.add(following)
                    todo.append(following)
    return found


class Nexuses:
    """What the drive must tell each host: attentions, sense data and conflicts.

    The commands come in the order in which the drive took them.
    """

    def __init__(self, hosts: Iterable[int], power_attention: bool, lost_nexus: Sense) -> None:
        self._lost_nexus = lost_nexus
        self._power_attention = power_attention
        self._states = {host: {Nexus()} for host in hosts}
        self._holder: int | None = None

    def _update(self, host: int, states: Iterable[Nexus], why: str) -> None:
        found = set(states)
        if not found:
            possible = "\n  ".join(map(str, self._states[host]))
            raise RuleError(f"{why}\npossible states of host {host}:\n  {possible}")
        self._states[host] = found

    def lose_power(self) -> None:
        """Notes a loss of power."""
        due = frozenset({WAS_RESET}) if self._power_attention else frozenset()
        self._states = {host: {Nexus(due)} for host in self._states}
        self._holder = None

    def manage(self, function: Sent, lost: set[int], doubtful: set[int]) -> None:
        """Notes a function.

        Args:
            function: the function.
            lost: hosts whose commands the function has aborted.
            doubtful: hosts whose commands may have ended in the same instant.
        """
        if function.lun != 0 or function.answer[0] != GOOD:
            return
        if function.function == "logical unit reset":
            self._states = {host: {Nexus(frozenset({WAS_RESET}))} for host in self._states}
            self._holder = None
        elif function.function == "nexus loss":
            states = _closed(self._states[function.host])
            self._states[function.host] = {self._left(state) for state in states}
            if self._holder == function.host:
                self._holder = None
        elif function.function == "clear task set":
            for host in (lost | doubtful) - {function.host}:
                states = {
                    after
                    for state in _closed(self._states[host])
                    for after in state.with_attention(CLEARED)
                }
                if host not in lost:
                    states |= self._states[host]
                self._update(host, states, str(function))

    def _left(self, state: Nexus) -> Nexus:
        """Returns the state after a lost nexus. Changes by other hosts can still come."""
        due = state.due & {WAS_RESET} or frozenset({self._lost_nexus})
        return Nexus(due, later=frozenset(c for c in state.later if c.attention is not None))

    def take(self, sent: Sent) -> None:
        """Takes a command that is over, and checks its answer.

        Raises:
            RuleError: the answer agrees with no possible state.
        """
        host = sent.host
        states: set[Nexus] = set()
        for state in _closed(self._states[host]):
            if not any(c.sure and c.ended <= sent.index for c in state.later):
                past = frozenset(c for c in state.later if c.ended <= sent.index)
                states.update(self._taken(Nexus(state.due, state.kept, state.later - past), sent))
        self._update(host, states, f"wrong answer: {sent}")
        self._note_effects(sent)

    def _taken(self, state: Nexus, sent: Sent) -> Iterator[Nexus]:
        status, sense = sent.answer
        if sent.lun == 0 and not sent.always and state.due:
            if status == CHECK_CONDITION:
                yield from state.told(sense, sense)
            return
        if status == CHECK_CONDITION and sense in ATTENTIONS:
            return
        conflict = (
            self._holder not in (None, sent.host) and sent.reserves is not False and sent.lun == 0
        )
        if conflict and not sent.always:
            if status == RESERVATION_CONFLICT:
                yield state
                yield Nexus(state.due, NO_SENSE, state.later)
            return
        if status == RESERVATION_CONFLICT:
            return
        if sent.asks_sense and status == GOOD:
            yield from self._asked(state, sent)
        elif not sent.queued:
            yield Nexus(state.due, sense, state.later)
        elif status == CHECK_CONDITION:
            assert sent.ended is not None
            # the sense is new either at once, or at the end
            yield Nexus(state.due, sense, state.later)
            late = Later(sent.index, None, sense, True, sent.ended)
            yield Nexus(state.due, NO_SENSE, state.later | {late})
        else:
            yield Nexus(state.due, NO_SENSE, state.later | self._unsent(sent))

    @staticmethod
    def _unsent(sent: Sent) -> frozenset[Later]:
        """Returns the senses that an aborted command may leave: a drive may keep the sense before
        it sends the status."""
        if not sent.lost or sent.ended is None:
            return frozenset()
        ends = sent.expected or frozenset()
        return frozenset(
            Later(sent.index, None, sense, False, sent.ended) for _, sense in ends if sense[0]
        )

    def _asked(self, state: Nexus, sent: Sent) -> Iterator[Nexus]:
        told = sense_of(sent.command.moved)
        if sent.lun != 0:
            yield Nexus(state.due, NO_SENSE, state.later)
        elif state.kept != NO_SENSE:
            if told == state.kept:
                yield Nexus(state.due, NO_SENSE, state.later)
        elif state.due:
            yield from state.told(told, NO_SENSE)
        elif told == NO_SENSE:
            yield state

    def _note_effects(self, sent: Sent) -> None:
        good = sent.answer[0] == GOOD
        if sent.reserves is True and good:
            self._holder = sent.host
        elif sent.reserves is False and good and self._holder == sent.host:
            self._holder = None
        if sent.tells and (good or sent.lost):
            assert sent.ended is not None
            told = Later(sent.index, MODE_CHANGED, NO_SENSE, good, sent.ended)
            for host in self._states:
                if host != sent.host:
                    self._states[host] = {
                        Nexus(s.due, s.kept, s.later | {told}) for s in self._states[host]
                    }


# --- everything ---


class Rules:
    """All rules for the hosts of a drive.

    Args:
        hosts: SCSI ids of the hosts.
        block_bytes: size of a block.
        depth: most commands in the task set.
        write_cache: whether the drive caches writes.
        power_attention: whether a loss of power is told.
        spin_up_ps: time of a spin-up.
        lost_nexus: the attention after a lost nexus.
    """

    def __init__(
        self,
        hosts: Iterable[int],
        *,
        block_bytes: int,
        depth: int,
        write_cache: bool,
        power_attention: bool,
        spin_up_ps: int,
        lost_nexus: Sense,
    ) -> None:
        self.write_cache = Setting(write_cache)
        self.restricted = Setting(False)
        self.order = Order(self.restricted)
        self.contents = Contents(self.order, self.write_cache)
        self.sent: list[Sent] = []
        self.checked = 0
        self._nexuses = Nexuses(hosts, power_attention, lost_nexus)
        self._block_bytes = block_bytes
        self._depth = depth
        self._spin_up_ps = spin_up_ps
        self._ready_at = 0
        self._losses = 0
        self._cut: set[Sent] = set()
        self._submissions = 0
        self._waiting: deque[Sent] = deque()
        self._answers: dict[Sent, tuple[int, Sense, int]] = {}

    @property
    def next_index(self) -> int:
        """Index of the next submission."""
        return self._submissions

    def submit(self, sent: Sent) -> None:
        """Notes a command that is sent."""
        sent.period = self._losses
        self._submissions += 1
        self.sent.append(sent)
        self._waiting.append(sent)
        if sent.writes:
            self.contents.write(sent)
        if sent.caches is not None:
            self.write_cache.change(sent, sent.caches)
        if sent.restricts is not None:
            self.restricted.change(sent, sent.restricts)
        if sent.function == "logical unit reset" and sent.lun == 0:
            self.write_cache.change(sent, self.write_cache.usual)
            self.restricted.change(sent, self.restricted.usual)

    def look(self) -> None:
        """Takes note of the commands that are over, and checks them.

        Raises:
            RuleError: the drive breaks a rule.
        """
        ended = [s for s in self._waiting if s.command.over and s.ended is None]
        for sent in ended:
            sent.ended = self._submissions
            self._answers[sent] = (*sent.answer, sent.finished)
            if sent.finished < sent.command.submitted:
                raise RuleError(f"a command ends before its submission: {sent}")
            self.write_cache.ends(sent)
            self.restricted.ends(sent)
        for sent in ended:
            if sent.writes:
                self.contents.wrote(sent)
        for sent in ended:
            self._check_end(sent)
        self._take_from_front()

    def _take_from_front(self) -> None:
        while self._waiting and self._waiting[0].ended is not None:
            first = self._waiting.popleft()
            if first in self._cut:
                continue  # after a loss of power, all starts anew
            if first.function:
                self._take_function(first)
            else:
                self._nexuses.take(first)

    def lose_power(self, now_ps: int) -> None:
        """Notes a loss of power. `look` must be called before the loss.

        Raises:
            RuleError: the drive has taken the commands in another order.
        """
        lost = [s for s in self._waiting if s.command.lost]
        left = [s for s in self._waiting if not s.command.over]
        if lost and left and lost[-1].index > left[0].index:
            raise RuleError(
                f"the drive has taken a later command first:\n  {left[0]}\n  {lost[-1]}"
            )
        self._cut.update(lost)
        self._waiting = deque(lost)
        self.look()
        self._waiting = deque(left)
        self._losses += 1
        self._ready_at = now_ps + self._spin_up_ps
        self.contents.lose_power()
        for setting in (self.write_cache, self.restricted):
            setting.lose(self._submissions)
        self._submissions += 1
        self._nexuses.lose_power()
        for sent in left:
            sent.period = self._losses

    def finish(self) -> None:
        """Checks the order and the ends of all commands, after the drive has settled.

        Raises:
            RuleError: the drive breaks a rule.
        """
        self.look()
        for sent in self.sent:
            if sent.ended is None:
                raise RuleError(f"a command has no end: {sent}")
            if self._answers[sent] != (*sent.answer, sent.finished):
                raise RuleError(f"a command has two ends: {sent}")
            if sent.lost:
                self._check_lost(sent)
        self.order.check(self.sent)

    def story(self) -> str:
        """Returns all commands and their ends."""
        return "\n".join(f"  {s.index:3} {s}" for s in self.sent)

    # --- ends ---

    def _check_end(self, sent: Sent) -> None:
        self.checked += 1
        if sent.function:
            self._check_function(sent)
            return
        if sent.lost:
            return
        status, sense = sent.answer
        if (sense != NO_SENSE) != (status == CHECK_CONDITION):
            raise RuleError(f"status and sense differ: {sent}")
        if status == TASK_SET_FULL:
            self._check_full(sent)
        elif self._is_own_answer(status, sense):
            self._check_answer(sent, status, sense)
        if status == GOOD and sent.promises:
            self.contents.promise(sent)
        self._check_data(sent)

    @staticmethod
    def _is_own_answer(status: int, sense: Sense) -> bool:
        """Whether a command ends on its own account. `Nexuses` checks the other ends."""
        return status != RESERVATION_CONFLICT and sense not in ATTENTIONS

    def _check_full(self, sent: Sent) -> None:
        meanwhile = [
            s
            for s in self.sent
            if s.queued
            and s.index < sent.index
            and s.period == sent.period
            and (s.ended is None or s.ended > sent.index)
        ]
        if not sent.queued or len(meanwhile) < self._depth:
            raise RuleError(f"the task set has room: {sent}")

    def _check_answer(self, sent: Sent, status: int, sense: Sense) -> None:
        if sent.needs_disk and sent.lun == 0:
            if sense == NOT_TURNING and sent.command.submitted < self._ready_at:
                return
            if status == GOOD and sent.finished < self._ready_at and sent.period:
                raise RuleError(f"the disk does not turn: {sent}")
        if sent.expected is None:
            if status not in (GOOD, CHECK_CONDITION) or sense[0] not in (0, 1, 5):
                raise RuleError(f"wrong answer: {sent}")
        elif (status, sense) not in sent.expected:
            raise RuleError(f"wrong answer: {sent}")

    def _check_data(self, sent: Sent) -> None:
        status, sense = sent.answer
        if sent.versions and status == GOOD:
            for lbn, number in sent.versions.items():
                self.contents.check(lbn, number, sent)
        elif sent.versions and sense == MISCOMPARE:
            self._check_miscompare(sent)
        elif sent.reads and (status == GOOD or sense == BROKEN_OFF):
            self._check_read(sent, whole=status == GOOD)

    def _check_miscompare(self, sent: Sent) -> None:
        data = sent.command.sense
        differs = int.from_bytes(data[3:7], "big")
        if differs not in sent.versions or not data[0] & 0x80:
            raise RuleError(f"block {differs} is none of those compared: {sent}")
        for lbn in range(sent.first, differs):
            self.contents.check(lbn, sent.versions[lbn], sent)
        if not self.contents.may_differ(differs, sent.versions[differs], sent):
            raise RuleError(f"block {differs} is equal: {sent}")

    def _check_read(self, sent: Sent, *, whole: bool) -> None:
        moved = sent.command.moved
        size = self._block_bytes
        if len(moved) % size or (whole and len(moved) != sent.count * size):
            raise RuleError(f"{len(moved)} bytes have come: {sent}")
        for i in range(len(moved) // size):
            lbn = sent.first + i
            self.contents.check(lbn, version_in(moved[i * size : (i + 1) * size], lbn), sent)

    # --- functions ---

    def _check_function(self, function: Sent) -> None:
        if function.lost:
            return
        if (function.answer[0] == GOOD) != (function.lun == 0):
            raise RuleError(f"wrong response: {function}")
        for sent in self._covered(function):
            if sent.ended is None:
                raise RuleError(f"a command outlives its end:\n  {sent}\n  {function}")

    def _covered(self, function: Sent) -> list[Sent]:
        """Returns the older commands that a function aborts if they are under way."""
        if function.lun != 0:
            return []
        older = [
            s
            for s in self.sent
            if not s.function and s.index < function.index and s.period == function.period
        ]
        if function.function == "abort task":
            return [s for s in older if s is function.task]
        if function.function in ("abort task set", "nexus loss"):
            return [s for s in older if s.host == function.host]
        return older

    def _cause(self, sent: Sent) -> Sent | None:
        """Returns the function that ended a lost command."""
        for function in self.sent:
            if (
                function.function
                and function.index > sent.index
                and sent in self._covered(function)
            ):
                return function
        return None

    def _check_lost(self, sent: Sent) -> None:
        if sent in self._cut:
            return
        cause = self._cause(sent)
        if cause is None or not cause.command.submitted <= sent.finished <= cause.finished:
            raise RuleError(f"nothing has ended this command: {sent}")

    def _take_function(self, function: Sent) -> None:
        covered = self._covered(function)
        lost = {s.host for s in covered if s.lost and self._cause(s) is function}
        doubtful = {
            s.host
            for s in covered
            if s.queued and not s.lost and s.ended is not None and s.ended > function.index
        }
        self._nexuses.manage(function, lost, doubtful)


# --- blocks ---

_WORD = 8


def block_of(lbn: int, number: int, size: int) -> bytes:
    """Returns the contents of a block in a version. Version 0 is all zeros."""
    if number == 0:
        return bytes(size)
    return (number << 32 | lbn).to_bytes(_WORD, "big") * (size // _WORD)


def version_in(block: bytes, lbn: int) -> int:
    """Returns the version of a block.

    Raises:
        RuleError: the block is of another place, or mixed.
    """
    number = int.from_bytes(block[: _WORD // 2], "big")
    if block != block_of(lbn, number, len(block)):
        raise RuleError(f"block {lbn} is of another place, or is mixed: {block[:16].hex()}")
    return number
