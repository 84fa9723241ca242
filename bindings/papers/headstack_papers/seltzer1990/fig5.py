"""Figure 5: maximum observed response time of FCFS, SSF and CSCAN."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale, measured
from headstack_papers.seltzer1990.closed import LONG, SET_UP, maximum, runs
from headstack_papers.seltzer1990.compared import (
    A_FIFTH_HIGHER,
    A_FIFTH_LOWER,
    IO,
    LONGEST,
    LOWER,
    greatest,
    least,
    ratio,
)


def points(scale: Scale) -> Iterator[Point]:
    """The three, at all queues."""
    yield from runs(scale, ["FCFS", "SSF", "CSCAN"])


def claims(found: Found) -> Iterator[Claim]:
    """Maxima against each other."""
    yield Claim(
        "SSF, Q = 100 to 1000: least ratio of maximum response to that of FCFS",
        "significantly worse maximum response time than FCFS",
        least(found, LONGEST, "SSF", "FCFS"),
        A_FIFTH_HIGHER,
        reason='"significantly": a fifth',
    )
    yield Claim(
        "CSCAN, Q = 100 to 1000: greatest ratio of maximum response to that of SSF",
        "substantially improves the maximum observed response time",
        greatest(found, LONGEST, "CSCAN", "SSF"),
        A_FIFTH_LOWER,
        reason='"substantially": a fifth',
    )
    for queue in LONG:
        yield _near_fcfs(found, queue)
    yield Claim(
        "CSCAN, Q = 1000: mean response over that of FCFS",
        "because its average response time is lower",
        ratio(found, "mean_response_ms", "CSCAN", "FCFS", 1000),
        LOWER,
    )


def _near_fcfs(found: Found, queue: int) -> Claim:
    """CSCAN's maximum by that of FCFS, and what makes it."""
    rows = found.where(name="CSCAN", queue=queue)
    fcfs = found.where(name="FCFS", queue=queue)
    return Claim(
        f"CSCAN, Q = {queue}: maximum response over that of FCFS",
        "roughly the same, or lower",
        ratio(found, LONGEST, "CSCAN", "FCFS", queue),
        Bounds(high=1.1),
        reason='"roughly": a tenth',
        note="the longest wait is a sweep, and in a closed queue a sweep of CSCAN serves 2 Q "
        "requests; so it is above that of FCFS where CSCAN is not twice as fast, below Q of "
        "about 300"
        if queue == LONG[0]
        else "",
        evidence=(
            Claim(
                f"CSCAN, Q = {queue}: maximum over that of FCFS, by that of 2 Q to Q I/O times",
                "1",
                measured(
                    [
                        a[LONGEST] / b[LONGEST] / (2 * a[IO] / b[IO])
                        for a, b in zip(rows, fcfs, strict=True)
                    ]
                ),
                Bounds(0.9, 1.1),
                reason="to a tenth",
            ),
        )
        if queue == LONG[0]
        else (),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Maximum response over queue length."""
    yield maximum(found, ["FCFS", "SSF", "CSCAN"])


EXPERIMENT: Final = Experiment(
    title="Figure 5: maximum observed response time of FCFS, SSF and CSCAN",
    section="4.3",
    says="SSF has a significantly worse maximum than FCFS. CSCAN has roughly the same, or a lower "
    "one: in some instances lower because its average is lower.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=SET_UP,
)
