"""The HTML of findings and claims: a quoted sentence, and its points as a strip."""

import re
from collections.abc import Sequence
from html import escape
from itertools import takewhile
from typing import Final

from headstack_papers.claims import Claim
from headstack_papers.findings import Finding
from headstack_papers.kinds import Kind
from headstack_papers.verdict import Verdict, in_words

_FEW: Final = 1  # points that are shown in full


def prose(text: str) -> str:
    """Text in which names of code stand between backticks."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def anchor(name: str) -> str:
    """The place of a finding on the page, by the finding's name."""
    return name.replace("/", "-")


def verdict_of(verdict: Verdict | None) -> str:
    """A verdict as a word with its mark. `None`: not tested."""
    word = verdict.value if verdict else "not tested"
    return f'<span class="verdict {verdict.value if verdict else "untested"}">{word}</span>'


def shown(finding: Finding) -> str:
    """A finding: its words, its verdict, and its points."""
    kind = "" if finding.kind is Kind.MEASURED else f' <span class="kind">{finding.kind}</span>'
    why = f'<p class="quiet">{prose(f"{finding.kind}: {finding.why}")}</p>' if finding.why else ""
    begin = f'<div class="finding is-{finding.verdict}" id="{anchor(finding.name)}">'
    if len(finding.points) <= _FEW:
        return f"{begin}{''.join(_claim(one, kind) for one in finding.points)}{why}</div>"
    words = f"<q>{escape(finding.words)}</q>"
    quantity = "" if finding.quantity == "all" else f" ({in_words(finding.quantity)})"
    claims = "".join(_claim(one, "") for one in finding.points)
    return (
        f"{begin}<p>{verdict_of(finding.verdict)}{kind} &nbsp;{words}{quantity}: "
        f"{numbers(finding)}</p>{strip(finding.points)}{why}"
        f"<details><summary>{len(finding.points)} points</summary>{claims}</details></div>"
    )


def numbers(finding: Finding) -> str:
    """How many points have each verdict, such as `9 of 10 points hold, 1 fails`."""
    found = finding.counts
    total = len(finding.points)
    parts = [f"{found[Verdict.HOLDS]} of {total} point{'s' if total > 1 else ''} hold"]
    if failing := found[Verdict.FAILS]:
        parts.append(f"{failing} fail{'s' if failing == 1 else ''}")
    if undecided := found[Verdict.UNDECIDED]:
        parts.append(f"{undecided} undecided")
    return ", ".join(parts)


def strip(points: Sequence[Claim]) -> str:
    """A line with a cell for each point. A cell has what differs between the points' names."""
    cells = "".join(
        f'<i class="{point.verdict}" title="{escape(_title(point))}">{escape(label)}</i>'
        for point, label in zip(points, labels([p.what for p in points]), strict=True)
    )
    return f'<p class="strip">{cells}</p>'


def labels(names: Sequence[str]) -> list[str]:
    """What differs between names: each name without the words that all names begin or end with."""
    each = [name.split() for name in names]
    first = len(_common(each))
    last = len(_common([words[first:][::-1] for words in each]))
    return [" ".join(words[first : len(words) - last]).strip(",:;") for words in each]


def _common(each: Sequence[Sequence[str]]) -> list[str]:
    return [words[0] for words in takewhile(lambda w: len(set(w)) == 1, zip(*each, strict=False))]


def _title(claim: Claim) -> str:
    return f"{claim.what}: {claim.measured.text(claim.unit)}"


def _claim(claim: Claim, kind: str, *, evidence: bool = False) -> str:
    """The text of a claim. Evidence has our own words instead of words of the paper."""
    verdict = claim.verdict
    runs = claim.runs_to_decide
    more = f" (some {runs:,} runs would decide)" if runs else ""
    unit = f" {claim.unit}" if claim.unit else ""
    why = "".join(
        f'<p class="quiet">{prose(part)}</p>' for part in (claim.reading, claim.note) if part
    )
    put_to_test = "".join(
        f'<div class="evidence">{_claim(one, "", evidence=True)}</div>' for one in claim.proofs
    )
    words = escape(claim.paper)
    said = f"expected: {words}" if evidence else f"paper: <q>{words}</q>"
    said = f"{said}; allowed" if words else "allowed"
    return (
        f'<div class="claim is-{verdict}"><p>'
        f"{verdict_of(verdict)}{more}{kind} &nbsp;{escape(claim.what)}</p>"
        f"<p>{said}: {escape(claim.bounds.text() + unit)}; "
        f"here <b>{escape(claim.measured.text(claim.unit))}</b></p>{why}{put_to_test}</div>"
    )
