"""Figure 5: maximum observed response time of FCFS, SSF and CSCAN."""

from collections.abc import Iterator
from typing import Final

from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_most
from headstack_papers.experiment import Experiment, Found
from headstack_papers.quantities import over, ratio
from headstack_papers.seltzer1990 import closed


def claims(found: Found) -> Iterator[Claim]:
    """Compares the maxima of the schedulers."""
    yield Claim(
        "SSF, Q = 100 to 1000: least ratio of maximum response to that of FCFS",
        "significantly worse maximum response time than FCFS",
        over(min, closed.by_queue(found, closed.LONGEST, "SSF", "FCFS")),
        words.above("significantly"),
    )
    yield Claim(
        "CSCAN, Q = 100 to 1000: greatest ratio of maximum response to that of SSF",
        "substantially improves the maximum observed response time",
        over(max, closed.by_queue(found, closed.LONGEST, "CSCAN", "SSF")),
        words.below("substantially"),
    )
    for queue in closed.LONG:
        roughly = Claim(
            f"CSCAN, Q = {queue}: maximum response over that of FCFS",
            "roughly the same, or lower",
            found.ratio(closed.LONGEST, name=("CSCAN", "FCFS"), queue=queue),
            at_most(1.1, "", '"roughly": a tenth'),
        )
        yield roughly.because(_SWEEP, _sweeps(found, queue)) if queue == closed.LONG[0] else roughly
    yield Claim(
        "CSCAN, Q = 1000: mean response over that of FCFS",
        "because its average response time is lower",
        found.ratio("mean_response_ms", name=("CSCAN", "FCFS"), queue=1000),
        at_most(1),
    )


_SWEEP: Final = (
    "The longest wait is a sweep. In a closed queue, a sweep of CSCAN serves 2 Q requests. The "
    "maximum of CSCAN is therefore above that of FCFS where CSCAN is not twice as fast, at Q "
    "below about 300."
)


def _sweeps(found: Found, queue: int) -> Claim:
    """Evidence that a sweep makes the maximum response of CSCAN."""
    at = {"name": ("CSCAN", "FCFS"), "queue": queue}
    one, other = found.both(closed.IO, **at)
    return Claim(
        f"CSCAN, Q = {queue}: maximum over that of FCFS, by that of 2 Q to Q I/O times",
        "1",
        ratio(found.ratios(closed.LONGEST, **at), 2 * one / other),
        Bounds(0.9, 1.1, "", "to a tenth"),
    )


EXPERIMENT: Final = Experiment(
    title="Figure 5: maximum observed response time of FCFS, SSF and CSCAN",
    section="4.3",
    says="SSF has a significantly worse maximum than FCFS. CSCAN has roughly the same maximum as "
    "FCFS, or a lower maximum. In some instances it is lower because CSCAN's average is lower.",
    points=lambda scale: closed.runs(scale, ["FCFS", "SSF", "CSCAN"]),
    shows=lambda found: [closed.maximum(found, ["FCFS", "SSF", "CSCAN"])],
    set_up=closed.SET_UP,
)
