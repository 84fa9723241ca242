"""A command with errors that name its options."""

import ast
import re
from typing import Any, Final

import typer
from typer.core import TyperCommand

from headstack.cli.shared.argument_names import in_options
from headstack.errors import ConfigError, RunError

_NO_CHOICE: Final = re.compile(r"('.*'|\".*\") is not one of (.*)\.")


class Command(TyperCommand):
    """A command that names its own options in error messages."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments. Raises ConfigError for a word that an option does not know."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            found = _NO_CHOICE.fullmatch(error.message)
            if found is None or error.param is None:
                raise
            from headstack import checks

            known = re.findall(r"'([^']*)'", found[2])
            word = ast.literal_eval(found[1])
            raise checks.unknown(error.param.opts[0], word, known) from None

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the options under the headings of their groups."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                kind = "Arguments" if parameter.param_type_name == "argument" else "Options"
                heading = getattr(parameter, "rich_help_panel", None) or kind
                groups.setdefault(heading, []).append(record)
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)

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
            argument = error.argument if isinstance(error, ConfigError) else None
            kind = ConfigError if isinstance(error, ConfigError) else RunError
            raise kind(in_options(str(error), argument, own, given)) from error
