"""Makes the whole drive file with its head, and checks whether the file can be loaded."""

from collections.abc import Sequence
from dataclasses import dataclass

from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack_identify.disksim.ledger import Ledger
from headstack_identify.drive_text import DriveText


@dataclass(frozen=True)
class DriveFile:
    """A drive file.

    Attributes:
        toml: text of the file.
        blocks: number of blocks of the drive. `None`: the file cannot be loaded.
        problems: missing parameters, and values that make no sense.
    """

    toml: str
    blocks: int | None
    problems: list[str]


def made(drive: DriveText, ledger: Ledger, title: str, others: Sequence[str]) -> DriveFile:
    """Returns the drive file of the tables and the ledger.

    Args:
        drive: the tables.
        ledger: notes about parameters.
        title: the first line.
        others: disks and arrays that the file does not describe.
    """

    def text(problems: Sequence[str]) -> str:
        return drive.toml([title, *_left_out(others), *_head(ledger, problems)])

    toml = text([f"{one.place.brief}: {one.told}" for one in ledger.problems])
    blocks, refusal = _loaded(toml)
    if refusal is None or ledger.problems:
        return DriveFile(toml, blocks, [str(one) for one in ledger.problems])
    # The head must contain the refusal. This text moves the line that the refusal names.
    _, moved = _loaded(text([refusal]))
    problems = [moved or refusal]
    return DriveFile(text(problems), None, problems)


def _left_out(others: Sequence[str]) -> list[str]:
    if not others:
        return []
    return ["Left out, since a drive file is of one drive:", *(f"- {one}" for one in others)]


def _head(ledger: Ledger, problems: Sequence[str]) -> list[str]:
    """Returns the lines that a reader of the drive file should know."""
    lines = ["Behind each value its source: file:line, DiskSim's name = its value."]
    if problems:
        lines += ["", "NOT COMPLETE. What is missing or makes no sense:"]
        lines += [f"- {problem}" for problem in problems]
    if ledger.warnings:
        lines += ["", "What has no counterpart here, or only a near one:"]
        lines += [f"- {note.place.brief}: {note.told}" for note in ledger.warnings]
    return lines


def _loaded(toml: str) -> tuple[int | None, str | None]:
    """Returns the number of blocks of a drive file, or the reason why the file cannot be loaded."""
    try:
        return DriveConfig.parse(toml, "the drive file").blocks, None
    except ConfigError as error:
        return None, str(error)
