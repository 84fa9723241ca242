"""The index of docs/: each page with its title and its first paragraph.

Without --write it prints the index.
"""

import argparse
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
INDEX = DOCS / "README.md"
FOLDERS = {
    "start": "Start",
    "use": "Use",
    "reference": "Reference",
    "inside": "Inside",
}
FIRST = ("install", "main-job", "python")
"""Pages of `start` in the order in which a newcomer reads them; the others follow."""
MADE = {
    "registers": (
        "Registers",
        "After this page you can look up every register of the drive's boxes.",
    ),
    "host-adapter": (
        "Registers of the host adapter",
        "After this page you can write a driver for the disk as a memory-mapped device.",
    ),
}
"""Pages that another program makes, with a title and a first paragraph for the index."""


def first_paragraph(page: Path) -> tuple[str, str]:
    """Title and first paragraph of a page; ValueError if there is none."""
    if page.stem in MADE:
        return MADE[page.stem]
    text = page.read_text(encoding="utf-8")
    match = re.match(r"# ([^\n]+)\n\n(.+?)\n\n", text, re.DOTALL)
    if match is None:
        raise ValueError(f"{page}: a page begins with a title and a paragraph")
    return match[1], " ".join(match[2].split())


def pages(folder: str) -> list[Path]:
    """The pages of a folder in the order of the index."""
    places = {name: place for place, name in enumerate(FIRST)}
    found = (DOCS / folder).glob("*.md")
    return sorted(found, key=lambda page: (places.get(page.stem, len(places)), page.stem))


def index() -> str:
    """The text of the index."""
    parts = ["# The pages\n\nMade by `scripts/pages/index.py` from each page's first paragraph.\n"]
    for folder, title in FOLDERS.items():
        parts.append(f"\n## {title}\n\n")
        for page in pages(folder):
            heading, said = first_paragraph(page)
            said = said.removeprefix("After this page you can ")
            parts.append(f"- [{heading}]({folder}/{page.name}): {said}\n")
    return "".join(parts)


def main() -> None:
    """Prints the index, or writes it."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help="put it into docs/README.md")
    if parser.parse_args().write:
        INDEX.write_text(index(), encoding="utf-8")
    else:
        sys.stdout.write(index())


if __name__ == "__main__":
    main()
