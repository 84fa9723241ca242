"""Options that `headstack serve` and `headstack nbd` share."""

from pathlib import Path
from typing import Annotated

import typer

Scheduler = Annotated[
    str, typer.Option(help="A scheduler in the drive, with parameters as in 'clook(map)'.")
]
Conditions = Annotated[Path | None, typer.Option(help="File with conditions of the drive.")]
PaceName = Annotated[
    str,
    typer.Option(
        "--pace", help="'free': as fast as the simulation; 'real': simulated time is wall time."
    ),
]
Record = Annotated[
    Path | None, typer.Option(help="Write every command as Parquet, for `headstack replay`.")
]
