"""Section 4.3: SCAN is hard on the disk's ends, CSCAN is not."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_least, at_most, printed
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, lines
from headstack_papers.quantities import measured, over, ratio, variances
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.requests import across

QUEUE: Final = 1000
NAMES: Final = ("SCAN", "CSCAN")
ENDS: Final = (0, 9)
MIDDLE: Final = (4, 5)


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls that measure response times by tenths of the disk."""
    for name in NAMES:
        yield from closed.each_seed(scale, across, closed.SEEDS, QUEUE, {"across": name}, name)


def _ends(found: Found, name: str) -> Measured:
    """The mean response at the ends divided by the mean response in the middle."""
    a, b, c, d = (
        found.values("response_ms", across=name, tenth=tenth) for tenth in (*ENDS, *MIDDLE)
    )
    return ratio(a + b, c + d)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the fairness across the disk, and the differences between SCAN and CSCAN."""
    yield Claim(
        "SCAN: mean response in the outer tenths over that in the middle",
        "requests on either end of the disks experience worse response time than those in the "
        "middle",
        _ends(found, "SCAN"),
        at_least(1),
    )
    yield Claim(
        "SCAN: longest response in the outer tenths, in sweeps",
        "the outermost cylinders delay for two full sweeps",
        measured(
            [
                row["longest_ms"] / row["sweep_ms"]
                for tenth in ENDS
                for row in found.where(across="SCAN", tenth=tenth)
            ]
        ),
        printed("2"),
    )
    yield Claim(
        "CSCAN: mean response in the outer tenths over that in the middle",
        "Cyclical scan (CSCAN) alleviates this",
        _ends(found, "CSCAN"),
        Bounds(0.9, 1.1, "", "no worse at the ends: to a tenth"),
    )
    yield Claim(
        "CSCAN, Q = 100 to 1000: greatest ratio of maximum response to that of SCAN",
        "The major difference is in the maximum observed response times",
        over(max, closed.by_queue(found, closed.LONGEST, "CSCAN", "SCAN")),
        at_most(1),
    )
    pair = ("CSCAN", "SCAN")
    yield Claim(
        "CSCAN, Q = 100 to 1000: greatest ratio of the variance of response to that of SCAN",
        "and the variance of the response times",
        over(max, [found.of_pairs(variances, name=pair, queue=queue) for queue in closed.LONG]),
        at_most(1),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Mean and longest response across the disk."""
    rows = found.having("across")
    names = {name: {"across": name} for name in NAMES}
    for title, metric in (
        ("Mean response time", "response_ms"),
        ("Longest response", "longest_ms"),
    ):
        yield Panel(
            f"{title} at Q = {QUEUE}",
            "cylinder",
            "response time, s",
            lines(rows, metric, "middle", names, 1e-3),
            x_range=(0, 840),
        )


EXPERIMENT: Final = Experiment(
    title="Section 4.3: SCAN and CSCAN across the disk",
    section="4.3",
    says="Under SCAN, requests for the outermost cylinders wait for two full sweeps, and for the "
    "middle for one sweep. CSCAN moves in one direction only, so all cylinders wait equally "
    "long. The two differ in maximum and variance.",
    points=lambda scale: closed.runs(scale, NAMES, closed.LONG),
    set_up=closed.SET_UP + " Places are tenths of the disk, at Q = 1000.",
)
