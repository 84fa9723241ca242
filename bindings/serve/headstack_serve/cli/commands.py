"""The commands of this package, for the entry point `headstack.commands`."""

from typing import Final

from headstack.cli.command import Command

COMMANDS: Final = {
    "serve": Command(
        "headstack_serve.cli.serve:serve",
        "Serve drives with contents as an iSCSI target, and let other machines use them.",
    ),
    "nbd": Command(
        "headstack_serve.cli.nbd:nbd",
        "Serve a drive as a network block device, through nbdkit.",
    ),
    "replay": Command(
        "headstack_serve.cli.replay:replay",
        "Send a served drive's recorded commands again, and compare their times.",
    ),
}
"""The commands by name, in the order of the list."""
