"""Reads the schedulers and their places from the options --scheduler and --placement."""

from typing import Any, Final

from headstack import checks
from headstack.errors import ConfigError
from headstack.workload.grammar import Call, Reader, number

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
