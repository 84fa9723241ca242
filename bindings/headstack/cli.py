"""The command `headstack`.

Exit status: 0 done, 1 a run failed, 2 bad input, 130 interrupted. Errors go to stderr; with --json,
stdout holds one JSON document and nothing else.
"""

import errno
import io
import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from typer.core import TyperGroup

from headstack import __version__, catalog, output, scheduler, schedulers
from headstack._core import DriveConfig, SchedulerInfo
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
from headstack.options import in_options
from headstack.output import Column

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class _Commands(TyperGroup):
    """Turns the errors of every command into one message and an exit status."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except ConfigError as error:
            raise _stop(in_options(str(error), ctx.invoked_subcommand), BAD_INPUT) from error
        except RunError as error:
            raise _stop(in_options(str(error), ctx.invoked_subcommand), FAILED) from error
        except KeyboardInterrupt as error:
            raise _stop("interrupted", INTERRUPTED) from error
        except MemoryError as error:
            raise _stop("out of memory; try fewer --requests", FAILED) from error
        except Exception as error:
            where = scheduler.place_of(error)
            if where is None:
                raise  # a mistake of headstack itself
            raise _stop(f"the scheduler failed: {where}", FAILED) from error


def _stop(message: str, status: int) -> typer.Exit:
    if sys.stderr is not None:
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
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """List the drives, or show one drive's resolved configuration, commented."""
    output.one_form(json, csv)
    if name is not None:
        drive = catalog.load(name)
        if json:
            output.print_json({**_facts(drive), "configuration": drive.to_toml()})
        elif csv:
            output.print_csv([_facts(drive)])
        else:
            typer.echo(drive.to_toml().rstrip("\n"))
        return
    found = [_facts(drive) for drive in catalog.drives()]
    if json:
        output.print_json({"drives": found})
    elif csv:
        output.print_csv(found)
    else:
        output.print_table(found, DRIVE_COLUMNS)


DRIVE_COLUMNS = (
    Column("name", "name", text=True),
    Column("description", "description", text=True),
    Column("blocks", "blocks"),
    Column("revolution_ms", "revolution\nms"),
    Column("queue_depth", "queue\ndepth"),
)
SCHEDULER_COLUMNS = (
    Column("signature", "signature", text=True),
    Column("knows", "knows", text=True),
    Column("summary", "picks", text=True),
    Column("paper", "from", text=True),
)


@app.command("schedulers")
def list_schedulers(json: output.Json = False, csv: output.Csv = False) -> None:
    """List the schedulers, with what each needs to know and where it is from."""
    output.one_form(json, csv)
    found = [
        {
            "name": info.name,
            "signature": info.signature,
            "knowledge": info.knowledge,
            "needs": info.needs,
            "knows": knows(info),
            "summary": info.summary,
            "paper": info.paper,
        }
        for info in schedulers()
    ]
    if json:
        output.print_json({"schedulers": found})
    elif csv:
        output.print_csv(found)
    else:
        output.print_table(found, SCHEDULER_COLUMNS)


def knows(info: SchedulerInfo) -> str:
    """What a scheduler must know, as docs/schedulers.md has it: "map, deadlines"."""
    level = [] if info.knowledge == "none" else [info.knowledge]
    return ", ".join(level + info.needs) or "nothing"


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


def main() -> None:
    """Runs the command with the arguments of the process."""
    sys.path.insert(0, "")  # as `python -m` has it: for schedulers of the user's own
    try:
        _check_arguments(sys.argv[1:])
        app()
    except OSError as error:
        if error.filename is not None:  # all that may be a user's has its own message
            raise
        _give_up_stdout(error)
    except SystemExit:
        try:
            sys.stdout.flush()
        except OSError as error:
            _give_up_stdout(error)
        raise


def _check_arguments(arguments: list[str]) -> None:
    """Exits with status 2 for what could lead to nothing but a traceback later."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - for the rest of the process
        _exit("standard output is closed; give it a file, or /dev/null", BAD_INPUT)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that has not every letter
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            shown = argument.encode("utf-8", "backslashreplace").decode()
            _exit(f"the argument {shown} is not UTF-8; rename the file", BAD_INPUT)


def _give_up_stdout(error: OSError) -> NoReturn:
    """Stdout takes no more: says so, but not to whoever has closed a pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left in buffers goes there
    if error.errno != errno.EPIPE:
        _exit(f"standard output cannot be written: {error.strerror or error}", FAILED)
    raise SystemExit(FAILED)


def _exit(message: str, status: int) -> NoReturn:
    if sys.stderr is not None:
        sys.stderr.write(f"headstack: {message}\n")
    raise SystemExit(status)
