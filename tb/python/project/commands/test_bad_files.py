"""Every parameter of a command that is a path, given what is no such file: an error, no traceback.

The parameters are those of the commands themselves; a new one needs a line in USES.
"""

import re
import resource
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from typer.testing import CliRunner

from headstack import ConfigError, Scheduler, catalog, loading
from headstack.cli import app
from headstack.cli.commands import single

BAD = "BAD"
RUN = ("run", "--rate", "30", "--requests", "20")
ISS = (*RUN, "--core", "iss")
REAL = ("validate", "real.trace", "--drive", "hp_c2247")
SERVE = ("serve", "--iscsi", "nowhere")
"""A service that would end at its address, if not before."""
USES: dict[tuple[str, str], tuple[str, ...]] = {
    ("run", "drive"): (*RUN, "--drive", BAD),
    ("run", "conditions"): (*RUN, "--conditions", BAD),
    ("run", "core"): (*RUN, "--core", f"iss(firmware={BAD})"),
    ("run", "scheduler"): (*RUN, "--placement", "host", "--scheduler", f"smtf(mimic={BAD})"),
    ("run", "waves"): (*RUN, "--waves", BAD),
    ("run", "timeline"): (*RUN, "--timeline", BAD),
    ("run", "profile"): (*ISS, "--profile", BAD),
    ("run", "parquet"): (*RUN, "--parquet", BAD),
    ("watch", "result"): ("watch", BAD, "--out", "page.html"),
    ("watch", "out"): ("watch", "missing", "--out", BAD),
    ("report", "results"): ("report", BAD, "--out", "page.html"),
    ("report", "out"): ("report", "missing", "--out", BAD),
    ("sweep", "file"): ("sweep", BAD),
    ("sweep", "folder"): ("sweep", "sweep.toml", "--workers", "1", "--folder", BAD),
    ("sweep", "plot"): ("sweep", "sweep.toml", "--pivot", "drive", "--plot", BAD),
    ("compare", "drive"): ("compare", "--rate", "30", "--drive", BAD, "--drive", "hp_c2247"),
    ("compare", "conditions"): ("compare", "--rate", "30", "--conditions", BAD),
    ("advise", "trace"): ("advise", BAD),
    ("advise", "drive"): ("advise", "trace.csv", "--drive", BAD),
    ("advise", "out"): ("advise", "missing", "--out", BAD),
    ("advise", "plot"): ("advise", "missing", "--plot", BAD),
    ("bus", "drive"): ("bus", "--drives", "1", "--requests", "20", "--drive", BAD),
    ("bus", "waves"): ("bus", "--drives", "1", "--requests", "20", "--waves", BAD),
    ("validate", "trace"): ("validate", BAD, "--drive", "hp_c2247"),
    ("validate", "drive"): ("validate", "real.trace", "--drive", BAD),
    ("validate", "plot"): (*REAL, "--plot", BAD),
    ("validate", "parquet"): (*REAL, "--residuals", "--parquet", BAD),
    ("regress", "suite"): ("regress", BAD, "--baseline", "baseline"),
    ("regress", "baseline"): ("regress", "suite.toml", "--baseline", BAD),
    ("regress", "junit"): ("regress", "suite.toml", "--baseline", "none", "--junit", BAD),
    ("fit", "files_"): ("fit", BAD, "-o", "out.toml"),
    ("fit", "out"): ("fit", "hp_c2247", "real.trace", "-o", BAD),
    ("fit", "plot"): ("fit", "hp_c2247", "real.trace", "-o", "out.toml", "--plot", BAD),
    ("codesign", "drive"): ("codesign", "--drive", BAD),
    ("codesign", "plot"): ("codesign", "--drive", "missing", "--plot", BAD),
    ("reproduce", "folder"): ("reproduce", "table1", "--folder", BAD),
    ("admit", "drive"): ("admit", "--drive", BAD),
    ("mimic", "drive"): ("mimic", "--drive", BAD, "--out", "out.mimic"),
    ("mimic", "file"): ("mimic", BAD, "--step", "40MiB", "--samples", "1"),
    ("mimic", "out"): ("mimic", "--out", BAD, "--step", "40MiB", "--samples", "1"),
    ("new-drive", "file"): (
        *("new-drive", BAD, "--capacity", "100MB", "--rpm", "6000", "--seek-average", "9ms"),
        *("--seek-track", "0.7ms", "--rate-outer", "2MB/s"),
    ),
    ("order", "plot"): ("order", "--head", "53", "98", "183", "--plot", BAD),
    ("demo", "out"): ("demo", "--requests", "0", "--out", BAD),
    ("firmware", "folder"): ("firmware", BAD),
    ("verilate", "folder"): ("verilate", BAD),
    ("new-scheduler", "folder"): ("new-scheduler", "nearest_pair", BAD),
    ("import", "file"): ("import", "disksim", BAD),
    ("import", "out"): ("import", "disksim", "missing.parv", "--out", BAD),
    ("record", "drive"): ("record", BAD, "--device", "/dev/sdz", "--out", "rec"),
    ("record", "out"): ("record", "missing", "--device", "/dev/sdz", "--out", BAD),
    ("extract", "drive"): ("extract", BAD),
    ("extract", "out"): ("extract", "missing", "--out", BAD),
    ("extract", "resume"): ("extract", "--device", "/dev/null", "--resume", BAD),
    ("trace info", "file"): ("trace", "info", BAD),
    ("trace info", "plot"): ("trace", "info", "missing", "--plot", BAD),
    ("trace convert", "file"): ("trace", "convert", BAD, "out.csv", "--to", "csv"),
    ("trace convert", "out"): ("trace", "convert", "trace.csv", BAD, "--to", "csv"),
    ("drives", "name"): ("drives", BAD),
    ("serve", "drive"): (*SERVE, "--drive", BAD),
    ("serve", "contents"): (*SERVE, "--contents", BAD),
    ("serve", "conditions"): (*SERVE, "--conditions", BAD),
    ("serve", "chap_secret"): (*SERVE, "--chap-user", "user", "--chap-secret", BAD),
    ("serve", "own_secret"): (*SERVE, "--own-user", "user", "--own-secret", BAD),
    ("serve", "record"): (*SERVE, "--record", BAD),
    ("nbd", "drive"): ("nbd", "--listen", "nowhere", "--drive", BAD),
    ("nbd", "contents"): ("nbd", "--listen", "nowhere", "--contents", BAD),
    ("nbd", "conditions"): ("nbd", "--listen", "nowhere", "--conditions", BAD),
    ("nbd", "record"): ("nbd", "--listen", "nowhere", "--record", BAD),
    ("replay", "file"): ("replay", BAD),
}
"""A command for each parameter that is a path, or a drive's name or path."""

