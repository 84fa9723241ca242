"""The words of the command line: options by the names of Python's arguments, and old words.

`--outstanding` are requests in the system, `--host-outstanding` those that the host keeps at the
drive, `--queue-depth` the tasks that the drive can hold: in Python `outstanding`,
`host_outstanding` and `queue_depth`. Older words for them are hidden, and still taken.
"""

import re
from typing import Annotated, TypeVar

import typer

from headstack.errors import ConfigError

T = TypeVar("T")

OldNumber = Annotated[int | None, typer.Option(hidden=True)]
OldNumbers = Annotated[list[int] | None, typer.Option(hidden=True)]

_OPTIONS = {
    "align": "--align",
    "body": "--body",
    "buffer": "--buffer",
    "clocks_mhz": "--clock",
    "comparator_mhz": "--comparator-clock",
    "gdb_port": "--gdb",
    "drive_scheduler": "--drive-scheduler",
    "host_outstanding": "--host-outstanding",
    "host_queue_depth": "--host-queue-depth",
    "host_scheduler": "--host-scheduler",
    "issue": "--issue",
    "kind of stream": "--kind",
    "map": "--map",
    "mode": "--mode",
    "on_media_error": "--on-media-error",
    "outstanding": "--outstanding",
    "placement": "--placement",
    "queue length": "--outstanding",
    "queue_depth": "--queue-depth",
    "rate_per_s": "--rate",
    "read_fraction": "--reads",
    "requests": "--requests",
    "samples": "--samples",
    "seed": "--seed",
    "size": "--size",
    "skip_bad": "--skip-bad",
    "span": "--span",
    "speed": "--speed",
    "step": "--step",
    "streams": "--streams",
    "think": "--think",
    "tracks": "--tracks",
    "transfer_period_ns": "--transfer-period-ns",
    "weights": "--weights",
    "width_bits": "--width",
    "workload": "--workload",
}

_NAMES = "|".join(sorted(_OPTIONS, key=len, reverse=True))
_SAID = re.compile(rf"(?:(?<=^)|(?<=, ))({_NAMES})(?=:| is | \'|, )")
_GIVEN = re.compile(rf"\b({_NAMES})=(\'?)([^\s\',;]+)\2")


def in_options(message: str) -> str:
    """The message with options for arguments: "rate_per_s is 0" becomes "--rate is 0"."""
    message = _SAID.sub(lambda match: _OPTIONS[match[1]], message)
    return _GIVEN.sub(lambda match: f"{_OPTIONS[match[1]]} {match[3]}", message)


def once(option: str, new: T | None, old: T | None) -> T | None:
    """The value given by an option or by its old word; ConfigError if both were given."""
    if new is not None and old is not None:
        raise ConfigError(f"{option} is given twice, by an old word for it too; give it once")
    return old if new is None else new
