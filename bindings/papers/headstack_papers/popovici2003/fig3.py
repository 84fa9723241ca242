"""Figure 3: the demerit figures of summaries."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from headstack_papers import words as glossary
from headstack_papers.claims import Claim, at_least
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.popovici2003 import week_runs as runs
from headstack_papers.popovici2003.running import predicted
from headstack_papers.popovici2003.weeks import DAYS, weeks
from headstack_papers.quantities import Row, certain

COMPRESSION: Final = 20.0
SHOWN: Final = ("probabilistic", "mean", "maximum")
ONE_DAY: Final = {"one_day": True}


def calls(scale: Scale) -> Iterator[Call]:
    """Yields the calls of a day by each summary, and of the whole week as in figure 2."""
    for week in weeks(scale):
        day = replace(week, requests=week.requests // DAYS)
        for seed in runs.seeds(week, scale):
            at = {**runs.of_week(day, seed), **runs.of_table(day, runs.MANY, seed)}
            given = {**at, "disk": runs.BASE, "compression": COMPRESSION, "quantiles": 101}
            for summary in runs.SUMMARIES:
                yield Call(predicted, {**given, "summary": summary}, {**ONE_DAY, "seed": seed})
        yield from runs.summarised(week, scale, main=True)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the accuracy of the summaries, and the claim that it does not decide performance."""
    for week in weeks(found.scale):
        at: dict[str, Any] = {"week": week.name, **ONE_DAY}
        for other in runs.SUMMARIES:
            if other != "probabilistic":
                yield Claim(
                    f"{week.name}: demerit of {other} above that of probabilistic",
                    "the probabilistic model has the best demerit figure",
                    certain(found.differences("demerit_ms", name=(other, "probabilistic"), **at)),
                    at_least(0.0, "ms"),
                )
        yield Claim(
            f"{week.name}: demerit of maximum above that of mean",
            "the maximum value results in a poor demerit figure",
            certain(found.differences("demerit_ms", name=("maximum", "mean"), **at)),
            at_least(0.0, "ms"),
        )
        off, off_too = found.both(_too_short, name=("minimum", "maximum"), **at)
        yield Claim(
            f"{week.name}: demerit of maximum by that of minimum",
            "both have similar demerit figures",
            certain(found.ratios("demerit_ms", name=("maximum", "minimum"), **at)),
            glossary.near("similar"),
            note="SMTF serves the distances that its summary calls short. By the minimum, these "
            "distances have a rare short time. By the maximum, they are always short. So the "
            "minimum predicts far less than the time taken, and the maximum a little more.",
            evidence=Claim(
                f"{week.name}: minimum too short, more than maximum too long",
                "the mean of what is taken less that of what was said",
                certain(off + off_too),
                at_least(0.0, "ms"),
            ),
        )
    for at, words in runs.cases(found.scale):
        yield Claim(
            f"{words}: minimum above maximum",
            "SMTF with maximum performs significantly better than with minimum",
            certain(found.excesses("time_s", name=("minimum", "maximum"), samples=runs.MANY, **at)),
            glossary.exceeds("significantly"),
        )


def _too_short(row: Row) -> float:
    """The mean time of the served requests less the mean time that the summary predicted."""
    return float(row["mean_actual_ms"] - row["mean_model_ms"])


def shows(found: Found) -> Iterator[Panel]:
    """Draws the distributions of predicted and actual times of the first seed."""
    for week in weeks(found.scale):
        for name in SHOWN:
            rows = found.where(week=week.name, name=name, **ONE_DAY)
            demerit = certain([row["demerit_ms"] for row in rows]).text("ms")
            yield Panel(
                f"{runs.TITLES[week.name]}: {name}, demerit {demerit}",
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
    says="The probabilistic summary has the best demerit figure and schedules poorly. Maximum and "
    "minimum have similar, poor demerit figures, but maximum schedules significantly better. "
    "Mean schedules best.",
    set_up=runs.SET_UP
    + " The runs are the first seventh of a week at compression 20, with 100 samples. The demerit "
    "figure is the root mean square of the horizontal distance of the two distributions. For the "
    "probabilistic model, the prediction of a served request is drawn anew. The draw that chose "
    "the request is not available.",
)
