"""Figure 6: time at the disk by the allowable error of a line, and by its check points."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.popovici2003 import week_runs as runs
from headstack_papers.popovici2003.lines_between import FULL, MORE_SAMPLES, about, rule_calls
from headstack_papers.popovici2003.weeks import AJW, Week, short_weeks
from headstack_papers.quantities import certain

COUNTS: Final = (1, 2, 3, 5, 10)
ERRORS: Final = (1, 2, 5, 20, 40)
FEW_COUNTS: Final = (1, 3, 10)
FEW_ERRORS: Final = (1, 5, 40)
STEP: Final = 4
"""Blocks between distances: 2 KiB, for a fourth of the work of every sector."""


def grid(week: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers of check points, and errors in percent.

    The generated week has fewer check points and errors, because its runs have up to a million
    requests.
    """
    return (COUNTS, ERRORS) if week == AJW else (FEW_COUNTS, FEW_ERRORS)


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls with a table for each number of check points and error, and a full table."""
    for week in short_weeks(scale):
        yield from runs.smtf(week, scale)
        yield from runs.plain(week, scale, runs.GREEDY)
        for count, error in product(*grid(week.name)):
            rule = ((count, error / 100),)
            yield from rule_calls(week, scale, rule, STEP, checks=count, allowed=error)
        yield from rule_calls(week, scale, ((10, 0.05),), STEP, MORE_SAMPLES, part="more")


def claims(found: Found) -> Iterator[Claim]:
    """Judges the effects of the error and of the check points, and the accuracy of the lines."""
    for at, words in runs.cases(found.scale):
        yield from _ordered(found, at, words)
    for week in short_weeks(found.scale):
        yield from _lines(found, week)


def _ordered(found: Found, at: dict[str, Any], words: str) -> Iterator[Claim]:
    counts, errors = grid(at["week"])
    for count in counts:
        ends = errors[-1], errors[0]
        yield Claim(
            f"{words}, N = {count}: error {errors[-1]} % above {errors[0]} %",
            "SMTF performance decreases as the allowable error of the check points increases",
            certain(found.excesses("time_s", checks=count, allowed=ends, **at)),
            at_least(0.0, "%"),
        )
    for error in errors[1:]:
        ends = counts[0], counts[-1]
        yield Claim(
            f"{words}, error {error} %: N = {counts[0]} above N = {counts[-1]}",
            "SMTF performance for a fixed error increases with the number of ... check points N",
            certain(found.excesses("time_s", checks=ends, allowed=error, **at)),
            at_least(0.0, "%"),
        )


def _lines(found: Found, week: Week) -> Iterator[Claim]:
    """Judges the numbers that the paper marks as 'not shown'."""
    one, ten = {"checks": 1, "allowed": 5}, {"checks": 10, "allowed": 5}
    more = about(found, week, "error_percent", part="more")
    note = (
        "The quality of a line depends on the place of its check points. With a single check "
        "point, a span of the whole disk can pass at the first try. The error is also a share of "
        "the time, and times are longer where a week has longer distances. We guess that this "
        "explains the difference. The paper's number is of one disk and one try."
    )
    fives = "20 % and 25 %: taken as rounded to fives"
    yield Claim(
        f"{week.name}, N = 1, error 5 %: interpolated values that are accurate to that level",
        "only 20%",
        certain(about(found, week, "accurate_percent", **one)),
        Bounds(17.5, 22.5, "%", fives),
        note=note,
    )
    yield Claim(
        f"{week.name}, N = 1, error 5 %: average error of all interpolated values",
        "the average error of all interpolated values increases to 25%",
        certain(about(found, week, "error_percent", **one)),
        Bounds(22.5, 27.5, "%", fives),
        note=note,
    )
    yield Claim(
        f"{week.name}, N = 10, error 5 %: interpolated values that are accurate to that level",
        "almost all interpolated points are accurate to that level",
        certain(about(found, week, "accurate_percent", **ten)),
        at_least(95.0, "%", "almost all: 95 %"),
    )
    yield Claim(
        f"{week.name}, N = 10, error 5 %: average error",
        "the average error is less than 1%",
        certain(about(found, week, "error_percent", **ten)),
        at_most(1.0, "%"),
        note="The ends of the lines are means of samples, and have the error of these means. With "
        "30 samples instead of 10, at least a sixth of the error goes.",
        evidence=Claim(
            f"{week.name}, N = 10, error 5 %: average error with {MORE_SAMPLES} samples, by "
            "that with 10",
            "",
            certain(more / about(found, week, "error_percent", **ten)),
            at_most(0.85),
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Time at the disk over the error, a line a number of check points."""
    for at, words in runs.cases(found.scale):
        counts, errors = grid(at["week"])
        places = [float(error) for error in errors]
        names = {"no interpolation": FULL, **{name: runs.named(name) for name in runs.GREEDY}}
        series = [
            Series.of(
                f"N = {count}",
                places,
                [
                    certain(found.values("time_s", checks=count, allowed=error, **at))
                    for error in errors
                ],
            )
            for count in counts
        ]
        ends = (places[0], places[-1])
        series += [runs.level(n, ends, runs.time(found, own, at)) for n, own in names.items()]
        yield Panel(runs.title(at, words), "allowable error, %", "time at disk, s", series)


EXPERIMENT: Final = Experiment(
    title="Figure 6: sensitivity to interpolation",
    section="5.3",
    says="SMTF gets worse if a larger error is allowed at the check points, and better with more "
    "check points. With N = 1 and 5 %, only 20 % of the interpolated values are accurate to that "
    "level. With N = 10 almost all values are.",
    set_up=runs.SET_UP
    + " The generated week is a fifth as long. Distances are in steps of 2 KiB, with 10 samples "
    "each. The paper gives neither number. 'Decreases' and 'increases' are judged between the "
    "ends of the grid.",
)
