"""`headstack new-drive`: writes a drive file from the figures of a data sheet, and measures it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from headstack import files
from headstack.cli import drive_files, output
from headstack.cli.output import Column
from headstack.errors import ConfigError, RunError

if TYPE_CHECKING:
    from headstack.datasheet import Figure, Made

_GIVEN = "From the data sheet, all required"
_MORE = "If the data sheet has them"


def _number(value: float | None) -> str:
    return output.show(value) if value is None or isinstance(value, int) else f"{value:,.3f}"


_COLUMNS = (
    Column("name", "figure", text=True),
    Column("unit", "unit", text=True),
    Column("sheet", "data sheet", _number),
    Column("drive", "this drive", _number),
    Column("difference_percent", "difference\n%", output.digits(2)),
)


def new_drive(
    file: Annotated[Path, typer.Argument(help="The drive file to write, as in mine.toml.")],
    capacity: Annotated[
        str | None,
        typer.Option(
            help="Capacity as advertised, as in 16TB; or exactly, as in '3906469888 blocks'.",
            rich_help_panel=_GIVEN,
        ),
    ] = None,
    rpm: Annotated[
        str | None,
        typer.Option(help="Revolutions a minute, as in 7200.", rich_help_panel=_GIVEN),
    ] = None,
    seek_average: Annotated[
        str | None,
        typer.Option(help="Average seek of reads, as in 8.5ms.", rich_help_panel=_GIVEN),
    ] = None,
    seek_track: Annotated[
        str | None, typer.Option(help="Track-to-track seek, as in 0.5ms.", rich_help_panel=_GIVEN)
    ] = None,
    rate_outer: Annotated[
        str | None,
        typer.Option(
            help="Sustained rate on the outermost tracks, as in 261MB/s.", rich_help_panel=_GIVEN
        ),
    ] = None,
    seek_full: Annotated[
        str | None,
        typer.Option(help="Seek over all cylinders, as in 16ms.", rich_help_panel=_MORE),
    ] = None,
    rate_inner: Annotated[
        str | None,
        typer.Option(help="Sustained rate on the innermost tracks.", rich_help_panel=_MORE),
    ] = None,
    cache: Annotated[
        str | None, typer.Option(help="Size of the buffer, as in 256MiB.", rich_help_panel=_MORE)
    ] = None,
    sector: Annotated[
        int | None,
        typer.Option(help="Bytes of a sector.", show_default="512 or 4096", rich_help_panel=_MORE),
    ] = None,
    physical_sector: Annotated[
        str | None,
        typer.Option(
            help="Size of a physical sector, as in 4KiB: 512-byte emulation.",
            show_default="a sector",
            rich_help_panel=_MORE,
        ),
    ] = None,
    surfaces: Annotated[
        int | None, typer.Option(help="Number of surfaces with data.", rich_help_panel=_MORE)
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(
            help="Drive with all other values: a name, or a .toml file.", show_default="rules"
        ),
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Write a drive file from the figures of a data sheet, and measure the drive as sheets do."""
    from headstack.datasheet import DataSheet, compared, make  # slow, and not for --help
    from headstack.datasheet.measuring import RUNS, TOLERANCE_PERCENT

    output.one_form(json, csv)
    to = files.target(file, force, ("toml",))
    assert to is not None
    required = _all_given(
        capacity=capacity,
        rpm=rpm,
        seek_average=seek_average,
        seek_track=seek_track,
        rate_outer=rate_outer,
    )
    sheet = DataSheet.read(
        **required,
        seek_full=seek_full,
        rate_inner=rate_inner,
        cache=cache,
        sector=sector,
        surfaces=surfaces,
        physical_sector=physical_sector,
    )
    made = make(sheet, like=like, name=file.stem)
    drive_files.hand_over(made.toml, to)
    with output.progress_bar(RUNS, lasting=False, what="runs") as update:
        figures = compared(made.config, sheet, lambda done: update(done, file.stem))
    _print(file, made, figures, json, csv)
    wrong = [one.name for one in figures if not one.agrees]
    if wrong:
        raise RunError(
            f"{file} is written, but differs from the data sheet by more than "
            f"{TOLERANCE_PERCENT:g} %: {', '.join(wrong)}"
        )


def _all_given(**figures: str | None) -> dict[str, str]:
    """Returns the figures that every drive needs. Raises ConfigError that names all that lack."""
    missing = [f"--{name.replace('_', '-')}" for name, text in figures.items() if text is None]
    if missing:
        raise ConfigError(f"a drive needs more figures of its data sheet: {', '.join(missing)}")
    return {name: text for name, text in figures.items() if text is not None}


def _print(file: Path, made: "Made", figures: "list[Figure]", json: bool, csv: bool) -> None:
    rows: list[dict[str, Any]] = [
        {
            "figure": one.key,
            "name": one.name,
            "unit": one.unit,
            "sheet": one.sheet,
            "drive": one.drive,
            "difference_percent": one.difference_percent,
        }
        for one in figures
    ]
    if json:
        output.print_json({"file": str(file), "figures": rows, "configuration": made.toml})
    elif csv:
        output.print_csv(rows)
    else:
        output.print_table(rows, _COLUMNS, title=str(file))
