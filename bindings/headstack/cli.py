"""The command `headstack`.

Exit status: 0 done, 1 a run failed, 2 bad input, 130 interrupted. Errors go to stderr; with --json,
stdout holds one JSON document and nothing else.
"""

import sys
from typing import Annotated

import typer
from rich.table import Table
from typer.core import TyperGroup

from headstack import __version__, catalog, output, schedulers
from headstack._core import DriveConfig
from headstack.command_admit import admit
from headstack.command_bus import bus
from headstack.command_codesign import codesign
from headstack.command_demo import demo
from headstack.command_mimic import mimic
from headstack.command_realtime import realtime
from headstack.command_run import run
from headstack.command_share import share
from headstack.command_validate import validate
from headstack.errors import ConfigError, RunError

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class _Commands(TyperGroup):
    """Turns the errors of every command into one message and an exit status."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except ConfigError as error:
            raise _stop(str(error), BAD_INPUT) from error
        except RunError as error:
            raise _stop(str(error), FAILED) from error
        except KeyboardInterrupt as error:
            raise _stop("interrupted", INTERRUPTED) from error


def _stop(message: str, status: int) -> typer.Exit:
    sys.stderr.write(f"headstack: {message}\n")
    return typer.Exit(status)


app = typer.Typer(
    cls=_Commands,
    help="A hard-disk drive in software: drive model, firmware, schedulers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(run)
app.command()(bus)
app.command()(validate)
app.command()(codesign)
app.command()(realtime)
app.command()(admit)
app.command()(mimic)
app.command()(share)
app.command()(demo)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"headstack {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


@app.command("drives")
def list_drives(
    name: Annotated[str | None, typer.Argument(help="Show this drive's configuration.")] = None,
    json: Json = False,
) -> None:
    """List the drives, or show one drive's resolved configuration, commented."""
    if name is not None:
        drive = catalog.load(name)
        if json:
            output.print_json({**_facts(drive), "configuration": drive.to_toml()})
        else:
            typer.echo(drive.to_toml().rstrip("\n"))
        return
    found = [_facts(drive) for drive in catalog.drives()]
    if json:
        output.print_json({"drives": found})
    else:
        _print_table(found, ("name", "description", "blocks", "revolution_ms", "queue_depth"))


@app.command("schedulers")
def list_schedulers(json: Json = False) -> None:
    """List the schedulers, with what each needs to know and where it is from."""
    columns = ("name", "signature", "knowledge", "summary", "paper")
    found = [{key: getattr(info, key) for key in columns} for info in schedulers()]
    if json:
        output.print_json({"schedulers": found})
    else:
        _print_table(found, columns[1:])


def _facts(drive: DriveConfig) -> dict[str, str | int | float]:
    return {
        "name": drive.name,
        "description": drive.description,
        "source": drive.source,
        "blocks": drive.blocks,
        "bytes_per_block": drive.bytes_per_block,
        "revolution_ms": drive.revolution_ps / 1e9,
        "queue_depth": drive.queue_depth,
    }


def _print_table(rows: list[dict[str, str | int | float]], columns: tuple[str, ...]) -> None:
    table = Table(*columns)
    for row in rows:
        table.add_row(*(output.show(row[column]) for column in columns))
    output.console().print(table)


def main() -> None:
    """Entry point of the console script `headstack`."""
    sys.path.insert(0, "")  # as `python -m` has it: for schedulers of the user's own
    app()
