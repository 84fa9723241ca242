"""Where the command finds modules: not in the current folder, whose files may be anybody's.

Only `sys` and `os` are imported, which Python has loaded before it looks into any folder: of a file
`typing.py` there, nothing may be run before this is.
"""

import os
import sys


def leave_out_current_folder() -> None:
    """Takes the current folder off the path, where `python -m` and `python -c` have put it.

    It stays if the package itself is found by it. Processes that are begun later do not put it
    there either. A module of the user's own is found by `headstack.loading`.
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
