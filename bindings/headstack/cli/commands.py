"""The commands: where each is, and what the list of them says. A command is loaded when it runs."""

import importlib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import typer

from headstack.cli.words.command import Command as Spoken

if TYPE_CHECKING:
    from typer.core import TyperCommand


@dataclass(frozen=True)
class Command:
    """A command that is not loaded yet.

    Attributes:
        place: module of `headstack.cli` and function in it, as in 'run:run'.
        help: the function's docstring, as the list of commands shows it.
        parts: the commands that stand behind this one's name, of a group.
    """

    place: str
    help: str
    parts: Mapping[str, "Command"] = field(default_factory=dict)

    def function(self) -> Any:
        """Imports the function."""
        module, _, function = self.place.partition(":")
        return getattr(importlib.import_module(f"headstack.cli.{module}"), function)

    def load(self, name: str) -> "TyperCommand":
        """Imports the command."""
        app = typer.Typer(
            name=name,
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            no_args_is_help=bool(self.parts),
        )
        if self.parts:
            app.callback()(self.function())
        for word, part in (self.parts or {name: self}).items():
            app.command(word, cls=Spoken)(part.function())
        command: Any = typer.main.get_command(app)
        return command  # type: ignore[no-any-return]


COMMANDS: Final[dict[str, Command]] = {
    "run": Command("run:run", "Run a workload on a drive and print its metrics."),
    "sweep": Command(
        "sweep.command:sweep",
        "Run every combination of what a file lists, on all cores or a cluster, as one table.",
    ),
    "advise": Command(
        "advise:advise",
        "Say which scheduler suits a trace, where, and how sure that is; draw it, write a page.",
    ),
    "bus": Command(
        "bus:bus",
        "Run closed loops on several drives that share a bus, and print what the bus makes of it.",
    ),
    "validate": Command(
        "validate:validate",
        "Replay a real drive's trace, one request outstanding, and say how far off the model is.",
    ),
    "regress": Command(
        "regress:regress",
        "Run stored configurations again, and say which figures moved, and by how much.",
    ),
    "fit": Command(
        "fit:fit",
        "Make a drive file that does as a real drive did, of its trace and a rough description.",
    ),
    "codesign": Command(
        "codesign:codesign",
        "Compare decisions in firmware and in the comparator: their time, and what they cost.",
    ),
    "reproduce": Command(
        "papers.reproduce:reproduce",
        "Run the papers' experiments again, and say which of their claims come out.",
    ),
    "realtime": Command(
        "papers.realtime:realtime",
        "Compare schedulers under media streams: deadlines met, merit, throughput.",
    ),
    "admit": Command(
        "admit:admit",
        "Say how many streams are accepted, one by one, so that none ever misses a deadline.",
    ),
    "mimic": Command(
        "mimic:mimic",
        "Measure a drive's times by type and distance of requests, as a table for smtf.",
    ),
    "share": Command(
        "papers.share:share",
        "Compare the schedulers that share a drive: throughput, and how true the shares are.",
    ),
    "demo": Command(
        "demo:demo",
        "Compare four schedulers at three rates: a table, a chart, and every request.",
    ),
    "firmware": Command(
        "firmware:firmware",
        "Write a project to begin a firmware of your own with: an example, sources, a Makefile.",
    ),
    "import": Command(
        "import_drive:import_drive",
        "Make a drive file of a DiskSim parameter file, and say what has no counterpart.",
    ),
    "extract": Command(
        "extract_drive:extract_drive",
        "Find out what a drive is by its commands and their times alone, as a drive file.",
    ),
    "trace": Command(
        "trace.commands:trace",
        "Describe traces of block requests, and write them in other formats.",
        {
            "info": Command(
                "trace.commands:info",
                "Say what is in a trace: devices, sizes, addresses, arrivals, distances, "
                "response times.",
            ),
            "convert": Command("trace.commands:convert", "Write a trace in another format."),
            "formats": Command("trace.commands:list_formats", "List the formats of traces."),
        },
    ),
    "drives": Command(
        "drives:list_drives",
        "List the drives, or show one drive's resolved configuration, commented.",
    ),
    "schedulers": Command(
        "schedulers:list_schedulers",
        "List the schedulers, with what each needs to know and where it is from.",
    ),
}
"""The commands by name, in the order of the list."""


def single() -> Iterator[tuple[str, Command]]:
    """Yields every command that runs, by its words: those of a group as 'trace info'."""
    for name, command in COMMANDS.items():
        if command.parts:
            yield from ((f"{name} {word}", part) for word, part in command.parts.items())
        else:
            yield name, command


class Commands(MutableMapping[str, Any]):
    """The commands by name, each loaded when it is looked up."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = COMMANDS[name].load(name)
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)
