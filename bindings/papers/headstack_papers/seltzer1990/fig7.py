"""Figure 7: maximum response time of schedulers that weigh seek and rotation."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_most
from headstack_papers.experiment import Experiment, Found
from headstack_papers.quantities import measured, over, ratio
from headstack_papers.seltzer1990 import closed

LINES: Final = ("CSCAN", "STF", "GSTF210", "WSTF")


def claims(found: Found) -> Iterator[Claim]:
    """Judges the maximum of STF, and the schedulers that lower it."""
    for other in ("CSCAN", "GSTF210", "FCFS"):
        yield Claim(
            f"STF, Q = 100 to 1000: least ratio of maximum response to that of {other}",
            "much worse than other algorithms",
            over(min, closed.by_queue(found, closed.LONGEST, "STF", other)),
            words.above("much", "section 5.1.2 compares with WSTF"),
        )
    for queue in closed.LONG:
        yield Claim(
            f"GSTF210, Q = {queue}: maximum response over that of CSCAN",
            "lowering the response time to close to the maximum response time of CSCAN",
            found.ratio(closed.LONGEST, name=("GSTF210", "CSCAN"), queue=queue),
            words.near("close"),
            note="GSTF210 goes the way from STF's maximum to CSCAN's to within a tenth of this "
            "way. At the longest queues its maximum is more than a tenth below CSCAN's own, "
            "which is better than close.",
            section="5.1.1",
            evidence=Claim(
                f"GSTF210, Q = {queue}: share of the way from STF's maximum to CSCAN's",
                "close, on that way",
                ratio(
                    found.differences(closed.LONGEST, name=("STF", "GSTF210"), queue=queue),
                    found.differences(closed.LONGEST, name=("STF", "CSCAN"), queue=queue),
                ),
                Bounds(0.9, 1.1),
            ),
        )
    apart = [
        abs(found.differences(closed.LONGEST, name=("FCFS", "CSCAN"), queue=q)) for q in closed.LONG
    ]
    tops = found.values(closed.LONGEST, name="STF", queue=closed.LONG[-1])
    yield Claim(
        "FCFS, Q = 100 to 1000: largest departure of maximum response from CSCAN's",
        "very close to that of CSCAN",
        closed.farthest(found, closed.LONGEST, "FCFS", "CSCAN"),
        words.apart("very close"),
        note="Figure 5 says roughly the same, or lower. The axis of this figure goes up to STF's "
        "maximum. On this axis the two curves are very close.",
        evidence=Claim(
            "FCFS, Q = 100 to 1000: largest departure from CSCAN's, of STF's maximum",
            "very close",
            measured(100 * np.max(apart, axis=0) / tops),
            at_most(5, "%", '"very close": a twentieth of STF\'s maximum at Q = 1000'),
        ),
    )


EXPERIMENT: Final = Experiment(
    title="Figure 7: maximum response time of CSCAN, STF, GSTF210 and WSTF",
    section="5.1",
    says="STF's maximum is much worse than that of all others. GSTF210 and WSTF bring the maximum "
    "back down. GSTF210's is close to CSCAN's, and FCFS's is very close to CSCAN's.",
    points=lambda scale: closed.runs(scale, [*LINES, "FCFS"]),
    shows=lambda found: [closed.maximum(found, LINES)],
    set_up=closed.SET_UP,
)
