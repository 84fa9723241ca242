"""`headstack sweep`: every combination of what a file lists."""

from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import sweeps
from headstack.cli import output
from headstack.cli.sweep import file as sweep_file
from headstack.cli.sweep import pivot as pivot_table
from headstack.cli.sweep import table
from headstack.cli.sweep.pivot import FIGURE
from headstack.errors import ConfigError
from headstack.sweeps.sweeping import OnError


def sweep(
    file: Annotated[
        Path, typer.Argument(help="What to run, as TOML: docs/use/sweeps.md.", show_default=False)
    ],
    folder: Annotated[
        Path | None,
        typer.Option(help="Where the rows go, as Parquet files; what is there is not run again."),
    ] = None,
    rows: Annotated[
        bool, typer.Option("--rows", help="Keep each point's requests too, in that folder.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(help="Number of processes.", show_default="one a core")
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(help="Run on a Dask cluster: its scheduler's address, as tcp://host:8786."),
    ] = None,
    on_error: Annotated[
        OnError,
        typer.Option(help="What a failed run does: stop the sweep, or keep a row with its reason."),
    ] = "stop",
    pivot: Annotated[
        str | None,
        typer.Option(
            help="Print a table with a column for each value of this axis, such as rate_per_s."
        ),
    ] = None,
    figure: Annotated[
        str | None,
        typer.Option(help="The figure in its cells; for --pivot.", show_default=FIGURE),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check the file, and say what would run.")
    ] = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Run every combination of what a file lists, on all cores or a cluster, as one table."""
    output.one_form(json, csv)
    if figure is not None and pivot is None:
        raise ConfigError("--figure is for --pivot AXIS; give that too, or leave it out")
    given = sweep_file.read(file)
    points = _points(file, given)
    if dry_run:
        if csv:
            raise ConfigError("--dry-run has no table for --csv; leave one of them out")
        _say_what_would_run(points, given, folder, json)
        return
    with output.progress_bar(len(points), lasting=False, what="points") as update:
        found = sweeps.sweep(
            points,
            folder=folder,
            rows=rows,
            workers=workers,
            dask=dask,
            on_error=on_error,
            progress=lambda done: update(done, file.name),
        )
    _print(found, pivot, figure or FIGURE, json, csv)


def _points(file: Path, given: dict[str, Any]) -> list[sweeps.Point]:
    try:
        return sweeps.planned(**given)
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from error


def _print(found: sweeps.Sweep, across: str | None, figure: str, json: bool, csv: bool) -> None:
    if across is not None:
        _print_pivot(found, across, figure, json, csv)
    elif json:
        folder = None if found.folder is None else str(found.folder)
        rows = found.table.to_pylist()
        output.print_json({"points": len(rows), "folder": folder, "rows": rows})
    elif csv:
        output.print_csv(found.table.to_pylist())
    else:
        table.print_sweep(found)


def _print_pivot(found: sweeps.Sweep, across: str, figure: str, json: bool, csv: bool) -> None:
    if json:
        rows = pivot_table.pivoted(found, across, figure)[1]
        output.print_json({"pivot": across, "figure": figure, "rows": rows})
    elif csv:
        output.print_csv(pivot_table.pivoted(found, across, figure)[1])
    else:
        pivot_table.print_pivot(found, across, figure)


def _say_what_would_run(
    points: list[sweeps.Point], given: dict[str, Any], folder: Path | None, json: bool
) -> None:
    """Prints how many points there are, how many are finished, and the axes."""
    plan = sweeps.plan(points, folder)
    axes = {name: _number(name, value) for name, value in given.items() if name != "set"}
    axes |= {f"set {key}": _number(key, value) for key, value in given.get("set", {}).items()}
    document = {
        "points": len(points),
        "different": plan.different,
        "finished": plan.finished,
        "requests": plan.requests,
        "axes": {name: number for name, number in axes.items() if number > 1},
    }
    if json:
        output.print_json(document)
        return
    shown = {f"values of {name}": number for name, number in document.pop("axes").items()}  # type: ignore[attr-defined]
    output.print_pairs("what would run", {**document, **shown})


def _number(name: str, value: Any) -> int:
    """Number of values of an axis."""
    if name == "seeds" and isinstance(value, int):
        return value
    return len(value) if isinstance(value, list) else 1
