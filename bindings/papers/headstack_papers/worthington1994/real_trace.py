"""The public trace of a real HP C2247A, from the folder that HEADSTACK_DATA names."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from headstack_papers.experiment import Call, data_file

NAME: Final = "hp_c2247a.trace"


def calls(functions: Sequence[Callable[..., Any]]) -> Iterator[Call]:
    """Yields calls of functions of the trace, labelled by their names, if the trace exists."""
    found = data_file(NAME)
    if found is None:
        return
    state = found.stat()
    given = {"path": str(found.resolve()), "size": state.st_size, "changed": int(state.st_mtime)}
    for function in functions:
        yield Call(function, given, {"of": function.__name__})
