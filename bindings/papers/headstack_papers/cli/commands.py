"""The commands of this package, for the entry point `headstack.commands`."""

from typing import Final

from headstack.cli.command import Command

COMMANDS: Final = {
    "reproduce": Command(
        "headstack_papers.cli.reproduce:reproduce",
        "Run the papers' experiments again, and say which of their claims come out.",
    ),
    "realtime": Command(
        "headstack_papers.cli.realtime:realtime",
        "Compare schedulers under media streams: deadlines met, merit, throughput.",
    ),
    "share": Command(
        "headstack_papers.cli.share:share",
        "Compare the schedulers that share a drive: throughput, and how true the shares are.",
    ),
}
"""The commands by name, in the order of the list."""
