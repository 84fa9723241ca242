"""`headstack firmware`: writes a project for your own firmware."""

from pathlib import Path
from typing import Annotated

import typer

from headstack.cli import output
from headstack.processor import own_firmware


def firmware(
    folder: Annotated[Path, typer.Argument(help="A folder that is not there yet.")],
    json: output.Json = False,
) -> None:
    """Write a project to begin a firmware of your own with: an example, sources, a Makefile."""
    files = own_firmware.create(folder)
    if json:
        output.print_json({"folder": str(folder), "files": [str(file) for file in files]})
        return
    typer.echo(f"{len(files)} files in {folder}; README.md there describes them. For example:")
    typer.echo(f"  make -C {folder}")
    typer.echo(f"  headstack run --core 'iss(firmware={folder / 'fcfs.elf'})' --rate 20")
