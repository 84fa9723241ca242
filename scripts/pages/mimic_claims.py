"""What Popovici 2003 says of the Disk Mimic, in its words, and what comes out here."""

from collections.abc import Iterable
from itertools import pairwise

import mimic_runs as runs
from headstack.experiments.claims import Bounds, Claim, Measured

BETTER = Bounds(low=0.05)  # points: what is more than 0.0


def summary_claims() -> Iterable[Claim]:
    for compression in (runs.LIGHT, 100, runs.COMPRESSION, 1000):
        at = f"compression {compression}"
        found = [
            runs.tabled(runs.BASE, runs.FULL)[summary, compression] for summary in runs.SUMMARIES
        ]
        steps = [
            Measured.of([b - a for a, b in zip(better, worse, strict=True)])
            for better, worse in pairwise(found)
        ]
        yield Claim(
            f"{at}: least step in the order of the summaries, points",
            "mean, median, maximum, probabilistic, minimum",
            min(steps, key=lambda step: step.low),
            BETTER,
        )
        yield Claim(
            f"{at}: best summary above greedy-optimal, %",
            "always within 7 %",
            runs.smtf(runs.BASE, compression, runs.FULL),
            Bounds(high=7.0),
        )


def sample_claims() -> Iterable[Claim]:
    one = runs.Probing(1)
    for compression in (runs.LIGHT, runs.COMPRESSION):
        best = min(
            runs.above(runs.BASE, scheduler, compression) for scheduler in ("clook", "sstf", "fcfs")
        )
        yield Claim(
            f"compression {compression}: gain of one sample over C-LOOK, SSTF and FCFS, points",
            "performs better",
            runs.less(best, runs.smtf(runs.BASE, compression, one)),
            BETTER,
        )


def interpolation_claims() -> Iterable[Claim]:
    for how in runs.INTERPOLATED:
        grid, _, points, _ = runs.kept(how)
        yield Claim(
            f"steps of {how.step}, {how.samples} samples: distances left out, %",
            "90 %",
            Measured(100 * (1 - points / grid)),
            Bounds(low=90.0),
        )


def need_claims() -> Iterable[Claim]:
    """Claims about the two disks that 10 samples leave outside at compression 500."""
    for disk, how, made in (
        (runs.DISKS[5], runs.MANY, "100 samples"),
        (runs.DISKS[7], runs.ALL_PLACES, "all places"),
    ):
        yield Claim(
            f"`{disk}`, compression {runs.COMPRESSION}, {made}: above greedy-optimal, %",
            "within 8 %",
            runs.smtf(disk, runs.COMPRESSION, how),
            Bounds(high=8.0),
        )


def disk_claims() -> Iterable[Claim]:
    for disk in ("ibm_9lzx_3", "ibm_9lzx_4"):
        for compression in (runs.LIGHT, runs.COMPRESSION):
            gain = runs.above(disk, "clook", compression) - runs.above(disk, "sstf", compression)
            yield Claim(
                f"`{disk}`, compression {compression}: gain of SSTF over C-LOOK, points",
                "performs better",
                Measured(gain),
                BETTER,
            )
    worst = max(
        runs.above(disk, "fcfs", c) for disk in runs.DISKS for c in (runs.LIGHT, runs.COMPRESSION)
    )
    yield Claim(
        "FCFS above greedy-optimal, the worst disk, %",
        "sometimes more than a factor of two",
        Measured(worst),
        Bounds(low=100.0),
    )


def online_gains() -> Iterable[Claim]:
    def gain(of: str, over: str) -> Measured:
        return Measured(
            runs.above(runs.BASE, f"smtf_online({over})")
            - runs.above(runs.BASE, f"smtf_online({of})")
        )

    yield Claim(
        "online, set: gain of SSTF as the base over C-LOOK, points",
        "noticeably better",
        gain("set, sstf", "set, clook"),
        BETTER,
    )
    yield Claim(
        "online, SSTF: gain of set over priority, points",
        "better",
        gain("set, sstf", "priority, sstf"),
        BETTER,
    )
    for policy in ("priority, sstf", "priority, clook", "set, clook"):
        yield Claim(
            f"online, {policy}: gain by interpolation, points",
            "significantly improves",
            gain(f"{policy}, yes", f"{policy}, no"),
            BETTER,
        )


def online_claims() -> Iterable[Claim]:
    yield from online_gains()
    yield Claim(
        "online, set over SSTF: above the offline table, %",
        "within 3 %, after 750,000 requests",
        runs.over_offline("smtf_online(set, sstf)"),
        Bounds(high=3.0),
        note="our week has 42,252 in all, learning included",
    )


def all_claims() -> Iterable[Claim]:
    yield from summary_claims()
    yield from sample_claims()
    yield from interpolation_claims()
    yield from need_claims()
    yield from disk_claims()
    yield from online_claims()


def points(measured: Measured) -> str:
    """The number to a tenth, as in all tables of the page."""
    error = f" ± {measured.half:.1f}" if measured.half else ""
    return f"{measured.mean:.1f}{error}"


def verdict(measured: Measured, bounds: Bounds) -> str:
    return Claim("", "", measured, bounds).verdict.shown


def rows(claims: Iterable[Claim]) -> Iterable[tuple[str, ...]]:
    """The claims as rows of a table; the first one is the head."""
    yield ("claim", "paper", "within", "here", "verdict", "note")
    for claim in claims:
        measured = (claim.bounds.text(), points(claim.measured))
        yield (claim.what, claim.paper, *measured, claim.verdict.shown, claim.note)
