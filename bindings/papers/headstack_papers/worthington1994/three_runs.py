"""Figure 3b: the confidence intervals of three runs, and which schedulers they separate."""

import math
import statistics
from collections.abc import Iterable, Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Claim, at_least, exactly
from headstack_papers.experiment import Found, Series
from headstack_papers.worthington1994 import random_load as runs

THREE: Final = 3  # number of runs in the paper
STUDENT_T: Final = 4.303  # the 97.5 % quantile for three runs


def of_three(found: Found, name: str, load: int) -> Measured:
    """The mean, with the interval that three of our runs would have, as in figure 3b."""
    values = found.values("mean_response_ms", name=name, load=load)
    half = STUDENT_T * statistics.stdev(values) / math.sqrt(THREE)
    return Measured(statistics.fmean(values), half, THREE)


def claims(found: Found) -> Iterator[Claim]:
    """Judges which schedulers the intervals separate, and which schedulers they do not."""
    for other in ("SSTF", "VSCAN(0.2)"):
        meeting = [
            of_three(found, "LOOK", load).meets(of_three(found, other, load)) for load in runs.LOADS
        ]
        yield Claim(
            f"LOOK: loads, of {len(meeting)}, where its interval meets that of {other}",
            "prevent us from predicting the relative positions",
            Measured(sum(meeting)),
            at_least(len(meeting)),
            reason="intervals of three runs, as in the paper, from the spread of all of our runs",
        )
    for other, load in (("SSTF", 40), ("SSTF", 50), ("FCFS", 40)):
        apart = not of_three(found, "C-LOOK", load).meets(of_three(found, other, load))
        yield Claim(
            f"C-LOOK, {load}/s: its interval lies apart from that of {other}",
            "confidence intervals ... lend support to the above observations about FCFS and C-LOOK",
            Measured(float(apart)),
            exactly(1, "", "1: it does; intervals of three runs"),
        )


def lines(found: Found, names: Iterable[str]) -> list[Series]:
    """Makes the lines of the chart."""
    loads = {name: runs.FCFS_LOADS if name == "FCFS" else runs.LOADS for name in names}
    return [
        Series.of(name, at, [of_three(found, name, load) for load in at])
        for name, at in loads.items()
    ]
