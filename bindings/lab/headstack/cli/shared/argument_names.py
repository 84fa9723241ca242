"""Replaces the names of Python's arguments by the names of options.

`--outstanding` is the number of requests in the system. `--queue-depth` is the number of tasks that
the drive can hold. Python has `outstanding` and `queue_depth`.
"""

import re
from collections.abc import Collection
from typing import Final

_LONG: Final = {
    "clocks_mhz": "clock",
    "comparator_mhz": "comparator-clock",
    "kind of stream": "kind",
    "queue length": "outstanding",
    "rate_per_s": "rate",
    "read_fraction": "reads",
    "width_bits": "width",
}
"""Arguments of Python for which the option has another name."""

_HOLDS_A_TEXT: Final = "--workload"
"""Option with a text as its value. The arguments in the text are not options."""

_ADVICE = re.compile(r"(?<=raise it with )(\w+)=")


def in_options(
    message: str, argument: str | None, options: Collection[str], given: Collection[str]
) -> str:
    """Replaces arguments by options in a message: "rate_per_s is 0" becomes "--rate is 0".

    Args:
        message: the message. A message about an argument begins with the argument's name. Later
            words may come from a text or a file and stay, except the argument after "raise it
            with".
        argument: `ConfigError.argument` of the error.
        options: options of the command.
        given: options that have a value. The name of any other option comes from a text.
    """

    def said(name: str, known: Collection[str]) -> str | None:
        option = "--" + _LONG.get(name, name.replace("_", "-"))
        return option if option in known and option != _HOLDS_A_TEXT else None

    if argument is not None and (option := said(argument, given)):
        message = option + message.removeprefix(argument)
    return _ADVICE.sub(
        lambda found: f"{option} " if (option := said(found[1], options)) else found[0], message
    )
