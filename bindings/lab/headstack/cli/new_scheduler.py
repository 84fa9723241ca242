"""`headstack new-scheduler`: writes a project for a scheduler of your own."""

from pathlib import Path
from typing import Annotated

import typer

from headstack import scheduler_project
from headstack.cli import output
from headstack.scheduler_project import Language


def new_scheduler(
    called: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the scheduler, as nearest_pair.")
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="A folder that is not there yet.", show_default="a folder of the name, here"
        ),
    ] = None,
    lang: Annotated[
        Language, typer.Option(help="A class in Python, or a shared library in C.")
    ] = "python",
    json: output.Json = False,
) -> None:
    """Write a working scheduler with its test, to begin a scheduler of your own with."""
    files = scheduler_project.create(called, folder, language=lang)
    place = Path(called) if folder is None else folder
    if json:
        output.print_json({"folder": str(place), "files": [str(file) for file in files]})
        return
    typer.echo(f"{len(files)} files in {place}. For example:")
    if lang == "c":
        typer.echo(f"  make -C {place} check")
        scheduler = f"{place}/{called}.so:{called}"
    else:
        typer.echo(f"  python {place}/test_{called}.py")
        made = "".join(part.capitalize() for part in called.split("_"))
        scheduler = f"{place}/{called}.py:{made}"
    typer.echo(f"  headstack run --scheduler {scheduler} --workload closed --outstanding 20")
