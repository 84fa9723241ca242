"""Figure 5: mean time of a request by its distance, over the disk and from near."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.popovici2003.curves import bands, close_up
from headstack_papers.popovici2003.week_runs import BASE

UPTO_KB: Final = 1024


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls of windows over all distances, and of all near distances."""
    windows = scale.pick(full=201, quick=201, sample=21)
    yield Call(bands, {"disk": BASE, "windows": windows}, {"part": "all"})
    yield Call(close_up, {"disk": BASE, "upto_kb": UPTO_KB}, {"part": "near"})


def claims(found: Found) -> Iterator[Claim]:
    """Judges the bands, and the saw-tooth pattern."""
    rows = found.where(part="all")
    far = [row for row in rows if row["cylinders"] > 1]
    widths = [row["width_ms"] for row in far]
    rotation = rows[0]["rotation_ms"]
    yield Claim(
        "Width of the bands by the time of a revolution",
        "corresponds to the rotation latency of the disk",
        Measured(sum(widths) / len(widths) / rotation),
        Bounds(0.8, 1.0, "", "up to a revolution; means over places are a little less"),
    )
    yield Claim(
        "Widest place of the bands by the narrowest",
        "the width of the bands is relatively constant",
        Measured(max(widths) / min(widths)),
        at_most(1.25, "", "relatively constant: within a quarter"),
    )
    yield Claim(
        "Lower edge of the bands: farthest from the seek curve, by a revolution",
        "the curve of the two bands ... corresponds to the seek curve of the disk",
        Measured(max(abs(row["least_ms"] - row["seek_ms"]) for row in far) / rotation),
        at_most(0.25, "", "the seek curve itself takes up to ten milliseconds"),
    )
    yield Claim(
        "Distances at which the mean goes on along a line",
        "a simple linear model can likely be used to interpolate some distances",
        found.mean("straight_percent", part="near"),
        at_least(
            90.0,
            "%",
            '"some" is taken as 90 %: the paper interpolates 90 % of all distances in the end',
        ),
    )
    yield Claim(
        f"Falls of the mean up to {UPTO_KB} KB",
        "the times follow a distinct saw-tooth pattern",
        found.mean("falls", part="near"),
        at_least(3.0),
        reason="a saw has several teeth; a fall is more than 0.2 ms from one sector to the next",
    )


def shows(found: Found) -> Iterator[Panel]:
    """The edges of the bands, and the close-up."""
    rows = found.where(part="all")
    at = [row["distance_mb"] for row in rows]
    names = {"greatest mean": "most_ms", "least mean": "least_ms", "seek curve": "seek_ms"}
    yield Panel(
        "All inter-request distances: edges of the bands",
        "inter-request distance, MB",
        "mean time, ms",
        [Series(name, at, [row[column] for row in rows]) for name, column in names.items()],
    )
    near = found.where(part="near")[0]
    mean = Series("mean", near["distance_kb"], near["mean_ms"])
    yield Panel("Close-up", "inter-request distance, KB", "mean time, ms", [mean])


EXPERIMENT: Final = Experiment(
    title="Figure 5: mean values as a function of inter-request distance",
    section="5.3",
    says="Over the whole disk, the means lie in two bands. The bands follow the seek curve and "
    "are about a revolution wide. At short range the means form the teeth of a saw, and are "
    "straight over short distances.",
    set_up="The figure has the computed mean over all places on the base disk. A band's edges are "
    "the least and the greatest mean among the distances of one cylinder's length. The text of "
    "the paper does not give the ranges of its axes.",
)
