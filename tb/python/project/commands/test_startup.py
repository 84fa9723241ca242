"""What is loaded when: modules that take long only where something needs them."""

import ast
import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import headstack
from headstack.cli.commands import installed, single
from headstack.lazy import lazily
from headstack.starting.threads import one_thread

SLOW = ("numpy", "scipy", "pyarrow", "matplotlib", "plotly", "rich", "pydantic", "headstack.traces")
HELP_WITH_NUMPY = {
    *(
        "sweep",
        "advise",
        "bus",
        "regress",
        "codesign",
        "admit",
        "mimic",
        "demo",
        "order",
        "compare",
    ),
    *("validate", "fit", "extract", "serve", "nbd"),
}
"""Commands whose options take values or types from modules that need NumPy."""

SHORT_RUN = ("run", "--rate", "30", "--requests", "20", "--json")


def loaded_by(tmp_path: Path, code: str, *arguments: str) -> list[str]:
    """Those of SLOW that a fresh interpreter has loaded when the code has ended."""
    told = tmp_path / "loaded"
    end = (
        "import atexit, pathlib, sys\n"
        f"atexit.register(lambda: pathlib.Path({str(told)!r}).write_text(' '.join(sys.modules)))\n"
    )
    subprocess.run(
        [sys.executable, "-c", end + code, *arguments],
        cwd=tmp_path, capture_output=True, check=True, timeout=100,
    )  # fmt: skip
    loaded = told.read_text().split()
    return [name for name in SLOW if name in loaded]


def loaded_by_command(tmp_path: Path, *arguments: str) -> list[str]:
    return loaded_by(tmp_path, "from headstack.__main__ import main; main()", *arguments)


def test_a_command_of_the_lab_looks_for_no_other_package(tmp_path: Path) -> None:
    told = "import atexit, sys; atexit.register(lambda: print(*sys.modules, sep='\\n'))\n"
    start = "from headstack.__main__ import main; main()"
    for arguments, there in ((("schedulers",), False), (("reproduce",), True)):
        done = subprocess.run(
            [sys.executable, "-c", told + start, *arguments],
            cwd=tmp_path, capture_output=True, check=True, text=True, timeout=100,
        )  # fmt: skip
        assert ("headstack_papers.cli.commands" in done.stdout.splitlines()) == there


def test_import_alone_loads_nothing_slow(tmp_path: Path) -> None:
    assert loaded_by(tmp_path, "import headstack; headstack.ConfigError") == []


def test_what_is_loaded_is_seen(tmp_path: Path) -> None:
    assert loaded_by(tmp_path, "import headstack; headstack.Drive") == ["numpy"]


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_loads_nothing_slow(tmp_path: Path, option: str) -> None:
    assert loaded_by_command(tmp_path, option) == []


@pytest.mark.parametrize("command", [name for name, _ in single()])
def test_help_of_a_command_loads_nothing_slow(tmp_path: Path, command: str) -> None:
    loaded = loaded_by_command(tmp_path, *command.split(), "--help")
    if command in HELP_WITH_NUMPY:
        assert "numpy" in loaded, f"take {command} out of HELP_WITH_NUMPY"
        assert set(loaded) <= {"numpy", "headstack.traces"}
    else:
        assert loaded == []


def test_a_run_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    assert loaded_by_command(tmp_path, *SHORT_RUN) == ["numpy"]
    hot = ("run", "--workload", "mix(1: hot(rate=30, share=0.9))", "--requests", "20", "--json")
    assert loaded_by_command(tmp_path, *hot) == ["numpy"]
    assert loaded_by_command(tmp_path, *SHORT_RUN, "--parquet", "r.parquet") == ["numpy", "pyarrow"]
    assert loaded_by_command(tmp_path, *SHORT_RUN[:-1]) == ["numpy", "rich"]


def test_the_list_of_commands_says_what_they_say() -> None:
    for name, command in installed().items():
        assert command.load(name).help == command.help
        assert command.function().__doc__ == command.help, name
        for word, part in command.parts.items():
            assert part.function().__doc__ == part.help, f"{name} {word}"


