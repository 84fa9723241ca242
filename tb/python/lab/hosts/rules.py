"""All rules of SCSI-2 and SAM for what several hosts may see of a drive, in plain Python.

The rules know the drive only by its answers. A drive takes the commands in the order of their
submission, because one port sends them all. The instant at which it takes a command is unknown.
The rules therefore keep sets of possibilities, and an answer must agree with one of them.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any

from lab.hosts.contents import Contents, version_in
from lab.hosts.nexuses import Nexuses
from lab.hosts.order import Order
from lab.hosts.parameters import value_in
from lab.hosts.sent import (
    ATTENTIONS,
    BROKEN_OFF,
    CHECK_CONDITION,
    GOOD,
    MISCOMPARE,
    NO_SENSE,
    NOT_TURNING,
    RESERVATION_CONFLICT,
    TASK_SET_FULL,
    RuleError,
    Sense,
    Sent,
)
from lab.hosts.setting import Setting


class Rules:
    """All rules for the hosts of a drive.

    Args:
        hosts: SCSI ids of the hosts.
        block_bytes: size of a block.
        depth: most commands in the task set.
        write_cache: whether the drive caches writes.
        weights: weights of a drive that shares, in percent.
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
        weights: tuple[float, ...],
        power_attention: bool,
        spin_up_ps: int,
        lost_nexus: Sense,
    ) -> None:
        self.write_cache = Setting(write_cache)
        self.restricted = Setting(False)
        self.weights = Setting(weights)
        self._settings: dict[str, Setting[Any]] = {
            "cache": self.write_cache,
            "queue": self.restricted,
            "weights": self.weights,
        }
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
        self.write_cache.change(sent, sent.caches)
        self.restricted.change(sent, sent.restricts)
        self.weights.change(sent, sent.weighs)
        if sent.function == "logical unit reset" and sent.lun == 0:
            for setting in self._settings.values():
                setting.reset(sent)

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
            for setting in self._settings.values():
                setting.ends(sent)
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
        for setting in self._settings.values():
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
        elif sent.asks is not None and status == GOOD:
            self._check_setting(sent, *sent.asks)

    def _check_setting(self, sent: Sent, name: str, saved: bool) -> None:
        setting = self._settings[name]
        possible = setting.saved_values(sent) if saved else setting.values(sent)
        value = value_in(name, sent.command.moved)
        if value not in possible:
            raise RuleError(f"{name} is {value}, and not one of {possible}: {sent}")

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
