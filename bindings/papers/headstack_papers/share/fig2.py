"""Figure 2: throughput over the load, a line for each Mdmo."""

from collections.abc import Iterator
from typing import Final

from headstack_papers.claims import Claim, at_least, at_most, exactly
from headstack_papers.experiment import Experiment, Found, Panel, lines
from headstack_papers.quantities import measured
from headstack_papers.share import runs


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on Mdmo over all loads."""
    found = runs.with_shares(found)
    for load in runs.LOADS:
        yield Claim(
            f"|IO| = {load}: throughput of Mdmo = 20 above the best of the other Mdmo",
            "the best I/O throughput can be obtained when Mdmo = 20",
            runs.over_next(found, load),
            at_least(0, "%", "against multiples of 10; the paper does not name the others"),
        )
    yield Claim(
        "Mqos = 0.5, Mdmo = 20: ratio of the classes off that of the weights, worst load",
        "the given QoS feature will be preserved throughout all I/O workload levels",
        runs.worst(runs.off(found, "ratio", mdmo=20, load=load) for load in runs.LOADS),
        at_most(2, "%", "preserved: the paper calls 98 to 100 % accuracy reasonable"),
    )
    yield from _squeezed(found)


def _squeezed(found: Found) -> Iterator[Claim]:
    what, squeezed = "Mdmo = 0: requests squeezed in, of all", "inserted_fraction"
    yield Claim(
        what,
        "no I/O requests are allowed to pass through the DOR module with Mdmo = 0",
        measured(found.by_seed(squeezed, mdmo=0)).times(100),
        exactly(0, "%"),
        note="Property 1 is printed with its sign of at most. A request on the cylinder of a "
        "neighbour costs nothing and passes. Some requests in a thousand are such.",
        evidence=Claim(
            f"{what}, |IO| = 11 less |IO| = 61",
            "chance that one waits on the same cylinder grows with the queue",
            measured(100 * found.differences(squeezed, mdmo=0, load=runs.ENDS)),
            at_most(0, "points"),
        ),
    )
    for less, more in ((0, 20), (20, 60), (60, 100)):
        few, many = (found.by_seed(squeezed, mdmo=mdmo) for mdmo in (less, more))
        yield Claim(
            f"requests squeezed in: Mdmo = {more} less Mdmo = {less}, mean over loads",
            "a larger Mdmo will increase the number of I/O requests squeezed into Sbase",
            measured(100 * (many - few)),
            at_least(0, "points"),
        )


def shows(found: Found) -> Iterator[Panel]:
    """Draws the throughput and the length over the load."""
    found = runs.with_shares(found)
    names = {f"Mdmo = {overhead}": {"mdmo": overhead} for overhead in runs.OVERHEADS}
    for title, metric, unit in (runs.THROUGHPUT, runs.LENGTH):
        series = lines(found, metric, "load", names)
        yield Panel(title, "number of outstanding I/Os", unit, series)


EXPERIMENT: Final = Experiment(
    title="Figure 2: I/O throughput with different Mdmo over the load",
    section="3.2",
    says="With a strict Mqos of 0.5, the throughput is best with Mdmo = 20 at every load, and the "
    "given ratio of 4 : 1 is kept. A larger Mdmo squeezes more requests in.",
    points=lambda scale: runs.points(scale, overheads=runs.OVERHEADS),
    set_up="|IO| goes from 11 to 61, and Mdmo from 0 to 100, both in steps of 10. The paper names "
    "only 11, 61, 0, 20 and 100.",
)
