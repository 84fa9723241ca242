"""Puts the claims of a full run of `headstack reproduce` into docs/reference/papers.md.

    headstack reproduce --all --folder FOLDER
    scripts/pages/papers.py FOLDER/claims.json --write

Without `--write` the page's parts are printed.
"""

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from headstack.charts import page
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Verdict
from headstack_papers.reproduce import Named, experiments, papers

DOCS = Path(__file__).resolve().parents[2] / "docs/reference/papers.md"
Row = dict[str, Any]
"""A claim as `claims.json` has it."""


def numbers(claims: Sequence[Row]) -> list[str]:
    """How many claims there are, and how many have each verdict."""
    found = Counter(claim["verdict"] for claim in claims)
    return [f"{len(claims)}", *(f"{found[verdict.value]}" for verdict in Verdict)]


def counted(first: str, rows: Sequence[tuple[str, Sequence[Row]]]) -> str:
    """A Markdown table of verdicts."""
    columns = page.cells((first, "claims", "hold", "fail", "undecided"))
    return page.table(columns, [(name, *numbers(claims)) for name, claims in rows])


def overview(claims: Sequence[Row]) -> str:
    """The papers with their numbers of claims, and the sums."""
    rows = [
        (paper.title, [claim for claim in claims if claim["paper"] == paper.name])
        for paper in papers()
    ]
    return counted("", [*rows, ("all", claims)])


def paper(name: str, claims: Sequence[Row]) -> str:
    """A paper's part: its experiments, then what does not hold, then what is left out."""
    own = {
        one.id: [claim for claim in claims if f"{claim['paper']}/{claim['experiment']}" == one.id]
        for one in experiments([name])
    }
    titles = {one.id: one for one in experiments([name])}
    every = [claim for rows in own.values() for claim in rows]
    [about] = [one for one in papers() if one.name == name]
    parts = [
        about.about,
        counted("", [(cell(titles[key].experiment.title), rows) for key, rows in own.items()]),
        *(
            "\n".join((f"**{title}**", "", *groups(every, verdict, titles)))
            for verdict, title in (
                (Verdict.FAILS, "What fails, and why"),
                (Verdict.UNDECIDED, "What is undecided"),
            )
            if any(claim["verdict"] == verdict for claim in every)
        ),
    ]
    if about.left_out:
        left = (f"- {what}: {why}" for what, why in about.left_out.items())
        parts.append("\n".join(("**Not here**", "", *left)))
    return "\n\n".join(parts)


def groups(claims: Sequence[Row], verdict: Verdict, titles: dict[str, Named]) -> Iterator[str]:
    """Lines of a list: a reason, and the claims that have it."""
    found = [claim for claim in claims if claim["verdict"] == verdict]
    for why, own in groupby(sorted(found, key=lambda claim: str(claim["why"])), _why):
        yield f"- {why or 'No more than its words.'}"
        for claim in own:
            title = titles[f"{claim['paper']}/{claim['experiment']}"].experiment.title
            yield f"  - {title.partition(':')[0]}, {said(claim)}"


def _why(claim: Row) -> str:
    return str(claim["why"])


def said(claim: Row) -> str:
    """What a claim says, allows, and what came out; then its evidence."""
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
    """The measured value and the bounds."""
    low, high = claim["interval"]
    ends = (
        infinite if end is None else end
        for end, infinite in zip(claim["tolerance"], (-math.inf, math.inf), strict=True)
    )
    mean = math.nan if claim["ours"] is None else claim["ours"]
    half = math.nan if low is None or high is None else (high - low) / 2
    return Measured(mean, half, claim["runs"]), Bounds(*ends)


def cell(text: str) -> str:
    """Text without what ends a cell of a table."""
    return text.replace("|", "\\|")


def parts(document: Row) -> dict[str, str]:
    """The page's parts by the names of their marks."""
    claims = document["claims"]
    return {
        "overview": overview(claims),
        **{one.name: paper(one.name, claims) for one in papers()},
    }


def main() -> None:
    """Prints the parts, or puts them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("claims", type=Path, help="claims.json of a full run")
    parser.add_argument("--write", action="store_true", help=f"put them into {DOCS.name}")
    arguments = parser.parse_args()
    document = json.loads(arguments.claims.read_text(encoding="utf-8"))
    if document["scale"] != "full":
        parser.error(f"{arguments.claims}: a {document['scale']} run; a full one is asked for")
    for name, text in parts(document).items():
        if arguments.write:
            page.put(DOCS, name, text)
        else:
            sys.stdout.write(f"{name}\n{text}\n\n")


if __name__ == "__main__":
    main()
