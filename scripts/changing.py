"""Makes the changes that changing.md describes in a copy of the checkout, and tests them.

Each change touches only the files that changing.md names. If a change has C or C++ code, the script
builds the copy with all its tests.

    scripts/changing.py [NAME...]
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from changes import CHANGES
from changes.checkout import Checkout, environment
from changes.form import ROOT

ALWAYS = (
    "project/test_docs.py",
    "project/test_words.py",
    "project/test_package_layers.py",
    "project/commands/test_tables.py",
    "lab/package/test_api.py",
    "lab/workload/test_streams.py",
)
"""Tests that run after every change."""


def touched(folder: Path) -> set[str]:
    """Returns the files of a Git checkout that differ from its commit."""
    command = ("git", "status", "--porcelain", "--untracked-files=all")
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return {line[3:] for line in done.stdout.splitlines()}


def compare(found: set[str], wanted: set[str]) -> None:
    """Ends the script unless the touched files are the named files."""
    if found != wanted:
        more, less = sorted(found - wanted), sorted(wanted - found)
        sys.exit(f"touched but not named: {more}; named but not touched: {less}")


def main() -> None:
    """Makes the changes, builds the copy if necessary, and runs the tests."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"changes to make: {', '.join(CHANGES)} (default: all)",
    )
    names = parser.parse_args().names or list(CHANGES)
    if unknown := set(names) - CHANGES.keys():
        parser.error(f"{', '.join(sorted(unknown))}: no change of {', '.join(CHANGES)}")
    chosen = [CHANGES[name] for name in names]
    compiled = any(one.compiled for one in chosen)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "headstack"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
        for one in chosen:
            one.apply(folder)
        if compiled:
            copy = Checkout(folder, folder / ".venv/bin/python")
            copy.do("scripts/run", "--version")
        else:
            copy = Checkout(folder, environment(folder, folder / ".venv"))
        copy.make(chosen)
        compare(touched(folder), set().union(*(one.files for one in chosen)))
        if compiled:
            copy.do("scripts/test", "cpp")
        copy.show(chosen)
        copy.test(*ALWAYS, *(test for one in chosen for test in (*one.tests, *one.slow)))
    for name, one in zip(names, chosen, strict=True):
        print(f"{name}: {len(one.files)} files, {len(one.by_hand)} of them by hand")
    print("no other file was touched, and all tests pass")


if __name__ == "__main__":
    main()
