"""Figure 3: throughput over Mdmo, at a light and a heavy load."""

from collections.abc import Iterator
from typing import Final

from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found, Panel, lines
from headstack_papers.share import runs


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on Mdmo at a light and a heavy load."""
    found = runs.with_shares(found)
    for load in runs.ENDS:
        yield Claim(
            f"|IO| = {load}: throughput of Mdmo = 20 above the best of the other Mdmo",
            "the maximum I/O throughput can be achieved when Mdmo = 20",
            runs.over_next(found, load),
            at_least(0, "%"),
        )
        yield Claim(
            f"|IO| = {load}: throughput of Mdmo = 100 above that of Mdmo = 0",
            "a large Mdmo close to 100 cannot improve the I/O throughput",
            found.excess("throughput_mb_s", mdmo=(100, 0), load=load),
            at_most(0, "%"),
        )
        yield Claim(
            f"|IO| = {load}: length with Mdmo = 10 less that with 20",
            "a small Mdmo decreases the probability",
            found.difference("length", mdmo=(10, 20), load=load),
            at_most(0, "requests"),
        )
        yield from _length(found, load)


def _length(found: Found, load: int) -> Iterator[Claim]:
    words = "A length of Sexpanded is saturated to about 8 when Mdmo becomes 20"
    yield Claim(
        f"|IO| = {load}: length of the expanded sequence with Mdmo = 20",
        words,
        found.mean("length", mdmo=20, load=load),
        Bounds(7, 9, "requests", '"about": one more or less'),
    )
    saturated = Claim(
        f"|IO| = {load}: length with Mdmo = 20 over that with Mdmo = 100",
        words,
        found.ratio("length", mdmo=(20, 100), load=load),
        Bounds(0.9, 1, "", '"saturated": nine tenths of the length with the widest margin'),
    )
    at_61 = Claim(
        "|IO| = 61, length with Mdmo = 20 over that with Mdmo = 100",
        "saturated where more wait",
        found.ratio("length", mdmo=(20, 100), load=61),
        Bounds(0.95, 1),
    )
    few = (
        "With 11 requests of each workload, too few wait to find a request on every way of the "
        "arm. At 61 the length is saturated."
    )
    yield saturated.because(few, at_61) if load == 11 else saturated


def shows(found: Found) -> Iterator[Panel]:
    """Draws the throughput and the length over Mdmo."""
    found = runs.with_shares(found)
    names = {f"|IO| = {load}": {"load": load} for load in runs.ENDS}
    for title, metric, unit in (runs.THROUGHPUT, runs.LENGTH):
        series = lines(found, metric, "mdmo", names)
        yield Panel(title, "Mdmo, % of a full seek", unit, series, x_range=(0, 100))


EXPERIMENT: Final = Experiment(
    title="Figure 3: I/O throughput over Mdmo",
    section="3.2",
    says="The throughput is greatest at Mdmo = 20, where the expanded sequence has about 8 "
    "requests. Close to 100 there is no gain. A small Mdmo leaves overhead unused.",
    points=lambda scale: runs.points(scale, overheads=runs.OVERHEADS, loads=runs.ENDS),
    set_up="Mdmo goes in steps of 10. The estimate of seeks starts at 2 ms. So no request is on "
    "the way until the margin is 2 ms, which lies between 10 and 20 % of a full seek.",
)
