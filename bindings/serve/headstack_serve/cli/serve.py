"""`headstack serve`: drives as logical units of an iSCSI target."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headstack import Drive, files
from headstack.cli import output
from headstack.cli.shared.drive_options import drive_of
from headstack.errors import ConfigError
from headstack.queues import SCHEDULER
from headstack_serve.address import Address
from headstack_serve.cli import options
from headstack_serve.pace import pace_of

if TYPE_CHECKING:
    from headstack_serve.iscsi.chap import Secret

NAME = "iqn.2026-11.io.github.headstack:drives"
_SHORTEST_SECRET = 12
_MOST_SECRET = 1024
_SWITCHED_ON = {"power.start": "power-on"}
"""The first command of each initiator reports the power-on (SPC-4, 5.14)."""


def serve(
    iscsi: Annotated[
        str, typer.Option(help="Address and port of the target. Port 0: the system chooses.")
    ] = "127.0.0.1:3260",
    drive: Annotated[
        list[str] | None,
        typer.Option(
            help="A drive's name, or a .toml file. Again for each further logical unit.",
            show_default="hp_c2247",
        ),
    ] = None,
    scheduler: options.Scheduler = SCHEDULER,
    contents: Annotated[
        list[Path] | None,
        typer.Option(
            help="Sparse file for the data of a drive, in the order of --drive.",
            show_default="memory",
        ),
    ] = None,
    conditions: options.Conditions = None,
    pace: options.PaceName = "free",
    target: Annotated[str, typer.Option(help="iSCSI name of the target.")] = NAME,
    chap_user: Annotated[
        str | None, typer.Option(help="Name that initiators must show, with --chap-secret.")
    ] = None,
    chap_secret: Annotated[
        Path | None, typer.Option(help="File with the secret of --chap-user: one line.")
    ] = None,
    own_user: Annotated[
        str | None, typer.Option(help="Name of the target for mutual CHAP, with --own-secret.")
    ] = None,
    own_secret: Annotated[
        Path | None, typer.Option(help="File with the secret of --own-user: one line.")
    ] = None,
    record: options.Record = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Serve drives with contents as an iSCSI target until Ctrl-C; SIGUSR1 cuts their power."""
    from headstack_serve.iscsi.login import Access
    from headstack_serve.serving import Service

    names = drive or ["hp_c2247"]
    drives = [
        Drive(drive_of(name, conditions=conditions), scheduler, conditions=_SWITCHED_ON)
        for name in names
    ]
    service = Service(
        drives=drives,
        address=Address.of("--iscsi", iscsi),
        access=Access(
            target, _secret("chap", chap_user, chap_secret), _secret("own", own_user, own_secret)
        ),
        pace=pace_of(pace),
        record=files.target(record, force, ("parquet",)),
        contents=_kept(drives, contents or []),
    )
    found = service.run(
        lambda address: output.say(f"{target} at {address}; Ctrl-C ends the service"),
        lambda peer, why: output.say(f"{peer}: {why}".encode("unicode_escape").decode()),
    ).document(service.pace)
    if json:
        output.print_json(found)
    else:
        output.print_pairs(target, found)


def _kept(drives: list[Drive], contents: list[Path]) -> list[bool | Path]:
    """Returns what keeps the data of each drive, after a check of the files."""
    if len(contents) not in (0, len(drives)):
        raise ConfigError(
            f"{len(contents)} x --contents for {len(drives)} drives; give one for each"
        )
    for drive, file in zip(drives, contents, strict=False):
        drive.open(contents=file).close()
    return [*contents] or [True] * len(drives)


def _secret(option: str, user: str | None, file: Path | None) -> "Secret | None":
    """Reads a secret. A file keeps the secret out of the list of processes."""
    from headstack_serve.iscsi.chap import Secret

    if (user is None) != (file is None):
        raise ConfigError(f"--{option}-user and --{option}-secret belong together")
    if user is None or file is None:
        return None
    try:
        secret = files.text(file, f"{file}: ", _MOST_SECRET).rstrip("\n").encode()
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"cannot read {file}: the secret is not UTF-8") from error
    if len(secret) < _SHORTEST_SECRET:
        raise ConfigError(f"{file}: a secret has {_SHORTEST_SECRET} bytes at least (RFC 7143)")
    return Secret(user, secret)
