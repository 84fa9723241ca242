"""Puts the claims of full runs of `headstack reproduce` into docs/reference/papers.md.

    headstack reproduce --all --folder FOLDER
    scripts/pages/papers.py FOLDER/claims.json --write

A run of some experiments replaces the claims of these experiments, and keeps all other claims of
the page. The script also writes the sums of the claims into README.md. Without `--write`, it prints
the parts of the page.
"""

import argparse
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from headstack.charts import page
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Verdict
from headstack_papers.experiment import Paper
from headstack_papers.reproduce import experiments, papers

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs/reference/papers.md"
README = ROOT / "README.md"
Row = dict[str, Any]
"""A claim in the form of `claims.json`."""

LISTS = {
    Verdict.FAILS: "**What fails, and why**",
    Verdict.UNDECIDED: "**What is undecided**",
}
NO_REASON = "No more than its words."


@dataclass
class Part:
    """The claims of a paper on the page.

    Attributes:
        numbers: number of claims of each experiment, then the number of claims with each verdict;
            by title of the experiment.
        lists: lines about single claims, by verdict and reason.
    """

    numbers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    lists: dict[Verdict, dict[str, list[str]]] = field(
        default_factory=lambda: {verdict: {} for verdict in LISTS}
    )


def short(title: str) -> str:
    """Returns the beginning of an experiment's title, such as 'Figure 2'. Its lines begin so."""
    return title.partition(":")[0]


def part_of(name: str, claims: Sequence[Row]) -> Part:
    """Returns the claims of the experiments of a paper that have run."""
    found = Part()
    for one in experiments([name]):
        own = [row for row in claims if (row["paper"], row["experiment"]) == (name, one.name)]
        verdicts = Counter(row["verdict"] for row in own)
        if own:
            found.numbers[one.experiment.title] = (len(own), *(verdicts[v.value] for v in Verdict))
        for row in own:
            if row["verdict"] in LISTS:
                line = f"{short(one.experiment.title)}, {said(row)}"
                reasons = found.lists[Verdict(row["verdict"])]
                reasons.setdefault(row["why"] or "", []).append(line)
    return found


def stored(text: str) -> Part:
    """Reads the part of the page about a paper."""
    found = Part()
    for title, *numbers in re.findall(r"^\| (.+) \|" + r" (\d+) \|" * 4 + "$", text, re.MULTILINE):
        found.numbers[title.replace("\\|", "|")] = tuple(map(int, numbers))
    reasons, reason = found.lists[Verdict.FAILS], ""
    for line in text.splitlines():
        for verdict, heading in LISTS.items():
            reasons = found.lists[verdict] if line == heading else reasons
        if line.startswith("  - "):
            reasons.setdefault(reason, []).append(line[4:])
        elif line.startswith("- "):
            reason = "" if line[2:] == NO_REASON else line[2:]
    return found


def merged(old: Part, new: Part, titles: Sequence[str]) -> Part:
    """Replaces experiments of the old part by experiments of the new part.

    Args:
        old: part of the page.
        new: experiments that have run.
        titles: titles of all experiments of the paper, in order.
    """
    numbers = old.numbers | new.numbers
    for title in titles:
        if title not in numbers:
            print(f"{title}: left out, because it has not run", file=sys.stderr)
    titles = [title for title in titles if title in numbers]
    anew = {short(title) for title in new.numbers}
    order = {short(title): place for place, title in enumerate(titles)}
    found = Part({title: numbers[title] for title in titles})
    for verdict, reasons in found.lists.items():
        for reason in sorted({*old.lists[verdict], *new.lists[verdict]}):
            kept = [
                line
                for line in old.lists[verdict].get(reason, ())
                if beginning(line) not in anew and beginning(line) in order
            ]
            lines = kept + new.lists[verdict].get(reason, [])
            if lines:
                reasons[reason] = sorted(lines, key=lambda line: order[beginning(line)])
    return found


def beginning(line: str) -> str:
    """Returns the beginning of a line about a claim: the `short` title of the experiment."""
    return line.partition(", ")[0]


def counted(first: str, rows: Iterable[tuple[str, Sequence[int]]]) -> str:
    """Returns a Markdown table with the numbers of claims."""
    columns = page.cells((first, "claims", "hold", "fail", "undecided"))
    return page.table(columns, [(cell(name), *map(str, numbers)) for name, numbers in rows])


