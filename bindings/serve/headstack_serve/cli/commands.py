"""The commands of this package, for the entry point `headstack.commands`."""

from typing import Final

from headstack.cli.command import Command

COMMANDS: Final = {
    "serve": Command(
        "headstack_serve.cli.serve:serve",
        "Serve drives with contents as an iSCSI target until Ctrl-C; SIGUSR1 cuts their power.",
    ),
    "nbd": Command(
        "headstack_serve.cli.nbd:nbd",
        "Serve a drive as a network block device until Ctrl-C, through nbdkit.",
    ),
    "replay": Command(
        "headstack_serve.cli.replay:replay",
        "Send recorded commands to fresh drives again, and compare their times and statuses.",
    ),
}
"""The commands by name, in the order of the list."""
