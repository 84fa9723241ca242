"""Figure 4: disk utilisation of FCFS, SSF and CSCAN."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.seltzer1990.closed import QUEUES, SET_UP, runs, utilisation
from headstack_papers.seltzer1990.compared import TENTH, TWENTIETH, UTILISATION, farthest
from headstack_papers.seltzer1990.theory import fcfs_theory, ssf_theory


def points(scale: Scale) -> Iterator[Point]:
    """Those that go by seeks, at all queues."""
    yield from runs(scale, ["FCFS", "SSF", "CSCAN", "SCAN"])


def claims(found: Found) -> Iterator[Claim]:
    """Whose utilisation is whose."""
    for one, other, words, bounds, reason in (
        ("CSCAN", "SSF", "essentially identical to SSF", TWENTIETH, '"identical": a twentieth'),
        (
            "SCAN",
            "CSCAN",
            "nearly the same as SCAN ... utilizations almost identical to CSCAN",
            TWENTIETH,
            '"identical": a twentieth',
        ),
        ("SCAN", "SSF", "very similar ... we expect similar results", TENTH, '"similar": a tenth'),
    ):
        yield Claim(
            f"{one}, Q = 100 to 1000: largest departure of utilisation from {other}",
            words,
            farthest(found, UTILISATION, one, other),
            bounds,
            "%",
            reason=reason,
        )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation over queue length, with the theory."""
    yield utilisation(found, ["FCFS", "SSF", "CSCAN"], fcfs_theory(QUEUES), ssf_theory(QUEUES))


EXPERIMENT: Final = Experiment(
    title="Figure 4: disk utilisation of FCFS, SSF and CSCAN",
    section="4.3",
    says="CSCAN's utilisation is essentially identical to SSF's, and SCAN's almost identical to "
    "CSCAN's, which is why SCAN has no line.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=SET_UP + " SCAN and CSCAN turn at the last request, not at the disk's edge.",
)