def sums(rows: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Returns the sums of the columns of numbers."""
    none = [0] * (1 + len(Verdict))
    return tuple(map(sum, zip(none, *rows, strict=True)))


def text_of(paper: Paper, part: Part) -> str:
    """Returns the part of a paper: numbers, claims that do not hold, and parts left out."""
    parts = [paper.about, counted("", part.numbers.items())]
    for verdict, heading in LISTS.items():
        lines = [heading, ""]
        for reason, claims in part.lists[verdict].items():
            lines += [f"- {reason or NO_REASON}", *(f"  - {claim}" for claim in claims)]
        parts += ["\n".join(lines)] if part.lists[verdict] else []
    if paper.left_out:
        left = (f"- {what}: {why}" for what, why in paper.left_out.items())
        parts.append("\n".join(("**Not here**", "", *left)))
    return "\n\n".join(parts)


def said(claim: Row) -> str:
    """Returns the text of a claim: published value, bounds, measured value and evidence."""
    measured, bounds = read(claim)
    unit = f" {claim['unit']}" if claim["unit"] else ""
    text = (
        f"{claim['claim']}: \u201c{claim['published']}\u201d, allowed {bounds.text()}{unit}, "
        f"here {measured.text(claim['unit'])}"
    )
    evidence = Counter(one["verdict"] for one in claim["evidence"])
    if evidence:
        text += "; evidence: " + ", ".join(f"{number} {name}" for name, number in evidence.items())
    return text


def read(claim: Row) -> tuple[Measured, Bounds]:
    """Returns the measured value and the bounds."""
    low, high = claim["interval"]
    ends = (
        infinite if end is None else end
        for end, infinite in zip(claim["tolerance"], (-math.inf, math.inf), strict=True)
    )
    mean = math.nan if claim["ours"] is None else claim["ours"]
    half = math.nan if low is None or high is None else (high - low) / 2
    return Measured(mean, half, claim["runs"]), Bounds(*ends)


def cell(text: str) -> str:
    """Escapes the marks that end a cell of a table."""
    return text.replace("|", "\\|")


def parts(document: Row, text: str) -> dict[str, str]:
    """Returns the new parts of the page by the names of their marks. `text` is the old page."""
    found = {}
    for paper in papers():
        old = [stored(mark[2]) for mark in page.marked(text, paper.name)]
        titles = [one.experiment.title for one in experiments([paper.name])]
        new = part_of(paper.name, document["claims"])
        found[paper.name] = merged(old[0] if old else Part(), new, titles)
    rows = [(paper.title, sums(found[paper.name].numbers.values())) for paper in papers()]
    overview = counted("", [*rows, ("all", sums(numbers for _, numbers in rows))])
    return {
        "overview": overview,
        **{paper.name: text_of(paper, found[paper.name]) for paper in papers()},
    }


def write(found: dict[str, str]) -> None:
    """Writes the parts into the page, new papers at its end. Writes the sums into README.md."""
    for paper in papers():
        text = DOCS.read_text(encoding="utf-8")
        if not page.marked(text, paper.name):
            title = paper.title.partition(":")[0]
            marks = f"<!-- {paper.name} -->\n<!-- end of {paper.name} -->"
            DOCS.write_text(f"{text}\n## {title}\n\n{marks}\n", encoding="utf-8")
    for name, part in found.items():
        page.put(DOCS, name, part)
    total = re.findall(r"\d+", found["overview"].splitlines()[-1])
    claims, hold, fail, undecided = (f"{int(number):,}" for number in total)
    readme = README.read_text(encoding="utf-8")
    sentence = r"of [\d,]+ claims [\d,]+ hold, [\d,]+ fail, and(\s+)[\d,]+"
    said = rf"of {claims} claims {hold} hold, {fail} fail, and\g<1>{undecided}"
    text, times = re.subn(sentence, said, readme)
    if times != 1:
        raise SystemExit(f"README.md: the sentence with the sums stands {times} times in it")
    README.write_text(text, encoding="utf-8")


def main() -> None:
    """Prints the parts, or writes them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("claims", type=Path, help="claims.json of a full run")
    parser.add_argument(
        "--write",
        action="store_true",
        help=f"write the parts into {DOCS.name} and the sums into README.md",
    )
    arguments = parser.parse_args()
    document = json.loads(arguments.claims.read_text(encoding="utf-8"))
    if document["scale"] != "full":
        parser.error(f"{arguments.claims}: a {document['scale']} run; a full run is required")
    found = parts(document, DOCS.read_text(encoding="utf-8"))
    if arguments.write:
        write(found)
        return
    for name, text in found.items():
        sys.stdout.write(f"{name}\n{text}\n\n")


if __name__ == "__main__":
    main()
