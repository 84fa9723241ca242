"""Every name that README.md, docs/ and the folders' README.md put in back-ticks exists.

A word counts as there if a source has it outside of comments and docstrings, which could be as old
as the page. Names that say where they belong are looked up there: members in their class's files,
Python names in the package, keys in a drive, files in the checkout. Links, paths from the root and
command options are in test_docs.py; the pages' blocks run there.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import headstack
from headstack import _core

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ("firmware", "model", "bindings", "rtl", "scripts", "tb", "cmake")
TEXT = {"", ".c", ".h", ".cpp", ".sv", ".rdl", ".toml", ".txt", ".cmake", ".sh"}
PYTHON = {".py", ".pyi"}
PAST = {"CHANGELOG.md", "decisions.md"}
"""Pages that tell what once was, and what was rejected: their names need not be there any more."""

PAGES = sorted(
    page
    for page in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(
            page
            for top in SOURCES
            for page in (ROOT / top).rglob("README.md")
            if page.parent.name != "example"  # of a project of its own: test_own_firmware.py
        ),
    ]
    if page.name not in PAST
)

NOT_OURS = {
    "DCMAKE_CXX_STANDARD": "an option of CMake's",
    "nb_transport": "a call of TLM-2.0",
    "pkgconf": "a package of Fedora's",
    "elfutils": "part of the name of a package of Fedora's",
    "devel": "packages of Fedora's",
    "chrt": "a program of util-linux",
    "ajw": "a trace of HP Labs'",
    "dm_layout_g1": "a module of DiskSim's",
    "hplplus10": "a seek curve of DiskSim's",
    "hs_lcfs": "the page's example of a scheduler to add",
    "lcfs": "the same",
}
PLACEHOLDERS = {
    "ARGUMENTS",
    "hs_NAME",
    "lane_N",
    "segment_N",
    "mean_",
    "median_",
    "p95_",
    "p99_",
    "_non_sequential",
}
"""What a reader puts something in the place of, and parts of names."""

EXAMPLES = {"lcfs.c", "NAME.c", "a.b.c"}
"""Files that a page tells the reader to make, and what only looks like one."""

WORD = re.compile(r"[A-Za-z_]\w*")
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
FILE = re.compile(r"[\w./-]*\w\.(?:c|h|cpp|py|pyi|sv|rdl|sh|toml|md|png|svg|so)")
CONTENTS = re.compile(r"[\w-]+(?:/[\w.-]+)*/?")
MEMBER = re.compile(r"(\w+)::(\w+)")
DOTTED = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?!\w|\.\.)")
VARIABLES = {"result": headstack.Result, "found": headstack.BusResult}
"""Variables of the pages, by the class of what they hold."""


def spans(page: Path) -> Iterator[str]:
    """What stands in back-ticks outside of fenced blocks and comments, as one line each."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for span in re.findall(r"`([^`]+)`", re.sub(r"<!--.*?-->", "", text, flags=re.S)):
        yield " ".join(span.split())


def python_words(text: str) -> Iterator[str]:
    """Names and strings of a module, without its comments and docstrings."""
    tree = ast.parse(text)
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from WORD.findall(node.value)
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield from name.split(".")


@cache
def sources() -> dict[Path, set[str]]:
    """The words of each source."""
    found = {}
    for path in (path for top in SOURCES for path in (ROOT / top).rglob("*")):
        if path == Path(__file__).resolve():
            found[path] = set()  # it would know every word that it excepts
        elif path.suffix in PYTHON:
            found[path] = set(python_words(path.read_text(encoding="utf-8")))
        elif path.suffix in TEXT and path.is_file() and "__pycache__" not in path.parts:
            text = path.read_text(encoding="utf-8")
            if path.suffix in {".c", ".h", ".cpp", ".sv"}:
                text = COMMENTS.sub("", text)
            found[path] = set(WORD.findall(text))
    return found


@cache
def all_words() -> set[str]:
    names = {part for path in sources() for part in (*path.relative_to(ROOT).parts[:-1], path.stem)}
    return set().union(*sources().values(), names, {"docs", "README", "md", "CONTRIBUTING"})


def each_page(test: object) -> object:
    return pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))(
        test
    )


@each_page
def test_words_are_in_a_source(page: Path) -> None:
    known = all_words() | set(NOT_OURS) | PLACEHOLDERS
    for span in spans(page):
        missing = set(WORD.findall(span)) - known
        assert not missing, f"`{span}`: {missing}"


@each_page
def test_members_are_in_their_class(page: Path) -> None:
    for span in spans(page):
        for owner, member in MEMBER.findall(span):
            declaration = re.compile(rf"\b(?:class|struct) {owner}\b[^;]*{{")
            assert any(
                declaration.search(path.read_text(encoding="utf-8"))
                for path, words in sources().items()
                if path.suffix in {".h", ".cpp"} and {owner, member} <= words
            ), span


@each_page
def test_files_and_folders_are_there(page: Path) -> None:
    """By their name alone, or from the page's folder; `x.h` of a page of docs/ may lie anywhere."""
    names = {path.name for path in sources()} | {page.name for page in PAGES}
    for span in spans(page):
        near = [page.parent, ROOT, *page.parent.glob("*/"), *page.parent.glob("include/*/")]
        if FILE.fullmatch(span) and span not in EXAMPLES and "/" not in span:
            assert span in names, span
        path = FILE.fullmatch(span) or (CONTENTS.fullmatch(span) and span.endswith("/"))
        if path and page.name == "README.md" and page.parent != ROOT:
            assert any((folder / span).exists() for folder in near), span


def in_a_class(name: str) -> bool:
    """Whether a module that has the class has its member."""
    owner, member = name.split(".")[:2]
    return any(
        re.search(rf"^class {owner}\b", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path, words in sources().items()
        if path.suffix in PYTHON and {owner, member} <= words
    )


def in_the_package(name: str) -> bool:
    """Whether a dotted name leads somewhere, as far as it goes through modules and classes."""
    first, *rest = name.removeprefix("headstack.").split(".")
    found = {"_core": _core, "queue": _core.WaitingQueue, **VARIABLES}.get(first)
    for part in rest if found else (first, *rest):
        owner = found or headstack
        if isinstance(owner, type) and owner.__module__ != _core.__name__:
            return re.search(rf"\b{part}\b", inspect.getsource(owner)) is not None
        if not hasattr(owner, part):
            return False
        found = getattr(owner, part)
        if not inspect.ismodule(found) and not inspect.isclass(found):
            return True
    return True


@cache
def keys() -> set[str]:
    """All keys of a drive file, and what they stand in, by a table that loader_test.cpp checks."""
    table = (ROOT / "docs/reference/drive-files.md").read_text(encoding="utf-8")
    full = re.findall(r"^\| `(\w+(?:\.\w+)+)` \|", table, re.MULTILINE)
    return {
        key[:end]
        for key in full
        for end in (*(m.start() for m in re.finditer(r"\.", key)), len(key))
    }


@each_page
def test_dotted_names_lead_somewhere(page: Path) -> None:
    """To a key of a drive file, or to something of the package, by what they begin with."""
    assert {"seek", "overhead.write_per_block", "layout.zone"} <= keys()
    for span in spans(page):
        for name in DOTTED.findall(span):
            first = name.partition(".")[0]
            if FILE.fullmatch(name) or first == "drive":  # the last are signals in waveforms
                continue
            of_package = first in {"headstack", "_core", *VARIABLES} or hasattr(headstack, first)
            if first in keys() or of_package:
                assert name in keys() or in_the_package(name), f"`{span}`: {name}"
            elif first[0].isupper():
                assert in_a_class(name), f"`{span}`: {name}"
