"""Puts a recommendation into words."""

import math
from collections.abc import Sequence
from typing import Final

from headstack.advice.question import DRIVE as USUAL_DRIVE
from headstack.advice.ranking import Ranked, Ranking
from headstack.advice.study import Study
from headstack.statistics.figures import Measure
from headstack.units import PS_PER_S
from headstack.workload.traced import Traced

_FIRST: Final = "first come, first served"

HARDLY: Final = 0.03
"""Share of the best figure below which a difference is unimportant."""

_NAMED: Final = 3
"""Number of configurations that a sentence names. The sentence gives the number of the others."""

_SHORT: Final = {
    "mean_response_ms": "mean",
    "p99_response_ms": "99th percentile",
    "throughput_per_s": "throughput",
}


def number(value: float) -> str:
    """Returns a figure with three significant digits, or as a whole number."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:#.3g}".rstrip(".")


def answer(study: Study) -> str:
    """Returns the recommendation, in sentences."""
    return " ".join((*_overload(study), _recommended(study)))


def _recommended(study: Study) -> str:
    ranking, base = study.ranking, study.ranking.of(study.baseline)
    best = ranking.best
    where = f"On {study.drive.name}"
    if study.asked_per_s is not None:
        where = f"With {study.load.outstanding} of its requests at a time on {study.drive.name}"
    figure = _figure(best, ranking.by, f"{100 * ranking.level:g} %")
    if base.standing in ("best", "same"):
        return f"{where}: {_FIRST} ({figure}); {_no_better(ranking)}."
    near = _at_most(best, base)
    if base.standing == "open" and near is not None and near <= HARDLY:
        return (
            f"{where} the order hardly matters: {best.configuration.words} ({figure}) and {_FIRST} "
            f"differ by less than {_percent(near)} %."
        )
    parts = [f"{where}: {best.configuration.words} ({figure})"]
    same = [row for row in ranking.having("same") if row is not base]
    open_ = [row for row in ranking.having("open") if row is not base]
    if same:
        parts.append(f"{_names(same)} {'do' if len(same) > 1 else 'does'} the same")
    if open_:
        parts.append(
            f"{_names(open_)} {'are' if len(open_) > 1 else 'is'} not distinguishable from it"
        )
    parts.append(_against_base(best, base, ranking.by))
    return f"{'; '.join(parts)}."


def _no_better(ranking: Ranking) -> str:
    others = len(ranking.rows) - 1
    if len(ranking.having("same")) == others:
        return (
            f"all {others} others served every request at the same time, so there was never an "
            "order to choose"
        )
    alike = len(ranking.having("same", "open"))
    if alike == others:
        return f"the {others} others that were tried are not distinguishable from it"
    told = f", {alike} of which are not distinguishable from it" if alike else ""
    return f"nothing else that was tried is better, {others} in all{told}"


def _at_most(best: Ranked, base: Ranked) -> float | None:
    """Returns the largest possible difference of two rows, as a share of the best figure."""
    apart = None if base.against is None else base.against.interval
    value = best.values[base.against.measure] if base.against is not None else 0.0
    return None if apart is None or not value else max(abs(apart.low), abs(apart.high)) / value


def _percent(share: float) -> str:
    return f"{max(math.ceil(1000 * share) / 10, 0.1):g}"


def _overload(study: Study) -> Sequence[str]:
    """Returns the first sentences if every queue grows under the trace."""
    if study.asked_per_s is None:
        return ()
    found = [
        f"The trace asks for {number(study.asked_per_s)} requests a second, and nothing that was "
        f"tried keeps up with it on {study.drive.name}: replayed at its times, the queue grows "
        "without end."
    ]
    if study.alone_per_s is not None:
        found.append(
            "It was recorded one request at a time: whoever asks like this leaves nothing to "
            f"order, and gets {number(study.alone_per_s)} requests a second from any scheduler."
        )
    return found


def _figure(row: Ranked, by: Measure, level: str) -> str:
    unit = f" {by.unit}" if not by.unit.startswith("/") else by.unit
    said = f"{_SHORT[by.name]} {number(row.values[by.name])}{unit}"
    interval = row.figures[by.name]
    if interval is None:
        grew = row.standing == "best" and by.of_times and row.figures["throughput_per_s"]
        return f"{said}, but its queue grows" if grew else f"{said}, too few requests for more"
    unsure = "" if interval.sound else ", which may be too narrow"
    return f"{said}, {level} interval {number(interval.low)} to {number(interval.high)}{unsure}"


def _against_base(best: Ranked, base: Ranked, by: Measure) -> str:
    if base.standing == "grew":
        return f"with {_FIRST} the queue grows without end"
    much = _how_much(best.values[by.name], base.values[by.name], by)
    if base.standing == "open":
        return (
            f"{_FIRST} {much} on these very requests, but they are too few, or come too unevenly, "
            "to say so of others like them"
        )
    return f"{_FIRST} {much}"


def _how_much(own: float, other: float, by: Measure) -> str:
    """Compares in words a figure with the figure of the best configuration."""
    if not by.less_is_better:
        return f"serves {100 * other / own:.0f} % of that" if own else "serves as few"
    times = other / own if own else float("inf")
    if times >= 1.5:
        return f"is {times:.1f} times as slow"
    return f"is {100 * (times - 1):.2g} % slower"


def _names(rows: Sequence[Ranked]) -> str:
    names = [row.configuration.words for row in rows[:_NAMED]]
    if len(rows) > _NAMED:
        return f"{', '.join(names)} and {len(rows) - _NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def assumed(study: Study) -> list[str]:
    """Returns the assumptions. Each assumption is a sentence."""
    load = study.load
    usual = "; it is taken where none is named" if study.question.drive == USUAL_DRIVE else ""
    found = [
        f"The drive is {study.drive.description} ({study.drive.name}), as its file says{usual}."
    ]
    if isinstance(load, Traced):
        found += _of_trace(study, load)
    elif load.outstanding is None:
        found.append("Requests come at their times, whatever the drive does.")
    else:
        found.append(f"{load.outstanding} requests are in the system at any time.")
    found += [
        "Every run begins with an idle drive and an empty cache.",
        "The host has a queue of its own above the drive's: what the drive has no room for waits "
        "there, in order of arrival if no scheduler is named for the host.",
    ]
    return found


def _of_trace(study: Study, load: Traced) -> list[str]:
    found = [f"{note[:1].upper()}{note[1:]}." for note in load.scan.notes]
    if load.outstanding is not None:
        why = ""
        if study.asked_per_s is not None and study.at_a_time == load.outstanding:
            why = (
                ", as many as were under way when it was recorded (at 95 % of the arrivals no more)"
            )
        elif study.asked_per_s is not None:
            why = ", a number that nobody measured: --outstanding sets another"
        found.append(
            f"The trace's requests come in its order, {load.outstanding} at a time{why}: each one "
            "that is over brings the next. Its times of arrival are not used."
        )
    else:
        faster = "" if load.speed == 1 else f", {load.speed:g} times as fast"
        found.append(
            f"Requests come at the trace's times{faster}, whatever the drive does: who asked does "
            "not wait longer for a slower drive before asking again."
        )
    if study.asked_per_s is not None:
        could = 0.5 * study.ranking.best.values["throughput_per_s"] / study.asked_per_s
        found.append(
            f"At --speed {could:.2g} it would come at half the rate that the best can serve, and "
            "could be replayed at its times."
        )
    moved = {
        "fold": "Addresses past the drive's end are folded back (address modulo the drive).",
        "scale": "Addresses are scaled: the trace's span became the drive's.",
        "offset": "The trace's lowest address became block 0.",
        "clip": f"Requests past the drive's end were left out, {load.left_out:,} of them.",
    }
    found.append(moved.get(load.map or "", "Addresses are those of the trace."))
    if load.requests + load.left_out < load.scan.requests:
        found.append(
            f"Only the first {load.requests:,} of its {load.scan.requests:,} requests were "
            "replayed; --requests takes more."
        )
    return found


def screened(study: Study) -> str:
    """Returns the requests of the screening, in words."""
    assert study.screening is not None
    count, part = study.screening.warmup.values, study.part
    if part is None:
        return f"the first {count:,} requests"
    begin, end = (ps / PS_PER_S for ps in (part.begin_ps, part.end_ps))
    rates = [part.rate_per_s, part.all_rate_per_s]
    per_s = ["all at one time" if rate is None else f"{number(rate)}/s" for rate in rates]
    return (
        f"the busiest {count:,} requests in a row, from number {part.first + 1:,} on, recorded "
        f"from {begin:,.3f} to {end:,.3f} s after the first of all ({per_s[0]}; all "
        f"{part.all_requests:,}: {per_s[1]})"
    )


def sureness(study: Study) -> list[str]:
    """Returns the certainty of the recommendation, and the reasons. Each item is a sentence."""
    ranking, warm = study.ranking, study.ranking.warmup
    tried = len(ranking.rows)
    found = [
        "On these very requests the figures are exact: the same input gives the same result. The "
        "intervals say what other requests of the same kind could have given.",
        f"All {tried} got the same {study.load.requests:,} requests, and are compared request by "
        f"request: a difference can be sure where the intervals of the two figures overlap.",
        f"Each figure has a {100 * ranking.level:g} % interval. Those of the differences are "
        f"wider, so that all of the {tried * (tried - 1) // 2} pairs hold together in "
        f"{100 * ranking.level:g} % of such studies (Bonferroni).",
        "Requests depend on those before them, so intervals are of batches of requests that a test "
        "found independent (batch means; of the 99th percentile, of the share beyond it).",
    ]
    if warm.cut:
        found.append(f"The first {warm.cut:,} requests are warm-up (MSER-5) and do not count.")
    elif warm.found:
        found.append("No warm-up was found (MSER-5): all requests count.")
    else:
        found.append(
            f"The rule for the warm-up (MSER-5) has its least value at request {warm.least_at:,} "
            f"of {warm.values:,}, too late for a drive that warms up: the load changes, or the "
            "queue takes long to settle. All requests count."
        )
    if study.screening is not None:
        found.append(
            f"{len(study.screening.rows)} ways were tried on {screened(study)}; the best of them, "
            "and first come, first served, on all."
        )
    unsound = [
        row
        for row in ranking.rows
        for one in row.figures.values()
        if one is not None and not one.sound
    ]
    if unsound:
        found.append(
            "Intervals with a ~ may be too narrow: their batches still depend on each other, or "
            "the 99th percentile reaches what was seen at most. A longer trace would tell."
        )
    if ranking.having("grew"):
        found.append(
            "Where the queue grew over the whole run, response times depend on how long it ran; "
            "these stand last, by throughput."
        )
    found.append("It is a model of a drive, not your drive, and holds for this trace.")
    return found
