"""Figures 18 to 23: scheduling by positioning time under each trace, with and without the cache."""

from collections.abc import Iterator
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_least, at_most, printed
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994 import trace_variants as variants
from headstack_papers.worthington1994.traces import CELLO, PROFILES, REPORT, SCI_TS, Profile

NAMES: Final = {**runs.FCFS, "C-LOOK": "clook", **runs.BY_POSITION}
FEW: Final = (
    "More sequential reads would have to wait together on the busy disk, as in the evidence. "
    "Table 2 has the share of all disks only. Under Sci-TS, SPTF is behind C-LOOK at the knee, "
    "but ahead at the last factor. With more sequential reads SPTF is further behind at the knee "
    "(`section6_load`). C-LOOK's columns do not choose such a share."
)


def points(profile: Profile, scale: Scale) -> Iterator[Point]:
    """Yields runs of the schedulers by position. Cello also has the schedulers by block number."""
    by_block = runs.BY_BLOCK if profile is CELLO else {}
    yield from runs.points(scale, [profile], {**NAMES, **by_block})
    names = {name: spec for name, spec in NAMES.items() if name not in runs.FCFS}
    yield from runs.points(scale, [variants.beyond(profile)], names)


def claims(profile: Profile, found: Found) -> Iterator[Claim]:
    """Judges the words of section 6.3 on the trace."""
    knee, heaviest = runs.at_knee(found, profile.name), runs.at_heaviest(found, profile.name)
    if profile is CELLO:
        yield from _superior(found, knee, heaviest)
    else:
        yield from _saturating(found, profile, heaviest)
    if profile is REPORT:
        yield from _report(found)
    if profile is SCI_TS:
        for name in runs.BLIND:
            yield Claim(
                f"{name}: response above that of C-LOOK, the most of all factors",
                "increased performance for all scaling factors studied",
                max(runs.excesses(found, name, "C-LOOK", profile.name), key=_mean),
                at_most(0, "%"),
            )
    for where, at in (("knee", knee), ("heaviest workload", heaviest)):
        yield Claim(
            f"ASPCTF(6): squared coefficient of variation over that of SPCTF, {where}",
            "ASPCTF(6) always has better starvation resistance than SPCTF",
            found.ratio(runs.SCV, name=("ASPCTF(6)", "SPCTF"), **at),
            at_most(1),
        )


def _mean(one: Measured) -> float:
    return one.mean


def _superior(found: Found, knee: dict[str, Any], heaviest: dict[str, Any]) -> Iterator[Claim]:
    """Judges whether these schedulers beat all seek-reducing schedulers on Cello, and the cache."""
    best = found.least(runs.RESPONSE, runs.BY_BLOCK, **knee)
    for name in runs.BY_POSITION:
        yield Claim(
            f"{name}: response above the least of the seek-reducing ones",
            "clearly superior to the seek-reducing algorithms",
            found.excess(runs.of_all, name=(name, best), **knee),
            at_most(-5, "%", 'at the knee; "clearly" has no number: a twentieth'),
        )
    for name, blind in runs.BLIND.items():
        yield Claim(
            f"{name}: response below that of {blind}, heaviest workload",
            "an additional 5-15% under the largest scaling factors",
            found.excess(runs.of_all, name=(name, blind), **heaviest).times(-1),
            Bounds(5, 15, "%"),
            note="The gain follows the share of sequential reads. Table 2 has only 2.5 %.",
            evidence=_beyond(found, CELLO, name, blind, at_most(-5, "%")),
        )


def _beyond(found: Found, profile: Profile, name: str, other: str, bounds: Bounds) -> Claim:
    """Evidence on the effect of more sequential reads."""
    what = f"{name}: response above that of {other}"
    return variants.excess(what, found, variants.beyond(profile), (name, other), bounds)


def _saturating(found: Found, profile: Profile, heaviest: dict[str, Any]) -> Iterator[Claim]:
    """Judges whether the schedulers are ahead of C-LOOK on the other traces until they saturate.

    The schedulers that know the cache saturate later.
    """
    for name, blind in runs.BLIND.items():
        aware, unaware = (
            runs.excesses(found, one, "C-LOOK", profile.name) for one in (name, blind)
        )
        yield Claim(
            f"{blind}: response above that of C-LOOK, heaviest workload",
            "SPTF and ASPTF(6) saturate more quickly than C-LOOK",
            unaware[-1],
            at_least(0, "%"),
            note=FEW,
            evidence=_beyond(found, profile, blind, "C-LOOK", at_least(0, "%")),
        )
        yield Claim(
            f"{blind}: response above that of C-LOOK, the least of all factors",
            "superior performance for some sub-saturation workloads",
            min(unaware, key=_mean),
            at_most(0, "%"),
        )
        yield Claim(
            f"{name}: response above that of {blind}, heaviest workload",
            "saturation does not occur as quickly",
            found.excess(runs.of_all, name=(name, blind), **heaviest),
            at_most(0, "%"),
        )
        window, narrow = (sum(at.mean < 0 for at in each) for each in (aware, unaware))
        yield Claim(
            f"{name}: factors at which it is ahead of C-LOOK, more than {blind} has",
            "widens the window where SPTF-based algorithms are superior to C-LOOK",
            Measured(float(window - narrow)),
            at_least(1, "", "by the means at the factors that ran"),
            note=f"Under Snake, Air-Rsv and Order, {blind} is ahead at every factor, and nothing "
            f"is left to widen. {FEW}",
            evidence=_beyond(found, profile, name, "C-LOOK", at_most(0, "%")),
        )


def _report(found: Found) -> Iterator[Claim]:
    """Judges whether the lead over C-LOOK on Report is up to 18 % at factors from 0.4 to 0.9."""
    factors = runs.ran(found, REPORT.name)
    for name in runs.BLIND.values():
        every = zip(factors, runs.excesses(found, name, "C-LOOK", REPORT.name), strict=True)
        within = [above for factor, above in every if 0.4 <= factor <= 0.9]
        if not within:
            return
        yield Claim(
            f"{name}: response below that of C-LOOK, the least of factors 0.4 to 0.9",
            "significantly (up to 18%) better than C-LOOK in the 0.4-0.9 range",
            max(within, key=_mean).times(-1),
            words.exceeds("significantly"),
            note="Reads of a run come 0.2 ms apart here. A run then waits as a whole on an idle "
            "disk, and SPTF serves the run out of order. C-LOOK's columns do not exclude a pace "
            "of 4 ms.",
        )
        yield Claim(
            f"{name}: response below that of C-LOOK, the most of factors 0.4 to 0.9",
            "up to 18%",
            min(within, key=_mean).times(-1),
            printed("18", "%", "a number of the paper's own trace"),
            note="We guess that the lead depends on the load, which is fitted at the factor 1 "
            "only.",
        )


def shows(profile: Profile, found: Found) -> Iterator[Panel]:
    """The figure's two graphs."""
    return runs.panels(found, profile.name, NAMES)


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: scheduling by positioning time, {profile.name}",
        section="6.3",
        says="By positioning time, a request waits less for the rotation, but sequential reads "
        "get out of order. For Cello these schedulers are the best. For the other traces they "
        "are ahead of C-LOOK at some factors and saturate before C-LOOK. Schedulers that know "
        "the cache saturate later.",
        set_up=runs.SET_UP + " Positioning is seek and rotation: `sptf(mechanics)` and so on.",
        case=profile,
    )
    for number, profile in enumerate(PROFILES, start=18)
}
