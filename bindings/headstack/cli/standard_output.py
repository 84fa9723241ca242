"""Standard output, which remembers the error that ended it: others are of other files."""

import io
import sys
from typing import Any


class _Descriptor(io.FileIO):
    """The descriptor under standard output.

    Attributes:
        error: why it took no more; None: it took all.
    """

    error: OSError | None = None

    def write(self, data: Any) -> int:
        """Writes bytes, and keeps the error that this ends with."""
        try:
            return super().write(data)
        except OSError as error:
            self.error = error
            raise


_descriptors: list[_Descriptor] = []


def watch() -> None:
    """Has `sys.stdout` remember its errors. Letters that a terminal lacks are written as escapes.

    Does nothing to a `sys.stdout` that is no file.
    """
    given = sys.stdout
    if not isinstance(given, io.TextIOWrapper):
        return
    given.flush()
    _descriptors[:] = [_Descriptor(given.fileno(), "w", closefd=False)]
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_descriptors[0]),
        encoding=given.encoding,
        errors="backslashreplace",
        line_buffering=given.line_buffering,
    )


def is_from(error: OSError) -> bool:
    """Whether standard output has raised this error."""
    return any(descriptor.error is error for descriptor in _descriptors)
