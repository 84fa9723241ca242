"""The whole drive file: its head, which says what is not in it, and whether it can be loaded."""

from collections.abc import Sequence
from dataclasses import dataclass

from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack_identify.disksim.drive_text import DriveText
from headstack_identify.disksim.ledger import Ledger


@dataclass(frozen=True)
class DriveFile:
    """A drive file.

    Attributes:
        toml: its text.
        blocks: those that the drive has; None: it cannot be loaded.
        problems: what is missing or makes no sense.
    """

    toml: str
    blocks: int | None
    problems: list[str]


def made(drive: DriveText, ledger: Ledger, title: str, others: Sequence[str]) -> DriveFile:
    """The file of what the tables and the ledger say.

    Args:
        drive: the tables.
        ledger: what is said of parameters.
        title: the first line.
        others: disks and arrays that it does not describe.
    """

    def text(problems: Sequence[str]) -> str:
        return drive.toml([title, *_left_out(others), *_head(ledger, problems)])

    toml = text([f"{one.place.brief}: {one.told}" for one in ledger.problems])
    blocks, refusal = _loaded(toml)
    if refusal is None or ledger.problems:
        return DriveFile(toml, blocks, [str(one) for one in ledger.problems])
    # The head has to tell it, which moves the line that it names.
    _, moved = _loaded(text([refusal]))
    problems = [moved or refusal]
    return DriveFile(text(problems), None, problems)


def _left_out(others: Sequence[str]) -> list[str]:
    if not others:
        return []
    return ["Left out, since a drive file is of one drive:", *(f"- {one}" for one in others)]


def _head(ledger: Ledger, problems: Sequence[str]) -> list[str]:
    """What a reader of the drive file should know."""
    lines = ["Behind each value its source: file:line, DiskSim's name = its value."]
    if problems:
        lines += ["", "NOT COMPLETE. What is missing or makes no sense:"]
        lines += [f"- {problem}" for problem in problems]
    if ledger.warnings:
        lines += ["", "What has no counterpart here, or only a near one:"]
        lines += [f"- {note.place.brief}: {note.told}" for note in ledger.warnings]
    return lines


def _loaded(toml: str) -> tuple[int | None, str | None]:
    """The blocks of a drive file, or why it cannot be loaded."""
    try:
        return DriveConfig.parse(toml, "the drive file").blocks, None
    except ConfigError as error:
        return None, str(error)
