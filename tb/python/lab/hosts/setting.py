"""A setting that MODE SELECT changes and saves, and the values that it may have had."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from lab.hosts.sent import GOOD, Sent

T = TypeVar("T")


@dataclass(eq=False)
class Change(Generic[T]):
    """A change to one of these values.

    `index` and `ended` are as in `Sent`. `sure`: the change took place.
    """

    index: int
    ended: int | None
    values: frozenset[T]
    sure: bool


class Timeline(Generic[T]):
    """The values that something may have had over time."""

    def __init__(self, value: T) -> None:
        self._changes = [Change(-1, -1, frozenset({value}), True)]
        self._open: dict[Sent, Change[T]] = {}

    def change(self, by: Sent, values: frozenset[T]) -> None:
        """Notes a command that changes the value to one of these."""
        self._open[by] = Change(by.index, None, values, False)
        self._changes.append(self._open[by])

    def ends(self, by: Sent) -> None:
        """Notes the end of a command that may change the value."""
        change = self._open.pop(by, None)
        if change is None:
            return
        change.ended, change.sure = by.ended, not by.lost
        if by.answer[0] != GOOD and not by.lost:
            self._changes.remove(change)

    def at(self, index: int, values: frozenset[T]) -> None:
        """Notes a change at an instant."""
        self._changes.append(Change(index, index, values, True))

    def values(self, begin: int, end: int | None) -> frozenset[T]:
        """Returns the possible values from one index to another."""
        past = [c for c in self._changes if c.sure and (c.ended or 0) <= begin]

        def replaced(old: Change[T]) -> bool:
            return old.ended is not None and any(
                new is not old and old.ended <= new.index for new in past
            )

        changes = [c for c in self._changes if end is None or c.index < end]
        return frozenset().union(*(c.values for c in changes if not replaced(c)))


class Setting(Generic[T]):
    """A setting that MODE SELECT changes: the values that it may have had during a command."""

    def __init__(self, value: T) -> None:
        self._current = Timeline(value)
        self._saved = Timeline(value)

    def change(self, by: Sent, value: T | None) -> None:
        """Notes a MODE SELECT. `None`: its list does not have the setting."""
        if value is not None:
            self._current.change(by, frozenset({value}))
        if by.saves:
            values = self.values(by) if value is None else frozenset({value})
            self._saved.change(by, values)

    def reset(self, by: Sent) -> None:
        """Notes a reset, which brings the saved value."""
        self._current.change(by, self.saved_values(by))

    def ends(self, by: Sent) -> None:
        """Notes the end of a command that may change the setting."""
        self._current.ends(by)
        self._saved.ends(by)

    def lose(self, index: int) -> None:
        """Notes a loss of power, which brings the saved value."""
        self._current.at(index, self._saved.values(index, None))

    def values(self, during: Sent) -> frozenset[T]:
        """Returns the possible values while a command was under way."""
        return self._current.values(during.index, during.ended)

    def saved_values(self, during: Sent) -> frozenset[T]:
        """Returns the possible saved values while a command was under way."""
        return self._saved.values(during.index, during.ended)
