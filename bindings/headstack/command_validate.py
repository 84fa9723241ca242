"""`headstack validate`: a real drive's trace, the model's times beside the measured ones."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from headstack import output, validation


class ThinkName(StrEnum):
    """Values of --think."""

    after = "after"
    before = "before"


def validate(
    trace: Annotated[str, typer.Argument(help="A trace in DiskSim's validation format.")],
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")],
    think: Annotated[
        ThinkName,
        typer.Option(help="What column 6 is: the think time after its line's request, or before."),
    ] = ThinkName.after,
    plot: Annotated[
        Path | None, typer.Option(help="Draw both distributions to this file (png, svg, pdf).")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Replay a real drive's trace, one request outstanding, and say how far off the model is."""
    output.check_writable(plot)
    found = validation.validate(drive, trace, think.value)
    document = found.document()
    if plot is not None:
        from headstack import chart

        chart.draw_distributions(found, plot)
    if json:
        output.print_json(document)
        return
    figures = {label: document[key] for key, label in validation.FIGURES.items()}
    output.print_pairs(f"{found.drive} against {trace}, think time {found.think}", figures)
    if plot is not None:
        typer.echo(f"distributions: {plot}")
