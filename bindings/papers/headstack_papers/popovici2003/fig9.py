"""Figure 9: tables that are learnt on the way, by scheduler and by day."""

from collections.abc import Iterator
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.popovici2003.comparing import (
    SAMPLES,
    SET_UP,
    TITLES,
    above,
    certain,
    named,
    plain,
    smtf,
)
from headstack_papers.popovici2003.weeks import AJW, BUSY, DAYS, Week, whole_weeks

OFFLINE: Final = named("mean", SAMPLES)
BASES: Final = {"C-LOOK": "clook", "SSTF": "sstf"}
LINES: Final = {"yes": "interpolated", "no": "not interpolated"}


def online(policy: str, base: str, lines: str) -> str:
    """A scheduler's name in the figure."""
    return f"Online-{policy}, {base}, {LINES[lines]}"


ONLINE: Final = {
    online(policy, base, lines): f"smtf_online({policy.lower()}, {BASES[base]}, {lines})"
    for policy in ("Priority", "Set")
    for base in BASES
    for lines in LINES
}
PROBES: Final = "Online-Set, SSTF, probes when idle"
LATER: Final = "Online-Set, C-LOOK, known from 5 samples"
ABLE: Final = {
    PROBES: "smtf_online(set, sstf, yes, idle=probe)",
    LATER: "smtf_online(set, clook, yes, 5)",
}


def compression(week: Week) -> float:
    """The one at which the week is as dense as the paper's."""
    return week.main[-1]


def calls(scale: Scale) -> Iterator[Call]:
    """The base schedulers, those that learn, and the offline table."""
    for week in whole_weeks(scale):
        at = [[compression(week)]] if week.name == BUSY else [week.main]
        yield from plain(week, scale, BASES | ONLINE | ABLE, at)
        yield from smtf(week, scale, compressions=at)


def _at(week: Week) -> dict[str, Any]:
    return {"week": week.name, "compression": compression(week)}


def _last(found: Found, one: str, other: str, week: Week) -> Measured:
    return above(found, named(one), named(other), "last_day_s", **_at(week))


def claims(found: Found) -> Iterator[Claim]:
    """The three observations, and what days bring."""
    for week in whole_weeks(found.scale):
        yield from _observations(found, week)
        yield from _days(found, week)


def _observations(found: Found, week: Week) -> Iterator[Claim]:
    words = f"{week.name}, the last day"
    yield Claim(
        f"{words}: SSTF above C-LOOK",
        "C-LOOK performs better than SSTF for this workload and disk",
        _last(found, "SSTF", "C-LOOK", week),
        Bounds(low=0.0),
        "%",
    )
    for policy in ("Priority", "Set"):
        yield Claim(
            f"{words}: Online-{policy} over C-LOOK above that over SSTF",
            "SMTF performs noticeably better with SSTF than with C-LOOK as a base",
            _last(found, online(policy, "C-LOOK", "yes"), online(policy, "SSTF", "yes"), week),
            Bounds(low=0.0),
            "%",
        )
    yield Claim(
        f"{words}: Online-Priority above Online-Set, over SSTF",
        "Online-Set performs better than Online-Priority with SSTF as the base scheduler",
        _last(found, online("Priority", "SSTF", "yes"), online("Set", "SSTF", "yes"), week),
        Bounds(low=0.0),
        "%",
    )
    for policy, base in (("Priority", "C-LOOK"), ("Priority", "SSTF"), ("Set", "C-LOOK")):
        yield Claim(
            f"{words}: Online-{policy} over {base} without interpolation above that with it",
            "interpolation does significantly improve the performance",
            _last(found, online(policy, base, "no"), online(policy, base, "yes"), week),
            Bounds(low=0.5),
            "%",
            reason="significant: at least what a chart shows, half a percent",
            note="By now most distances that come often are known by themselves, and a line "
            "between two is trusted only if both have a confirmed neighbour (table 2 with two "
            "points). That the paper's lines were trusted sooner is a guess.",
        )
    yield Claim(
        f"{words}: Online-Set over SSTF without interpolation above that with it",
        "it leads to only a small improvement with Online-Set and SSTF",
        _last(found, online("Set", "SSTF", "no"), online("Set", "SSTF", "yes"), week),
        Bounds(-0.5, 2.0),
        "%",
        reason="small: from nothing that a chart shows (half a percent) up to 2 %",
    )


def _day(
    found: Found, one: dict[str, Any], other: dict[str, Any], week: Week, day: int
) -> Measured:
    """By how many percent one is above the other on a day, from 1."""
    pairs = zip(found.where(**one, **_at(week)), found.where(**other, **_at(week)), strict=True)
    return certain([100 * (a["days_s"][day - 1] / b["days_s"][day - 1] - 1) for a, b in pairs])


_SWEEPS: Final = (
    "C-LOOK is good because it sweeps. The shortest known distance now and then leaves its sweep "
    "or shortens it, before enough are known to make up for that; this part is a guess. It is not "
    "that a first time is taken for the mean, which the paper suspects in 6.2: with 5 samples it "
    "is the same."
)


