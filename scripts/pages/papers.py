"""Puts the verdicts of full runs of `headstack reproduce` into docs/reference/papers.md.

    headstack reproduce --all --folder FOLDER
    scripts/pages/papers.py FOLDER/claims.json --write

docs/reference/verdicts.json keeps the verdict on each claim, by finding. A run of some experiments
replaces the verdicts of these experiments, and keeps all others. The page is made from this file.
README.md gets the number of measured findings. Without `--write`, the script prints the parts of
the page.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from headstack.charts import page
from headstack_papers.conclusions import Judged, judged
from headstack_papers.experiment import Paper
from headstack_papers.findings import counted
from headstack_papers.kinds import JUDGED, Kind
from headstack_papers.reproduce import experiments, papers
from headstack_papers.verdict import Verdict, in_words, together

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs/reference/papers.md"
VERDICTS = ROOT / "docs/reference/verdicts.json"
README = ROOT / "README.md"
Row = dict[str, Any]
"""A finding in an experiment: `id`, `paper`, `experiment`, `section`, `published`, `kind`,
`quantity`, `points` (verdict on each claim, by its name in the experiment), and `why` (of the first
claim that does not hold). `joined` puts the rows of a sentence together."""

LISTS = {Verdict.FAILS: "What differs", Verdict.UNDECIDED: "What is undecided"}


def findings_of(document: Row) -> list[Row]:
    """Returns the findings of `claims.json`, each experiment's part as a row of its own."""
    of = {finding["id"]: finding for finding in document["findings"]}
    parts: dict[tuple[str, str], list[Row]] = {}
    for claim in document["claims"]:
        parts.setdefault((claim["experiment"], claim["finding"]), []).append(claim)
    found = []
    for (experiment, name), own in parts.items():
        kept = ("id", "paper", "section", "published", "kind", "quantity")
        why = next((claim["why"] for claim in own if claim["verdict"] != "holds"), "")
        points = {claim["id"].rpartition("/")[2]: claim["verdict"] for claim in own}
        row = {key: of[name][key] for key in kept}
        found.append({**row, "experiment": experiment, "points": points, "why": why})
    return found


def joined(rows: Iterable[Row]) -> list[Row]:
    """Joins the rows of a sentence: `experiments` has all of them, and `points` all points."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        key = (row["paper"], row["published"] or row["id"], row["section"], row["kind"])
        groups.setdefault(key, []).append(row)
    return [
        {
            **own[0],
            "experiments": [name_of(row) for row in own],
            "points": {
                f"{row['experiment']}/{claim}": verdict
                for row in own
                for claim, verdict in row["points"].items()
            },
            "why": next((row["why"] for row in own if row["why"]), ""),
        }
        for own in groups.values()
    ]


def merged(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """Replaces the findings of the experiments that have run, in the papers' order."""
    of: dict[str, list[Row]] = {}
    for rows in (old, new):
        ran = {name_of(row) for row in rows}
        of |= {name: [row for row in rows if name_of(row) == name] for name in ran}
    found = []
    for one in experiments():
        if one.id not in of:
            print(f"{one.id}: left out, because it has not run", file=sys.stderr)
        found += of.get(one.id, [])
    return found


def name_of(row: Row) -> str:
    """Returns the name of a finding's experiment, with the paper."""
    return f"{row['paper']}/{row['experiment']}"


def verdict_of(row: Row) -> Verdict:
    """Returns the verdict on a finding."""
    return together(map(Verdict, row["points"].values()), row["quantity"])


def concluded(paper: Paper, rows: Sequence[Row]) -> list[Judged]:
    """Returns the paper's conclusions with their verdicts."""
    claims = {
        f"{name_of(row)}/{claim}": (Kind(row["kind"]), Verdict(verdict))
        for row in rows
        for claim, verdict in row["points"].items()
    }
    return judged(paper.name, paper.conclusions, claims)


def parts(findings: Sequence[Row]) -> dict[str, str]:
    """Returns the parts of the page by the names of their marks."""
    of = {one.name: [row for row in findings if row["paper"] == one.name] for one in papers()}
    return {
        "overview": overview(of),
        **{paper.name: text_of(paper, of[paper.name]) for paper in papers()},
    }


OTHERS = (Kind.FITTED, Kind.CONSTRUCTION, Kind.INPUT)
"""Kinds of findings that say less about a paper than measured findings."""


def overview(of: Mapping[str, Sequence[Row]]) -> str:
    """Returns the table of all papers: conclusions, measured findings, and the other kinds."""
    headings = ("", "its conclusions", "measured findings", "fail", "undecided", *OTHERS)
    rows = [
        (paper.title, *numbers(concluded(paper, of[paper.name]), of[paper.name]))
        for paper in papers()
    ]
    ends = [one for paper in papers() for one in concluded(paper, of[paper.name])]
    total = numbers(ends, [row for own in of.values() for row in own])
    return page.table(page.cells(headings), [*rows, ("all", *total)])


def numbers(ends: Iterable[Judged], findings: Sequence[Row]) -> tuple[str, ...]:
    """Returns the numbers of the overview: how many of each kind hold."""
    rows = joined(findings)
    kinds = {kind: counted(verdict_of(row) for row in rows if row["kind"] == kind) for kind in Kind}
    measured = kinds[Kind.MEASURED]
    return (
        _of(counted(one.verdict for one in ends if one.verdict)),
        _of(measured),
        str(measured[Verdict.FAILS]),
        str(measured[Verdict.UNDECIDED]),
        *(_of(kinds[kind]) for kind in OTHERS),
    )


