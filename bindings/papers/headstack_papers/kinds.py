"""Kinds of claims: what the agreement of a claim says about its paper.

A paper's `kinds.py` marks the claims that are not simply measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final


class Kind(StrEnum):
    """The kind of a claim.

    - `INPUT`: the paper's number went into the drive's description or into the workload.
    - `CONSTRUCTION`: the claim follows from definitions. No run can change the verdict.
    - `FITTED`: a parameter was chosen with the paper's figure in view.
    - `MEASURED`: runs decide, and nothing was chosen with the paper's value in view.
    - `OURS`: no words of the paper; a measurement that explains another result.
    """

    INPUT = "input"
    CONSTRUCTION = "by construction"
    FITTED = "fitted"
    MEASURED = "measured"
    OURS = "ours"


@dataclass(frozen=True)
class Mark:
    """Claims of a paper that are not simply measured.

    Attributes:
        kind: their kind.
        why: the key that has the input, the definition, or the parameter and the figure that was
            in view.
        claims: patterns of the claims' names without the paper, such as `table1/*`. `*` stands for
            any characters.
    """

    kind: Kind
    why: str
    claims: tuple[str, ...]

    def has(self, name: str) -> bool:
        """Whether a pattern fits the name of a claim, such as `fig1/seek-over-100-cylinders`."""
        return any(fnmatchcase(name, pattern) for pattern in self.claims)


def kind_of(marks: Sequence[Mark], name: str) -> tuple[Kind, str]:
    """The kind of a claim, and the reason. The first mark that has the claim decides."""
    return next(((mark.kind, mark.why) for mark in marks if mark.has(name)), (Kind.MEASURED, ""))


JUDGED: Final = (Kind.MEASURED, Kind.FITTED)
"""Kinds of findings that may fail. A fitted finding that fails says that no parameter was found."""
