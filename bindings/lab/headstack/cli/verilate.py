"""`headstack verilate`: builds the user's own comparator from SystemVerilog."""

from pathlib import Path
from typing import Annotated

import typer

from headstack import comparator
from headstack.cli import output
from headstack.comparator.building import TOP


def verilate(
    folder: Annotated[
        Path, typer.Argument(help="Folder with SystemVerilog in place of headstack's files.")
    ],
    new: Annotated[
        bool, typer.Option("--new", help="First write an example into the folder, a new one.")
    ] = False,
    top: Annotated[
        str, typer.Option(metavar="MODULE", help="The module that has the comparator's ports.")
    ] = TOP,
    entries: Annotated[
        int | None,
        typer.Option(help="Parameter Entries of the module.", show_default="the module's own"),
    ] = None,
    lanes: Annotated[
        int | None,
        typer.Option(help="Parameter Lanes of the module.", show_default="the module's own"),
    ] = None,
    distances: Annotated[
        int | None,
        typer.Option(help="Parameter SeekEntries of the module.", show_default="the module's own"),
    ] = None,
    json: output.Json = False,
) -> None:
    """Build your own comparator from SystemVerilog, for comparator.body=verilated:FOLDER."""
    if new:
        comparator.create(folder)
    built = comparator.build(folder, top=top, entries=entries, lanes=lanes, distances=distances)
    if built.warnings:
        output.say(built.warnings)
    if json:
        output.print_json(
            {"library": str(built.file), "sources": built.sources, "warnings": built.warnings}
        )
        return
    typer.echo(f"{built.file} is built from {', '.join(built.sources)}. For example:")
    typer.echo(
        f"  headstack run --scheduler sptf_hw --set comparator.body=verilated:{folder} "
        "--set comparator.lockstep=true"
    )
