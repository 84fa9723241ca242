"""Figure 5: throughput of each reservation queue over Mqos."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale, lines
from headstack_papers.share import runs

_WORDS: Final = {
    1: "the I/O throughput of the RQ1 decreases",
    2: "the I/O throughput of its competing I/O workload RQ2 improves by increasing Mqos",
}


def points(scale: Scale) -> Iterator[Point]:
    """Yields a run for each Mqos, rule, load and seed. Two Mqos also run with literal gaps."""
    for counts in runs.RULES:
        yield from runs.points(scale, leads=runs.LEADS, loads=runs.ENDS, counts=counts)
    yield from runs.points(scale, leads=(0.5, 20.0), loads=runs.ENDS, gaps="literal")


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on the two queues."""
    found = runs.with_shares(found)
    yield from _alike(found)
    found = runs.by_rule(found)
    for load in runs.ENDS:
        for queue in (1, 2):
            yield _claim(found, load, queue)


def _claim(found: Found, load: int, queue: int) -> Claim:
    def change(gaps: str, letter: str = "") -> Claim:
        return Claim(
            f"|IO| = {load}, RQ{queue}: throughput with Mqos = 20 above that with 0.5{letter}",
            _WORDS[queue],
            found.excess(f"rq{queue}", mqos=(20.0, 0.5), load=load, gaps=gaps),
            at_most(0, "%") if queue == 1 else at_least(0, "%"),
        )

    if load != 61:
        return change("one")
    return change("one").because(
        "With a full queue and one request in each gap, the first class in the order of the search "
        "gets the gap. RQ1 is first and uses up the wider margin. If a gap takes any number of "
        "requests, as algorithm 1 is printed, RQ2 gets ahead at this load too.",
        change("literal", ", to the letter"),
    )


def _alike(found: Found) -> Iterator[Claim]:
    """Measures how much the rule of property 2 changes. No words of the paper."""
    for load in runs.ENDS:
        for queue in (1, 2):
            yield Claim(
                f"|IO| = {load}, RQ{queue}, Mqos = 20: throughput above that with counts=unserved",
                "",
                found.excess(f"rq{queue}", mqos=20.0, load=load, gaps="one", counts=runs.RULES),
                Bounds(-1, 1, "%", "the same to a percent, in runs of 1,000 requests"),
            )


def shows(found: Found) -> Iterator[Panel]:
    """Throughput of RQ1 and RQ2 over Mqos, with a line for each rule of property 2."""
    found = runs.with_shares(found)
    for letter, load in zip("ab", runs.ENDS, strict=True):
        series = []
        for queue in (1, 2):
            names = runs.names_by_rule(f"RQ{queue}", gaps="one")
            series += lines(found, f"rq{queue}", "mqos", names, load=load)
        yield Panel(f"({letter}) |IO| = {load}, Mdmo = 20", "Mqos", "I/O throughput, MB/s", series)


EXPERIMENT: Final = Experiment(
    title="Figure 5: I/O throughput of each queue over Mqos",
    section="3.2",
    says="With a larger Mqos, RQ1 loses throughput and RQ2 gains.",
    set_up="Runs have 1,000 requests. While no queue is empty, a class that is squeezed in more "
    "easily gets ahead by the margin once. The gain of this class depends on the length of the "
    "run, which the paper does not give.",
)
