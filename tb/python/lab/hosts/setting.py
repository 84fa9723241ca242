"""A setting that MODE SELECT changes, and the values that it may have had."""

from dataclasses import dataclass

from lab.hosts.sent import GOOD, Sent


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
