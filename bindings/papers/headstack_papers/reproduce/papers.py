"""The papers and their experiments: a package a paper, a file a figure or table."""

import importlib
import pkgutil
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from headstack import checks
from headstack_papers.experiment import Experiment, Paper

NAMES: Final = (
    "seltzer1990",
    "worthington1994",
    "popovici2003",
    "share",
    "realtime",
)
_FILE: Final = re.compile(r"(fig|table|section)[a-z]?\d")


@dataclass(frozen=True)
class Named:
    """An experiment with its name.

    Attributes:
        paper: paper of the experiment.
        name: name in the paper, as 'fig6'.
        experiment: the experiment.
    """

    paper: Paper
    name: str
    experiment: Experiment

    @property
    def id(self) -> str:
        """The name with the paper's name, as 'seltzer1990/fig6'."""
        return f"{self.paper.name}/{self.name}"


@cache
def papers() -> tuple[Paper, ...]:
    """All papers."""
    return tuple(importlib.import_module(f"headstack_papers.{name}.paper").PAPER for name in NAMES)


def _of(paper: Paper) -> tuple[Named, ...]:
    """A paper's experiments, in its order: figures, tables, sections."""
    package = importlib.import_module(f"headstack_papers.{paper.name}")
    found: dict[str, Experiment] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if _FILE.match(info.name):
            module = importlib.import_module(f"{package.__name__}.{info.name}")
            own = getattr(module, "EXPERIMENTS", None) or {info.name: module.EXPERIMENT}
            found |= {name: one.of(module) for name, one in own.items()}
    return tuple(Named(paper, name, found[name]) for name in sorted(found, key=_place))


def _place(name: str) -> list[tuple[int, int, str]]:
    """Sorts 'fig9' before 'fig10', and both before 'table1'."""
    return [
        (0, int(part), "") if part.isdigit() else (1, 0, part)
        for part in re.split(r"(\d+)", name)
        if part
    ]


def experiments(names: Sequence[str] = ()) -> list[Named]:
    """Finds experiments by names of papers ('seltzer1990') or of experiments ('seltzer1990/fig6').

    Without names, the function returns all experiments.

    Raises:
        ConfigError: no experiment has one of the names.
    """
    every = {one.id: one for paper in papers() for one in _of(paper)}
    chosen: dict[str, Named] = {}
    for name in names:
        fitting = {key: one for key, one in every.items() if name in (key, one.paper.name)}
        if not fitting:
            raise checks.unknown(
                "experiment",
                name,
                [*NAMES, *every],
                f"the papers {', '.join(NAMES)}, and what `headstack reproduce` lists",
            )
        chosen |= fitting
    return [one for key, one in every.items() if key in chosen or not names]
