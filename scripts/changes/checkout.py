"""Runs commands in a copy of the checkout."""

import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from changes.form import Change

PACKAGES = ("bindings/lab", "bindings/identify", "bindings/papers", "bindings/serve")


class Checkout:
    """A copy of the checkout.

    Args:
        folder: folder of the copy.
        python: path of a Python that imports the packages of the copy.
    """

    def __init__(self, folder: Path, python: Path) -> None:
        self._folder = folder
        self._python = str(python)
        self._environment = os.environ | {"CCACHE_BASEDIR": str(folder)}

    def do(self, *command: str, folder: Path | None = None) -> None:
        """Runs a command. If the command fails, prints its output and ends the script."""
        print("$", *(word.partition("\n")[0] for word in command), flush=True)
        done = subprocess.run(
            command,
            cwd=folder or self._folder,
            env=self._environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode != 0:
            sys.exit(f"{done.stdout[-8000:]}\n{' '.join(command)} failed")

    def make(self, changes: Sequence[Change]) -> None:
        """Runs the scripts that make files of the changes."""
        made = [made for one in changes for made in one.made]
        for command in dict.fromkeys(command for one in made for command in one.commands):
            self.do(self._python, *command)

    def show(self, changes: Sequence[Change]) -> None:
        """Runs the programs that test the additions."""
        for one in (one for one in changes if one.shows):
            with tempfile.TemporaryDirectory() as folder:
                self.do(self._python, "-c", f"# {one.example}\n{one.shows}", folder=Path(folder))

    def test(self, *tests: str) -> None:
        """Runs tests of tb/python. A repeated test runs once."""
        paths = (f"tb/python/{test}" for test in dict.fromkeys(tests))
        self.do(self._python, "-m", "pytest", "-q", *paths)


def environment(folder: Path, target: Path) -> Path:
    """Makes a Python environment that imports the packages of a copy. Returns its Python.

    The environment uses the libraries and the built extension module of the running Python. So the
    copy must have the C and C++ sources of this extension module.

    Args:
        folder: folder of the copy.
        target: folder of the environment.
    """
    import headstack
    from headstack import _core

    venv.create(target, symlinks=True)
    python = target / "bin/python"
    ask = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"]
    site = Path(subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip())
    for entry in Path(sysconfig.get_path("platlib")).iterdir():
        ours = entry.name.startswith(("headstack", "_editable_skbc_headstack"))
        if not ours or entry.suffix == ".dist-info":
            (site / entry.name).symlink_to(entry)
    lines = "".join(f"{folder / package}\n" for package in PACKAGES)
    (site / "headstack_copy.pth").write_text(lines, encoding="utf-8")
    package = folder / "bindings/lab/headstack"
    built = Path(headstack.__file__).parent
    for entry in (Path(_core.__file__), built / "drives", built / "firmware"):
        (package / entry.name).symlink_to(entry)
    return python