def _of(found: Mapping[Verdict, int]) -> str:
    """Returns how many hold, such as `9 of 10`."""
    return f"{found[Verdict.HOLDS]} of {sum(found.values())}" if sum(found.values()) else ""


def text_of(paper: Paper, rows: Sequence[Row]) -> str:
    """Returns the part of a paper: conclusions, figures, and what does not hold."""
    said = [paper.about]
    if paper.conclusions:
        said += ["**What the paper concludes**", conclusions_table(concluded(paper, rows))]
    said += ["**Figures, tables and sections**", figures_table(paper, rows)]
    for verdict, heading in LISTS.items():
        lines = [
            f"- {differs(row)}"
            for row in joined(rows)
            if row["kind"] in JUDGED and verdict_of(row) is verdict
        ]
        said += [f"**{heading}**", "\n".join(lines)] if lines else []
    if paper.left_out:
        left = (f"- {what}: {why}" for what, why in paper.left_out.items())
        said += ["**Not here**", "\n".join(left)]
    return "\n\n".join(said)


def conclusions_table(found: Iterable[Judged]) -> str:
    """Returns a table with a row for each sentence."""
    rows = []
    for one in found:
        said = one.conclusion
        quantity = "" if said.quantity == "all" else f" (meant: {in_words(said.quantity)})"
        remark = said.note or said.untested
        rows.append(
            (
                f"**{one.verdict.value}**" if one.verdict else "not tested",
                cell(f"\u201c{said.words}\u201d{quantity}" + (f"<br>{remark}" if remark else "")),
                said.section,
                _of(counted(one.points.values())),
                ", ".join(kind for kind in one.kinds),
            )
        )
    return page.table(page.cells(("", "sentence", "section", "points hold", "kind"), 5), rows)


def figures_table(paper: Paper, rows: Sequence[Row]) -> str:
    """Returns a table with the numbers of findings of each experiment."""
    counts = []
    for one in experiments([paper.name]):
        own = [row for row in rows if row["experiment"] == one.name]
        found = counted(map(verdict_of, own))
        if own:
            counts.append((cell(one.experiment.title), len(own), *found.values()))
    return page.table(page.cells(("", "findings", "hold", "fail", "undecided")), counts)


def differs(row: Row) -> str:
    """Returns the line of a joined finding that does not hold."""
    titles = [one.experiment.title.partition(":")[0] for one in experiments(row["experiments"])]
    found = counted(map(Verdict, row["points"].values()))
    several = f"; {_of(found)} points hold" if len(row["points"]) > 1 else ""
    kind = "" if row["kind"] == Kind.MEASURED else f"; {row['kind']}"
    why = f": {row['why']}" if row["why"] else ""
    return f"\u201c{row['published']}\u201d ({', '.join(titles)}{kind}{several}){why}"


def cell(text: str) -> str:
    """Escapes the marks that end a cell of a table."""
    return text.replace("|", "\\|")


def stored() -> list[Row]:
    """Reads the findings of earlier runs."""
    findings: list[Row] = json.loads(VERDICTS.read_text(encoding="utf-8"))
    return findings


def write(findings: Sequence[Row]) -> None:
    """Writes the findings, the page, new papers at its end, and the sums into README.md."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in findings)
    VERDICTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    for paper in papers():
        text = DOCS.read_text(encoding="utf-8")
        if not page.marked(text, paper.name):
            title = paper.title.partition(":")[0]
            marks = f"<!-- {paper.name} -->\n<!-- end of {paper.name} -->"
            DOCS.write_text(f"{text}\n## {title}\n\n{marks}\n", encoding="utf-8")
    for name, part in parts(findings).items():
        page.put(DOCS, name, part)
    text, times = re.subn(SENTENCE, sums(findings), README.read_text(encoding="utf-8"))
    if times != 1:
        raise SystemExit(f"README.md: the sentence with the sums stands {times} times in it")
    README.write_text(text, encoding="utf-8")


SENTENCE = r"of\s[\d,]+ measured findings\s[\d,]+ hold, [\d,]+ fail, and\s[\d,]+"


def sums(findings: Iterable[Row]) -> str:
    """Returns the sums of the measured findings as part of a sentence."""
    measured = (row for row in joined(findings) if row["kind"] == Kind.MEASURED)
    found = counted(map(verdict_of, measured))
    hold, fail, undecided = (f"{number:,}" for number in found.values())
    total = f"{sum(found.values()):,}"
    return f"of {total} measured findings {hold} hold, {fail} fail, and {undecided}"


def main() -> None:
    """Prints the parts, or writes them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("claims", type=Path, nargs="*", help="claims.json of a full run")
    parser.add_argument(
        "--write",
        action="store_true",
        help=f"write {VERDICTS.name}, the parts of {DOCS.name}, and the sums in README.md",
    )
    arguments = parser.parse_args()
    findings = stored() if VERDICTS.exists() else []
    for path in arguments.claims:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["scale"] != "full":
            parser.error(f"{path}: a {document['scale']} run; a full run is required")
        findings = merged(findings, findings_of(document))
    if arguments.write:
        write(findings)
        return
    for name, text in parts(findings).items():
        sys.stdout.write(f"{name}\n{text}\n\n")


if __name__ == "__main__":
    main()
