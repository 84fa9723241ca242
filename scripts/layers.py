"""Checks that includes point down, and never in a circle: scripts/check runs it.

Usage: layers.py [ROOT]    ROOT: the project, or a tree like it (default: this one)

A circle is one of units, or of the model's folders. A unit is a header and the source of its name.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

# From the bottom up. A folder may include from itself and from the rows below its own; those of one
# row do not know each other. A file belongs to the longest of the folders that it lies in.
LAYERS = (
    ("firmware/hal", "firmware/disk"),
    ("firmware/buffer",),
    ("firmware/schedulers",),
    ("firmware/controller",),
    ("firmware/image",),
    ("firmware/example",),
    ("model/base",),
    ("model/scsi",),
    ("model/processor",),
    ("model/processor/iss", "model/processor/profile"),
    ("model/processor/gdb",),
    ("model/processor/verilated",),
    ("model/processor/kinds",),
    ("model/config",),
    ("model/config/keys", "model/config/tables"),
    ("model/config/file",),
    ("model/medium",),
    ("model/watch",),
    ("model/boxes/comparator", "model/boxes/controller_cpu", "model/boxes/spindle"),
    ("model/boxes", "model/host"),
    ("model/run", "model/study"),
    ("bindings/core", "bindings/systemc"),
)
ROW = {folder: row for row, folders in enumerate(LAYERS) for folder in folders}
TOPS = ("firmware", "model", "bindings/core", "bindings/systemc")
SOURCES = {".h", ".c", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.MULTILINE)

Graph = Mapping[str, Iterable[str]]


def layer_of(file: str) -> str | None:
    """The folder of LAYERS that the file belongs to."""
    parents = (parent.as_posix() for parent in Path(file).parents)
    return next((parent for parent in parents if parent in ROW), None)


def search_path(root: Path, file: Path) -> Iterator[Path]:
    """Where the build looks for our own files that a file includes."""
    yield file.parent
    yield root
    yield from sorted(root.glob("firmware/*/include"))
    yield root / "bindings" / "systemc" / "include"
    parts = file.relative_to(root).parts
    if parts[0] == "firmware":
        yield root / "firmware" / parts[1]  # a layer sees its own private headers


def includes_of(root: Path) -> dict[str, list[str]]:
    """Our own files, each with those of our own files that it includes."""
    files = sorted(p for top in TOPS for p in (root / top).rglob("*") if p.suffix in SOURCES)
    graph = {}
    for file in files:
        found = []
        for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
            candidates = (folder / name for folder in search_path(root, file))
            target = next((path for path in candidates if path.is_file()), None)
            if target is not None:
                found.append(target.resolve().relative_to(root).as_posix())
        graph[file.relative_to(root).as_posix()] = found
    return graph


def circle(graph: Graph) -> list[str]:
    """A circle of the graph, its first member repeated at the end; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        around: list[str] = error.args[1]
        return around[::-1]  # it goes from what is included to what includes it
    return []


def units(files: Iterable[str]) -> dict[str, str]:
    """The unit of each file: its path without an ending. A header has the unit of its source.

    The source lies beside the header. The source of a public header may lie anywhere in the layer.
    """
    sources: dict[tuple[str | None, str], list[str]] = defaultdict(list)
    plain = {file: Path(file).with_suffix("").as_posix() for file in files}
    for file in plain:
        if not file.endswith(".h"):
            sources[layer_of(file), Path(file).stem].append(file)
    found = {}
    for file, unit in plain.items():
        of_layer = sources[layer_of(file), Path(file).stem]
        public = "/include/" in file and len(of_layer) == 1
        found[file] = plain[of_layer[0]] if public else unit
    return found


def by_unit(graph: Graph) -> tuple[dict[str, list[str]], dict[tuple[str, str], str]]:
    """The graph of the units, and an include behind each of its edges."""
    unit_of = units(graph)
    edges: dict[str, list[str]] = defaultdict(list)
    reasons = {}
    for file, targets in graph.items():
        for target in targets:
            edge = (unit_of[file], unit_of[target])
            if edge[0] != edge[1] or file == target:
                edges[edge[0]].append(edge[1])
                reasons.setdefault(edge, f"{file} includes {target}")
    return edges, reasons


def by_folder(graph: Graph, top: str) -> tuple[dict[str, list[str]], dict[tuple[str, str], str]]:
    """The graph of the folders below `top`, and an include behind each of its edges."""
    folders: dict[str, list[str]] = {}
    reasons = {}
    for file, targets in graph.items():
        source = Path(file).parent.as_posix()
        for target in targets:
            edge = (source, Path(target).parent.as_posix())
            if edge[0] != edge[1] and all(f"{end}/".startswith(f"{top}/") for end in edge):
                folders.setdefault(edge[0], []).append(edge[1])
                reasons.setdefault(edge, f"{file} includes {target}")
    return folders, reasons


def findings(graph: Graph) -> Iterator[str]:
    """A message for each include that is wrong."""
    for kind, (parts, reasons) in (
        ("units", by_unit(graph)),
        ("folders", by_folder(graph, "model")),
    ):
        if around := circle(parts):
            because = "; ".join(reasons[edge] for edge in pairwise(around))
            yield f"{kind} include each other in a circle: {' -> '.join(around)} ({because})"
    for file, targets in graph.items():
        layer = layer_of(file)
        if layer is None:
            yield f"{file} is in no folder of LAYERS in scripts/layers.py"
            continue
        for target in targets:
            other = layer_of(target)
            if other is None or other == layer or ROW[other] < ROW[layer]:
                continue
            place = "above" if ROW[other] > ROW[layer] else "beside"
            yield f"{file} includes {target}, but {other} is {place} {layer}"


def main(root: Path) -> None:
    """Entry point."""
    wrong = list(findings(includes_of(root.resolve())))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1])
