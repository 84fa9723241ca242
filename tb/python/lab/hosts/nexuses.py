"""Attentions, sense data and the reservation, as each host may have them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lab.hosts.sent import (
    ATTENTIONS,
    CHECK_CONDITION,
    CLEARED,
    GOOD,
    LOST_NEXUS,
    MODE_CHANGED,
    NO_SENSE,
    RESERVATION_CONFLICT,
    WAS_RESET,
    RuleError,
    Sense,
    Sent,
    sense_of,
)


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
