"""Records what happens to each parameter: written, left out, warned of, or wrong."""

from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, TypeVar

from headstack_identify.disksim.values import (
    Block,
    Citation,
    Missing,
    Param,
    Place,
    Problem,
    Value,
    shown,
)

_Said = TypeVar("_Said")

MOST: Final = 2**32 - 1
"""Largest whole number that a drive file can use."""


@dataclass(frozen=True)
class Note:
    """A parameter that the drive file lacks or has only in part, with the reason."""

    place: Place
    parameter: str
    value: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.told}"

    @property
    def told(self) -> str:
        """The text without the place."""
        return f"{self.parameter} = {self.value}: {self.text}"


@dataclass
class Ledger:
    """The notes about the parameters of a file.

    Attributes:
        warnings: parameters without a counterpart, or with an inexact counterpart.
        left_out: parameters that make no difference to a drive file, with the reason.
        problems: parameters that are missing or make no sense. The drive file lacks them.
    """

    warnings: list[Note] = field(default_factory=list)
    left_out: list[Note] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _params: "dict[int, Params]" = field(default_factory=dict)
    _said: set[object] = field(default_factory=set)
    _told: set[tuple[Place, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._said.update(self.problems)

    def of(self, block: Block) -> "Params":
        """Returns the parameters of a block.

        Returns the same object for each request of a block. So no note comes twice.
        """
        return self._params.setdefault(id(block), Params(block, self))

    def opened(self) -> "list[Params]":
        """Returns the blocks that were asked for parameters."""
        return list(self._params.values())

    def warn(self, param: Param, text: str) -> None:
        """Notes a parameter that has no counterpart."""
        self._told.add((param.place, param.name))
        self._once(self.warnings, Note(param.place, param.name, shown(param.value), text))

    def warn_of_absence(self, place: Place, name: str, text: str) -> None:
        """Notes a parameter that is missing at its place."""
        self._told.add((place, name))
        self._once(self.warnings, Note(place, name, "(not there)", text))

    def leave_out(self, param: Param, reason: str) -> None:
        """Notes a parameter that a drive file does not need."""
        self._told.add((param.place, param.name))
        self.left_out.append(Note(param.place, param.name, shown(param.value), reason))

    def tells(self, param: Param) -> bool:
        """Whether a note warns of a parameter or leaves the parameter out for a reason."""
        return (param.place, param.name) in self._told

    def fail(self, place: Place, key: str, text: str) -> None:
        """Notes an error."""
        self._once(self.problems, Problem(place, key, text))

    def _once(self, notes: list[_Said], note: _Said) -> None:
        """Adds a note unless the list has an equal note."""
        if note not in self._said:
            self._said.add(note)
            notes.append(note)


class Params:
    """The parameters of a block. Each parameter that is asked for counts as used."""

    def __init__(self, block: Block, ledger: Ledger) -> None:
        self.block: Final = block
        self.ledger: Final = ledger
        self._asked: set[str] = set()

    def param(self, name: str) -> Param | None:
        """Returns a parameter. Returns `None` if the parameter is absent or names a missing file.

        The ledger already has a problem for a missing file.
        """
        self._asked.add(name)
        found = self.block.params.get(name)
        return None if found is None or isinstance(found.value, Missing) else found

    def needed(self, name: str) -> Param | None:
        """Returns a parameter. Notes a problem if the parameter is absent."""
        found = self.param(name)
        if found is None and name not in self.block.params:
            self.ledger.fail(self.block.place, name, f"is missing in this {self.block.kind}")
        return found

    def number(self, name: str, least: int | None = 0) -> Decimal | None:
        """Returns a number of at least `least`.

        For any other value, returns `None` and notes a problem.
        """
        return self._number(self.needed(name), least)

    def number_or(self, name: str, otherwise: int) -> Decimal:
        """Returns a number of at least 0.

        If the parameter is absent, notes a warning and returns `otherwise`. If the value is not
        such a number, notes a problem and returns `otherwise`.
        """
        param = self.param(name)
        if param is None:
            text = f"taken as {otherwise}, though DiskSim wants it"
            self.ledger.warn_of_absence(self.block.place, name, text)
            return Decimal(otherwise)
        found = self._number(param, 0)
        return Decimal(otherwise) if found is None else found

    def choice(self, name: str, most: int = 1, otherwise: int = 0, least: int = 0) -> int:
        """Returns a whole number that stands for an answer, such as 0 and 1 for no and yes.

        Args:
            name: name of the parameter.
            most: the last answer.
            otherwise: the answer if the parameter is absent, or if its value is not an answer. An
                absent parameter gives a warning. A wrong value gives a problem.
            least: the first answer.
        """
        param = self.param(name)
        if param is None:
            return int(self.number_or(name, otherwise))
        if isinstance(param.value, (int, Decimal)) and param.value in range(least, most + 1):
            return int(param.value)
        text = f"{shown(param.value)} is not one of {', '.join(map(str, range(least, most + 1)))}"
        self.ledger.fail(param.place, name, text)
        return otherwise

    def _number(self, param: Param | None, least: int | None) -> Decimal | None:
        if param is None:
            return None
        if not isinstance(param.value, (int, Decimal)):
            text = f"{shown(param.value)} is no number"
        elif least is not None and param.value < least:
            text = f"{shown(param.value)} is too little; the least is {least}"
        else:
            return Decimal(param.value)
        self.ledger.fail(param.place, param.name, text)
        return None

    def whole_or(self, name: str, otherwise: int) -> int:
        """Returns a whole number of at least 0.

        If the parameter is absent, notes a warning and returns `otherwise`. If the value is not
        such a number, notes a problem and returns `otherwise`.
        """
        if self.param(name) is None:
            return int(self.number_or(name, otherwise))
        found = self.whole(name)
        return otherwise if found is None else found

    def whole(self, name: str, least: int = 0, most: int = MOST) -> int | None:
        """Returns a whole number within bounds.

        For any other value, returns `None` and notes a problem.
        """
        found = self.number(name, least)
        if found is None:
            return None
        if found != found.to_integral_value():
            self.ledger.fail(self.place(name), name, f"{shown(found)} is no whole number")
            return None
        if found > most:
            text = f"{shown(found)} is too much; the most is {most}"
            self.ledger.fail(self.place(name), name, text)
            return None
        return int(found)

    def whole_numbers(self, name: str) -> tuple[int, ...]:
        """Returns a list of whole numbers. Omits any other item and notes a problem."""
        param = self.needed(name)
        if param is None:
            return ()
        items = param.value if isinstance(param.value, tuple) else (param.value,)
        whole = [one for one in items if isinstance(one, int) and one >= 0]
        if len(whole) < len(items):
            wrong = next(one for one in items if not isinstance(one, int) or one < 0)
            text = f"has {shown(wrong)}; a list of whole numbers, 0 or more, is wanted"
            self.ledger.fail(param.place, name, text)
        return tuple(whole)

    def word(self, name: str) -> str | None:
        """Returns a word. For any other value, returns `None` and notes a problem."""
        param = self.needed(name)
        if param is not None and not isinstance(param.value, str):
            self.ledger.fail(param.place, name, f"{shown(param.value)} is no word")
            return None
        return None if param is None else str(param.value)

    def inner(self, name: str) -> "Params | None":
        """Returns the parameters of a block that is a value.

        For any other value, returns `None` and notes a problem.
        """
        param = self.needed(name)
        if param is not None and not isinstance(param.value, Block):
            self.ledger.fail(param.place, name, f"{shown(param.value)} is no block")
            return None
        return None if param is None else self.ledger.of(_block(param.value))

    def inners(self, name: str) -> "list[Params]":
        """Returns the parameters of a list of blocks. Omits any other item and notes a problem."""
        param = self.needed(name)
        if param is None:
            return []
        items = param.value if isinstance(param.value, tuple) else (param.value,)
        if not all(isinstance(one, Block) for one in items):
            self.ledger.fail(param.place, name, f"{shown(param.value)} is no list of blocks")
        return [self.ledger.of(one) for one in items if isinstance(one, Block)]

    def place(self, name: str) -> Place:
        """Returns the place of a parameter, or of the block if the parameter is absent."""
        found = self.block.params.get(name)
        return self.block.place if found is None else found.place

    def source(self, *names: str) -> str:
        """Returns the source of values: 'x.model:12 Head switch time = 0.89'."""
        known = [self.block.params[name] for name in names if name in self.block.params]
        return source_of(known)

    def rest(self) -> list[Param]:
        """Returns the parameters that were not asked for."""
        return [one for name, one in self.block.params.items() if name not in self._asked]

    def silent(self, cited: Set[Citation]) -> list[Param]:
        """Returns the parameters that were asked for, but have no source and no note.

        Args:
            cited: parameters that a source of the drive file names.
        """
        return [
            one
            for name, one in self.block.params.items()
            if name in self._asked
            and (one.place.name, one.place.line, name) not in cited
            and not self.ledger.tells(one)
            and not _holds_blocks(one.value)
        ]


def source_of(params: Iterable[Param]) -> str:
    """Returns the source of values. Consecutive values of one file name the file once."""
    texts: list[str] = []
    file = ""
    for param in params:
        at = str(param.place.line) if param.place.file == file else param.place.brief
        file = param.place.file
        texts.append(f"{at} {param.name} = {shown(param.value)}")
    return "; ".join(texts)


def _holds_blocks(value: Value) -> bool:
    inner = value if isinstance(value, tuple) else (value,)
    return any(isinstance(one, (Block, Missing)) for one in inner)


def _block(value: Value) -> Block:
    assert isinstance(value, Block)
    return value
