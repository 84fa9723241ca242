"""The contents of a parameter file: blocks of named values, each with its place."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from headstack_identify.drive_text import plain


@dataclass(frozen=True)
class Place:
    """A line of a file, counted from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def brief(self) -> str:
        """The place without the folders of the file, which differ between machines."""
        return f"{self.name}:{self.line}"

    @property
    def name(self) -> str:
        """The name of the file without its folders."""
        return self.file.replace("\\", "/").rpartition("/")[2]


Citation = tuple[str, int, str]
"""A parameter that a source of the drive file names: file without folders, line, name."""


@dataclass(frozen=True)
class Problem:
    """A missing value, or a value that makes no sense, with its place.

    Attributes:
        place: place where the value is or should be.
        key: the parameter.
        text: the fault.
    """

    place: Place
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.told}"

    @property
    def told(self) -> str:
        """The text without the place."""
        return f"key `{self.key}`: {self.text}"


@dataclass(frozen=True)
class Missing:
    """Stands for a named file that does not exist."""

    file: str


@dataclass(frozen=True)
class Topology:
    """Connections of components: `disksim_bus bus0 [ ... ]`."""

    kind: str
    name: str
    below: tuple["Value", ...]

    def paths(self) -> Iterator[tuple["Topology", ...]]:
        """Yields the paths from this component down to each end."""
        inner = [one for one in self.below if isinstance(one, Topology)]
        if not inner:
            yield (self,)
        for one in inner:
            for path in one.paths():
                yield (self, *path)


@dataclass
class Block:
    """`KIND NAME { name = value, ... }`. A block that is a value needs no name."""

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
    """A parameter file with all files that it includes.

    Attributes:
        blocks: top-level blocks in their order.
        instances: name of the block of each component, by the name of the component.
        topologies: connections of components.
        problems: missing files.
    """

    blocks: list[Block] = field(default_factory=list)
    instances: dict[str, str] = field(default_factory=dict)
    topologies: list[Topology] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _by_name: dict[str, Block] = field(default_factory=dict)

    def add(self, block: Block) -> None:
        """Adds a top-level block."""
        self.blocks.append(block)
        self._by_name.setdefault(block.name, block)

    def of_kind(self, kind: str) -> list[Block]:
        """Returns the blocks of a kind."""
        return [block for block in self.blocks if block.kind == kind]

    def named(self, name: str) -> Block | None:
        """Returns the block with a name. Returns `None` if no block has this name."""
        return self._by_name.get(name)


def shown(value: Value) -> str:
    """Returns a value in readable form. Lists and blocks are shortened."""
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
