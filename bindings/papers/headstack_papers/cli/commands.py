"""The commands of this package, for the entry point `headstack.commands`."""

from typing import Final

from headstack.cli.command import Command

COMMANDS: Final = {
    "reproduce": Command(
        "headstack_papers.cli.reproduce:reproduce",
        "Run the papers' experiments again, and say which of their claims come out.",
    ),
}
"""The commands by name, in the order of the list."""
