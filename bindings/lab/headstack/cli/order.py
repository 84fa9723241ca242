"""`headstack order`: the order of a queue of cylinders, as in textbooks."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import files
from headstack.cli import output
from headstack.cli.output import Column
from headstack.seek_order import CYLINDERS, Direction, SeekOrder, seek_order


def order(
    cylinders_of: Annotated[
        list[int],
        typer.Argument(metavar="CYLINDER...", help="Cylinders of the requests, the oldest first."),
    ],
    head: Annotated[int, typer.Option(help="Cylinder of the arm at the start.")],
    scheduler: Annotated[
        str,
        typer.Option(help="A scheduler that needs only places, as fcfs, sstf, scan or clook."),
    ] = "sstf",
    cylinders: Annotated[int, typer.Option(help="Number of cylinders of the disk.")] = CYLINDERS,
    direction: Annotated[
        Direction, typer.Option(help="First direction of the arm: to higher cylinders, or lower.")
    ] = "up",
    edge: Annotated[
        bool,
        typer.Option("--edge", help="Turn at the edge of the disk; for scan and cscan."),
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the arm's way to this file (png, svg, pdf).")
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Say in which order a scheduler serves a queue of cylinders, as textbooks ask."""
    output.one_form(json, csv)
    plot_to = files.target(plot, force, files.CHARTS)
    found = seek_order(
        cylinders_of,
        head=head,
        scheduler=scheduler,
        cylinders=cylinders,
        direction=direction,
        edge=edge,
    )
    if plot_to is not None:
        from headstack.charts import order_chart

        order_chart.draw(found, plot_to)
    if json:
        output.print_json(_document(found))
    elif csv:
        output.print_csv(_steps(found))
    else:
        columns = (Column("cylinder", "cylinder"), Column("movement", "movement"))
        turns = ", turns at the edge" if found.edge else ""
        title = f"{found.scheduler}, head at {found.head}, first {found.direction}{turns}"
        total = f"total movement: {found.movement:,} cylinders"
        output.print_table(_steps(found), columns, title=title, caption=total)


def _document(found: SeekOrder) -> dict[str, Any]:
    return {
        "scheduler": found.scheduler,
        "cylinders": found.cylinders,
        "head": found.head,
        "direction": found.direction,
        "edge": found.edge,
        "requests": found.requests,
        "order": found.order,
        "path": found.path,
        "movement_cylinders": found.movement,
    }


def _steps(found: SeekOrder) -> list[dict[str, int]]:
    """Returns a row for each place of the arm after the first."""
    return [
        {"cylinder": after, "movement": abs(after - before)}
        for before, after in pairwise(found.path)
    ]