IN_TEXTS = {("run", "core"), ("run", "scheduler")}
"""Parameters whose text may name a file."""

MADE = {("sweep", "folder"), ("bus", "waves"), ("firmware", "folder"), ("new-scheduler", "folder")}
"""Folders that the command makes, or fills."""
NOTHING = {("run", "conditions")}
"""What may be a file with nothing in it."""
OUTPUTS = {"out", "plot", "parquet", "profile", "waves", "timeline", "rows", "junit", "record"}
"""Files that are written, and may be devices."""
WRITTEN = {("mimic", "file"), ("new-drive", "file")}
"""Arguments that are such files."""

PATHS = ("drive", "files_", "trace", "name")
"""Names of parameters that are texts, and may be paths."""


def paths() -> set[tuple[str, str]]:
    """The parameters of all commands that are paths, or may be."""
    found = set(IN_TEXTS)
    for command, one in single():
        function = one.function()
        for name, kind in typing.get_type_hints(function).items():
            if "Path" in str(kind) or (name in PATHS and kind is not int):
                found.add((command, name))
    return found


def taken(command: str, name: str, bad: Callable[[Path], str]) -> bool:
    """Whether the command has a use for it."""
    return (
        ((command, name) in MADE and bad in (missing, a_folder))
        or ((command, name) in NOTHING and bad in (empty, no_permission))
        or ((command, name) == ("regress", "baseline") and bad in (a_folder, missing))
    )


