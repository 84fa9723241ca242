"""The numbers that stand for the papers' words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import headstack_papers
from headstack_papers import words
from headstack_papers.claims import Bounds, at_least, at_most

FOLDER = Path(headstack_papers.__file__).parent
READING = re.compile(r'"([a-z ]+)": ([^;]+)')
"""A word with its reading in a claim's reason, as in '"close": a tenth; over all picks'."""


def test_the_forms_of_a_word() -> None:
    assert words.near("close") == Bounds(0.9, 1.1, "", '"close": a tenth')
    assert words.within("close") == Bounds(-10, 10, "%", '"close": a tenth')
    assert words.apart("very close") == at_most(5, "%", '"very close": a twentieth')
    assert words.below("substantially") == at_most(1 / 1.2, "", '"substantially": a fifth')
    assert words.above("significantly") == at_least(1.1, "", '"significantly": a tenth')
    assert words.exceeds("much") == at_least(50, "%", '"much": half as much again')
    assert words.exceeds("significantly") == at_least(10, "%", '"significantly": a tenth')
    assert words.below("dramatically") == at_most(0.5, "", '"dramatically": a factor of two')


def test_a_reason_may_say_more() -> None:
    assert words.near("close", "at the knee").reason == '"close": a tenth; at the knee'


def test_a_word_that_the_table_does_not_have() -> None:
    with pytest.raises(KeyError, match="hardly"):
        words.near("hardly")
    with pytest.raises(KeyError, match="much"):
        words.near("much")


def _readings(text: str) -> Iterator[tuple[str, str]]:
    """Yields each word of the table that a file's reasons read, with the reading."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for word, reading in READING.findall(node.value):
                if word in words.WORDS:
                    yield word, reading


def test_a_reading_is_found() -> None:
    assert list(_readings("""Bounds(1, 2, "", '"much": twice; or "new": so')""")) == [
        ("much", "twice")
    ]


def test_a_word_means_one_number_in_all_papers() -> None:
    found = {
        (path.relative_to(FOLDER).as_posix(), word)
        for path in FOLDER.glob("*/*.py")
        for word, reading in _readings(path.read_text(encoding="utf-8"))
        if not reading.startswith(words.WORDS[word])
    }
    assert found == set()
