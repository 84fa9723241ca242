"""Ctrl-C while the command still loads."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def quietly() -> Iterator[None]:
    """Ends the command's process with status 130 at an interrupt in the `with` block.

    In any other process an interrupt is raised as usual, because another program imports the
    package.
    """
    try:
        yield
    except KeyboardInterrupt:
        name = Path(sys.argv[0]).name if sys.argv else ""
        by_module = name == "-m" and "headstack" in sys.orig_argv
        if not by_module and name not in ("headstack", "__main__.py"):
            raise
        sys.stderr.write("headstack: interrupted\n")
        raise SystemExit(130) from None
