"""What is loaded when: modules that take long only where something needs them."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import headstack
from headstack.cli.commands import installed
from headstack.lazy import lazily

SLOW = ("numpy", "pyarrow", "matplotlib", "rich")
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


def test_a_run_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    assert loaded_by_command(tmp_path, *SHORT_RUN) == ["numpy"]
    assert loaded_by_command(tmp_path, *SHORT_RUN, "--parquet", "r.parquet") == ["numpy", "pyarrow"]
    assert loaded_by_command(tmp_path, *SHORT_RUN[:-1]) == ["numpy", "rich"]


def test_the_list_of_commands_says_what_they_say() -> None:
    for name, command in installed().items():
        assert command.load(name).help == command.help
        assert command.function().__doc__ == command.help, name
        for word, part in command.parts.items():
            assert part.function().__doc__ == part.help, f"{name} {word}"


def test_type_checkers_see_the_names_that_are_there() -> None:
    """The imports for type checkers, the table of what is loaded late, and `__all__` are alike."""
    file = Path(headstack.__file__)
    for_checkers, late = {}, {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module != "headstack.lazy":
            for alias in node.names:
                if alias.name not in ("TYPE_CHECKING", "search_path"):
                    for_checkers[alias.name] = node.module
        elif isinstance(node, ast.Dict):
            for module, names in ast.literal_eval(node).items():
                late.update(dict.fromkeys(names, module))
    modules = {name for name, origin in for_checkers.items() if origin == "headstack"}
    assert {name: at for name, at in for_checkers.items() if name not in modules} == late
    assert set(for_checkers) == set(headstack.__all__)
    assert set(headstack.__all__) <= set(dir(headstack))


def test_every_module_is_an_attribute() -> None:
    folder = Path(headstack.__file__).parent
    parts = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    for part in parts - {"__init__", "__main__", "cli"}:
        assert getattr(headstack, part) is importlib.import_module(f"headstack.{part}")


def test_there_are_no_other_names() -> None:
    with pytest.raises(AttributeError, match=r"module 'headstack' has no attribute 'Disk'"):
        _ = headstack.Disk  # type: ignore[attr-defined]
    get, names = lazily("headstack", {"headstack.metrics": ("deadlines", "nothing")})
    assert get("deadlines") is headstack.deadlines
    assert "nothing" in names()
    with pytest.raises(ImportError, match="nothing"):
        get("nothing")
