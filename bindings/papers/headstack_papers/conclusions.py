"""Conclusions: the sentences of a paper's abstract and conclusions, each with a verdict.

A paper's `conclusions.py` lists them. Claims of the paper's experiments back each sentence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import filter as fitting
from typing import Any

from headstack_papers.findings import counted
from headstack_papers.kinds import Kind
from headstack_papers.verdict import Quantity, Verdict, together


@dataclass(frozen=True)
class Conclusion:
    """A sentence of a paper's abstract, introduction or conclusions.

    Attributes:
        words: the paper's words.
        section: where the sentence stands, such as `abstract` or `7`.
        backed_by: patterns of the names of claims without the paper, such as `fig4/scan-*`. Each
            fitting claim is a point of the sentence.
        quantity: how many of the points the sentence means.
        note: what differs, or what the points leave out.
        untested: why no claim backs the sentence.
    """

    words: str
    section: str
    backed_by: tuple[str, ...] = ()
    quantity: Quantity = "all"
    note: str = ""
    untested: str = ""


@dataclass(frozen=True)
class Judged:
    """A conclusion with its verdict.

    Attributes:
        conclusion: the sentence.
        points: verdict on each claim that backs the sentence, by the claim's name with the paper.
        kinds: kinds of these claims, without repetition.
    """

    conclusion: Conclusion
    points: Mapping[str, Verdict]
    kinds: tuple[Kind, ...]

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, or `None` for a sentence that no claim backs."""
        if not self.points:
            return None
        return together(self.points.values(), self.conclusion.quantity)

    def document(self, paper: str) -> dict[str, Any]:
        """The conclusion as JSON."""
        verdict = self.verdict
        return {
            "paper": paper,
            "section": self.conclusion.section,
            "published": self.conclusion.words,
            "verdict": None if verdict is None else verdict.value,
            "quantity": self.conclusion.quantity,
            "points": {v.value: number for v, number in counted(self.points.values()).items()},
            "kinds": [kind.value for kind in self.kinds],
            "claims": list(self.points),
            "why": self.conclusion.note or self.conclusion.untested,
        }


def judged(
    paper: str, conclusions: Sequence[Conclusion], claims: Mapping[str, tuple[Kind, Verdict]]
) -> list[Judged]:
    """Judges a paper's conclusions.

    A conclusion is left out if one of its patterns fits no claim, because its experiment has not
    run.

    Args:
        paper: name of the paper.
        conclusions: the sentences.
        claims: kind and verdict of each claim, by the claim's name with the paper.
    """
    found = []
    for one in conclusions:
        named = [fitting(claims, f"{paper}/{pattern}") for pattern in one.backed_by]
        if all(named):
            names = dict.fromkeys(name for names in named for name in names)
            points = {name: claims[name][1] for name in names}
            found.append(Judged(one, points, tuple(dict.fromkeys(claims[n][0] for n in names))))
    return found
