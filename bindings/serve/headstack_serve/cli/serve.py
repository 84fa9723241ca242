"""`headstack serve`: drives as logical units of an iSCSI target."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from headstack import Drive, checks, files
from headstack.cli import output
from headstack.cli.shared.drive_options import drive_of
from headstack.errors import ConfigError
from headstack.queues import SCHEDULER
from headstack_serve.pace import PACES, Pace

if TYPE_CHECKING:
    from headstack_serve.iscsi.chap import Secret

NAME = "iqn.2026-11.io.github.headstack:drives"
_SHORTEST_SECRET = 12


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
    scheduler: Annotated[
        str, typer.Option(help="A scheduler in the drives, with parameters as in 'clook(map)'.")
    ] = SCHEDULER,
    contents: Annotated[
        list[Path] | None,
        typer.Option(
            help="Sparse file for the data of a drive, in the order of --drive.",
            show_default="memory",
        ),
    ] = None,
    conditions: Annotated[
        Path | None, typer.Option(help="File with conditions of the drives.")
    ] = None,
    pace: Annotated[
        str,
        typer.Option(
            help="'free': as fast as simulation can be; 'real': simulated time is wall time."
        ),
    ] = "free",
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
    record: Annotated[
        Path | None, typer.Option(help="Write every command as Parquet, for `headstack replay`.")
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Serve drives with contents as an iSCSI target until Ctrl-C; SIGUSR1 cuts their power."""
    from headstack_serve.iscsi.login import Access
    from headstack_serve.serving import Port, Service

    if pace not in PACES:
        raise checks.unknown("pace", pace, PACES)
    names = drive or ["hp_c2247"]
    kept = list(contents or [])
    if len(kept) not in (0, len(names)):
        raise ConfigError(f"{len(kept)} x --contents for {len(names)} drives; give one for each")
    files.target(record, force, ("parquet",))
    access = Access(
        target, _secret("chap", chap_user, chap_secret), _secret("own", own_user, own_secret)
    )
    if access.initiator and access.own and access.initiator.secret == access.own.secret:
        raise ConfigError("--chap-secret and --own-secret are equal (RFC 7143, 12.1.3)")
    drives = [Drive(drive_of(one, conditions=conditions), scheduler) for one in names]
    for one, file in zip(drives, kept, strict=False):
        one.open(contents=file).close()
    service = Service(
        drives,
        Port.of(iscsi),
        access,
        kept or [True] * len(names),
        cast(Pace, pace),
        record,
    )
    found = service.run(
        lambda address: output.say(f"{target} at {address}; Ctrl-C ends the service"),
        lambda peer, why: output.say(f"{peer}: {why}".encode("unicode_escape").decode()),
    ).document(service.pace)
    if json:
        output.print_json(found)
    else:
        output.print_pairs(target, found)


def _secret(option: str, user: str | None, file: Path | None) -> "Secret | None":
    """Reads a secret. A file keeps the secret out of the list of processes."""
    from headstack_serve.iscsi.chap import Secret

    if (user is None) != (file is None):
        raise ConfigError(f"--{option}-user and --{option}-secret belong together")
    if user is None or file is None:
        return None
    with files.saying(file):
        secret = files.text(file, f"{file}: ", 1024).rstrip("\n").encode()
    if len(secret) < _SHORTEST_SECRET:
        raise ConfigError(f"{file}: a secret has {_SHORTEST_SECRET} bytes at least (RFC 7143)")
    return Secret(user, secret)
