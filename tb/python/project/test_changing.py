"""The changes of changing.md, as scripts/changing.py makes them: files, and if they compile.

The script itself builds the copy and runs its tests, which takes too long for here.
"""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("firmware", "model", "docs", "rtl", "tb/firmware", "tb/model")
# By scripts of their own.
MADE = {
    "tb/python/schedules.txt",
    "docs/reference/scsi.md",
    "docs/reference/metrics.md",
    "docs/reference/registers.md",
}
FLAGS = (
    "-std=c11",
    "-ffreestanding",
    "-fsyntax-only",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
)


def contents(root: Path) -> dict[str, bytes]:
    """Every file of the folders, by its path."""
    files = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("name", ["scheduler", "command", "key", "register", "column"])
def test_a_change_touches_what_the_page_says(
    name: str, tmp_path: Path, load_script: Callable[[str], ModuleType]
) -> None:
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    before = contents(tmp_path)
    wanted = load_script("changing").CHANGES[name](tmp_path)
    after = contents(tmp_path)
    changed = {path for path, text in after.items() if before.get(path) != text}
    assert changed == wanted - MADE
    page = (ROOT / "docs/inside/changing.md").read_text(encoding="utf-8")
    for path in wanted & before.keys():
        named = Path(path).name, *(f"`{folder.as_posix()}/`" for folder in Path(path).parents)
        assert any(name in page for name in named), path
    layers = [layer.parent for layer in (tmp_path / "firmware").glob("*/include")]
    places = [f"-I{place}" for layer in layers for place in (layer, layer / "include")]
    places.append(f"-I{ROOT / 'build/generated'}")  # what registers.py makes
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    tables = ("schedulers/list.c", "controller/work.c", "controller/unit/decode.c")
    sources = [tmp_path / "firmware" / table for table in tables]
    sources += [tmp_path / path for path in changed if path.endswith(".c")]
    subprocess.run([compiler, *FLAGS, *places, *map(str, sources)], check=True)
