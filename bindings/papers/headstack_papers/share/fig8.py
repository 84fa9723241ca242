"""Figure 8: YFQ against the best margins, ratio and throughput over the load."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_most, printed
from headstack_papers.experiment import Experiment, Found, Panel, Scale, Series, lines
from headstack_papers.quantities import measured
from headstack_papers.share import runs

RATIOS: Final = {0.0: "4.00", 0.5: "3.99", 1.0: "3.96"}
"""Ratios that the paper gives, by Mqos."""


def points(scale: Scale) -> Iterator[Point]:
    """Yields a run for each of three Mqos, load and seed, and the runs of the evidence.

    For the evidence, |IO| counts both workloads, or runs are long.
    """
    yield from runs.points(scale, leads=RATIOS)
    yield from runs.points(scale, leads=RATIOS, loads=runs.LOADS[:1], halves=True)
    yield from runs.points(scale, leads=RATIOS, long=True)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on both parts of the figure."""
    found = runs.with_shares(found)
    for lead, words in RATIOS.items():
        yield _ratio(found, lead, words)
    for lead in (0.5, 1.0):
        yield Claim(
            f"Mqos = {lead:g}: ratio off 4 : 1, worst load",
            "maintained the given QoS ratio with more than 98 % accuracy",
            runs.worst(
                runs.off(found, "ratio", mqos=lead, load=load, long=False, halves=False)
                for load in runs.LOADS
            ),
            at_most(2, "%"),
        )
        for load in runs.LOADS:
            yield _gain(found, load, lead)


def _gain(found: Found, load: int, lead: float) -> Claim:
    def gain(what: str, words: str, bounds: Bounds, *, halves: bool) -> Claim:
        at = {"mqos": (lead, 0.0), "load": load, "long": False, "halves": halves}
        return Claim(
            f"{what}, Mqos = {lead:g}: gain in throughput over YFQ",
            words,
            found.excess("throughput_mb_s", **at),
            bounds,
        )

    words = "improves the I/O throughputs by 11-19%"
    whole = gain(f"|IO| = {load}", words, Bounds(11, 19, "%"), halves=False)
    if load != runs.LOADS[0]:
        return whole
    few, none = f"half of |IO| = {load} each", "none of 11 to 19 %"
    return whole.because(
        "If |IO| counted both workloads, too few would wait at this load.",
        gain(few, none, at_most(5, "%"), halves=True),
    )


def _ratio(found: Found, lead: float, words: str) -> Claim:
    reason = "one number for the figure: the mean over its loads"
    properly = reason + '; "properly": the 98 to 100 % that the paper calls reasonable'
    return Claim(
        f"Mqos = {lead:g}: ratio of the queues, mean over loads",
        "Mqos = 0.5 and Mqos = 1 end up with 3.99:1 and 3.96:1, respectively"
        if lead
        else "provides the given 4:1 ratio properly",
        measured(found.by_seed("ratio", mqos=lead, long=False, halves=False)),
        printed(words, "", reason)
        if lead
        else Bounds(0.98 * runs.RATIO, 1.02 * runs.RATIO, "", properly),
        note="The ratio is off 4 by the lead of one class, gained once, as a share of the run, "
        "and a little by the run's ends. From |IO| = 21 on it is RQ1 that leads, so that the mean "
        "is above 4. In long runs it is 4.00 with any of these margins.",
        evidence=Claim(
            f"Mqos = {lead:g}: ratio of the queues in long runs",
            "4 : 1 with any margin",
            measured(found.by_seed("ratio", mqos=lead, long=True)),
            Bounds(3.995, 4.005),
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Ratio and throughput over the load."""
    found = runs.with_shares(found)
    names = {f"Mqos = {lead:g}" + ("" if lead else " (YFQ)"): {"mqos": lead} for lead in RATIOS}
    paper = [
        Series(
            f"paper, Mqos = {lead:g}", runs.LOADS, [float(words)] * 6, kind="points", published=True
        )
        for lead, words in RATIOS.items()
    ]
    for title, metric, unit, printed_too in (
        ("(a) Degree of QoS enforcement", "ratio", "RQ1 : RQ2", paper),
        ("(b) I/O throughput", "throughput_mb_s", "I/O throughput, MB/s", []),
    ):
        series = lines(found, metric, "load", names, long=False, halves=False)
        yield Panel(title, "number of outstanding I/Os", unit, series + printed_too)


EXPERIMENT: Final = Experiment(
    title="Figure 8: QoS enforcement and I/O throughput of the best margins against YFQ",
    section="3.2",
    says="With Mdmo = 20 and Mqos of 0.5 and 1 the ratio is 3.99 : 1 and 3.96 : 1, above 98 % of "
    "accuracy, and throughput is 11 to 19 % above that of YFQ.",
    set_up="Each workload has |IO| outstanding. If |IO| counts both, half of them in each, the "
    "gain at |IO| = 11 is under 2 %, since too few wait, and from 21 on it is within 11 to 19 %.",
)
