"""Cycles of the firmware's processor, by function."""

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from headstack import files
from headstack._core import __version__


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

    def speedscope(self, name: str) -> dict[str, Any]:
        """Returns the document of a JSON file for speedscope, with a sample for each stack.

        The weight of a sample is in cycles. Names of functions are whole.

        Args:
            name: name of the profile in the viewer.
        """
        functions = sorted({name for stack in self.stacks for name in stack.split(";")})
        index = {name: place for place, name in enumerate(functions)}
        return {
            "$schema": "https://www.speedscope.app/file-format-schema.json",
            "name": name,
            "exporter": f"headstack {__version__}",
            "activeProfileIndex": 0,
            "shared": {"frames": [{"name": name} for name in functions]},
            "profiles": [
                {
                    "type": "sampled",
                    "name": name,
                    "unit": "none",
                    "startValue": 0,
                    "endValue": self.cycles,
                    "samples": [
                        [index[name] for name in stack.split(";")] for stack in self.stacks
                    ],
                    "weights": list(self.stacks.values()),
                }
            ],
        }

    def save(self, path: str | os.PathLike[str], name: str = "headstack") -> None:
        """Writes a profile, completely or not at all.

        A file with the ending .json gets `speedscope`. Any other file gets `folded`.

        Args:
            path: the file.
            name: name of the profile in speedscope.

        Raises:
            ConfigError: the file cannot be made.
            RunError: there is no room for the file.
        """
        is_json = files.ending(path) == "json"
        text = json.dumps(self.speedscope(name)) + "\n" if is_json else self.folded()
        with files.whole(path) as temporary, files.saying(path):
            temporary.write_text(text, encoding="utf-8")
