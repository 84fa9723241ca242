"""The order in which a drive may serve the commands of its task set."""

from lab.hosts.sent import RuleError, Sent
from lab.hosts.setting import Setting


class Order:
    """The order of the commands of the task set."""

    def __init__(self, restricted: Setting[bool]) -> None:
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
