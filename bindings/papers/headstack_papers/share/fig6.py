"""Figure 6: throughput by turn (BQS IO) and squeezed in (DOR IO) over Mqos."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale, lines
from headstack_papers.share import runs

WIDEST: Final = runs.LEADS[-1]


def points(scale: Scale) -> Iterator[Point]:
    """Yields a run for each Mqos, rule, load and seed. The widest also has literal gaps."""
    for counts in runs.RULES:
        yield from runs.points(scale, leads=runs.LEADS, loads=runs.ENDS, counts=counts)
    yield from runs.points(scale, leads=(WIDEST,), loads=runs.ENDS, gaps="literal")


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on the two origins."""
    found = runs.with_shares(found)
    yield from _alike(found)
    found = runs.by_rule(found)
    for load in runs.ENDS:
        for queue in (1, 2):
            yield _dominated(found, load, queue)
        yield Claim(
            f"|IO| = {load}: BQS IO with Mqos = 20 above that with Mqos = 0",
            "the resulting I/O throughput of the BQS IO is diminished as the DOR IO becomes "
            "dominant",
            found.excess("bqs", mqos=(WIDEST, 0.0), load=load, gaps="one"),
            at_most(0, "%", "from no DOR IO at all to the most DOR IO"),
        )
        yield Claim(
            f"|IO| = {load}: ratio of the BQS IO off that of the weights, worst Mqos",
            "the BQS IO consistently preserves the given QoS feature at any level",
            runs.worst(
                runs.off(found, "bqs_ratio", mqos=lead, load=load, gaps="one")
                for lead in runs.LEADS
            ),
            at_most(2, "%", "preserved: the paper calls 98 to 100 % accuracy reasonable"),
        )


def _dominated(found: Found, load: int, queue: int) -> Claim:
    words = "becomes dominated by the DOR IO, not the BQS IO"
    share = f"dor_share{queue}"
    return Claim(
        f"|IO| = {load}, RQ{queue}: share of the DOR IO with Mqos = 20",
        words,
        found.mean(share, mqos=WIDEST, load=load, gaps="one").times(100),
        at_least(50, "%", "dominated: more than half"),
        note="With one request in each gap, at most four of eight requests are squeezed in. So at "
        "most half of all requests are DOR IO, and DOR IO cannot dominate both queues. The "
        "paper's own length of 8 says the same. Algorithm 1 to the letter squeezes more "
        "requests in where many wait.",
        evidence=(
            Claim(
                "of all requests, those squeezed in",
                "at most four in eight",
                found.mean("inserted_fraction", mqos=WIDEST, load=load, gaps="one").times(100),
                at_most(50, "%"),
            ),
            Claim(
                f"|IO| = 61, RQ{queue}: share of the DOR IO, to the letter",
                words,
                found.mean(share, mqos=WIDEST, load=61, gaps="literal").times(100),
                at_least(50, "%"),
            ),
        ),
    )


def _alike(found: Found) -> Iterator[Claim]:
    """Measures how much the rule of property 2 changes. No words of the paper."""
    for load in runs.ENDS:
        for queue in (1, 2):
            at = {"mqos": WIDEST, "load": load, "gaps": "one", "counts": runs.RULES}
            yield Claim(
                f"|IO| = {load}, RQ{queue}, Mqos = 20: share of the DOR IO less that with "
                "counts=unserved",
                "",
                found.difference(f"dor_share{queue}", **at).times(100),
                Bounds(-1, 1, "points", "a percent of the queue's I/O, in runs of 1,000 requests"),
            )


def shows(found: Found) -> Iterator[Panel]:
    """Throughput of each queue by origin, over Mqos, by the paper's rule of property 2."""
    found = runs.by_rule(runs.with_shares(found))
    for letter, load in zip("ab", runs.ENDS, strict=True):
        series = []
        for queue, origin in product((1, 2), ("BQS", "DOR")):
            name = {f"RQ{queue}, {origin} IO": {"gaps": "one"}}
            series += lines(found, f"{origin.lower()}{queue}", "mqos", name, load=load)
        yield Panel(f"({letter}) |IO| = {load}, Mdmo = 20", "Mqos", "I/O throughput, MB/s", series)


EXPERIMENT: Final = Experiment(
    title="Figure 6: BQS IO and DOR IO of each queue over Mqos",
    section="3.2",
    says="With Mqos = 20 the throughput of each queue is mostly DOR IO. The requests served in "
    "their turn, the BQS IO, keep the ratio of the weights at any load, but there are fewer of "
    "them.",
    set_up="An expanded sequence has four requests in their turn, and at most one request in each "
    "of the four gaps before them.",
)
