"""The results: each experiment's rows, claims and figures, and a document of all experiments."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from headstack_papers.claims import Claim
from headstack_papers.conclusions import Judged, judged
from headstack_papers.experiment import Found, Panel, Paper, Table
from headstack_papers.findings import Finding, counted, findings_of, joined
from headstack_papers.kinds import Kind
from headstack_papers.reproduce.papers import Named
from headstack_papers.verdict import Verdict


@dataclass(frozen=True)
class Done:
    """An experiment that has run.

    Attributes:
        named: the experiment.
        found: its rows.
        claims: the paper's claims with their verdicts.
        shows: its charts and tables.
    """

    named: Named
    found: Found
    claims: Sequence[Claim]
    shows: Sequence[Panel | Table]

    @cached_property
    def findings(self) -> list[Finding]:
        """The quoted sentences with their points in this experiment."""
        paper, section = self.named.paper, self.named.experiment.section
        return findings_of(paper.name, self.named.name, section, self.claims, paper.kinds)

    def documents(self, names: Mapping[str, str]) -> list[dict[str, Any]]:
        """The claims as JSON (`Claim.document`), each with its kind and the name of its finding.

        Args:
            names: names of joined findings (`findings.joined`), by the names of their parts.
        """
        paper, section = self.named.paper.name, self.named.experiment.section
        of = {point.slug: finding for finding in self.findings for point in finding.points}
        return [
            {
                **claim.document(paper, self.named.name, section),
                "kind": of[claim.slug].kind.value,
                "finding": names[of[claim.slug].name],
            }
            for claim in self.claims
        ]


@dataclass(frozen=True)
class Outcome:
    """The results of experiments.

    Attributes:
        done: the experiments, in the papers' order.
        wall_s: wall time of the experiments, in seconds.
        versions: versions of headstack and Python, by name.
    """

    done: Sequence[Done]
    wall_s: float
    versions: Mapping[str, str]

    @property
    def scale(self) -> str:
        """How much has run: 'full', 'quick' or 'sample'."""
        return self.done[0].found.scale.name

    def by_paper(self) -> Iterator[tuple[Paper, list[Done]]]:
        """The experiments of each paper."""
        papers = {one.named.paper.name: one.named.paper for one in self.done}
        for name, paper in papers.items():
            yield paper, [one for one in self.done if one.named.paper.name == name]

    def claims(self) -> list[dict[str, Any]]:
        """All claims as JSON (`Done.documents`)."""
        names = {part: finding.name for finding in self.findings() for part in finding.parts}
        return [document for one in self.done for document in one.documents(names)]

    def findings(self) -> list[Finding]:
        """The quoted sentences with their points in all experiments."""
        return joined(finding for one in self.done for finding in one.findings)

    def document(self) -> dict[str, Any]:
        """The outcome as JSON: conclusions, findings, claims, counts of verdicts, and the time."""
        return {
            "claims": self.claims(),
            "wall_s": self.wall_s,
            "scale": self.scale,
            "counts": counts(self.done),
            "versions": dict(self.versions),
            "findings": [
                finding.document(*finding.name.split("/")[:2]) for finding in self.findings()
            ],
            "conclusions": [
                one.document(paper.name)
                for paper, done in self.by_paper()
                for one in conclusions_of(paper, done)
            ],
        }


def conclusions_of(paper: Paper, done: Sequence[Done]) -> list[Judged]:
    """The conclusions of a paper whose experiments have run."""
    claims: dict[str, tuple[Kind, Verdict]] = {}
    for one in done:
        for finding in one.findings:
            for point in finding.points:
                name = f"{paper.name}/{one.named.name}/{point.slug}"
                claims[name] = (finding.kind, point.verdict)
    return judged(paper.name, paper.conclusions, claims)


def counts(done: Sequence[Done]) -> dict[str, int]:
    """The number of claims with each verdict."""
    found = Counter(claim.verdict for one in done for claim in one.claims)
    return {verdict.value: found[verdict] for verdict in Verdict}


def counts_of_findings(findings: Iterable[Finding]) -> dict[Kind, dict[Verdict, int]]:
    """The number of findings of each kind with each verdict."""
    each = list(findings)
    return {
        kind: counted(finding.verdict for finding in each if finding.kind is kind) for kind in Kind
    }
