"""A standard output that remembers its error. Errors of other files are thus distinguishable."""

import io
import sys
from typing import Any


class _Descriptor(io.FileIO):
    """The descriptor of standard output.

    Attributes:
        error: the error of the last failed write. `None`: no write has failed.
    """

    error: OSError | None = None

    def write(self, data: Any) -> int:
        """Writes bytes, and remembers an error."""
        try:
            return super().write(data)
        except OSError as error:
            self.error = error
            raise


def watch() -> None:
    """Makes `sys.stdout` remember its error. Letters that a terminal lacks are written as escapes.

    A `sys.stdout` that is no file does not change.
    """
    given = sys.stdout
    if not isinstance(given, io.TextIOWrapper):
        return
    given.flush()
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_Descriptor(given.fileno(), "w", closefd=False)),
        encoding=given.encoding,
        errors="backslashreplace",
        line_buffering=given.line_buffering,
    )


def is_from(error: OSError) -> bool:
    """Whether standard output has raised this error."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return isinstance(raw, _Descriptor) and raw.error is error
