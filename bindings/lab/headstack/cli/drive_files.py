"""Drive files that commands write. A command loads the text before it writes the file."""

from collections.abc import Sequence

import typer

from headstack import files
from headstack._core import DriveConfig
from headstack.errors import ConfigError, RunError

INCOMPLETE = "NOT COMPLETE"
"""Mark at the head of a drive file that must not be used."""


class Refused(RunError):  # noqa: N818 - the drive file is refused
    """A command has made a text that cannot be loaded as a drive file.

    Attributes:
        toml: the text, with the reason at its head.
    """

    def __init__(self, message: str, toml: str) -> None:
        super().__init__(message)
        self.toml = toml


def checked(toml: str) -> str:
    """Returns the text of a drive file that can be loaded.

    Raises:
        Refused: the text cannot be loaded.
    """
    refusal = _refusal(toml)
    if refusal is None:
        return toml
    refusal = _refusal(_headed(toml, refusal)) or refusal  # the head moves the refused line
    raise Refused(f"what was found makes no drive file: {refusal}", _headed(toml, refusal))


def hand_over(
    toml: str, to: files.Name | None, problems: Sequence[str] = (), show: bool = False
) -> None:
    """Loads the text of a drive file as a check, and then writes or prints the text.

    Args:
        toml: the text.
        to: the file. `None`: the function writes no file.
        problems: the faults of an incomplete text. The head of the text lists the faults. An
            incomplete text is written without the check.
        show: whether the text is printed if there is no file.

    Raises:
        Refused: the text cannot be loaded. The file is written with the reason at its head.
    """
    refused: Refused | None = None
    if not problems:
        try:
            checked(toml)
        except Refused as error:
            refused, toml = error, error.toml
    if to is not None:
        with files.whole(to) as temporary:
            temporary.write_text(toml, encoding="utf-8")
    elif show:
        typer.echo(toml.rstrip("\n"))
    if refused is not None:
        raise Refused(f"{refused}{kept(to, toml)}", toml) from refused


def kept(to: files.Name | None, toml: str) -> str:
    """Returns the part of an error that names the kept file, and says whether it can be loaded."""
    if to is None:
        return ""
    loads = "" if _refusal(toml) is None else "; it is not complete, and cannot be loaded"
    return f"\nheadstack: {to} has what was found{loads}"


def _refusal(toml: str) -> str | None:
    try:
        DriveConfig.parse(toml, "the drive file")
    except ConfigError as error:
        return str(error)
    return None


def _headed(toml: str, refusal: str) -> str:
    head = [f"{INCOMPLETE}: headstack cannot load this file.", *refusal.splitlines()]
    return "".join(f"# {line}\n" for line in head) + toml
