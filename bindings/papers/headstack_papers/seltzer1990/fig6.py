"""Figure 6: disk utilisation of schedulers that weigh seek and rotation."""

from collections.abc import Iterator
from typing import Final

from headstack_papers import words
from headstack_papers.claims import Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found
from headstack_papers.quantities import average, measured, over
from headstack_papers.seltzer1990 import closed

LINES: Final = ("FCFS", "CSCAN", "STF", "GSTF210", "WSTF")
OTHERS: Final = ("FCFS", "SSF", "SCAN", "CSCAN", "GSTF210")
BEST: Final = "expected to yield the best throughput since we always select the fastest I/O"


def claims(found: Found) -> Iterator[Claim]:
    """Compares STF with the other schedulers."""
    yield Claim(
        "STF: utilisation at Q = 1000 less that at Q = 900",
        "even at queue length of 1000, STF utilization is still rising",
        measured(100 * found.differences(closed.UTILISATION, name="STF", queue=(1000, 900))),
        at_least(0, "points"),
    )
    others = [
        at for other in OTHERS for at in closed.by_queue(found, closed.UTILISATION, other, "STF")
    ]
    yield Claim(
        "STF, Q = 100 to 1000: best utilisation of FCFS, SSF, SCAN, CSCAN, GSTF210 by that of STF",
        BEST,
        over(max, others),
        at_most(1),
    )
    yield Claim(
        "STF, Q = 100 to 1000: utilisation of WSTF by that of STF, mean over the queues",
        BEST,
        over(average, closed.by_queue(found, closed.UTILISATION, "WSTF", "STF")),
        at_most(1),
        reason="a mean, because STF and WSTF are within a hundredth of each other up to Q = 300; "
        "section 5.1.2 has Q = 100 alone",
    )
    yield Claim(
        "GSTF210, Q = 100 to 1000: largest departure of utilisation from STF",
        "utilization close to STF",
        closed.farthest(found, closed.UTILISATION, "GSTF210", "STF"),
        words.apart("close"),
        section="5.1.1",
    )


EXPERIMENT: Final = Experiment(
    title="Figure 6: disk utilisation of FCFS, CSCAN, STF, GSTF210 and WSTF",
    section="5.1",
    says="STF has the best utilisation, which still rises at Q = 1000. GSTF210 comes close to "
    "STF. Section 5.1.2 has the distance of WSTF from STF.",
    points=lambda scale: closed.runs(scale, ["STF", "WSTF", *OTHERS]),
    shows=lambda found: [closed.utilisation(found, LINES)],
    set_up=closed.SET_UP,
)
