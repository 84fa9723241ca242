"""Every workload's text that README.md and docs/ put in back-ticks is of the parser's words.

A call without a module before it is a text for the command line. One that only Python has, as
`headstack.workload.random`, is named with its module.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from headstack import workload
from headstack.workload.media import RATES
from headstack.workload.text import _SHORT, WORDS, _parameters, maker_of

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FUNCTIONS = {name for name in workload.__all__ if inspect.isfunction(getattr(workload, name))}
CALL = re.compile(r"(?<![\w.])([a-z]\w*)\(")


def spans(page: str) -> Iterator[str]:
    """What stands in back-ticks, outside of fenced blocks."""
    text = re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S)
    for span in re.findall(r"`([^`]+)`", text):
        yield " ".join(span.split())


def arguments(text: str) -> list[str]:
    """Names of the arguments of a call, of which the text is what comes after its '('."""
    depth, own = 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        own += letter if depth == 0 else ""
    return re.findall(r"(\w+) ?=", own)


def wrong(page: str) -> list[str]:
    """The calls of a page that the parser does not know, and their arguments that it does not."""
    found = []
    for span in spans(page):
        for call in CALL.finditer(span):
            word = call[1]
            if word in FUNCTIONS and word not in WORDS:
                found.append(f"{word} in `{span}`")
            elif word in WORDS:
                known = {
                    *_parameters(maker_of(word)),
                    *_SHORT,
                    *(RATES if word == "streams" else ()),
                }
                unknown = set(arguments(span[call.end() :])) - known
                found += [f"{word}'s {name} in `{span}`" for name in sorted(unknown)]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_texts_are_of_the_parsers_words(page: Path) -> None:
    assert not wrong(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("`arrivals(times)` is one", ["arrivals in `arrivals(times)`"]),
        ("`mix(1: arrivals(times))`", ["arrivals in `mix(1: arrivals(times))`"]),
        ("`workload.random(rate=3)` is Python's", []),
        ("`random(rat=3)`", ["random's rat in `random(rat=3)`"]),
        (
            "`bursts(closed(outstanding=3, of=2))`",
            ["closed's of in `bursts(closed(outstanding=3, of=2))`"],
        ),
        ("`streams(mpeg2=20, cd_audio=5)` and `trace(FILE, mode=closed)`", []),
    ],
)
def test_what_is_wrong_is_found(page: str, found: list[str]) -> None:
    assert wrong(page) == found
