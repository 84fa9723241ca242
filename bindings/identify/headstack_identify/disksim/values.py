"""What a parameter file holds: blocks of named values, each with the place where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True)
class Place:
    """A line of a file, counted from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def brief(self) -> str:
        """The same without the file's folders, which are of one machine."""
        return f"{self.name}:{self.line}"

    @property
    def name(self) -> str:
        """The file's name without its folders."""
        return self.file.replace("\\", "/").rpartition("/")[2]


Citation = tuple[str, int, str]
"""A parameter that a source of the drive file names: file without folders, line, name."""


@dataclass(frozen=True)
class Problem:
    """What is missing or makes no sense, and where.

    Attributes:
        place: where it stands, or should.
        key: the parameter.
        text: what is wrong with it.
    """

    place: Place
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.told}"

    @property
    def told(self) -> str:
        """What it says, without the place."""
        return f"key `{self.key}`: {self.text}"


@dataclass(frozen=True)
class Missing:
    """Stands for a file that is named and not there."""

    file: str


@dataclass(frozen=True)
class Topology:
    """What is connected to what: `disksim_bus bus0 [ ... ]`."""

    kind: str
    name: str
    below: tuple["Value", ...]

    def paths(self) -> Iterator[tuple["Topology", ...]]:
        """The ways from here down to each end."""
        inner = [one for one in self.below if isinstance(one, Topology)]
        if not inner:
            yield (self,)
        for one in inner:
            for path in one.paths():
                yield (self, *path)


@dataclass
class Block:
    """`KIND NAME { name = value, ... }`; a block that is a value needs no name."""

    kind: str
    name: str
    place: Place
    params: dict[str, "Param"] = field(default_factory=dict)


Value = int | Decimal | str | tuple["Value", ...] | Block | Topology | Missing


@dataclass(frozen=True)
class Param:
    """`name = value`."""

    name: str
    value: Value
    place: Place


@dataclass
class Document:
    """A file with all that it draws in.

    Attributes:
        blocks: those that stand by themselves, in their order.
        instances: the block that each component is made of, by the component's name.
        topologies: what is connected to what.
        problems: files that are not there.
    """

    blocks: list[Block] = field(default_factory=list)
    instances: dict[str, str] = field(default_factory=dict)
    topologies: list[Topology] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _by_name: dict[str, Block] = field(default_factory=dict)

    def add(self, block: Block) -> None:
        """Adds a block that stands by itself."""
        self.blocks.append(block)
        self._by_name.setdefault(block.name, block)

    def of_kind(self, kind: str) -> list[Block]:
        """The blocks of a kind."""
        return [block for block in self.blocks if block.kind == kind]

    def named(self, name: str) -> Block | None:
        """The block of that name."""
        return self._by_name.get(name)


def shown(value: Value) -> str:
    """A value as one reads it; lists and blocks cut short."""
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, tuple):
        inner = ", ".join(shown(one) for one in value[:4])
        return f"[{inner}{', ...' if len(value) > 4 else ''}]"
    if isinstance(value, Block):
        return f"{value.kind} {{...}}"
    if isinstance(value, Topology):
        return f"{value.kind} {value.name} [...]"
    return f"source {value.file}" if isinstance(value, Missing) else str(value)


def plain(number: Decimal | int) -> str:
    """A number in decimal, without exponent and without zeros at its end: 0.374."""
    text = format(Decimal(number), "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
