"""`headstack sweep`: runs every combination of the values in a file or a preset."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from headstack import files, sweeps
from headstack.cli import output
from headstack.cli.sweep import changes, table
from headstack.cli.sweep import pivot as pivot_table
from headstack.cli.sweep.request import Request, request_of
from headstack.errors import ConfigError
from headstack.sweeps.axes import TABLES
from headstack.sweeps.sweeping import OnError

_WHAT: Final = "What runs"
_TABLE: Final = "The table"


def sweep(
    file: Annotated[
        Path | None,
        typer.Argument(help="What to run, as TOML: docs/use/sweeps.md.", show_default=False),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            help="Sweep of an installed package, as realtime. Values of FILE override its values.",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    axis: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help="Another value for a key of the file, as scheduler=sptf. Several values for a key "
            "make an axis.",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the rows, as Parquet files. Finished points do not run again."
        ),
    ] = None,
    rows: Annotated[
        bool, typer.Option("--rows", help="Also keep the requests of each point in the folder.")
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
        typer.Option(help="Effect of a failed run: stop the sweep, or keep a row with the reason."),
    ] = "stop",
    pivot: Annotated[
        str | None,
        typer.Option(
            metavar="AXIS",
            help="Print a table with a column for each value of this axis, such as rate_per_s. '' "
            "prints a line for each combination.",
            rich_help_panel=_TABLE,
        ),
    ] = None,
    figure: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Figure to print. May be given several times.",
            show_default=f"{', '.join(table.FIGURES)}; with --pivot {pivot_table.FIGURE}",
            rich_help_panel=_TABLE,
        ),
    ] = None,
    relative_to: Annotated[
        str | None,
        typer.Option(
            metavar="AXIS=VALUE",
            help="Compare each run with the run that has this value, as scheduler=fcfs. Adds "
            f"figures NAME{changes.ENDING}.",
            rich_help_panel=_TABLE,
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the pivot table.", rich_help_panel=_TABLE)
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check the file, and say what would run.")
    ] = False,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Run every combination of what a file lists, on all cores or a cluster, as one table."""
    output.one_form(json, csv)
    request = request_of(file, preset, axis or (), pivot, figure or (), relative_to)
    shown = request.shown
    if plot is not None and not shown.pivot:
        raise ConfigError("--plot draws a pivot table; add --pivot AXIS")
    plot_to = files.target(plot, force, files.CHARTS)
    points = _points(request, file, alone=not (preset or axis))
    changes.check(shown.figures, shown.relative_to, points)
    if shown.pivot:
        table.check_axis("pivot", shown.pivot, points)
    if dry_run:
        if csv:
            raise ConfigError("--dry-run has no table for --csv; leave one of them out")
        _say_what_would_run(points, request.axes, folder, json)
        return
    with output.progress_bar(len(points), lasting=False, what="points") as update:
        found = sweeps.sweep(
            points,
            folder=folder,
            rows=rows,
            workers=workers,
            dask=dask,
            on_error=on_error,
            progress=lambda done: update(done, request.name),
        )
    _show(found, request, plot_to, json, csv)


def _show(
    found: sweeps.Sweep, request: Request, plot_to: files.Name | None, json: bool, csv: bool
) -> None:
    """Prints the table or the pivot table, and draws the pivot table."""
    shown = request.shown
    usual = (pivot_table.FIGURE,) if shown.pivot else tuple(table.FIGURES)
    figures, every = changes.with_changes(
        found, found.table.to_pylist(), shown.figures or usual, shown.relative_to
    )
    if shown.pivot:
        pivoted = pivot_table.pivoted(found, every, shown.pivot, figures)
        if plot_to is not None:
            drives = ", ".join(dict.fromkeys(found.table["drive"].to_pylist()))
            _draw_pivot(pivoted, f"{drives}: {request.name}", plot_to)
        _print_pivot(pivoted, json, csv)
    elif json:
        where = None if found.folder is None else str(found.folder)
        output.print_json({"points": len(every), "folder": where, "rows": every})
    elif csv:
        output.print_csv(every)
    else:
        table.print_sweep(found, every, figures)


def _draw_pivot(found: pivot_table.Pivot, title: str, to: files.Name) -> None:
    from headstack.charts import pivot_chart

    pivot_chart.draw(found.rows(), found.values, found.others, found.axis, title, to)


def _points(request: Request, file: Path | None, alone: bool) -> list[sweeps.Point]:
    """Returns the points. An error names the file if all values are from the file."""
    try:
        return sweeps.planned(**request.axes)
    except ConfigError as error:
        if file is None or not alone:
            raise
        raise ConfigError(f"{file}: {error}") from error


def _print_pivot(found: pivot_table.Pivot, json: bool, csv: bool) -> None:
    if json:
        output.print_json({"pivot": found.axis, "rows": found.rows()})
    elif csv:
        output.print_csv(found.rows())
    else:
        pivot_table.print_pivot(found)


def _say_what_would_run(
    points: list[sweeps.Point], given: dict[str, Any], folder: Path | None, json: bool
) -> None:
    """Prints the number of points, the number of finished points, and the axes."""
    plan = sweeps.plan(points, folder)
    axes = {name: _number(name, value) for name, value in given.items() if name not in TABLES}
    for name in TABLES:
        keys = given.get(name, {}).items()
        axes |= {f"{name} {key}": _number(key, value) for key, value in keys}
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
    """Returns the number of values of an axis."""
    if name == "seeds" and isinstance(value, int):
        return value
    return len(value) if isinstance(value, list) else 1
