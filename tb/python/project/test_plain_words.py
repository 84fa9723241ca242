"""Pages, texts of keys and comments are in plain words: short sentences with named subjects.

CONTRIBUTING.md has the rules and the word list. Generated pages and generated tables are left out.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from headstack._core import DriveKey, drive_keys

ROOT = Path(__file__).resolve().parents[3]
MADE = {"registers.md", "host-adapter.md", "papers.md", "docs/README.md"}
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


def sources() -> list[Path]:
    """The sources of the firmware, the model and the extension, and the headers of the tests."""
    folders = {
        "firmware": (".c", ".h"),
        "model": (".cpp", ".h"),
        "bindings/core": (".cpp", ".h"),
        "tb": (".h",),
    }
    return sorted(
        source
        for folder, suffixes in folders.items()
        for source in (ROOT / folder).rglob("*")
        if source.suffix in suffixes
    )


MOST_WORDS = 35
OPENINGS = {"It", "Its", "That", "Those", "They", "What"}
"""Words that no sentence begins with."""
BANNED = (
    *("hangs on", "hang on", "goes on", "go on with", "is to be", "are to be", "for good"),
    *("will do", "as good as", "of which the", "what is done", "behind it", "in front of it"),
)


def of_page(page: Path) -> str:
    """The prose of a page, without code, tables, links and comments."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    text = re.sub(r"<!-- ([\w ]+)(?::.*?)? -->.*?<!-- end(?: of \1)? -->", "", text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"^(#|\||!\[).*$", "", text, flags=re.M)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


COMMENT = re.compile(
    r'"(?:[^"\\\n]|\\.)*"'  # text is skipped
    r"|/\*(?P<block>.*?)\*/|(?P<lines>(?:^[ \t]*//[^\n]*\n)+)|//(?P<rest>[^\n]*)",
    re.M | re.S,
)


def of_comments(source: Path) -> Iterator[str]:
    """The comments of a C or C++ source, without the indented drawings and code in them."""
    for found in COMMENT.finditer(source.read_text(encoding="utf-8")):
        text = found["block"] or found["lines"] or found["rest"] or ""
        text = re.sub(r"^[ \t]*(?:\*|//)", "", text.replace("\\\n", "\n"), flags=re.M)
        yield re.sub(r"^ {3,}.*$", "", text, flags=re.M)


def sentences(prose: str) -> Iterator[str]:
    """The sentences of a text. A name in back-ticks counts as a word."""
    text = re.sub(r"`[^`]*`", "name", prose)
    for block in re.split(r"\n\s*\n|\n *(?:[-*]|\d+\.) ", text):
        plain = " ".join(block.replace("*", "").split())
        yield from (one for one in re.split(r"(?<=[.!?:;])\s+", plain) if one)


def wrong(prose: str) -> list[str]:
    """The sentences of a text that break a rule, each with the rule."""
    found = []
    for sentence in sentences(prose):
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
    assert wrong(of_page(page)) == []


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
    [found] = wrong(of_page(page))
    assert found.startswith(rule)


@pytest.mark.parametrize("key", drive_keys(), ids=lambda key: key.path)
def test_the_text_of_a_key_is_in_plain_words(key: DriveKey) -> None:
    """The text is also a message, a row of drive-files.md and a comment of drive files."""
    assert wrong(key.text[0].upper() + key.text[1:]) == []


@pytest.mark.parametrize("source", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_comments_are_in_plain_words(source: Path) -> None:
    assert [found for text in of_comments(source) for found in wrong(text)] == []


def test_a_broken_rule_is_found_in_a_comment(tmp_path: Path) -> None:
    source = tmp_path / "source.h"
    source.write_text(
        "/* A table. It is\n * constant. */\n"
        "// What is drawn:\n//   It has a drawing.\n"
        'int a = "// It is text";  // That counts.\n'
    )
    found = [found for text in of_comments(source) for found in wrong(text)]
    assert [one.partition(":")[0] for one in found] == [
        "begins with It",
        "begins with What",
        "begins with That",
    ]
