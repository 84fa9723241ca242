"""The changes of changing.md, as scripts/changing.py makes them.

The tests make the changes of Python alone, and run their tests. The script builds the other
changes. That takes too long here, so the tests only compile the C of these changes.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
FLAGS = (
    "-std=c11",
    "-ffreestanding",
    "-fsyntax-only",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
)
TABLES = ("schedulers/list.c", "controller/work.c", "controller/unit/operation_table.c")
NAMES = (
    *("scheduler", "command", "key", "register", "box", "column"),
    *("metric", "sum", "format", "figure", "paper"),
)
FOLDERS = ("bindings", "docs", "scripts", "tb/python")


@pytest.fixture(scope="module")
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("changing")


def section(heading: str) -> str:
    """The text of the page below a heading."""
    page = (ROOT / "docs/inside/changing.md").read_text(encoding="utf-8")
    [found] = re.findall(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.M)
    return found


def test_all_kinds_have_an_example(script: ModuleType) -> None:
    assert tuple(script.CHANGES) == NAMES
    page = (ROOT / "docs/inside/changing.md").read_text(encoding="utf-8")
    assert {one.heading for one in script.CHANGES.values()} == set(
        re.findall("^## (.*)", page, re.M)
    )


def test_the_page_counts_the_files(script: ModuleType) -> None:
    page = (ROOT / "docs/inside/changing.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[.*\]\((.*)\) \| `(\w+)` \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    assert rows == [
        (
            f"#{one.heading.lower().replace(' ', '-')}",
            name,
            str(len(one.by_hand)),
            str(len(one.files) - len(one.by_hand)),
        )
        for name, one in script.CHANGES.items()
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_names_the_files(name: str, script: ModuleType) -> None:
    change = script.CHANGES[name]
    text = section(change.heading)
    for path in change.files:
        file = Path(path)
        named = file.name, *(f"`{folder.as_posix()}/`" for folder in file.parents)
        assert any(name in text for name in named), path


def edit(change: Any, copy: Path) -> None:
    """Makes the edits of a change in copies of the files that a person edits."""
    for path in filter(lambda path: (ROOT / path).exists(), change.by_hand):
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, copy / path)
    change.apply(copy)


@pytest.mark.parametrize("name", NAMES)
def test_the_edits_fit(name: str, script: ModuleType, tmp_path: Path) -> None:
    edit(script.CHANGES[name], tmp_path)


@pytest.mark.parametrize("name", ["scheduler", "command", "key"])
def test_the_firmware_compiles(name: str, script: ModuleType, tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    generated = ROOT / "build/generated"  # made by registers.py
    if compiler is None or not generated.exists():
        pytest.skip("no C compiler, or nothing is built")
    shutil.copytree(ROOT / "firmware", tmp_path / "firmware")
    change = script.CHANGES[name]
    edit(change, tmp_path)
    layers = [layer.parent for layer in (tmp_path / "firmware").glob("*/include")]
    places = [f"-I{place}" for layer in layers for place in (layer, layer / "include")]
    sources = [tmp_path / "firmware" / table for table in TABLES]
    sources += [tmp_path / path for path in change.by_hand if path.endswith(".c")]
    command = [compiler, *FLAGS, *places, f"-I{generated}", *map(str, sources)]
    subprocess.run(command, check=True)


def touched(copy: Path) -> set[str]:
    """Returns the sources of a copy that the project does not have, or has with other contents."""
    files = (file for file in copy.rglob("*") if file.is_file() and not file.is_symlink())
    made = {"build", "__pycache__"}
    names = (file.relative_to(copy) for file in files)
    paths = {name.as_posix() for name in names if not made & set(name.parts)}
    return {
        path
        for path in paths
        if not (ROOT / path).is_file() or (ROOT / path).read_bytes() != (copy / path).read_bytes()
    }


def test_changes_of_python_work(script: ModuleType, tmp_path: Path) -> None:
    """All changes of Python are in the same copy. Their long tests do not run."""
    names = [name for name, one in script.CHANGES.items() if not one.compiled]
    assert names == ["metric", "format", "figure", "paper"]
    chosen = [script.CHANGES[name] for name in names]
    copy = tmp_path / "headstack"
    built = shutil.ignore_patterns("*.so", "__pycache__", "drives", "firmware")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=built)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, copy / name)
    for one in chosen:
        one.apply(copy)
    checkout = script.Checkout(copy, script.environment(copy, tmp_path / "environment"))
    checkout.make(chosen)
    assert touched(copy) == set().union(*(one.files for one in chosen))
    checkout.show(chosen)
    checkout.test(*(test for one in chosen for test in one.tests))
