"""Figure 4: throughput over the load, a line for each Mqos."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale, lines
from headstack_papers.quantities import excess, ratio
from headstack_papers.share import runs

WIDE: Final = (5.0, 10.0, 20.0)


def points(scale: Scale) -> Iterator[Point]:
    """Yields a run for each Mqos, load and seed. Mqos of 0.5 and 5 also run with literal gaps."""
    yield from runs.points(scale, leads=runs.LEADS)
    yield from runs.points(scale, leads=(0.5, 5.0), gaps="literal")


def _above(found: Found, lead: float, other: float, gaps: str = "one") -> Measured:
    """The percentage by which an Mqos exceeds another Mqos in throughput, over all loads."""
    one, two = (found.by_seed("throughput_mb_s", mqos=mqos, gaps=gaps) for mqos in (lead, other))
    return excess(one, two)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on relaxing Mqos."""
    found = runs.with_shares(found)
    yield Claim(
        "Mqos = 20: throughput above that of Mqos = 0.5, mean over loads",
        "an additional performance enhancement by relaxing the degree of QoS enforcement",
        _above(found, 20.0, 0.5),
        at_least(0, "%", "the widest margin stands for relaxing"),
    )
    yield Claim(
        "Mqos = 1: gain over Mqos = 0.5, mean over loads",
        "a better disk I/O performance is achievable with less than 2% QoS deterioration by "
        "increasing Mqos",
        _above(found, 1.0, 0.5),
        at_least(0, "%"),
        section="4",
        note="The two margins tie, because the sequence has its 8 requests already with Mqos = "
        "0.5.",
        evidence=Claim(
            "length with Mqos = 1 over that with Mqos = 0.5",
            "no more is squeezed in",
            ratio(*(found.by_seed("length", mqos=mqos, gaps="one") for mqos in (1.0, 0.5))),
            Bounds(0.97, 1.03),
        ),
    )
    for lead in WIDE:
        yield Claim(
            f"Mqos = {lead:g}: gain in throughput over Mqos = 0.5, mean over loads",
            "higher than that of Mqos = 0.5 by over 10%",
            _above(found, lead, 0.5),
            at_least(10, "%"),
            note="With Mqos = 0.5 the sequence already has its 8 requests, as the paper says of "
            "figure 3. A wider Mqos finds no more room. Algorithm 1 to the letter gives no "
            "such gain either. We guess that the words mean Mqos = 0, which is YFQ: over YFQ "
            "the gain is above 10 %.",
            evidence=tuple(_evidence(found, lead)),
        )


def _evidence(found: Found, lead: float) -> Iterator[Claim]:
    wide, narrow = (found.by_seed("length", mqos=mqos, gaps="one") for mqos in (lead, 0.5))
    yield Claim(
        f"length with Mqos = {lead:g} over that with Mqos = 0.5",
        "no more is squeezed in",
        ratio(wide, narrow),
        Bounds(0.97, 1.03),
    )
    yield Claim(
        "to the letter, Mqos = 5: gain in throughput over Mqos = 0.5",
        "far from 10 % as well",
        _above(found, 5.0, 0.5, gaps="literal"),
        at_most(5, "%"),
    )
    yield Claim(
        f"Mqos = {lead:g}: gain in throughput over Mqos = 0",
        "over 10 %",
        _above(found, lead, 0.0),
        at_least(10, "%"),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Throughput over the load."""
    names = {f"Mqos = {lead:g}": {"mqos": lead} for lead in runs.LEADS}
    series = lines(found, "throughput_mb_s", "load", names, gaps="one")
    x, y = "number of outstanding I/Os", "I/O throughput, MB/s"
    yield Panel("I/O throughput, Mdmo = 20", x, y, series)


EXPERIMENT: Final = Experiment(
    title="Figure 4: I/O throughput with different Mqos over the load",
    section="3.2",
    says="A larger Mqos raises throughput further. From Mqos = 5 on, the throughput of both "
    "queues together is over 10 % above that of Mqos = 0.5.",
    set_up="The paper names Mqos of 0, 0.5, 1, 5 and 20. We add 10. The points are means over the "
    "loads, because the paper gives one number for all loads.",
)
