"""Builds of headstack: this checkout's, and that of any commit, which is kept."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "out" / "bench"
WORKER = Path(__file__).with_name("worker.py")


class BenchError(Exception):
    """Something that whoever started the bench can mend."""


@dataclass(frozen=True)
class Build:
    """A build whose package can be imported.

    Attributes:
        name: what it is called in tables.
        bindings: the folder to import `headstack` from.
    """

    name: str
    bindings: Path

    def command(self, *arguments: str) -> list[str]:
        """The command of a worker: this interpreter, and no package but the build's."""
        packages = sysconfig.get_path("purelib")
        options = ("-s", "-S", "-P")  # no path but what the worker is told
        return [sys.executable, *options, str(WORKER), str(self.bindings), packages, *arguments]


def environment() -> dict[str, str]:
    """That of a worker: nothing that changes Python, and hashes that are always the same."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONHASHSEED": "0"}


def bindings_of(root: Path) -> Path:
    """The folder of a checkout to import `headstack` from. Commits up to 0.1.0 had one package."""
    lab = root / "bindings" / "lab"
    return lab if lab.is_dir() else lab.parent


def here() -> Build:
    """This checkout, built by scripts/bench."""
    return Build("here", bindings_of(ROOT))


def resolve(commit: str, root: Path = ROOT) -> str:
    """The full hash of a commit; BenchError if there is none, or no git to ask."""
    if shutil.which("git") is None:
        raise BenchError("--against needs git; install the Debian package git")
    done = subprocess.run(
        ["git", "-C", str(root), "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BenchError(f"--against {commit}: {root} has no such commit; give a hash, tag or HEAD")
    return done.stdout.strip()


def at(commit: str) -> Build:
    """The build of a commit in out/bench/<hash>; made at its first use.

    It takes the Python environment and the SystemC of this checkout, and the options of
    scripts/run.

    Raises:
        BenchError: no such commit, or it does not build.
    """
    sha = resolve(commit)
    folder = KEPT / sha
    folder.mkdir(parents=True, exist_ok=True)
    source, build, log = folder / "source", folder / "build", folder / "build.log"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "built").exists():
            sys.stderr.write(f"bench: building {sha[:10]} in {folder}; that takes minutes, once\n")
            if not (source / ".git").exists():
                _logged(log, "git", "clone", "--quiet", "--no-checkout", str(ROOT), str(source))
            _logged(log, "git", "-C", str(source), "checkout", "--quiet", "--force", sha)
            _logged(
                log,
                *("cmake", "-S", str(source), "-B", str(build), "-G", "Ninja"),
                *("-DHEADSTACK_INPLACE=ON", f"-DPython_EXECUTABLE={sys.executable}"),
                *systemc_of((ROOT / "build" / "CMakeCache.txt").read_text(encoding="utf-8")),
            )
            _logged(log, "ninja", "-C", str(build), "_core")
            (folder / "built").touch()
    return Build(sha[:10], bindings_of(source))


def systemc_of(cache: str) -> list[str]:
    """Options of CMake for the SystemC that a build has, by its CMakeCache.txt.

    CMake looks in many places, and two builds with two libraries are not to be compared.
    """
    found = dict(re.findall(r"^(SystemC\w+):\w+=(.*)$", cache, re.MULTILINE))
    if not found.get("SystemCLanguage_DIR", "NOTFOUND").endswith("NOTFOUND"):
        return [f"-DSystemCLanguage_DIR={found['SystemCLanguage_DIR']}"]
    names = [name for name in ("SystemC_LIBRARY", "SystemC_INCLUDE_DIR") if name in found]
    return [
        "-DCMAKE_DISABLE_FIND_PACKAGE_SystemCLanguage=ON",
        *(f"-D{name}={found[name]}" for name in names),
    ]


def _logged(log: Path, *command: str) -> None:
    """Runs a command; BenchError with the end of what it said if it fails."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    with log.open("w") as file:
        done = subprocess.run(
            command,
            stdout=file,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PATH": path},
            check=False,
        )
    if done.returncode:
        end = "\n".join(log.read_text(errors="replace").splitlines()[-5:])
        raise BenchError(f"{' '.join(command[:2])} failed; {log} has all of it:\n{end}")
