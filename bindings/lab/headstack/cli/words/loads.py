"""The words of the command line for a workload: its name with options, or one text."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer

from headstack import workload
from headstack.errors import ConfigError
from headstack.workload.text import Parsed

CLOSED_OUTSTANDING: Final = 1
EXAMPLE: Final = "'mix(0.7: random(rate=30), 0.3: sequential(rate=30))'"


TraceFile = Annotated[
    Path | None,
    typer.Option("--trace", help="Replay this trace; in place of --workload (docs/use/traces.md)."),
]
Mapping = Annotated[
    Literal["fold", "scale", "offset", "clip"] | None,
    typer.Option("--map", help="How a trace's addresses past the drive's end lie on it."),
]
Speed = Annotated[
    str | None,
    typer.Option(help="Replay a trace so much faster, as 2x or 0.5.", show_default="1x"),
]
Mode = Annotated[
    Literal["open", "closed", "dependent", "measured"] | None,
    typer.Option(
        help="Replay a trace by its times, as a closed loop of --outstanding, by its times but "
        "with repeated blocks in order, or as a real drive was measured.",
        show_default="open",
    ),
]
Device = Annotated[
    str | None,
    typer.Option(help="The trace's device that is meant, or 'all'.", show_default="the only one"),
]
Format = Annotated[
    str | None,
    typer.Option(
        help="The trace's format, one of `trace formats`, or mine.py:Mine of your own.",
        show_default="found by its content",
    ),
]
SkipBad = Annotated[
    int | None,
    typer.Option(help="Leave out so many malformed lines of a trace.", show_default="0"),
]


@dataclass(frozen=True)
class TraceWords:
    """What the options say of a trace; None: nothing."""

    trace: Path | None = None
    map: str | None = None
    speed: str | None = None
    mode: str | None = None
    device: str | None = None
    format: str | None = None
    skip_bad: int | None = None

    def load(self, outstanding: int | None, requests: int | None) -> workload.Workload | None:
        """The trace as a workload; None: there is none. ConfigError for options without one."""
        said = {name: value for name, value in vars(self).items() if value is not None}
        path = said.pop("trace", None)
        if path is None:
            for name in said:
                raise ConfigError(
                    f"--{name.replace('_', '-')} is for a trace; give one with --trace FILE, or "
                    "leave it out"
                )
            return None
        return workload.replay(path, outstanding=outstanding, requests=requests, **said)


def load_of(
    text: str | None,
    *,
    trace: TraceWords,
    rate: float | None,
    outstanding: int | None,
    requests: int | None,
    size: str | None,
    align: str | None,
    reads: float | None,
    seed: int | None,
) -> Parsed:
    """The workload that the options say; those that are None were not given.

    A trace stands in place of all others but `outstanding` and `requests`.

    `random` and `closed` alone are words for the options; with parentheses they are texts, whose
    parts take what the options say and they do not.

    Raises:
        ConfigError: an option that this workload has no use for, or what its constructor says.
    """
    given: dict[str, Any] = {
        "requests": requests,
        "size": size,
        "align": align,
        "read_fraction": reads,
        "seed": seed,
    }
    common = {name: value for name, value in given.items() if value is not None}
    replayed = trace.load(outstanding, requests)
    if replayed is not None:
        options = {"workload": text, "rate": rate, "size": size, "align": align, "reads": reads}
        for name, value in {**options, "seed": seed}.items():
            if value is not None:
                raise ConfigError(f"--{name}: a trace has no use for it; leave it out")
        return Parsed(replayed)
    if text is None or text in ("random", "closed"):
        return Parsed(_by_options(text or "random", rate, outstanding, common))
    for option, value in (("--rate", rate), ("--outstanding", outstanding)):
        if value is not None:
            raise ConfigError(f"{option} stands in the workload's text, as in {EXAMPLE}")
    return workload.parse(text, **common)


def _by_options(
    text: str, rate: float | None, outstanding: int | None, common: dict[str, Any]
) -> workload.Workload:
    if text == "closed":
        if rate is not None:
            raise ConfigError("--rate is for --workload random; with closed, leave it out")
        kept = CLOSED_OUTSTANDING if outstanding is None else outstanding
        return workload.closed(kept, **common)
    if outstanding is not None:
        raise ConfigError(
            "--outstanding is for --workload closed; with random, leave it out (the drive's own "
            "limit is --queue-depth)"
        )
    if rate is None:
        raise ConfigError("--workload random needs --rate, arrivals per second, as in --rate 30")
    return workload.random(rate, **common)
