"""A command that is loaded when it runs. Other packages declare their commands with it too."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import typer

from headstack.cli.shared.command import Command as Spoken

if TYPE_CHECKING:
    from typer.core import TyperCommand


@dataclass(frozen=True)
class Command:
    """A command that is not loaded yet.

    Attributes:
        place: module and function, as in 'headstack.cli.run:run'.
        help: docstring of the function, for the list of commands.
        parts: commands of a group, by the word after the group's name.
    """

    place: str
    help: str
    parts: Mapping[str, "Command"] = field(default_factory=dict)

    def function(self) -> Any:
        """Imports the function."""
        module, _, function = self.place.partition(":")
        return getattr(importlib.import_module(module), function)

    def load(self, name: str) -> "TyperCommand":
        """Imports the command."""
        app = typer.Typer(
            name=name,
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            no_args_is_help=bool(self.parts),
        )
        if self.parts:
            app.callback()(self.function())
        for word, part in (self.parts or {name: self}).items():
            app.command(word, cls=Spoken)(part.function())
        command: Any = typer.main.get_command(app)
        return command  # type: ignore[no-any-return]
