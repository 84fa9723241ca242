"""The module path of the command. The current folder is not on it: its files may be hostile.

This module imports only `sys` and `os`, which Python loads before it looks into any folder. So no
file of the current folder runs before `leave_out_current_folder`.
"""

import os
import sys


def leave_out_current_folder() -> None:
    """Removes the current folder from the path. `python -m` and `python -c` put it there.

    The folder stays if it holds this package. Processes that start later do not add the folder.
    `headstack.loading` finds a user's own module.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    if not sys.flags.safe_path and sys.path and _is_current(sys.path[0]) and os.getcwd() != folder:  # noqa: PTH109
        del sys.path[0]


def run_as_module() -> bool:
    """Whether `python -m headstack` is about to run the command; true in `__init__` only."""
    return sys.argv[:1] == ["-m"]


def _is_current(entry: str) -> bool:
    return entry in ("", ".") or entry == os.getcwd()  # noqa: PTH109
