"""The public trace of a real HP C2247A, if the folder of data has it."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from headstack_papers.experiment import Call

NAME: Final = "hp_c2247a.trace"


def path() -> Path | None:
    """Where it is: in the folder that HEADSTACK_DATA names; None if it is not there."""
    folder = os.environ.get("HEADSTACK_DATA")
    found = Path(folder) / NAME if folder else None
    return found.resolve() if found is not None and found.is_file() else None


def calls(functions: Sequence[Callable[..., Any]]) -> Iterator[Call]:
    """Calls of functions of the trace, by their names as labels; none if it is not there."""
    found = path()
    if found is None:
        return
    state = found.stat()
    given = {"path": str(found), "size": state.st_size, "changed": int(state.st_mtime)}
    for function in functions:
        yield Call(function, given, {"of": function.__name__})
