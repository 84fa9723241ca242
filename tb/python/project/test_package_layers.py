"""The Python packages: imports point down, without a circle, and a package names its modules.

Every import counts: at the top of a module, in a function, or for type checkers only.
"""

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from packages import FOLDERS, LAB, LAYERS, PAPERS, USES

LEVELS = {
    (package, part): level
    for package, layers in LAYERS.items()
    for level, parts in enumerate(layers)
    for part in parts
}
MOST_LINES = 500
OF_A_PAPER = re.compile(r"(fig|table|section)[0-9a]")
"""Names of the modules of papers that say a figure, a table or a section."""


def part_of(module: str) -> tuple[str, str]:
    """Package and part of a module: ('headstack', 'cli') for 'headstack.cli.run'."""
    package, part = [*module.split("."), "__init__"][:2]
    return package, part


def name_of(file: Path, folder: Path) -> str:
    """'headstack.cli' for its __init__.py, 'headstack.cli.run' for run.py beside it."""
    parts = file.relative_to(folder.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources() -> dict[str, str]:
    """Module names with their texts, of all packages."""
    return {
        name_of(file, folder): file.read_text(encoding="utf-8")
        for folder in FOLDERS.values()
        for file in folder.rglob("*.py")
        if (file.parent / "__init__.py").exists()  # not the firmware's, linked into a built tree
    }


def imports(text: str, modules: set[str]) -> Iterator[str]:
    """Modules of the packages that a text imports, or takes names from."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.partition(".")[0] in FOLDERS)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import: {ast.unparse(node)}"
            origin = node.module or ""
            if origin.partition(".")[0] in FOLDERS:
                for alias in node.names:
                    inner = f"{origin}.{alias.name}"
                    yield inner if inner in modules else origin


def graph_of(texts: dict[str, str]) -> dict[str, set[str]]:
    """The modules that each module imports."""
    modules = {*texts, "headstack._core"}
    return {module: set(imports(text, modules)) for module, text in texts.items()}


def upwards(graph: dict[str, set[str]]) -> list[str]:
    """Imports of a part in a higher layer, or of a package that the package does not use."""
    found = []
    for module, others in sorted(graph.items()):
        mine = part_of(module)
        for other in sorted(others):
            theirs = part_of(other)
            same = mine[0] == theirs[0]
            if (same and LEVELS[mine] < LEVELS[theirs]) or theirs[0] not in USES[mine[0]]:
                found.append(f"{module} imports {other}")
    return found


def test_every_part_has_its_layer() -> None:
    assert {part_of(module) for module in sources()} == LEVELS.keys() - {(LAB, "_core")}


def test_no_import_goes_up() -> None:
    assert upwards(graph_of(sources())) == []


def test_no_imports_in_a_circle() -> None:
    list(TopologicalSorter(graph_of(sources())).static_order())


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("headstack.workload.media", "from headstack.cli import output"),
        ("headstack.workload.media", "import headstack.cli.output"),
        ("headstack.workload.media", "def later():\n    from headstack.drive import Drive"),
        ("headstack.workload.media", "if TYPE_CHECKING:\n    from headstack import bus"),
        ("headstack.workload.media", "from headstack import Drive"),
        ("headstack.cli.run", "from headstack_identify.fit import fitting"),
        ("headstack.cli.run", "import headstack_papers"),
        ("headstack_identify.disksim.importing", "from headstack_identify.fit import fitting"),
        ("headstack_papers.share.fig2", "from headstack_identify.extract import extract"),
        ("headstack_identify.cli.fit", "from headstack_papers import claims"),
    ],
)
def test_an_import_that_goes_up_is_found(module: str, line: str) -> None:
    texts = sources()
    texts[module] += f"\n{line}\n"
    assert len(upwards(graph_of(texts))) == 1


def test_a_circle_is_found() -> None:
    texts = sources()
    texts["headstack.workload.base"] += "\nfrom headstack.workload.media import Kind\n"
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph_of(texts)).static_order())


def test_modules_are_short() -> None:
    long = {name: text.count("\n") for name, text in sources().items()}
    assert {name: lines for name, lines in long.items() if lines > MOST_LINES} == {}


def unnamed(texts: dict[str, str]) -> list[str]:
    """Modules that the docstring of their package does not name in back-ticks.

    Modules of papers whose names say a figure, a table or a section need not be named.
    """
    found = []
    for module in texts:
        package, _, name = module.rpartition(".")
        says_itself = part_of(module)[0] == PAPERS and OF_A_PAPER.match(name)
        if package and name != "__main__" and not says_itself:
            said = ast.get_docstring(ast.parse(texts[package])) or ""
            if f"`{name}" not in said:
                found.append(module)
    return found


def gone(texts: dict[str, str]) -> list[str]:
    """Entries of the lists in docstrings for which there is no module."""
    found = []
    for package in {module.rpartition(".")[0] for module in texts} - {""}:
        said = ast.get_docstring(ast.parse(texts[package])) or ""
        entries = (name for line in re.findall(r"^- (`.*?):", said, re.M) for name in _words(line))
        found += [f"{package}.{name}" for name in entries if f"{package}.{name}" not in texts]
    return [name for name in found if name != "headstack._core"]


def _words(entries: str) -> list[str]:
    return re.findall(r"`(\w+)/?`", entries)


def test_a_name_without_a_module_is_found() -> None:
    texts = {**sources(), "headstack.mimic": '"""A table.\n\n- `lost`: nothing\n"""'}
    assert gone(texts) == ["headstack.mimic.lost"]


def test_every_package_names_its_modules_and_where_to_begin() -> None:
    texts = sources()
    assert gone(texts) == []
    packages = {module.rpartition(".")[0] for module in texts} - {""}
    assert unnamed(texts) == []
    for package in packages - {LAB}:
        said = ast.get_docstring(ast.parse(texts[package])) or ""
        assert "Begin with `" in " ".join(said.split()), package


def test_a_module_that_is_not_named_is_found() -> None:
    assert unnamed({**sources(), "headstack.cli.hidden": ""}) == ["headstack.cli.hidden"]


def test_a_figure_of_a_paper_need_not_be_named() -> None:
    hidden = {"headstack_papers.share.fig99": "", "headstack.cli.fig99": ""}
    assert unnamed({**sources(), **hidden}) == ["headstack.cli.fig99"]
