"""Writes a project for a scheduler of the user's own."""

import os
import re
import sys
from pathlib import Path
from typing import Final, Literal, get_args

from headstack import checks, files
from headstack._core import schedulers
from headstack.errors import RunError

Language = Literal["c", "python"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_TEMPLATES: Final = Path(__file__).resolve().parent
_FIRMWARE: Final = _TEMPLATES.parent / "firmware"
_MOST_LETTERS: Final = 40


def create(
    name: str, folder: str | os.PathLike[str] | None = None, *, language: Language = "python"
) -> list[Path]:
    """Writes a working scheduler with its test into a new folder.

    Args:
        name: name of the scheduler: lower-case letters, digits and underscores, from a letter on.
        folder: a folder that does not exist, or is empty. `None`: a folder of this name, here.
        language: 'c' writes a shared library's source and a Makefile, 'python' writes a class.

    Returns:
        The files, sorted, as paths within the folder.

    Raises:
        ConfigError: a wrong name, the name of a scheduler that exists, or a folder that is not
            empty or cannot be made.
        RunError: there is no room for the files, or this installation has no headers.
    """
    checks.choice("language", language, LANGUAGES)
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{0,{_MOST_LETTERS - 1}}}", checks.text("name", name)):
        raise checks.wrong(
            "name",
            f" is {name!r}; it must have lower-case letters, digits and underscores, begin with a "
            f"letter, and have at most {_MOST_LETTERS}",
        )
    if name in {info.name for info in schedulers()}:
        raise checks.wrong("name", f" is {name!r}, a scheduler of headstack; choose another name")
    if language == "c" and not _FIRMWARE.is_dir():
        raise RunError(f"this installation has no headers of the firmware in {_FIRMWARE}")
    words = {
        "NAME": name,
        "CLASS": "".join(part.capitalize() for part in name.split("_")),
        "@HEADSTACK@": os.fspath(_FIRMWARE),
        "@PYTHON@": sys.executable,
    }
    with files.new_folder(name if folder is None else folder) as written:
        for template in sorted((_TEMPLATES / language).glob("*.txt")):
            text = template.read_text(encoding="utf-8")
            path = written / _filled(template.name.removesuffix(".txt"), words)
            path.write_text(_filled(text, words), encoding="utf-8")
        return sorted(path.relative_to(written) for path in written.iterdir())


def _filled(text: str, words: dict[str, str]) -> str:
    return re.sub("|".join(words), lambda found: words[found[0]], text)
