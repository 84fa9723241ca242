"""The Python package's parts: none imports from one above it, none in a circle, and all are small.

Every import counts: at the top of a module, in a function, or for type checkers only.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[3] / "bindings" / "headstack"
LAYERS = (
    ("_core", "starting"),
    ("errors", "lazy"),
    ("checks", "units", "files", "catalog", "loading", "live"),
    ("keeping",),
    ("disksim", "traces"),
    ("workload",),
    ("metrics",),
    ("mimic",),
    ("processor",),
    ("settings",),
    ("rows", "shown"),
    ("result", "scheduler", "session"),
    ("stream", "saved", "queues"),
    ("drive",),
    ("bus",),
    ("sweeps",),
    ("regression",),
    ("statistics",),
    ("extract",),
    ("measure",),
    ("fit",),
    ("advice",),
    ("experiments",),
    ("cli",),
    ("__init__", "__main__"),
)
"""From below; a name is a package or a module of `headstack`."""

LEVELS = {part: level for level, parts in enumerate(LAYERS) for part in parts}
MOST_FILES = 22
MOST_LINES = 500


def part_of(module: str) -> str:
    """The part of LAYERS that a module belongs to: 'cli' for 'headstack.cli.run'."""
    return [*module.split("."), "__init__"][1]


def name_of(file: Path) -> str:
    """'headstack.cli' for its __init__.py, 'headstack.cli.run' for run.py beside it."""
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(package: Path) -> dict[str, str]:
    """Module names with their texts."""
    return {name_of(file): file.read_text(encoding="utf-8") for file in package.rglob("*.py")}


def imports(text: str, modules: set[str]) -> Iterator[str]:
    """Modules of `headstack` that a text imports, or takes names from."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("headstack"))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import: {ast.unparse(node)}"
            origin = node.module or ""
            if origin.partition(".")[0] == "headstack":
                for alias in node.names:
                    inner = f"{origin}.{alias.name}"
                    yield inner if inner in modules else origin


def graph_of(texts: dict[str, str]) -> dict[str, set[str]]:
    """What each module imports."""
    modules = {*texts, "headstack._core"}
    return {module: set(imports(text, modules)) for module, text in texts.items()}


def upwards(graph: dict[str, set[str]]) -> list[str]:
    """Imports of a part in a higher layer."""
    return [
        f"{module} imports {other}"
        for module, others in sorted(graph.items())
        for other in sorted(others)
        if LEVELS[part_of(module)] < LEVELS[part_of(other)]
    ]


def test_every_part_has_its_layer() -> None:
    assert {part_of(module) for module in sources(PACKAGE)} == LEVELS.keys() - {"_core"}


def test_no_import_goes_up() -> None:
    assert upwards(graph_of(sources(PACKAGE))) == []


def test_no_imports_in_a_circle() -> None:
    list(TopologicalSorter(graph_of(sources(PACKAGE))).static_order())


@pytest.mark.parametrize(
    "line",
    [
        "from headstack.cli import output",
        "import headstack.cli.output",
        "def later():\n    from headstack.drive import Drive",
        "if TYPE_CHECKING:\n    from headstack import bus",
        "from headstack import Drive",
    ],
)
def test_an_import_that_goes_up_is_found(line: str) -> None:
    texts = sources(PACKAGE)
    texts["headstack.workload.media"] += f"\n{line}\n"
    assert len(upwards(graph_of(texts))) == 1


def test_a_circle_is_found() -> None:
    texts = sources(PACKAGE)
    texts["headstack.workload.base"] += "\nfrom headstack.workload.media import Kind\n"
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph_of(texts)).static_order())


def test_folders_and_files_are_small() -> None:
    for folder in (PACKAGE, *(path for path in PACKAGE.iterdir() if path.is_dir())):
        files = [file for file in folder.glob("*.py*") if file.is_file()]
        assert len(files) <= MOST_FILES, folder
        for file in folder.glob("*.py"):
            assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, file


def test_every_package_says_what_lives_in_it() -> None:
    for file in PACKAGE.rglob("__init__.py"):
        text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        assert file.parent == PACKAGE or "Begin with `" in " ".join(text.split()), file