def test_every_path_is_tried() -> None:
    assert set(USES) == paths()


def missing(folder: Path) -> str:
    return str(folder / "no folder" / "no file")


def endless(folder: Path) -> str:
    """A file that is there and opens, and of which no byte can be read."""
    assert folder.is_dir()
    return "/proc/self/mem"


def a_folder(folder: Path) -> str:
    (folder / "folder.toml").mkdir()
    return "folder.toml"


def zeros(folder: Path) -> str:
    (folder / "zeros.toml").write_bytes(bytes(5000))
    return "zeros.toml"


def not_text(folder: Path) -> str:
    (folder / "noise.toml").write_bytes(bytes(range(256)) * 20)
    return "noise.toml"


def empty(folder: Path) -> str:
    (folder / "empty.toml").touch()
    return "empty.toml"


def loop(folder: Path) -> str:
    (folder / "loop.toml").symlink_to("loop.toml")
    return "loop.toml"


def below_a_file(folder: Path) -> str:
    (folder / "file").touch()
    return "file/below.toml"


def no_permission(folder: Path) -> str:
    (folder / "closed.toml").write_text("")
    (folder / "closed.toml").chmod(0)
    return "closed.toml"


def never_ends(folder: Path) -> str:
    assert folder.is_dir()
    return "/dev/zero"


def huge(folder: Path) -> str:
    """More than may be read whole, though it takes no room."""
    with (folder / "huge.toml").open("wb") as file:
        file.truncate(2 << 30)
    return "huge.toml"


NO_FILES = (missing, endless, a_folder, zeros, not_text, empty, loop, below_a_file, no_permission)
NO_FILES += (never_ends, huge)


@contextmanager
def little_memory() -> Iterator[None]:
    """This process has 1 GiB more than it has now: a read that does not end uses that up."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (1 << 30), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.mark.parametrize("bad", NO_FILES, ids=lambda make: make.__name__)
@pytest.mark.parametrize(("command", "name"), USES, ids=map(" ".join, USES))
def test_a_path_that_is_no_such_file(
    command: str,
    name: str,
    bad: Callable[[Path], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if bad is never_ends and (name in OUTPUTS or (command, name) in WRITTEN):
        pytest.skip("nothing is read")
    monkeypatch.chdir(tmp_path)
    Path("real.trace").write_text("R Miss 5 8 10.5 3.5\n" * 3)
    Path("trace.csv").write_text("arrival_s,start_byte,bytes,write\n0,0,4096,0\n")
    case = 'name = "one"\ndrive = "hp_c2247"\nworkload = "closed(1, requests=5)"\n'
    Path("suite.toml").write_text(f"[[case]]\n{case}")
    Path("sweep.toml").write_text(case.partition("\n")[2])
    path = bad(tmp_path)
    words = [word.replace(BAD, path) for word in USES[command, name]]
    with little_memory() if bad in (never_ends, huge) else nullcontext():
        done = CliRunner().invoke(app, words)
    assert "out of memory" not in done.stderr
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    if not taken(command, name, bad):
        assert done.exit_code in (1, 2), done.output
        assert re.search(r"^headstack: .{6}", done.stderr, re.MULTILINE)


OTHERS: dict[str, Callable[[], object]] = {
    "scheduler": lambda: loading.named("scheduler", "huge.py:Mine", Scheduler),
    "base of a drive": lambda: catalog.load("own.toml"),
}


@pytest.mark.parametrize("read", OTHERS.values(), ids=OTHERS)
def test_other_files_that_are_read_whole(
    read: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = huge(tmp_path)
    Path("huge.py").symlink_to(file)
    Path("own.toml").write_text(f'base = "{file}"\n')
    with little_memory(), pytest.raises(ConfigError, match=r"it has .* bytes|py has .* bytes"):
        read()
