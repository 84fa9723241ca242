"""In a folder of somebody else's files: no command runs one in place of a module of Python's."""

import importlib.metadata
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from headstack.cli.commands import installed, single

SWEEP = """
drive = "hp_c2247"
scheduler = ["fcfs", "random:Mine", "mine.py:Mine"]
workload = "closed(2, requests=20)"
"""
MINE = """
import headstack, sys
import helper

class Mine(headstack.Scheduler):
    def pick(self, queue, drive):
        assert helper.folder not in sys.path
        return 0
"""
ENTRIES = {
    "installed": [str(Path(sys.executable).with_name("headstack"))],
    "module": [sys.executable, "-m", "headstack"],
}
SCHEDULER = ["run", "--workload", "closed", "--requests", "20", "--json", "--scheduler"]


def commands() -> Iterator[list[str]]:
    yield from ([name, "--help"] for name in installed())
    yield from ([*words.split(), "--help"] for words, _ in single() if " " in words)


def names() -> set[str]:
    """Every module that an import in this environment may mean, but the package itself."""
    installed = {name.partition(".")[0] for name in importlib.metadata.packages_distributions()}
    return {*sys.stdlib_module_names, *installed} - {"headstack"}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with a file for each of them, which says in `ran` that it was run."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in names():
        text = f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})\nraise SystemExit(7)"
        (folder / f"{name}.py").write_text(text)
    (tmp_path / "ran").touch()
    return folder


@pytest.fixture(params=ENTRIES)
def entry(request: pytest.FixtureRequest, hostile: Path) -> list[str]:
    """How the command begins; without the files that `python -m` runs, whatever it is for."""
    if request.param == "module":
        ran = hostile.parent / "ran"
        (hostile / "nothing_at_all.py").touch()
        while True:
            command = [sys.executable, "-m", "nothing_at_all"]
            subprocess.run(command, cwd=hostile, capture_output=True, check=False)
            if not (name := ran.read_text()):
                break
            ran.write_text("")
            (hostile / f"{name}.py").unlink()
    return ENTRIES[request.param]


def run(folder: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    """A command in the folder; none of its files was run."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=100, check=False
    )
    assert (folder.parent / "ran").read_text() == "", command
    assert done.returncode == 0, done.stderr
    return done


def test_the_folder_is_hostile(hostile: Path) -> None:
    with pytest.raises(AssertionError):
        run(hostile, [sys.executable, "-c", "import this"])


def test_no_command_runs_a_file_of_the_current_folder(hostile: Path, entry: list[str]) -> None:
    for arguments in (
        commands() if entry == ENTRIES["installed"] else [["--help"], ["run", "--help"]]
    ):
        run(hostile, [*entry, *arguments])
    for options in (["--json"], ["--parquet", "rows.parquet"]):
        run(hostile, [*entry, "run", "--rate", "30", "--requests", "20", *options])


def test_a_module_of_the_users_own_is_the_only_one(hostile: Path, entry: list[str]) -> None:
    """Of whatever name, and what it imports; in this process and in those of a sweep."""
    (hostile / "mine.py").write_text(MINE)
    (hostile / "random.py").write_text(MINE)
    (hostile / "helper.py").write_text(f"folder = {str(hostile)!r}")
    (hostile / "sweep.toml").write_text(SWEEP)
    for scheduler in ("mine:Mine", "mine.py:Mine", "random:Mine", "random.py:Mine"):
        done = run(hostile, [*entry, *SCHEDULER, scheduler])
        assert json.loads(done.stdout)["scheduler"] == scheduler
    run(hostile, [*entry, "sweep", "sweep.toml", "--workers", "2"])


def test_siblings_of_a_file_elsewhere(hostile: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "mine.py").write_text(MINE)
    (own / "helper.py").write_text(f"folder = {str(own)!r}")
    run(hostile, [*ENTRIES["installed"], *SCHEDULER, "../own/mine.py:Mine"])


def test_two_modules_of_one_name(hostile: Path) -> None:
    """An installed one and one of the folder: neither is taken for the other."""
    command = [*ENTRIES["installed"], *SCHEDULER, "numpy:Mine"]
    done = subprocess.run(command, cwd=hostile, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there are two modules numpy" in done.stderr
    assert "./numpy.py:Class" in done.stderr
    assert (hostile.parent / "ran").read_text() == ""


def test_a_package_of_the_folder(hostile: Path) -> None:
    (hostile / "lab").mkdir()
    (hostile / "lab" / "__init__.py").touch()
    (hostile / "lab" / "late.py").write_text(
        MINE.replace("import helper", "from lab import helper")
    )
    (hostile / "lab" / "helper.py").write_text(f"folder = {str(hostile)!r}")
    run(hostile, [*ENTRIES["installed"], *SCHEDULER, "lab.late:Mine"])
