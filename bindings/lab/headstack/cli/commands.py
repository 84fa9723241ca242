"""Place and help of each command. A command is loaded when it runs."""

from collections.abc import Iterator, Mapping, MutableMapping
from functools import cache
from typing import Any, Final

from headstack.cli.command import Command
from headstack.cli.extensions import extended

OWN: Final[dict[str, Command]] = {
    "run": Command("headstack.cli.run:run", "Run a workload on a drive and print its metrics."),
    "watch": Command(
        "headstack.cli.watch:watch",
        "Write a page that animates a run: platter, arm, queue and decisions.",
    ),
    "report": Command(
        "headstack.cli.report:report",
        "Write results as one page: what was run, figures and plots. The page works offline.",
    ),
    "sweep": Command(
        "headstack.cli.sweep.command:sweep",
        "Run every combination of what a file lists, on all cores or a cluster, as one table.",
    ),
    "compare": Command(
        "headstack.cli.compare:compare",
        "Run drives and schedulers under the same requests, and print how they differ.",
    ),
    "advise": Command(
        "headstack.cli.advise:advise",
        "Say which scheduler suits a trace, where, and how sure that is; draw it, write a page.",
    ),
    "bus": Command(
        "headstack.cli.bus:bus",
        "Run closed loops on several drives that share a bus, and print what the bus makes of it.",
    ),
    "regress": Command(
        "headstack.cli.regress:regress",
        "Run stored configurations again, and say which figures moved, and by how much.",
    ),
    "codesign": Command(
        "headstack.cli.codesign:codesign",
        "Compare decisions in firmware, in a comparator and on a second core, and a faster clock.",
    ),
    "admit": Command(
        "headstack.cli.admit:admit",
        "Say how many streams are accepted, one by one, so that none ever misses a deadline.",
    ),
    "mimic": Command(
        "headstack.cli.mimic:mimic",
        "Measure a drive's times by type and distance of requests, as a table for smtf.",
    ),
    "order": Command(
        "headstack.cli.order:order",
        "Say in which order a scheduler serves a queue of cylinders, as textbooks ask.",
    ),
    "demo": Command(
        "headstack.cli.demo:demo",
        "Compare four schedulers at three rates: a table, a chart, and every request.",
    ),
    "firmware": Command(
        "headstack.cli.firmware:firmware",
        "Write a project to begin a firmware of your own with: an example, sources, a Makefile.",
    ),
    "verilate": Command(
        "headstack.cli.verilate:verilate",
        "Build your own comparator from SystemVerilog, for comparator.body=verilated:FOLDER.",
    ),
    "new-scheduler": Command(
        "headstack.cli.new_scheduler:new_scheduler",
        "Write a working scheduler with its test, to begin a scheduler of your own with.",
    ),
    "trace": Command(
        "headstack.cli.trace.commands:trace",
        "Describe traces of block requests, and write them in other formats.",
        {
            "info": Command(
                "headstack.cli.trace.commands:info",
                "Say what is in a trace: devices, sizes, addresses, arrivals, distances, "
                "response times.",
            ),
            "convert": Command(
                "headstack.cli.trace.commands:convert", "Write a trace in another format."
            ),
            "formats": Command(
                "headstack.cli.trace.commands:list_formats", "List the formats of traces."
            ),
        },
    ),
    "drives": Command(
        "headstack.cli.drives:list_drives",
        "List the drives, or show one drive's resolved configuration, commented.",
    ),
    "new-drive": Command(
        "headstack.cli.new_drive:new_drive",
        "Write a drive file from the figures of a data sheet, and measure the drive as sheets do.",
    ),
    "schema": Command(
        "headstack.cli.schema:schema",
        "Print a JSON Schema of drive files or of files of conditions, for editors.",
    ),
    "completion": Command(
        "headstack.cli.completion:completion",
        'Print a script that completes commands and options: eval "$(headstack completion bash)".',
    ),
    "schedulers": Command(
        "headstack.cli.schedulers:list_schedulers",
        "List the schedulers, with what each needs to know and where it is from.",
    ),
}
"""The commands of this package by name, in the order of the list."""

GROUP: Final = "headstack.commands"
"""Group of entry points with commands of other packages. Each is a dictionary like OWN."""


@cache
def installed() -> Mapping[str, Command]:
    """Returns the commands of this package, then the commands of the other installed packages.

    Raises:
        RuntimeError: two packages have a command of the same name.
    """
    return extended(OWN, GROUP, lambda point: point.load(), "command")


def single() -> Iterator[tuple[str, Command]]:
    """Yields every command that runs, with its words. A command of a group has two words."""
    for name, command in installed().items():
        if command.parts:
            yield from ((f"{name} {word}", part) for word, part in command.parts.items())
        else:
            yield name, command


class Commands(MutableMapping[str, Any]):
    """The commands by name. A command is loaded when it is looked up."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            command = OWN[name] if name in OWN else installed()[name]
            self._loaded[name] = command.load(name)
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(installed())

    def __len__(self) -> int:
        return len(installed())
