"""Defines a change: edits of files, files that scripts make, and tests of the addition."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Edit:
    """Replaces `old`, which the file has once, by `new`. With an empty `old`, makes the file."""

    file: str
    old: str
    new: str


def new(file: str, text: str) -> Edit:
    """Returns an edit that makes a new file."""
    return Edit(file, "", text)


def before(file: str, mark: str, text: str) -> Edit:
    """Returns an edit that inserts text directly before a mark."""
    return Edit(file, mark, text + mark)


@dataclass(frozen=True)
class Made:
    """Files that scripts make.

    Attributes:
        files: the files.
        commands: commands that make the files. Each command has the arguments of Python, and runs
            in the folder of the project.
    """

    files: tuple[str, ...]
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Change:
    """An example of a kind of change.

    Attributes:
        heading: heading of the section of changing.md that names the files.
        example: name of the addition.
        edits: edits by hand.
        shows: Python program that fails unless the addition works. Empty: tests in C++ test the
            addition.
        made: files that scripts make.
        tests: tests of the addition in tb/python that take a few seconds.
        slow: tests of the addition in tb/python that take longer.
        compiled: whether the change has C or C++ code. Such a change requires a build.
    """

    heading: str
    example: str
    edits: tuple[Edit, ...]
    shows: str = ""
    made: tuple[Made, ...] = ()
    tests: tuple[str, ...] = ()
    slow: tuple[str, ...] = ()
    compiled: bool = True

    @property
    def by_hand(self) -> set[str]:
        """The files with edits by hand."""
        return {edit.file for edit in self.edits}

    @property
    def files(self) -> set[str]:
        """All files that the change touches."""
        return self.by_hand | {file for made in self.made for file in made.files}

    def apply(self, copy: Path) -> None:
        """Makes the edits in a copy of the checkout."""
        for edit in self.edits:
            file = copy / edit.file
            text = "" if not edit.old else file.read_text(encoding="utf-8")
            if edit.old and text.count(edit.old) != 1:
                raise SystemExit(f"{edit.file}: {edit.old!r} occurs {text.count(edit.old)} times")
            if not edit.old and file.exists():
                raise SystemExit(f"{edit.file} exists already")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.replace(edit.old, edit.new) if edit.old else edit.new, "utf-8")
