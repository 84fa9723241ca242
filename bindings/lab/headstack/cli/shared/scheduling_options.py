"""The words of the command line for the schedulers and where they are."""

from typing import Any, Final

from headstack import checks
from headstack.errors import ConfigError
from headstack.workload.grammar import Call, Reader, number

PLACES: Final = ("drive", "host", "both")
IN_HOST: Final = ("host_outstanding", "host_queue_depth")
"""Arguments of a place with a scheduler in the host, as `headstack.Drive` has them."""

_EXAMPLE: Final = "both(clook, host_outstanding=8)"


def arguments_of(scheduler: str | None, placement: str | None) -> dict[str, Any]:
    """The arguments of `headstack.Drive` for --scheduler and --placement.

    Args:
        scheduler: the scheduler; None: the usual one.
        placement: where it is: 'drive'; 'host', with arguments as in 'host(host_outstanding=4)'; or
            'both(clook)': in the drive, below this scheduler in the host. None: the usual place.

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
                f"--placement {placement}: both wants the host's scheduler, as in {_EXAMPLE!r}; "
                "--scheduler is the drive's"
            )
        return {"host_scheduler": str(call.values[0]), "drive_scheduler": scheduler, **given}
    if call.values or call.shares:
        raise ConfigError(
            f"--placement {placement}: the scheduler is --scheduler; with a second one in the "
            f"host, write it as in {_EXAMPLE!r}"
        )
    return {"scheduler": scheduler, "placement": call.word, **given}


def _in_host(call: Call) -> dict[str, Any]:
    call.check_named(() if call.word == "drive" else IN_HOST, "--placement ")
    return {name: number(str(value)) for name, value in call.named.items()}
