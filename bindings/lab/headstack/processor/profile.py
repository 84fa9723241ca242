"""Cycles of the firmware's processor, by function."""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from headstack import files


@dataclass(frozen=True)
class Function:
    """A function's part in a run.

    Attributes:
        name: name in the image. "?" for code outside of all functions.
        cycles: cycles in the function itself.
        with_callees: cycles in the function and in the functions that it called.
    """

    name: str
    cycles: int
    with_callees: int


class Profile:
    """Cycles by stack of calls, without the start-up and without sleep.

    Attributes:
        stacks: cycles of the innermost function itself, by stack: the names of the functions from
            the outermost on, with semicolons between.
    """

    def __init__(self, stacks: Mapping[str, int]) -> None:
        self.stacks: dict[str, int] = dict(stacks)

    @property
    def cycles(self) -> int:
        """Sum of all cycles."""
        return sum(self.stacks.values())

    def functions(self) -> list[Function]:
        """Returns each function once. Functions with more cycles of their own come first."""
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
        """Returns a line "outermost;...;innermost cycles" for each stack, for flame-graph tools."""
        return "".join(f"{stack} {cycles}\n" for stack, cycles in self.stacks.items())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes `folded` to a file, completely or not at all.

        Raises:
            ConfigError: the file cannot be made.
            RunError: there is no room for the file.
        """
        with files.whole(path) as temporary, files.saying(path):
            temporary.write_text(self.folded(), encoding="utf-8")
