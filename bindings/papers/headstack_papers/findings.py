"""Findings: each quoted sentence of a paper with its points.

Several claims may quote the same sentence, for example a claim for each length of the queue. These
claims are the points of a single finding. A sentence that several figures quote is one finding too.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from headstack_papers.claims import Claim
from headstack_papers.kinds import Kind, Mark, kind_of
from headstack_papers.verdict import Quantity, Verdict, together

_LONGEST: Final = 60  # characters of the words in a finding's name


@dataclass(frozen=True)
class Finding:
    """A quoted sentence with its points.

    Attributes:
        name: name, unique among all papers, such as `seltzer1990/fig4/scan-and-cscan`.
        words: the paper's words. Claims of our own have no words of the paper.
        section: section of the paper.
        kind: kind of the points.
        why: why the points are of this kind. Empty if they are measured.
        points: claims that quote the sentence.
        parts: names of the findings of single experiments that `joined` has put together.
    """

    name: str
    words: str
    section: str
    kind: Kind
    why: str
    points: tuple[Claim, ...]
    parts: tuple[str, ...] = ()

    @property
    def quantity(self) -> Quantity:
        """How many of its points the sentence means."""
        return self.points[0].quantity

    @property
    def verdict(self) -> Verdict:
        """The verdict on the sentence."""
        return together((point.verdict for point in self.points), self.quantity)

    @property
    def counts(self) -> dict[Verdict, int]:
        """The number of points with each verdict."""
        return counted(point.verdict for point in self.points)

    def document(self, paper: str, experiment: str) -> dict[str, Any]:
        """The finding as JSON."""
        return {
            "id": self.name,
            "paper": paper,
            "experiment": experiment,
            "section": self.section,
            "published": self.words,
            "kind": self.kind.value,
            "why": self.why,
            "quantity": self.quantity,
            "points": {verdict.value: number for verdict, number in self.counts.items()},
            "verdict": self.verdict.value,
        }


def counted(verdicts: Iterable[Verdict]) -> dict[Verdict, int]:
    """The number of each verdict, also of verdicts that no claim has."""
    found = Counter(verdicts)
    return {verdict: found[verdict] for verdict in Verdict}


def findings_of(
    paper: str, experiment: str, section: str, claims: Sequence[Claim], marks: Sequence[Mark]
) -> list[Finding]:
    """The findings of an experiment, in the order of their first claims.

    Claims without words of the paper are findings of their own.

    Args:
        paper: name of the paper.
        experiment: name of the experiment in the paper.
        section: the experiment's section, for claims that name no section.
        claims: all claims of the experiment.
        marks: kinds of the paper's claims.

    Raises:
        ValueError: claims quote the same sentence and differ in `quantity`.
    """
    groups: dict[tuple[str, str, Kind, str], list[Claim]] = {}
    for claim in claims:
        kind, why = kind_of(marks, f"{experiment}/{claim.slug}")
        own = claim.section or section
        groups.setdefault((claim.paper or claim.what, own, kind, why), []).append(claim)
    found: list[Finding] = []
    names: Counter[str] = Counter()
    for (words, own, kind, why), points in groups.items():
        if len({point.quantity for point in points}) > 1:
            raise ValueError(f"{paper}/{experiment}: “{words}” means several quantities")
        name = f"{paper}/{experiment}/{_short(words)}"
        names[name] += 1
        name = name if names[name] == 1 else f"{name}-{names[name]}"
        quoted = words if points[0].paper else ""
        found.append(Finding(name, quoted, own, kind, why, tuple(points)))
    return found


def joined(findings: Iterable[Finding]) -> list[Finding]:
    """Joins the findings of several experiments that quote the same sentence.

    A joined finding has the name and the `why` of its first part. Findings without words of a paper
    stay apart.

    Raises:
        ValueError: experiments quote the same sentence and differ in `quantity`.
    """
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for one in findings:
        paper = one.name.partition("/")[0]
        key = (paper, one.words or one.name, one.section, one.kind)
        groups.setdefault(key, []).append(one)
    for own in groups.values():
        if len({part.quantity for part in own}) > 1:
            raise ValueError(f"{own[0].name}: “{own[0].words}” means several quantities")
    return [
        replace(
            own[0],
            points=tuple(point for part in own for point in part.points),
            parts=tuple(part.name for part in own),
        )
        for own in groups.values()
    ]


def _short(words: str) -> str:
    slug = re.sub(r"[^a-z0-9.]+", "-", words.lower()).strip("-.")
    return slug if len(slug) <= _LONGEST else slug[:_LONGEST].rpartition("-")[0]
