"""`headstack extract`: what a drive is, by its commands and their times alone."""

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import catalog, files
from headstack._core import DriveConfig
from headstack.cli import output
from headstack.cli.output import Column
from headstack.drive import Drive
from headstack.errors import RunError
from headstack.extract import Extracted, SessionTarget, Stopped, extract
from headstack.extract.comparing.compare import compare
from headstack.extract.comparing.comparison import Comparison, Row

_COLUMNS = (
    Column("key", "what", text=True),
    Column("found", "found"),
    Column("truth", "the drive's file"),
    Column("off", "off by"),
    Column("good", "", text=True),
)


def extract_drive(
    drive: Annotated[str, typer.Argument(help="A drive's name, or a .toml file.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The drive file to write.", show_default="print it"),
    ] = None,
    compare_: Annotated[
        bool, typer.Option("--compare", help="Hold what was found against the drive's file.")
    ] = False,
    translate: Annotated[
        bool,
        typer.Option(
            "--translate/--no-translate", help="Ask where blocks lie, or find it by times."
        ),
    ] = True,
    writes: Annotated[
        bool, typer.Option("--writes/--no-writes", help="Measure writes too, or leave them out.")
    ] = True,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Find out what a drive is by its commands and their times alone, as a drive file."""
    to = files.target(out, force, ("toml",))
    config = catalog.load(drive)
    try:
        found = _extract(config, translate, writes)
    except Stopped as stopped:
        _write(to, stopped.found)
        kept = "" if out is None else f"\nheadstack: {out} has what was found"
        raise RunError(f"{stopped}{kept}") from stopped
    _write(to, found)
    comparison = _compare(found, config) if compare_ else None
    if json:
        output.print_json(_document(config, out, found, comparison))
        return
    if out is None:
        typer.echo(found.toml.rstrip("\n"))
    if comparison is not None:
        _print(comparison)
    if out is not None:
        typer.echo(
            f"{out}: {found.commands:,} commands, {found.drive_time / 1e12:,.0f} s of the "
            "drive's time"
        )


def _extract(config: DriveConfig, translate: bool, writes: bool) -> Extracted:
    with (
        output.progress_bar(None, lasting=False, what="commands") as update,
        Drive(config).open(contents=False) as session,
    ):
        return extract(SessionTarget(session), progress=update, translate=translate, writes=writes)


def _write(to: files.Name | None, found: Extracted) -> None:
    if to is not None:
        with files.whole(to) as temporary:
            temporary.write_text(found.toml, encoding="utf-8")


def _compare(found: Extracted, config: DriveConfig) -> Comparison:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.toml"
        file.write_text(found.toml, encoding="utf-8")
        return compare(found, catalog.load(file), config)


def _document(
    config: DriveConfig, out: Path | None, found: Extracted, comparison: Comparison | None
) -> dict[str, Any]:
    document = {
        "drive": config.name,
        "file": None if out is None else str(out),
        **found.document(),
        "toml": found.toml,
    }
    if comparison is not None:
        document["comparison"] = [vars(row) for row in comparison.rows]
        document["not_asked"] = comparison.not_asked
        document["all_good"] = comparison.good
    return document


def _print(comparison: Comparison) -> None:
    rows = [_shown(row) for row in comparison.rows]
    left_out = ", ".join(comparison.not_asked)
    output.print_table(rows, _COLUMNS, caption=f"not asked: {left_out}" if left_out else "")


def _shown(row: Row) -> dict[str, object]:
    off = f"{row.off:,.6g} {row.unit}" if row.unit else ""
    return {**vars(row), "off": off, "good": "" if row.good else "WRONG"}
