"""`headstack validate`: a real drive's trace, the model's times beside the measured ones."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from headstack import crossvalidation, output, validation
from headstack.errors import ConfigError

_SCORED = {
    "file": "file's values",
    "start": "start",
    "own_half": "fit, own half",
    "held_out": "fit, other half",
}


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
    cross: Annotated[
        bool,
        typer.Option(
            "--cross",
            help="Fit what the drive file calls fitted on each half of the trace, score it on the "
            "other; takes half a minute.",
        ),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(help="Of the values that the fit starts from; for --cross.", show_default="1"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Replay a real drive's trace, one request outstanding, and say how far off the model is."""
    output.check_writable(plot)
    if cross:
        if plot is not None:
            raise ConfigError("--plot is for the drive as it is; with --cross, leave it out")
        _cross(trace, drive, think.value, 1 if seed is None else seed, json)
        return
    if seed is not None:
        raise ConfigError("--seed is for --cross; without, nothing is random")
    found = validation.validate(drive, trace, think.value)
    document = found.document()
    if plot is not None:
        from headstack import chart

        chart.draw_distributions(found, plot)
    if json:
        output.print_json(document)
        return
    figures = {label: document[key] for key, label in validation.FIGURES.items()}
    output.print_pairs(
        f"{found.drive} against {trace}, think time {found.think}, {found.timing} timing", figures
    )
    if plot is not None:
        typer.echo(f"distributions: {plot}")


def _cross(trace: str, drive: str, think: str, seed: int, json: bool) -> None:
    total = 2 * crossvalidation.MOST_RUNS
    with output.progress_bar(total, lasting=False, what="replays") as update:
        found = crossvalidation.cross_validate(
            drive, trace, think, seed, lambda done: update(done, f"fitting {drive}")
        )
    document = found.document()
    if json:
        output.print_json(document)
        return
    console = output.console()
    console.print(
        f"{found.drive} against {trace}, think time {found.think}, {found.timing} timing: fitted "
        f"on each half of the trace, {found.runs:,} replays"
    )
    values = Table("fitted", "unit", "in the file", "start", "on odd blocks", "on even blocks")
    for column in values.columns[2:]:
        column.justify = "right"
    for row in document["parameters"]:
        numbers = [row[k] for k in ("file", "start", "fitted_on_odd_blocks")]
        numbers.append(row["fitted_on_even_blocks"])
        values.add_row(row["name"], row["unit"], *(f"{number:.7g}" for number in numbers))
    console.print(values)
    figures = Table("", *_SCORED.values())
    for column in figures.columns[1:]:
        column.justify = "right"
    for key, label in validation.FIGURES.items():
        figures.add_row(label, *(output.show(document[which][key]) for which in _SCORED))
    console.print(figures)
    console.print(
        f"Halves: alternating blocks of {crossvalidation.BLOCK_REQUESTS} requests. The fit starts "
        f"from the file's values made wrong by 10 to 30 % (a revolution by 0.5 to 1.5 %; seed "
        f'{found.seed}). "Other half": each request with the values that were fitted without it. '
        f"Not refitted: {crossvalidation.NOT_REFITTED}.",
        soft_wrap=False,
    )
