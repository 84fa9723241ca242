"""Figure 7: the eight disks of table 1, relative to greedy-optimal."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.popovici2003.comparing import (
    BASE,
    CLASSIC,
    DISKS,
    GREEDY,
    SAMPLES,
    SET_UP,
    TITLES,
    above,
    cases,
    certain,
    groups,
    named,
    plain,
    smtf,
)
from headstack_papers.popovici2003.running import ALL_PLACES
from headstack_papers.popovici2003.weeks import BUSY, weeks

SMTF: Final = named("mean", SAMPLES)
EVERY: Final = named("mean", ALL_PLACES)
GREEDILY: Final = named("greedy-optimal")
DISK: Final = {number: DISKS[number - 1] for number in range(1, 9)}


def calls(scale: Scale) -> Iterator[Call]:
    """All schedulers on all disks."""
    for week in weeks(scale):
        of_main = [one for one in groups(week) if any(c in week.main for c in one)]
        for disk in DISKS:
            at = of_main if disk == BASE else [week.main]
            yield from plain(week, scale, GREEDY | CLASSIC, at, disk)
            for samples in (SAMPLES, ALL_PLACES):
                yield from smtf(week, scale, samples, disk=disk)


def claims(found: Found) -> Iterator[Claim]:
    """What the text says of each disk, and of all of them."""
    for week, compression, words in cases(found.scale):
        at = {"week": week.name, "compression": compression}
        for number, disk in DISK.items():
            yield from _of_disk(found, f"{words}, disk {number}", {**at, "disk": disk})
        yield from _of_all(found, words, at)


def _of_disk(found: Found, words: str, at: dict[str, Any]) -> Iterator[Claim]:
    for name in ("C-LOOK", "SSTF"):
        yield Claim(
            f"{words}: {name} above SMTF",
            "SMTF always performs better than both C-LOOK and SSTF",
            above(found, named(name), SMTF, **at),
            Bounds(low=0.0),
            "%",
            note="A distance leaves little open here, and seeks are most of the time; what 10 "
            "samples lack decides.",
            evidence=(
                Claim(
                    f"{words}: {name} above SMTF of infinitely many samples",
                    "better",
                    above(found, named(name), EVERY, **at),
                    Bounds(low=0.0),
                    "%",
                ),
            ),
        )
    places = above(found, EVERY, GREEDILY, **at)
    enough = Claim(
        f"{words}: SMTF of infinitely many samples above greedy-optimal",
        "what a distance can say at the most",
        places,
        Bounds(high=8.0) if places.mean < 8 else Bounds(low=8.0),
        "%",
    )
    yield Claim(
        f"{words}: SMTF above greedy-optimal",
        "within 8% of the greedy-optimal algorithm",
        above(found, SMTF, GREEDILY, **at),
        Bounds(high=8.0),
        "%",
        note="The longer the queue, the more greedy-optimal gains by knowing where the heads are; "
        "how long the paper's was is not said. "
        + (
            "More samples than 10 bring it within 8 %."
            if places.mean < 8
            else "No number of samples brings it within 8 %: a distance leaves too much open here."
        ),
        evidence=(enough,),
    )


def _lists(
    found: Found, one: dict[str, Any], other: dict[str, Any], at: dict[str, Any]
) -> dict[str, list[float]]:
    """One above the other in percent, by disk, a number a seed."""
    return {
        disk: [100 * (ratio - 1) for ratio in found.ratios("time_s", one, other, disk=disk, **at)]
        for disk in DISKS
    }


def _over(lists: Sequence[Sequence[float]], pick: Callable[[Sequence[float]], float]) -> Measured:
    """The least, or the most, of several disks or schedulers, seed by seed."""
    return certain([pick(values) for values in zip(*lists, strict=True)])


def _of_all(found: Found, words: str, at: dict[str, Any]) -> Iterator[Claim]:
    over_smtf = {name: _lists(found, named(name), SMTF, at) for name in CLASSIC}
    fcfs = [
        *_lists(found, named("FCFS"), named("C-LOOK"), at).values(),
        *_lists(found, named("FCFS"), named("SSTF"), at).values(),
        *over_smtf["FCFS"].values(),
    ]
    yield Claim(
        f"{words}: FCFS above the others, the least of all disks",
        "FCFS performs the worst across the entire range of disks",
        _over(fcfs, min),
        Bounds(low=0.0),
        "%",
    )
    of_fcfs = _lists(found, named("FCFS"), GREEDILY, at)
    yield Claim(
        f"{words}: FCFS above greedy-optimal, the worst disk",
        "sometimes performing more than a factor of two slower than greedy-optimal",
        _over(list(of_fcfs.values()), max),
        Bounds(low=100.0),
        "%",
        note="The gain over FCFS grows with the number of requests that wait: the generated week, "
        "where more do, has more than a factor of two.",
        evidence=_with_more_waiting(found, at),
    )
    yield from _by_component(found, words, at)
    others = [*over_smtf["C-LOOK"].values(), *over_smtf["SSTF"].values()]
    for word, pick, bounds in (
        ("least", min, Bounds(low=10.0)),
        ("most", max, Bounds(high=50.0)),
    ):
        yield Claim(
            f"{words}: C-LOOK and SSTF above SMTF, the {word} of all disks",
            "C-LOOK and SSTF perform between 10% and 50% slower than SMTF",
            _over(others, pick),
            bounds,
            "%",
            section="1.2",
            note="The least is that of disk 3 or 4, where positions matter little: the paper "
            "itself has C-LOOK and SSTF do well there (5.4), so its 10 % is not of every disk. On "
            "the others the gain is the larger the more requests wait, which the paper does not "
            "say."
            if word == "least"
            else "",
            evidence=(_but_for_seeks(over_smtf, words),) if word == "least" else (),
        )


def _with_more_waiting(found: Found, at: dict[str, Any]) -> tuple[Claim, ...]:
    """The worst disk of the generated week, where another week is judged."""
    return tuple(
        Claim(
            f"{words}: FCFS above greedy-optimal, the worst disk",
            "more than a factor of two",
            _over(list(_lists(found, named("FCFS"), GREEDILY, busy).values()), max),
            Bounds(low=100.0),
            "%",
        )
        for week, compression, words in cases(found.scale)
        if week.name == BUSY != at["week"]
        for busy in ({"week": week.name, "compression": compression},)
    )


def _but_for_seeks(over_smtf: dict[str, dict[str, list[float]]], words: str) -> Claim:
    """The least gain of the six other disks is above that of disks 3 and 4."""
    few, more = (
        [
            values
            for name in ("C-LOOK", "SSTF")
            for disk, values in over_smtf[name].items()
            if (disk in (DISK[3], DISK[4])) is seeks
        ]
        for seeks in (True, False)
    )
    gaps = [
        min(of_more) - min(of_few)
        for of_few, of_more in zip(zip(*few, strict=True), zip(*more, strict=True), strict=True)
    ]
    return Claim(
        f"{words}: C-LOOK and SSTF above SMTF, the least of the six other disks less that of 3 "
        "and 4",
        "positions matter more there",
        certain(gaps),
        Bounds(low=0.0),
        "points",
    )


def _by_component(found: Found, words: str, at: dict[str, Any]) -> Iterator[Claim]:
    """Disks on which seeks count more, and on which rotation does."""
    optimal = _lists(found, named("C-LOOK"), GREEDILY, at)
    smtf_gain = _lists(found, named("C-LOOK"), SMTF, at)
    for number in (3, 4):
        disk = DISK[number]
        yield Claim(
            f"{words}, disk {number}: C-LOOK above greedy-optimal, less than on the base disk",
            "C-LOOK and SSTF perform relatively well when seek time dominates performance (e.g., "
            "disks 3 and 4)",
            certain([b - a for a, b in zip(optimal[disk], optimal[BASE], strict=True)]),
            Bounds(low=0.0),
            "points",
        )
        yield Claim(
            f"{words}, disk {number}: C-LOOK above SSTF",
            "SSTF performs better than C-LOOK in these cases as well",
            above(found, named("C-LOOK"), named("SSTF"), disk=disk, **at),
            Bounds(low=0.0),
            "%",
            note="SSTF saves seeks, C-LOOK saves rotation, since it goes on upwards along the "
            "blocks: where a revolution is short or seeks are long, which of them wins hangs on "
            "the week's locality. That our weeks have more of it than the paper's is a guess.",
        )
    for number in (2, 5):
        disk = DISK[number]
        yield Claim(
            f"{words}, disk {number}: C-LOOK above SMTF, more than on the base disk",
            "SMTF performs very well when rotational latency is a significant component of request "
            "positioning (e.g., disks 2 and 5)",
            certain([a - b for a, b in zip(smtf_gain[disk], smtf_gain[BASE], strict=True)]),
            Bounds(low=0.0),
            "points",
            reason="very well is read as against C-LOOK",
        )


def shows(found: Found) -> Iterator[Panel]:
    """Slowdown over greedy-optimal by disk."""
    for week, compression, words in cases(found.scale):
        names = {name: named(name) for name in CLASSIC} | {"SMTF": SMTF}
        series = []
        for name, own in names.items():
            at = [
                above(found, own, GREEDILY, disk=disk, week=week.name, compression=compression)
                for disk in DISKS
            ]
            bars = [1 + one.mean / 100 for one in at]
            halves = [one.half / 100 for one in at]
            series.append(Series(name, [str(n) for n in DISK], bars, halves, "bars"))
        yield Panel(
            f"{TITLES[week.name]}: {words.partition(', ')[2]}",
            "disk configuration",
            "time relative to greedy-optimal",
            series,
        )


EXPERIMENT: Final = Experiment(
    title="Figure 7: sensitivity to disk characteristics",
    section="5.4",
    says="On all disks SMTF is ahead of C-LOOK and SSTF and within 8 % of greedy-optimal; FCFS is "
    "sometimes at more than twice its time. C-LOOK and SSTF do well on disks 3 and 4, SMTF on 2 "
    "and 5.",
    calls=calls,
    claims=claims,
    shows=shows,
    set_up=SET_UP
    + " The paper does not say at which compression, nor with how many samples; here 10, "
    "without interpolation, which the paper finds nearly identical (table 2 has what it costs "
    "here).",
)
