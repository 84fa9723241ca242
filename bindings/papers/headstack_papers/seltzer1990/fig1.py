"""Figure 1: seek time by distance."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Series, once
from headstack_papers.seltzer1990.theory import SEEK_MS, curve, of_pairs


def claims(found: Found) -> Iterator[Claim]:
    """Judges the conclusions of the text from the curve."""
    times = [float(row["seek_ms"]) for row in found.rows]
    yield Claim(
        "seek over 100 cylinders less that over 1",
        "saving half a rotation (8 ms) may cause an access 100 cylinders away to have a shorter "
        "total I/O time than an access 1 cylinder away",
        Measured(times[99] - times[0]),
        Bounds(0, 8, "ms"),
        section="5.1",
    )
    time, distance = of_pairs(times)
    yield Claim(
        "random pairs: time of the average seek above the average time",
        "a close approximation because of the almost linear seek profile",
        Measured(100 * (times[round(distance) - 1] / time - 1)),
        words.within("close"),
        section="4.2, footnote 3",
    )


def shows(found: Found) -> Iterator[Panel]:
    """The curve, and the paper's average."""
    places, times = ([row[name] for row in found.rows] for name in ("distance", "seek_ms"))
    series = (
        Series("seek time", places, times),
        Series("average seek (table 1)", [280], [SEEK_MS], kind="points", published=True),
    )
    x, y = "seek distance, cylinders", "seek time, ms"
    yield Panel("Seek time", x, y, series, x_range=(0, 840), y_range=(0, 40))


EXPERIMENT: Final = Experiment(
    title="Figure 1: seek time calculation",
    section="3.1",
    says="The seek time is 4.6 + 0.87 √x ms up to 239 cylinders, and follows another formula "
    "beyond. The profile is almost linear.",
    calls=once(curve),
    set_up="The curve is that of the drive's description. The root is that of section 4.2. The "
    "line beyond 239 cylinders is lost in our copy. Our line, 11.2 + 0.028 x ms, joins the root.",
)
