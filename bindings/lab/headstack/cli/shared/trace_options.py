"""Options of a trace, for commands whose argument is a trace."""

from typing import Annotated, Literal

import typer

Mapping = Annotated[
    Literal["fold", "scale", "offset", "clip"] | None,
    typer.Option("--map", help="How a trace's addresses past the drive's end lie on it."),
]
Speed = Annotated[
    str | None,
    typer.Option(help="Replay a trace faster by this factor, as 2x or 0.5.", show_default="1x"),
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
    typer.Option(help="Number of malformed lines of a trace to leave out.", show_default="0"),
]
