"""How `scripts/mutate cpp` writes planted bugs into a source, and which survivors it forgives."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "tb/mutation"
sys.path.insert(0, str(TOOL))

from known import Known, known  # noqa: E402
from points import Mutated, Part, Point, one_line  # noqa: E402

TEXT = "int f(int a) {\n  // half\n  return a / 2;\n}\n"


def point(word: str, kind: str, pieces: tuple[str | Part, ...], changed: str) -> Point:
    """A bug at a word of TEXT."""
    start = TEXT.index(word)
    line = TEXT.count("\n", 0, start) + 1
    return Point(
        *("firmware/f.c", line, 1, start, start + len(word), "f", kind, word, changed),
        *(TEXT.splitlines()[line - 1].strip(), pieces),
    )


def division() -> Point:
    at = TEXT.index("a / 2")
    pieces = (Part(at, at + 1), " * ", Part(at + 4, at + 5))
    return point("a / 2", "arithmetic", pieces, "a * 2")


def test_a_bug_inside_a_bug_can_be_active_alone() -> None:
    at = TEXT.index("2")
    constant = point("2", "constant", (Part(at, at + 1), " + 1"), "2 + 1")
    text = Mutated(TEXT.encode(), [(1, division()), (2, constant)]).text()
    two = "(headstack_mutant(2) ? (2 + 1) : (2))"
    expected = f"return (headstack_mutant(1) ? (a * {two}) : (a / {two}));"
    assert text == TEXT.replace("return a / 2;", expected)


def test_a_negation_and_a_statement_that_is_left_out() -> None:
    negated = point("a / 2", "return", (), "!(a / 2)")
    assert "(headstack_mutant(7) != !!(a / 2))" in Mutated(TEXT.encode(), [(7, negated)]).text()
    left_out = Point(**{**vars(point("a / 2", "statement", ("0",), "")), "is_statement": True})
    text = Mutated(TEXT.encode(), [(3, left_out)]).text()
    assert "(headstack_mutant(3) ? (void)(0) : (void)(a / 2))" in text


def test_lines_keep_their_numbers() -> None:
    """A mutated text has no line ends of its own, and no comment that would hide its end."""
    source = 'g(a, // the "first"\n  "// b")'
    assert one_line(source) == 'g(a, "// b")'
    whole = Point(**{**vars(division()), "start": 0, "end": len(source), "lines": 2})
    inside = Point(**{**vars(whole), "pieces": (Part(0, len(source)), " + 1")})
    text = Mutated(source.encode(), [(1, inside)]).text()
    assert text.count("\n") == source.count("\n")


def test_a_survivor_is_known_by_its_text_and_not_by_its_line() -> None:
    entry = Known("firmware/f.c", "f", "arithmetic", "return a / 2;", "no reason")
    moved = Point(**{**vars(division()), "line": 70})
    assert entry.has(division())
    assert entry.has(moved)
    assert not entry.has(Point(**{**vars(division()), "context": "return a / 4;"}))
    assert not Known(**{**vars(entry), "original": "2"}).has(division())


@pytest.mark.parametrize("entry", known(), ids=lambda entry: f"{entry.file}: {entry.line}")
def test_each_listed_survivor_is_in_the_sources(entry: Known) -> None:
    lines = [line.strip() for line in (ROOT / entry.file).read_text().splitlines()]
    assert entry.line in lines
    name = entry.function.split("::")[-1]
    assert re.search(rf"\b{re.escape(name)}\b", (ROOT / entry.file).read_text()) or name == "lambda"
    assert entry.original in (ROOT / entry.file).read_text() or "(" in entry.original
    assert len(entry.reason.split()) > 3


def test_only_bodies_of_functions_have_bugs(tmp_path: Path) -> None:
    """With libclang: constants of the language, macros and texts of messages stay as they are."""
    pytest.importorskip("clang.cindex")
    from finder import Finder

    (tmp_path / "model").mkdir()
    file = tmp_path / "model/a.cpp"
    file.write_text(
        "#define HALF(x) ((x) / 2)\n"
        "enum class E { one = 1 };\n"
        "static_assert(1 < 2);\n"
        "constexpr int kSize = 3 + 4;\n"
        "void format(int);\n"
        "int f(int a) {\n"
        "  int all[2] = {0};\n"
        "  static int never = 5;\n"
        "  format(a + 1);\n"
        "  if (a < HALF(8)) {\n"
        "    all[1] = never;\n"
        "  }\n"
        "  if constexpr (sizeof(int) == 4) {\n"
        "    return all[1];\n"
        "  }\n"
        "  throw 6 + 7;\n"
        "}\n"
    )
    found = Finder(tmp_path, ("model",)).points(file, ["-std=c++17"])
    assert [(p.line, p.kind, p.original) for p in found] == [
        (7, "constant", "0"),
        (10, "condition", "a < HALF(8)"),
        (10, "relation", "a < HALF(8)"),
        (11, "statement", "all[1] = never"),
        (11, "constant", "1"),
        (14, "return", "all[1]"),
        (14, "constant", "1"),
    ]