def _no_matter(found: Found, week: Week) -> Claim:
    own = named(online("Set", "C-LOOK", "yes"))
    return Claim(
        f"{week.name}, day 1: Online-Set over C-LOOK above the same that waits for 5 samples",
        "a minimum number of samples before being classified as known",
        _day(found, own, named(LATER), week, 1),
        Bounds(-1.0, 1.0),
        "%",
    )


def _later(found: Found, base: str, own: dict[str, Any], week: Week, lines: str) -> Claim:
    """The same on the last day."""
    return Claim(
        f"{week.name}, day {DAYS}: {base} above Online-Set over SSTF, {lines}",
        "ahead when it has learned",
        _day(found, named(base), own, week, DAYS),
        Bounds(low=0.0),
        "%",
    )


def _days(found: Found, week: Week) -> Iterator[Claim]:
    for base in BASES:
        for lines in LINES:
            own = named(online("Set", "SSTF", lines))
            yield Claim(
                f"{week.name}, day 1: {base} above Online-Set over SSTF, {LINES[lines]}",
                "better than the base-line schedulers of SSTF and C-LOOK even after one day",
                _day(found, named(base), own, week, 1),
                Bounds(low=0.0),
                "%",
                reason="the first day's own time is taken, learning included",
                note="The recorded week has 6,036 requests a day, not 150,000. When it has learned "
                "for some days, it is ahead."
                if week.name == AJW
                else "",
                evidence=(_later(found, base, own, week, LINES[lines]),)
                if week.name == AJW
                else (),
            )
        yield Claim(
            f"{week.name}, day 1: {base} above Online-Set over {base}",
            "while the Disk Mimic learns about the storage device, SMTF performs no worse than a "
            "base scheduling algorithm",
            _day(found, named(base), named(online("Set", base, "yes")), week, 1),
            Bounds(low=0.0),
            "%",
            section="1.2",
            note="" if base == "SSTF" else _SWEEPS,
            evidence=() if base == "SSTF" else (_no_matter(found, week),),
        )
    day = 5
    own = named(online("Set", "SSTF", "yes"))
    rest = _day(found, own, OFFLINE, week, day)
    yield Claim(
        f"{week.name}, day {day}: Online-Set over SSTF above offline",
        "converges to within 3% of the off-line version after four days, or only about 750,000",
        rest,
        Bounds(high=3.0),
        "%",
        reason="four days of 150,000 requests are 600,000; the fifth is taken, up to 750,000",
        note=(
            "The week has 42,252 requests in all, learning included."
            if week.name == AJW
            else "A slow time that is seen first keeps a distance from being taken again, as the "
            "paper says itself; probes when idle, its own remedy, bring it nearer."
        ),
        evidence=(
            Claim(
                f"{week.name}, day {day}: Online-Set over SSTF above the same with probes when "
                "idle",
                "can learn more of the characteristics of the disk",
                _day(found, own, named(PROBES), week, day),
                Bounds(low=0.0),
                "%",
            ),
        ),
    )
    yield Claim(
        f"{week.name}: Online-Set over SSTF above offline, day 1 less day {DAYS}",
        "the performance of Online-Set improves over time as more inter-request distances are "
        "observed",
        certain(
            [
                100 * (a["days_s"][0] / b["days_s"][0] - a["days_s"][-1] / b["days_s"][-1])
                for a, b in zip(
                    found.where(**own, **_at(week)),
                    found.where(**OFFLINE, **_at(week)),
                    strict=True,
                )
            ]
        ),
        Bounds(low=0.0),
        "points",
    )


def shows(found: Found) -> Iterator[Panel]:
    """The last day by scheduler, and Online-Set day by day."""
    for week in whole_weeks(found.scale):
        names = list(ONLINE | ABLE)
        last = [above(found, named(name), OFFLINE, "last_day_s", **_at(week)) for name in names]
        yield Panel(
            f"{TITLES[week.name]}: the last day",
            "scheduler",
            "slowdown relative to off-line SMTF, %",
            [Series("on-line", names, [x.mean for x in last], [x.half for x in last], "bars")],
        )
        series = []
        shown = [name for name in ONLINE if name.startswith("Online-Set")]
        for name in (*BASES, *shown):
            days = [_day(found, named(name), OFFLINE, week, day) for day in range(1, DAYS + 1)]
            mean, half = [x.mean for x in days], [x.half for x in days]
            series.append(Series(name, list(range(1, DAYS + 1)), mean, half))
        yield Panel(
            f"{TITLES[week.name]}: day by day",
            "day",
            "slowdown relative to off-line SMTF, %",
            series,
        )


EXPERIMENT: Final = Experiment(
    title="Figure 9: SMTF that learns on-line",
    section="6.2",
    says="SMTF learns better over SSTF than over C-LOOK, which never goes back, and Online-Set "
    "better than Online-Priority. Interpolation gains little with Online-Set over SSTF. That one "
    "is ahead of SSTF and C-LOOK after a day, and within 3 % of the offline table after four.",
    calls=calls,
    claims=claims,
    shows=shows,
    set_up=SET_UP + " Compression 20, and 500 of the recorded week. A day is a seventh of a "
    "week's requests. The generated week has half of them at the quick size, as learning takes as "
    "long as it takes. Offline: 10 samples. A line is confirmed as in table 2 with two points.",
)
