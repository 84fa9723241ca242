"""Traces with several files. For example, blktrace writes a file for each CPU."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from headstack import checks
from headstack.errors import ConfigError
from headstack.files import Name
from headstack.traces import formats, opening
from headstack.traces.base import Format

_CPU = r"\.(0|[1-9][0-9]*)"


def files_of(path: Name | Sequence[Name]) -> tuple[str, tuple[str, ...]]:
    """Returns the name of a trace in messages, and the files of the trace.

    If `path` is a file, the trace has this file only. Otherwise the function looks for the files of
    the CPUs: `path.0`, `path.1` and so on. A list names the files directly.

    Raises:
        ConfigError: the numbers of the files have a gap, a list is empty, or a list has a file
            twice.
    """
    if isinstance(path, (str, os.PathLike)):
        name = checks.path("trace", path)
        return name, (name,) if _is_there(name) else _of_cpus(name) or (name,)
    names = [checks.path("trace", one) for one in checks.items("trace", path, (str, os.PathLike))]
    if not names:
        raise checks.wrong("trace", " is an empty list of files; name at least one")
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"trace {name}: the list has this file twice; name it once")
    return ", ".join(names), tuple(names)


def format_of(name: str, files: Sequence[str], wanted: str | None) -> Format:
    """Returns the format of the files of a trace: `wanted`, or the format of their contents.

    Raises:
        ConfigError: an unknown file or format; all files are empty; the files have several formats,
            or a format that allows only one file.
    """
    known = None if wanted is None else formats.named(wanted)
    if len(files) == 1:
        head = opening.head_of(files[0])
        return known or formats.found_in(head, files[0])
    heads = {file: head for file in files if (head := opening.beginning(file)).strip()}
    if not heads:
        raise ConfigError(f"trace {name}: its {len(files)} files are empty")
    found = {file: known or formats.found_in(head, file) for file, head in heads.items()}
    first, form = next(iter(found.items()))
    for file, other in found.items():
        if other is not form:
            raise ConfigError(
                f"trace {name}: {first} is {form.called}, and {file} is {other.called}; files that "
                "are read together must be of one format"
            )
    if not form.reads_together:
        merging = ", ".join(one.name for one in formats.registered() if one.reads_together)
        raise ConfigError(
            f"trace {name}: {len(files)} files of the format {form.called}; only those of "
            f"{merging} are read together: give one of them, as {first}"
        )
    return form


@contextmanager
def opened(files: Sequence[str], unpacked: bool) -> Iterator[list[tuple[str, BinaryIO]]]:
    """Opens all files of a trace. Yields files and names; raises the errors of `opening.opened`."""
    with ExitStack() as stack:
        yield [(name, stack.enter_context(opening.opened(name, unpacked))) for name in files]


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # for example a name that is too long; opening the file reports the error
        return False


def _of_cpus(name: str) -> tuple[str, ...]:
    """Returns the files of the CPUs with a common name, in the order of their numbers."""
    path = Path(name)
    try:
        there = [file.name for file in path.parent.iterdir()]
    except OSError:
        return ()
    matches = (re.fullmatch(re.escape(path.name) + _CPU, file) for file in there)
    numbers = sorted(int(match[1]) for match in matches if match)
    absent = set(range(numbers[-1] if numbers else 0)) - set(numbers)
    if absent:
        shown = ", ".join(f"{name}.{number}" for number in sorted(absent)[:4])
        more = f" and {len(absent) - 4} more" if len(absent) > 4 else ""
        raise ConfigError(
            f"trace {name}: there is {name}.{numbers[-1]}, but not {shown}{more}: a part of the "
            "trace is missing. If that CPU was off, put an empty file there"
        )
    return tuple(f"{name}.{number}" for number in numbers)
