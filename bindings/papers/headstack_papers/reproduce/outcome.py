"""The results: each experiment's rows, claims and figures, and a document of all experiments."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from headstack_papers.claims import Claim, Verdict
from headstack_papers.experiment import Found, Panel, Table
from headstack_papers.reproduce.papers import Named


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

    def by_paper(self) -> Iterator[tuple[str, list[Done]]]:
        """The experiments of each paper, by its name."""
        names = dict.fromkeys(one.named.paper.name for one in self.done)
        for name in names:
            yield name, [one for one in self.done if one.named.paper.name == name]

    def claims(self) -> list[dict[str, Any]]:
        """All claims as JSON (`Claim.document`)."""
        return [
            claim.document(one.named.paper.name, one.named.name, one.named.experiment.section)
            for one in self.done
            for claim in one.claims
        ]

    def document(self) -> dict[str, Any]:
        """The outcome as JSON: the claims, the time, and how many hold, fail, are undecided."""
        return {
            "claims": self.claims(),
            "wall_s": self.wall_s,
            "scale": self.scale,
            "counts": counts(self.done),
            "versions": dict(self.versions),
        }


def counts(done: Sequence[Done]) -> dict[str, int]:
    """The number of claims with each verdict."""
    found = Counter(claim.verdict for one in done for claim in one.claims)
    return {verdict.value: found[verdict] for verdict in Verdict}
