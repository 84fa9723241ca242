"""Figure 1: seek time by distance."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.seltzer1990.theory import SEEK_MS, curve, of_pairs


def calls(scale: Scale) -> Iterator[Call]:
    """The curve."""
    del scale
    yield Call(curve)


def claims(found: Found) -> Iterator[Claim]:
    """What the text concludes from the curve."""
    times = [float(row["seek_ms"]) for row in found.rows]
    yield Claim(
        "seek over 100 cylinders less that over 1",
        "saving half a rotation (8 ms) may cause an access 100 cylinders away to have a shorter "
        "total I/O time than an access 1 cylinder away",
        Measured(times[99] - times[0]),
        Bounds(0, 8),
        "ms",
        section="5.1",
    )
    time, distance = of_pairs(times)
    yield Claim(
        "random pairs: time of the average seek above the average time",
        "a close approximation because of the almost linear seek profile",
        Measured(100 * (times[round(distance) - 1] / time - 1)),
        Bounds(-10, 10),
        "%",
        reason='"close": a tenth',
        section="4.2, footnote 3",
    )


def shows(found: Found) -> Iterator[Panel]:
    """The curve, and the paper's average."""
    places = [row["distance"] for row in found.rows]
    times = [row["seek_ms"] for row in found.rows]
    yield Panel(
        "Seek time",
        "seek distance, cylinders",
        "seek time, ms",
        (
            Series("seek time", places, times),
            Series("average seek (table 1)", [280], [SEEK_MS], kind="points", published=True),
        ),
        x_range=(0, 840),
        y_range=(0, 40),
    )


EXPERIMENT: Final = Experiment(
    title="Figure 1: seek time calculation",
    section="3.1",
    says="Seek time by distance: 4.6 + 0.87 √x ms up to 239 cylinders, and another formula beyond. "
    "The profile is almost linear.",
    calls=calls,
    claims=claims,
    shows=shows,
    set_up="The curve of the drive's description. Its root is that of section 4.2; the line beyond "
    "239 cylinders, lost in our copy, is 11.2 + 0.028 x ms, which joins it.",
)
