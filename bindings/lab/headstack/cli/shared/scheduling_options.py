"""Options of scheduling. Reads the schedulers and their places from their texts."""

from typing import Annotated, Any, Final

import typer

from headstack import checks
from headstack.errors import ConfigError
from headstack.queues import PLACEMENT
from headstack.workload.grammar import Call, Reader, number

PANEL: Final = "Scheduling"
"""Heading of these options in help texts."""

Placement = Annotated[
    str | None,
    typer.Option(
        help="Place of the scheduler: drive, host or 'both(clook)', which adds clook in the host. "
        "host and both can have arguments, as in 'host(host_outstanding=4)' "
        "(docs/use/queues.md).",
        show_default=PLACEMENT,
        rich_help_panel=PANEL,
    ),
]
QueueDepth = Annotated[
    int | None,
    typer.Option(
        help="Largest number of tasks in the drive, up to 65536. Other tasks wait in the host.",
        show_default="from the drive's file",
        rich_help_panel=PANEL,
    ),
]

PLACES: Final = ("drive", "host", "both")
IN_HOST: Final = ("host_outstanding", "host_queue_depth")
"""Arguments of `headstack.Drive` that a place with a scheduler in the host can have."""

_EXAMPLE: Final = "both(clook, host_outstanding=8)"


def arguments_of(scheduler: str | None, placement: str | None) -> dict[str, Any]:
    """Returns the arguments of `headstack.Drive` for --scheduler and --placement.

    Args:
        scheduler: the scheduler. `None`: the usual scheduler.
        placement: place of the scheduler. 'drive' has no arguments; 'host' can have arguments as in
            'host(host_outstanding=4)'. 'both(clook)' puts `scheduler` into the drive and clook into
            the host. `None`: the usual place.

    Raises:
        ConfigError: an unknown place or argument.
    """
    if placement is None:
        return {"scheduler": scheduler}
    call = Reader(checks.text("placement", placement), "--placement", _EXAMPLE).whole()
    if call.word not in PLACES:
        raise checks.unknown("placement", call.word, PLACES)
    given = _in_host(call)
    if call.word == "both":
        if len(call.values) != 1 or call.shares:
            raise ConfigError(
                f"--placement {placement}: both needs the scheduler of the host, as in "
                f"{_EXAMPLE!r}; --scheduler names the scheduler of the drive"
            )
        return {"host_scheduler": str(call.values[0]), "drive_scheduler": scheduler, **given}
    if call.values or call.shares:
        raise ConfigError(
            f"--placement {placement}: --scheduler names the scheduler; for a second scheduler in "
            f"the host, write {_EXAMPLE!r}"
        )
    return {"scheduler": scheduler, "placement": call.word, **given}


def _in_host(call: Call) -> dict[str, Any]:
    call.check_named(() if call.word == "drive" else IN_HOST, "--placement ")
    return {name: number(str(value)) for name, value in call.named.items()}
