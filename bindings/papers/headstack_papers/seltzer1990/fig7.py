"""Figure 7: maximum response time of those that weigh seek and rotation."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale, measured
from headstack_papers.seltzer1990.closed import LONG, SET_UP, maximum, runs
from headstack_papers.seltzer1990.compared import LONGEST, TWENTIETH, TWICE, farthest, least, ratio

LINES: Final = ("CSCAN", "STF", "GSTF210", "WSTF")


def points(scale: Scale) -> Iterator[Point]:
    """The four and FCFS, at all queues."""
    yield from runs(scale, [*LINES, "FCFS"])


def claims(found: Found) -> Iterator[Claim]:
    """STF's maximum, and what brings it down."""
    for other in ("CSCAN", "GSTF210", "FCFS"):
        yield Claim(
            f"STF, Q = 100 to 1000: least ratio of maximum response to that of {other}",
            "much worse than other algorithms",
            least(found, LONGEST, "STF", other),
            TWICE,
            reason='"much": twice; against WSTF: section 5.1.2',
        )
    for queue in LONG:
        yield Claim(
            f"GSTF210, Q = {queue}: maximum response over that of CSCAN",
            "lowering the response time to close to the maximum response time of CSCAN",
            ratio(found, LONGEST, "GSTF210", "CSCAN", queue),
            Bounds(0.9, 1.1),
            reason='"close": a tenth',
            note="brought down from STF's maximum it ends, by that way, within a tenth of CSCAN's; "
            "it is CSCAN's own that it lies more than a tenth below, so it is better than close",
            section="5.1.1",
            evidence=(
                Claim(
                    f"GSTF210, Q = {queue}: share of the way from STF's maximum to CSCAN's",
                    "close, on that way",
                    _way(found, queue),
                    Bounds(0.9, 1.1),
                ),
            ),
        )
    yield Claim(
        "FCFS, Q = 100 to 1000: largest departure of maximum response from CSCAN's",
        "very close to that of CSCAN",
        farthest(found, LONGEST, "FCFS", "CSCAN"),
        TWENTIETH,
        "%",
        reason='"very close": a twentieth',
        note="figure 5 has it as roughly the same, or lower; very close they are on the axis of "
        "this figure, which goes up to STF's maximum",
        evidence=(
            Claim(
                "FCFS, Q = 100 to 1000: largest departure from CSCAN's, of STF's maximum",
                "very close",
                _on_the_axis(found),
                TWENTIETH,
                "%",
                reason='"very close": a twentieth of STF\'s maximum at Q = 1000',
            ),
        ),
    )


def _way(found: Found, queue: int) -> Measured:
    """The share of the way from STF's mean maximum to CSCAN's that GSTF210 goes."""
    stf, low, grouped = (
        found.values(LONGEST, name=name, queue=queue) for name in ("STF", "CSCAN", "GSTF210")
    )
    return measured(
        [(top - own) / (top - end) for top, end, own in zip(stf, low, grouped, strict=True)]
    )


def _on_the_axis(found: Found) -> Measured:
    """The largest distance between FCFS and CSCAN, in % of the height of the figure."""
    tops = found.values(LONGEST, name="STF", queue=LONG[-1])
    apart = []
    for queue in LONG:
        fcfs = found.values(LONGEST, name="FCFS", queue=queue)
        cscan = found.values(LONGEST, name="CSCAN", queue=queue)
        apart.append([abs(a - b) for a, b in zip(fcfs, cscan, strict=True)])
    return measured(
        [
            100 * max(of_seed) / top
            for of_seed, top in zip(zip(*apart, strict=True), tops, strict=True)
        ]
    )


def shows(found: Found) -> Iterator[Panel]:
    """Maximum response over queue length."""
    yield maximum(found, LINES)


EXPERIMENT: Final = Experiment(
    title="Figure 7: maximum response time of CSCAN, STF, GSTF210 and WSTF",
    section="5.1",
    says="STF's maximum is much worse than that of all others. GSTF210 and WSTF bring it back "
    "down, GSTF210 close to CSCAN, to which FCFS is very close.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=SET_UP,
)
