"""Figure 4: disk utilisation of FCFS, SSF and CSCAN."""

from collections.abc import Iterator
from typing import Final

from headstack_papers import words
from headstack_papers.claims import Claim, at_least
from headstack_papers.experiment import Experiment, Found, Panel
from headstack_papers.quantities import over
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.theory import fcfs_theory, ssf_theory


def claims(found: Found) -> Iterator[Claim]:
    """Judges which schedulers have the same utilisation."""
    as_cscan = "nearly the same as SCAN ... utilizations almost identical to CSCAN"
    for one, other, text, word in (
        ("CSCAN", "SSF", "essentially identical to SSF", "identical"),
        ("SCAN", "CSCAN", as_cscan, "identical"),
        ("SCAN", "SSF", "very similar ... we expect similar results", "similar"),
    ):
        yield Claim(
            f"{one}, Q = 100 to 1000: largest departure of utilisation from {other}",
            text,
            closed.farthest(found, closed.UTILISATION, one, other),
            words.apart(word),
        )
    for name in ("SSF", "SCAN", "CSCAN"):
        yield Claim(
            f"{name}, Q = 100 to 1000: least ratio of utilisation to that of FCFS",
            "we can improve disk bandwidth utilization by applying some traditional disk "
            "scheduling techniques",
            over(min, closed.by_queue(found, closed.UTILISATION, name, "FCFS")),
            at_least(1),
            section="abstract",
        )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation over queue length, with the theory."""
    yield closed.utilisation(
        found, ["FCFS", "SSF", "CSCAN"], fcfs_theory(closed.QUEUES), ssf_theory(closed.QUEUES)
    )


EXPERIMENT: Final = Experiment(
    title="Figure 4: disk utilisation of FCFS, SSF and CSCAN",
    section="4.3",
    says="CSCAN's utilisation is essentially identical to SSF's. SCAN's is almost identical to "
    "CSCAN's, so the figure has no line for SCAN.",
    points=lambda scale: closed.runs(scale, ["FCFS", "SSF", "CSCAN", "SCAN"]),
    set_up=closed.SET_UP + " SCAN and CSCAN turn at the last request, not at the disk's edge.",
)
