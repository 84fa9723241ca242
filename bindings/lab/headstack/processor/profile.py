"""Where the cycles of the firmware's processor went, by function."""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from headstack import files


@dataclass(frozen=True)
class Function:
    """A function's part in a run.

    Attributes:
        name: its name in the image; "?" for code that is in none.
        cycles: in the function itself.
        with_callees: in it and what it called.
    """

    name: str
    cycles: int
    with_callees: int


class Profile:
    """Cycles by stack of calls, without the start-up and without sleep.

    Attributes:
        stacks: cycles of the innermost function itself, by the names of a stack from the outermost
            function on, with semicolons between.
    """

    def __init__(self, stacks: Mapping[str, int]) -> None:
        self.stacks: dict[str, int] = dict(stacks)

    @property
    def cycles(self) -> int:
        """All cycles."""
        return sum(self.stacks.values())

    def functions(self) -> list[Function]:
        """Each function once, those with the most cycles of their own first."""
        own: Counter[str] = Counter()
        whole: Counter[str] = Counter()
        for stack, cycles in self.stacks.items():
            names = stack.split(";")
            own[names[-1]] += cycles
            for name in set(names):
                whole[name] += cycles
        return [
            Function(name, own[name], whole[name])
            for name in sorted(whole, key=lambda name: (-own[name], -whole[name], name))
        ]

    def folded(self) -> str:
        """A line a stack, "outermost;...;innermost cycles", as tools for flame graphs read it."""
        return "".join(f"{stack} {cycles}\n" for stack, cycles in self.stacks.items())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes `folded` to a file, which appears whole or not at all.

        Raises:
            ConfigError: the file cannot be made.
            RunError: there is no room for it.
        """
        with files.whole(path) as temporary, files.saying(path):
            temporary.write_text(self.folded(), encoding="utf-8")
