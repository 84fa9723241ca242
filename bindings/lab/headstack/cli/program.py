"""The command `headstack`.

Exit status: 0 done, 1 a run failed, 2 bad input, 130 interrupted. Errors go to stderr. With --json,
stdout has one JSON document and nothing else.
"""

import errno
import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.completion import completion_init  # type: ignore[attr-defined]
from typer.core import TyperGroup

from headstack._core import __version__
from headstack.cli import standard_output
from headstack.cli.commands import Commands, installed
from headstack.cli.completion import COMPLETE
from headstack.errors import ConfigError, RunError
from headstack.starting import search_path

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class _Group(TyperGroup):
    """Loads the requested command. Turns errors into a message and an exit status."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Commands()

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Returns the names of the commands."""
        return list(installed())

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Writes names and texts of the commands, without loading any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help) for name, command in installed().items()])

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except ConfigError as error:
            raise _stop(str(error), BAD_INPUT) from error
        except RunError as error:
            raise _stop(str(error), FAILED) from error
        except KeyboardInterrupt as error:
            raise _stop(str(error) or "interrupted", INTERRUPTED) from error
        except MemoryError as error:
            raise _stop("out of memory; try fewer --requests", FAILED) from error
        except Exception as error:
            from headstack import loading

            failed = loading.failure(error)
            if failed is None:
                raise  # an error of headstack itself
            raise _stop(failed, FAILED) from error


def _stop(message: str, status: int) -> typer.Exit:
    if sys.stderr is not None:
        sys.stderr.write(f"headstack: {message}\n")
    return typer.Exit(status)


app = typer.Typer(
    cls=_Group,
    help="A hard-disk drive in software: drive model, firmware, schedulers.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,  # rich takes longer to load than everything else
    pretty_exceptions_enable=False,
)


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


def main() -> None:
    """Runs the command with the arguments of the process."""
    search_path.leave_out_current_folder()
    if COMPLETE in os.environ:
        completion_init()
    try:
        _check_arguments(sys.argv[1:])
        app(prog_name="headstack")
    except OSError as error:
        if error.filename is not None:  # errors of the user have their own messages
            raise
        if not standard_output.is_from(error):
            _exit(f"a file cannot be written: {error.strerror or error}", FAILED)
        _give_up_stdout(error)
    except SystemExit:
        try:
            sys.stdout.flush()
        except OSError as error:
            _give_up_stdout(error)
        raise


def _check_arguments(arguments: list[str]) -> None:
    """Exits with status 2 for arguments that would otherwise cause a traceback later."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - for the rest of the process
        _exit("standard output is closed; give it a file, or /dev/null", BAD_INPUT)
    standard_output.watch()
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            shown = argument.encode("utf-8", "backslashreplace").decode()
            _exit(f"the argument {shown} is not UTF-8; rename the file", BAD_INPUT)


def _give_up_stdout(error: OSError) -> NoReturn:
    """Reports that stdout cannot be written. A closed pipe is not reported."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # receives the rest of the buffers
    if error.errno != errno.EPIPE:
        _exit(f"standard output cannot be written: {error.strerror or error}", FAILED)
    raise SystemExit(FAILED)


def _exit(message: str, status: int) -> NoReturn:
    if sys.stderr is not None:
        sys.stderr.write(f"headstack: {message}\n")
    raise SystemExit(status)
