"""Figure 3: the demerit figures of summaries."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.popovici2003.comparing import (
    BASE,
    MANY,
    SET_UP,
    SUMMARIES,
    TITLES,
    above,
    cases,
    certain,
    named,
    of_table,
    of_week,
    seeds,
    summarised,
)
from headstack_papers.popovici2003.running import predicted
from headstack_papers.popovici2003.weeks import DAYS, weeks

COMPRESSION: Final = 20.0
SHOWN: Final = ("probabilistic", "mean", "maximum")
ONE_DAY: Final = {"one_day": True}


def calls(scale: Scale) -> Iterator[Call]:
    """A day by each summary, and the whole week as in figure 2."""
    for week in weeks(scale):
        day = replace(week, requests=week.requests // DAYS)
        for seed in seeds(week, scale):
            for summary in SUMMARIES:
                yield Call(
                    predicted,
                    {
                        **of_week(day, seed),
                        **of_table(day, MANY, seed),
                        "disk": BASE,
                        "summary": summary,
                        "compression": COMPRESSION,
                        "quantiles": 101,
                    },
                    {**ONE_DAY, "seed": seed},
                )
        yield from summarised(week, scale, main=True)


def claims(found: Found) -> Iterator[Claim]:
    """Accuracy by summary, and that it is not what counts."""
    for week in weeks(found.scale):
        at: dict[str, Any] = {"week": week.name, **ONE_DAY}

        def more(one: str, other: str, at: dict[str, Any] = at) -> list[float]:
            pairs = zip(found.where(name=one, **at), found.where(name=other, **at), strict=True)
            return [a["demerit_ms"] - b["demerit_ms"] for a, b in pairs]

        for other in SUMMARIES:
            if other != "probabilistic":
                yield Claim(
                    f"{week.name}: demerit of {other} above that of probabilistic",
                    "the probabilistic model has the best demerit figure",
                    certain(more(other, "probabilistic")),
                    Bounds(low=0.0),
                    "ms",
                )
        yield Claim(
            f"{week.name}: demerit of maximum above that of mean",
            "the maximum value results in a poor demerit figure",
            certain(more("maximum", "mean")),
            Bounds(low=0.0),
            "ms",
        )
        both = [found.values("demerit_ms", name=name, **at) for name in ("maximum", "minimum")]
        yield Claim(
            f"{week.name}: demerit of maximum by that of minimum",
            "both have similar demerit figures",
            certain([one / other for one, other in zip(*both, strict=True)]),
            Bounds(2 / 3, 1.5),
            reason="similar: neither is more than half as much again",
            note="What SMTF serves is what its summary finds short. By the minimum those are "
            "distances with a rare short time, by the maximum ones that are always short. So the "
            "minimum says far less than what is taken, and the maximum little more.",
            evidence=(_off(found, at),),
        )
    for week, compression, words in cases(found.scale):
        yield Claim(
            f"{words}: minimum above maximum",
            "SMTF with maximum performs significantly better than with minimum",
            above(
                found,
                named("minimum", MANY),
                named("maximum", MANY),
                week=week.name,
                compression=compression,
            ),
            Bounds(low=0.0),
            "%",
            reason="any gain that is clear of chance is taken as significant",
        )


def _off(found: Found, at: dict[str, Any]) -> Claim:
    """By how much more the minimum is off, on the average of what it serves."""
    off = [
        [row["mean_actual_ms"] - row["mean_model_ms"] for row in found.where(name=name, **at)]
        for name in ("minimum", "maximum")
    ]
    return Claim(
        f"{at['week']}: minimum too short, more than maximum too long",
        "the mean of what is taken less that of what was said",
        certain([one + other for one, other in zip(*off, strict=True)]),
        Bounds(low=0.0),
        "ms",
    )


def shows(found: Found) -> Iterator[Panel]:
    """What was said and what was taken, as distributions, of the first seed."""
    for week in weeks(found.scale):
        for name in SHOWN:
            rows = found.where(week=week.name, name=name, **ONE_DAY)
            demerit = certain([row["demerit_ms"] for row in rows]).text("ms")
            yield Panel(
                f"{TITLES[week.name]}: {name}, demerit {demerit}",
                "time, ms",
                "share of requests",
                [
                    Series("actual", rows[0]["actual_ms"], rows[0]["share"], (), "steps"),
                    Series("model", rows[0]["model_ms"], rows[0]["share"], (), "steps"),
                ],
                y_range=(0, 1),
            )


EXPERIMENT: Final = Experiment(
    title="Figure 3: demerit figures",
    section="5.1",
    says="The probabilistic summary has the best demerit figure and schedules poorly; maximum and "
    "minimum have similar, poor ones, and maximum schedules significantly better. Mean schedules "
    "best.",
    calls=calls,
    claims=claims,
    shows=shows,
    set_up=SET_UP
    + " The first seventh of a week at compression 20, 100 samples. The demerit figure is "
    "the root mean square of the horizontal distance of the two distributions. What the "
    "probabilistic model says of a request that was served is drawn anew; the draw by which it "
    "was chosen is not to be had.",
)
