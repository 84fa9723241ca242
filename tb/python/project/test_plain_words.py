"""The pages are in plain words: short sentences that name their subjects, without banned phrases.

CONTRIBUTING.md has the rules and the word list. Generated pages and generated tables are left out.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MADE = {"registers.md", "papers.md", "docs/README.md"}
"""Pages that programs make."""
FOLDERS = ("docs", "firmware", "model", "bindings/lab", "bindings/identify", "bindings/papers")


def pages() -> Iterator[Path]:
    """The pages that people wrote."""
    yield ROOT / "README.md"
    yield ROOT / "CONTRIBUTING.md"
    for folder in FOLDERS:
        name = "*.md" if folder == "docs" else "README.md"
        for page in sorted((ROOT / folder).rglob(name)):
            linked = "headstack/firmware" in page.as_posix()  # in a tree that was built
            if not linked and not {page.name, page.relative_to(ROOT).as_posix()} & MADE:
                yield page


MOST_WORDS = 35
OPENINGS = {"It", "Its", "That", "Those", "They", "What"}
"""Words that no sentence begins with."""
BANNED = (
    *("hangs on", "hang on", "goes on", "go on with", "is to be", "are to be", "for good"),
    *("will do", "as good as", "of which the", "what is done", "behind it", "in front of it"),
)


def sentences(page: Path) -> Iterator[str]:
    """The sentences of a page's prose, without code, tables, links and comments."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    text = re.sub(r"<!-- ([\w ]+)(?::.*?)? -->.*?<!-- end(?: of \1)? -->", "", text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"^(#|\||!\[).*$", "", text, flags=re.M)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "name", text)
    for block in re.split(r"\n\s*\n|\n *(?:[-*]|\d+\.) ", text):
        plain = " ".join(block.replace("*", "").split())
        yield from (one for one in re.split(r"(?<=[.!?:;])\s+", plain) if one)


def wrong(page: Path) -> list[str]:
    """The sentences of a page that break a rule, each with the rule."""
    found = []
    for sentence in sentences(page):
        words = sentence.split()
        if len(words) > MOST_WORDS:
            found.append(f"{len(words)} words: {sentence}")
        if words[0].rstrip(",") in OPENINGS:
            found.append(f"begins with {words[0]}: {sentence}")
        found += [
            f"{phrase!r}: {sentence}" for phrase in BANNED if f" {phrase} " in f" {sentence} "
        ]
    return found


@pytest.mark.parametrize("page", [*pages()], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_is_in_plain_words(page: Path) -> None:
    assert wrong(page) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("It is a page.", "begins with It"),
        (f"The {'very ' * 40}long sentence.", "43 words"),
        ("The result hangs on the seed.", "'hangs on'"),
        ("- A list.\n- That is one.", "begins with That"),
    ],
)
def test_a_broken_rule_is_found(text: str, rule: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    [found] = wrong(page)
    assert found.startswith(rule)
