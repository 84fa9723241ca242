"""`headstack import`: a drive file from another simulator's description."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from headstack import files
from headstack.cli import drive_files, output
from headstack.errors import ConfigError


def import_drive(
    form: Annotated[Literal["disksim"], typer.Argument(help="Simulator of the description.")],
    file: Annotated[Path, typer.Argument(help="A .parv, .diskspecs or .model file.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The drive file to write.", show_default="print it"),
    ] = None,
    disk: Annotated[
        str | None,
        typer.Option(
            help="Name of the drive, if the file has several drives.", show_default="the only one"
        ),
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Make a drive file from a DiskSim parameter file, and list what has no counterpart."""
    from headstack_identify.disksim import importing

    to = files.target(out, force, ("toml",))
    found = importing.read(file, disk)
    drive_files.hand_over(found.toml, to, found.problems, show=not json)
    if json:
        facts = {"form": form, "file": None if out is None else str(out)}
        output.print_json({**facts, **found.document()})
    else:
        for note in found.warnings:
            output.say(f"warning: {note}")
        for device in found.other_devices:
            output.say(f"left out, because a drive file describes one drive: {device}")
    if found.problems:
        raise ConfigError("\nheadstack: ".join(found.problems) + drive_files.kept(to, found.toml))
    if not json and out is not None:
        typer.echo(
            f"{out}: {found.disk}, {found.blocks:,} blocks; warnings: {len(found.warnings)}, "
            f"other disks and arrays left out: {len(found.other_devices)}, "
            f"parameters that make no difference: {len(found.left_out)}"
        )
