"""What messages call by a Python argument's name, and the command line by an option's."""

import re

_OPTIONS = {
    "align": "--align",
    "body": "--body",
    "buffer": "--buffer",
    "clocks_mhz": "--clock",
    "comparator_mhz": "--comparator-clock",
    "host_outstanding": "--outstanding",
    "issue": "--issue",
    "kind of stream": "--kind",
    "on_media_error": "--on-media-error",
    "outstanding": "--queue-depth",
    "placement": "--placement",
    "queue length": "--queue-length",
    "queue_depth": "--drive-queue-depth",
    "rate_per_s": "--rate",
    "read_fraction": "--reads",
    "requests": "--requests",
    "samples": "--samples",
    "seed": "--seed",
    "size": "--size",
    "span": "--span",
    "step": "--step",
    "streams": "--streams",
    "think": "--think",
    "tracks": "--tracks",
    "transfer_period_ns": "--transfer-period-ns",
    "weights": "--weights",
    "width_bits": "--width",
}
_OWN = {"codesign": {"outstanding": "--queue-length"}}
"""Where a command calls it by another name than most."""

_NAMES = "|".join(sorted(_OPTIONS, key=len, reverse=True))
_SAID = re.compile(rf"(?:(?<=^)|(?<=, ))({_NAMES})(?=:| is | \'|, )")
_GIVEN = re.compile(rf"\b({_NAMES})=(\'?)([^\s\',;]+)\2")


def in_options(message: str, command: str | None) -> str:
    """The message with a command's options: "rate_per_s is 0" is "--rate is 0"."""
    options = {**_OPTIONS, **_OWN.get(command or "", {})}
    message = _SAID.sub(lambda match: options[match[1]], message)
    return _GIVEN.sub(lambda match: f"{options[match[1]]} {match[3]}", message)
