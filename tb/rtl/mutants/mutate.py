"""Plants one of the bugs of mutants.toml into copies of the comparator's sources.

Usage: mutate.py --list               a line "name file test" for each bug
       mutate.py NAME RTL OUT FILE... the files of folder RTL, to folder OUT, with that bug
"""

import sys
import tomllib
from pathlib import Path


def mutants() -> dict[str, dict[str, str]]:
    """The bugs by name: file, old and new text, and the test that must fail."""
    with Path(__file__).with_name("mutants.toml").open("rb") as file:
        return tomllib.load(file)


def plant(name: str, rtl: Path, out: Path, files: list[str]) -> None:
    """Write the files, with the bug `name` in its one; its old text must be there once."""
    bug = mutants()[name]
    if bug["file"] not in files:
        sys.exit(f"mutant {name}: {bug['file']} is not among the sources {', '.join(files)}")
    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        text = (rtl / file).read_text(encoding="utf-8")
        if file == bug["file"]:
            if text.count(bug["old"]) != 1:
                sys.exit(f"mutant {name}: its old text is {text.count(bug['old'])} times in {file}")
            text = text.replace(bug["old"], bug["new"])
        (out / file).write_text(text, encoding="utf-8")


def main() -> None:
    """The command."""
    if sys.argv[1:] == ["--list"]:
        for name, bug in mutants().items():
            print(name, bug["file"], bug["killed_by"])
        return
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    name, rtl, out, *files = sys.argv[1:]
    plant(name, Path(rtl), Path(out), files)


if __name__ == "__main__":
    main()
