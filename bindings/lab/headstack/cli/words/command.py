"""A command whose errors name its options."""

import ast
import re
from typing import Any, Final

import typer
from typer.core import TyperCommand

from headstack.cli.words.options import in_options
from headstack.errors import ConfigError, RunError

_NO_CHOICE: Final = re.compile(r"(?:Value error, )?('.*'|\".*\") is not one of (.*)\.")


class Command(TyperCommand):
    """A command that names its own options in errors."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments. Raises ConfigError for a word that an option does not know."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            found = _NO_CHOICE.fullmatch(error.message)
            if found is None or error.param is None:
                error.message = error.message.removeprefix("Value error, ")
                raise
            from headstack import checks

            known = re.findall(r"'([^']*)'", found[2])
            word = ast.literal_eval(found[1])
            raise checks.unknown(error.param.opts[0], word, known) from None

    def invoke(self, ctx: Any) -> object:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except (ConfigError, RunError) as error:
            own = {
                one.opts[0]: ctx.params.get(one.name)
                for one in self.params
                if not getattr(one, "hidden", False)
            }
            given = [option for option, value in own.items() if value is not None]
            kind = ConfigError if isinstance(error, ConfigError) else RunError
            raise kind(in_options(str(error), own, given)) from error
