"""Libraries that not everybody has: who wants one hears so before any work is done."""

import ast
import importlib.util
import re
import subprocess
import sys
import tomllib
import typing
from collections.abc import Callable
from pathlib import Path

import pytest
from packages import FOLDERS, IDENTIFY, LAB, PAPERS, SERVE

import headstack
from headstack import ConfigError, Drive, workload
from headstack.cli.commands import single
from headstack.lazy import EXTRAS

ROOT = Path(__file__).resolve().parents[4]
FROM_THE_SERVER = {"nbdkit"}
"""Modules that exist only inside of the program that loads a plugin."""
WITH_ANOTHER = {"cloudpickle": "distributed", "dask": "distributed"}
"""Libraries that come with one of EXTRAS."""

MATPLOTLIB, PYARROW = "matplotlib", "pyarrow"
ISS = ("run", "--rate", "30", "--core", "iss")
WANTS: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {
    ("run", "profile"): (MATPLOTLIB, (*ISS, "--profile", "x.svg")),
    ("sweep", "dask"): ("distributed", ("sweep", "s.toml", "--dask", "tcp://nowhere:1")),
    ("advise", "out"): (MATPLOTLIB, ("advise", "missing", "--out", "x.html")),
    ("advise", "plot"): (MATPLOTLIB, ("advise", "missing", "--plot", "x.png")),
    ("report", "out"): (MATPLOTLIB, ("report", "missing", "--out", "x.html")),
    ("validate", "plot"): (
        MATPLOTLIB,
        ("validate", "missing", "--drive", "hp_c2247", "--plot", "x.png"),
    ),
    ("fit", "plot"): (
        MATPLOTLIB,
        ("fit", "hp_c2247", "missing", "-o", "x.toml", "--plot", "x.png"),
    ),
    ("codesign", "plot"): (MATPLOTLIB, ("codesign", "--plot", "x.png")),
    ("reproduce", "dask"): (
        "distributed",
        ("reproduce", "--all", "--folder", "x", "--dask", "tcp://nowhere:1"),
    ),
    ("sweep", "plot"): (MATPLOTLIB, ("sweep", "--preset", "realtime", "--plot", "x.png")),
    ("demo", "out"): (MATPLOTLIB, ("demo", "--out", "x")),
    ("order", "plot"): (MATPLOTLIB, ("order", "--head", "53", "98", "--plot", "x.png")),
    ("run", "parquet"): (PYARROW, ("run", "--rate", "30", "--parquet", "x.parquet")),
    ("sweep", ""): (PYARROW, ("sweep", "s.toml")),
    ("demo", ""): (PYARROW, ("demo", "--out", "x")),
    ("mimic", ""): (PYARROW, ("mimic", "x.parquet")),
    ("trace info", "plot"): (MATPLOTLIB, ("trace", "info", "missing", "--plot", "x.png")),
}
"""The options and commands that want one. Other inputs of the command are not there."""

WITHOUT = """
import sys
sys.modules[{library!r}] = None
from headstack import _core
def begun(*_): raise SystemExit("work has begun")
_core.run = _core.run_bus = _core.Session = begun
from headstack.__main__ import main
main()
"""


def test_every_option_that_draws_or_connects_is_tried() -> None:
    found = set()
    for command, one in single():
        function = one.function()
        for name, kind in typing.get_type_hints(function, include_extras=True).items():
            said = str(getattr((getattr(kind, "__metadata__", None) or [None])[0], "help", ""))
            words = ("draw", "chart", "page", "graph", "dask")
            if ("Path" in str(kind) or name == "dask") and any(
                word in said.lower() for word in words
            ):
                found.add((command, name))
    found -= {("reproduce", "folder")}  # its page is drawn by Plotly, which its package brings
    drawn = {key for key, (library, _) in WANTS.items() if library != PYARROW}
    assert found == drawn


@pytest.mark.parametrize(("command", "name"), WANTS, ids=map(" ".join, WANTS))
def test_a_command_says_what_it_misses_before_it_works(
    command: str, name: str, tmp_path: Path
) -> None:
    library, words = WANTS[command, name]
    (tmp_path / "s.toml").write_text('drive = "hp_c2247"\nworkload = "closed(1, requests=5)"\n')
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(library=library), *words],
        cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert f"{library} is not installed: pip install '{EXTRAS[library]}'" in done.stderr
    assert done.stdout == ""
    assert [file.name for file in tmp_path.iterdir()] == ["s.toml"]


LOAD = workload.closed(1, requests=5)
CALLS: dict[str, tuple[str, Callable[[], object]]] = {
    "Result.to_pandas": ("pandas", lambda: Drive("hp_c2247").run(LOAD).to_pandas()),
    "Result.to_polars": ("polars", lambda: Drive("hp_c2247").run(LOAD).to_polars()),
    "Result.requests": (PYARROW, lambda: Drive("hp_c2247").run(LOAD).requests),
    "Result.to_parquet": (PYARROW, lambda: Drive("hp_c2247").run(LOAD).to_parquet("x")),
    "Drive.stream": (PYARROW, lambda: Drive("hp_c2247").stream(LOAD, parquet="x")),
    "load": (PYARROW, lambda: headstack.load(__file__)),
    "a sweep's table": (PYARROW, lambda: headstack.sweep(drive="hp_c2247", workload=LOAD)),
    "sweep": (
        "distributed",
        lambda: headstack.sweep(drive="hp_c2247", workload=LOAD, dask="tcp://nowhere:1"),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_says_what_it_misses(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library, call = CALLS[name]
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == library else find_spec(name)
    )
    with pytest.raises(ConfigError, match=f"{library} is not installed: pip install"):
        call()


def imported(folder: Path) -> set[str]:
    """The libraries that any module of a package imports, when it runs."""
    found = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add((node.module or "").partition(".")[0])
    return found - sys.stdlib_module_names - {folder.name}


PROJECTS = {
    LAB: ROOT / "pyproject.toml",
    IDENTIFY: ROOT / "bindings/identify/pyproject.toml",
    SERVE: ROOT / "bindings/serve/pyproject.toml",
    PAPERS: ROOT / "bindings/papers/pyproject.toml",
}


@pytest.mark.parametrize("package", PROJECTS)
def test_every_library_is_a_dependency_or_one_of_these(package: str) -> None:
    project = tomllib.loads(PROJECTS[package].read_text())["project"]
    always = {re.split(r"[>=]", text)[0].replace("-", "_") for text in project["dependencies"]}
    others = imported(FOLDERS[package]) - always
    assert {WITH_ANOTHER.get(name, name) for name in others} <= {*EXTRAS, *FROM_THE_SERVER}
    assert always <= imported(FOLDERS[package]), "a dependency that nothing imports"


def test_every_extra_is_tried() -> None:
    others = set.union(*(imported(folder) for folder in FOLDERS.values())) & set(EXTRAS)
    assert others == set(EXTRAS)
    assert set(EXTRAS) == {library for library, _ in (*WANTS.values(), *CALLS.values())}


def test_all_brings_all() -> None:
    """`pip install headstack[all]` has every extra, and the packages beside this one."""
    extras = tomllib.loads(PROJECTS[LAB].read_text())["project"]["optional-dependencies"]
    wanted = {f"headstack[{','.join(sorted(extras.keys() - {'all'}))}]"}
    names = (tomllib.loads(PROJECTS[name].read_text())["project"]["name"] for name in PROJECTS)
    assert set(extras["all"]) == wanted | set(names) - {"headstack"}
