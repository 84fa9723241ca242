"""`headstack completion`: a script that completes commands and options in a shell."""

from typing import Annotated, Final, Literal

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined]

COMPLETE: Final = "_HEADSTACK_COMPLETE"
"""Environment variable with which a shell requests completions."""


def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish"], typer.Argument(help="The shell.", show_default=False)
    ],
) -> None:
    """Print a script that completes commands and options: eval "$(headstack completion bash)"."""
    typer.echo(get_completion_script(prog_name="headstack", complete_var=COMPLETE, shell=shell))
