"""`headstack nbd`: a drive as a network block device, by nbdkit."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from headstack import Drive, files
from headstack.cli import output
from headstack.cli.shared.drive_options import drive_of
from headstack.errors import ConfigError, RunError
from headstack.queues import SCHEDULER
from headstack_serve.address import LOOPBACK, Address
from headstack_serve.cli import options
from headstack_serve.pace import pace_of

_PLUGIN: Final = Path(__file__).parents[1] / "nbd.py"
_PACKAGES: Final = "nbdkit and nbdkit-plugin-python"


def nbd(
    listen: Annotated[
        str, typer.Option(help="Path of a socket, or an address and port.")
    ] = "127.0.0.1:10809",
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "hp_c2247",
    scheduler: options.Scheduler = SCHEDULER,
    contents: Annotated[
        Path | None,
        typer.Option(help="Sparse file for the data of the drive.", show_default="memory"),
    ] = None,
    conditions: options.Conditions = None,
    pace: options.PaceName = "free",
    record: options.Record = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Serve a drive as a network block device until Ctrl-C, through nbdkit."""
    files.target(record, force, ("parquet",))
    pace_of(pace)
    Drive(drive_of(drive, conditions=conditions), scheduler).open(
        contents=contents or False
    ).close()
    listening = _listening(listen)
    nbdkit = shutil.which("nbdkit")
    if nbdkit is None:
        raise ConfigError(f"nbdkit is not installed; on Debian, install {_PACKAGES}")
    values = {
        "drive": drive,
        "scheduler": scheduler,
        "contents": contents,
        "conditions": conditions,
        "pace": pace,
        "record": record,
    }
    given = [f"{name}={value}" for name, value in values.items() if value is not None]
    status = _run([nbdkit, "--foreground", *listening, "python", str(_PLUGIN), *given])
    if status != 0:
        raise RunError(f"nbdkit ended with status {status}")
    document = {"listen": listen, "drive": drive, "scheduler": scheduler, "pace": pace}
    if json:
        output.print_json(document)
    else:
        output.print_pairs("nbdkit", document)


def _listening(listen: str) -> list[str]:
    """Returns the options of nbdkit for a path of a socket, or for an address."""
    if "/" in listen:
        return ["--unix", str(Path(listen).absolute())]
    address = Address.of("--listen", listen)
    if not address.is_local:
        raise ConfigError(f"--listen {listen}: NBD has no secrets; listen at {LOOPBACK[0]}")
    return ["--ipaddr", address.host, "--port", str(address.port)]


def _run(command: list[str]) -> int:
    """Runs nbdkit with the packages of this Python. Returns the status of nbdkit."""
    path = os.pathsep.join(dict.fromkeys(entry for entry in sys.path if entry))
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path})
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda number, _: process.send_signal(number))
    return process.wait()
