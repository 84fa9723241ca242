"""Figure 4: disk utilisation of FCFS, SSF and CSCAN."""

from collections.abc import Iterator
from typing import Final

from headstack_papers import words
from headstack_papers.claims import Claim
from headstack_papers.experiment import Experiment, Found, Panel
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.theory import fcfs_theory, ssf_theory


def claims(found: Found) -> Iterator[Claim]:
    """Whose utilisation is whose."""
    for one, other, text, bounds in (
        ("CSCAN", "SSF", "essentially identical to SSF", words.apart("identical")),
        (
            *(
                "SCAN",
                "CSCAN",
                "nearly the same as SCAN ... utilizations almost identical to CSCAN",
            ),
            words.apart("identical"),
        ),
        ("SCAN", "SSF", "very similar ... we expect similar results", words.apart("similar")),
    ):
        yield Claim(
            f"{one}, Q = 100 to 1000: largest departure of utilisation from {other}",
            text,
            closed.farthest(found, closed.UTILISATION, one, other),
            bounds,
        )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation over queue length, with the theory."""
    yield closed.utilisation(
        found, ["FCFS", "SSF", "CSCAN"], fcfs_theory(closed.QUEUES), ssf_theory(closed.QUEUES)
    )


EXPERIMENT: Final = Experiment(
    title="Figure 4: disk utilisation of FCFS, SSF and CSCAN",
    section="4.3",
    says="CSCAN's utilisation is essentially identical to SSF's, and SCAN's almost identical to "
    "CSCAN's, which is why SCAN has no line.",
    points=lambda scale: closed.runs(scale, ["FCFS", "SSF", "CSCAN", "SCAN"]),
    set_up=closed.SET_UP + " SCAN and CSCAN turn at the last request, not at the disk's edge.",
)