LATE = [headstack, headstack.mimic, headstack.workload]
"""The packages whose names are imported at their first use."""


@pytest.mark.parametrize("package", LATE)
def test_type_checkers_see_the_names_that_are_there(package: Any) -> None:
    """The imports for type checkers, the table of what is loaded late, and `__all__` are alike."""
    file, for_checkers, late = Path(package.__file__), {}, {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module != "headstack.lazy":
            for alias in node.names:
                if alias.name not in ("TYPE_CHECKING", "search_path"):
                    for_checkers[alias.name] = node.module
        elif isinstance(node, ast.Dict):
            for module, names in ast.literal_eval(node).items():
                late.update(dict.fromkeys(names, module))
    modules = {name for name, origin in for_checkers.items() if origin == package.__name__}
    assert {name: at for name, at in for_checkers.items() if name not in modules} == late
    assert set(for_checkers) == set(package.__all__)
    assert set(package.__all__) <= set(dir(package))


def test_every_package_that_loads_late_is_compared() -> None:
    """`test_type_checkers_see_the_names_that_are_there` covers all packages that call `lazily`."""
    folder = Path(headstack.__file__).parent
    found = {
        file.parent.name
        for file in folder.rglob("__init__.py")
        if "lazily(" in file.read_text(encoding="utf-8")
    }
    assert found == {Path(package.__file__).parent.name for package in LATE}


def modules_of(package: Any) -> set[str]:
    folder = Path(package.__file__).parent
    found = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    return found - {"__init__", "__main__", "cli"}


@pytest.mark.parametrize("package", LATE)
def test_every_module_is_an_attribute(package: Any) -> None:
    for part in modules_of(package):
        assert getattr(package, part) is importlib.import_module(f"{package.__name__}.{part}")


def test_there_are_no_other_names() -> None:
    with pytest.raises(AttributeError, match=r"module 'headstack' has no attribute 'Disk'"):
        _ = headstack.Disk  # type: ignore[attr-defined]
    get, names = lazily("headstack", {"headstack.metrics": ("deadlines", "nothing")})
    assert get("deadlines") is headstack.deadlines
    assert "nothing" in names()
    with pytest.raises(ImportError, match="nothing"):
        get("nothing")


CHOSEN = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")


@pytest.mark.parametrize("chosen", [None, *CHOSEN])
def test_linear_algebra_has_one_thread_unless_the_user_chose(
    monkeypatch: pytest.MonkeyPatch, chosen: str | None
) -> None:
    for name in CHOSEN:
        monkeypatch.delenv(name, raising=False)
    if chosen is not None:
        monkeypatch.setenv(chosen, "2")
    one_thread()
    wanted = {CHOSEN[0]: "1"} if chosen is None else {chosen: "2"}
    assert {name: os.environ[name] for name in CHOSEN if name in os.environ} == wanted


def test_a_command_chooses_threads_before_numpy_is_loaded(tmp_path: Path) -> None:
    """NumPy reads the variable when it is imported."""
    told = (
        "import builtins, os, sys\n"
        "before = builtins.__import__\n"
        "def told(name, *rest):\n"
        "    if name.partition('.')[0] == 'numpy' and 'numpy' not in sys.modules:\n"
        "        print('threads', os.environ.get('OPENBLAS_NUM_THREADS'))\n"
        "    return before(name, *rest)\n"
        "builtins.__import__ = told\n"
        "from headstack.__main__ import main; main()"
    )
    environment = {name: value for name, value in os.environ.items() if name not in CHOSEN}
    done = subprocess.run(
        [sys.executable, "-c", told, *SHORT_RUN], env=environment,
        cwd=tmp_path, capture_output=True, check=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.stdout.splitlines()[0] == "threads 1"


def test_an_import_changes_no_variable_of_the_process() -> None:
    told = "import os; before = dict(os.environ); import headstack; headstack.Drive('hp_c2247')"
    subprocess.run(
        [sys.executable, "-c", f"{told}; assert dict(os.environ) == before"],
        env={name: value for name, value in os.environ.items() if name not in CHOSEN},
        check=True,
        timeout=100,
    )
