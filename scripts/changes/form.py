"""The form of a change: edits of files, files that scripts make, and what shows that it works."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Edit:
    """Text that stands once in a file, and the text in its place; with no `old`, a new file."""

    file: str
    old: str
    new: str


def new(file: str, text: str) -> Edit:
    """A file that there is not yet."""
    return Edit(file, "", text)


def before(file: str, mark: str, text: str) -> Edit:
    """Text that is inserted directly before a mark."""
    return Edit(file, mark, text + mark)


@dataclass(frozen=True)
class Made:
    """Files that scripts make.

    Attributes:
        files: the files.
        commands: what makes them: arguments of Python, in the folder of the project.
    """

    files: tuple[str, ...]
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Change:
    """An example of a kind of change.

    Attributes:
        heading: the section of changing.md that names the files.
        example: what is added.
        edits: edits by hand.
        shows: Python program that fails unless the addition works. Empty: tests in C++ show it.
        made: files that scripts make.
        tests: tests of tb/python that concern it, which take a few seconds.
        slow: such tests that take longer.
        compiled: whether C or C++ changes, so that the copy is built.
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
        """The files that a person edits."""
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
                raise SystemExit(f"{edit.file}: {edit.old!r} is there {text.count(edit.old)} times")
            if not edit.old and file.exists():
                raise SystemExit(f"{edit.file} exists already")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.replace(edit.old, edit.new) if edit.old else edit.new, "utf-8")
