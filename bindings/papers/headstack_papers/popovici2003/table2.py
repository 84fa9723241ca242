"""Table 2: the allowed error of a line for each number of check points, and the whole rule."""

from collections.abc import Iterator
from typing import Any, Final

from headstack.mimic.probe import CHECKS
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Scale, Table
from headstack_papers.popovici2003 import week_runs as runs
from headstack_papers.popovici2003.fig6 import STEP
from headstack_papers.popovici2003.lines_between import MORE_SAMPLES, about, cost, rule_calls
from headstack_papers.popovici2003.weeks import Week, short_weeks
from headstack_papers.quantities import certain

SECTOR: Final = 1
BYTES_A_POINT: Final = 8
KINDS: Final = 4
TEN_GB: Final = 10 * 10**9
WHOLE: Final = {"checks": 0, "lines": runs.SAMPLES}
_CHANCE: Final = (
    "A single check point can confirm a bad line by chance. Such a line hides good distances, and "
    "a table with such lines is far worse, even at 1 %. Two points and 2 % cost nothing."
)
_UNCHANGED: Final = at_most(1.0, "%", '"very similar" is within 1 %, which a chart can still show')


def calls(scale: Scale) -> Iterator[Call]:
    """Yields the calls of each line of the table, and of the whole rule at every sector."""
    for week in short_weeks(scale):
        yield from runs.smtf(week, scale)
        for count, error in CHECKS:
            allowed = round(100 * error)
            rule = ((count, error),)
            yield from rule_calls(week, scale, rule, STEP, checks=count, allowed=allowed)
        for samples in (runs.SAMPLES, MORE_SAMPLES):
            yield from rule_calls(week, scale, CHECKS, SECTOR, samples, checks=0, allowed=0)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the performance with each line of the table and the whole rule, and the memory."""
    for at, words in runs.cases(found.scale):
        two = Claim(
            f"{words}: SMTF with two check points and 2 % above all probes",
            "very similar",
            cost(found, at, checks=2, allowed=2),
            at_most(1.0, "%"),
        )
        for count, error in CHECKS:
            claim = Claim(
                f"{words}, N = {count}: SMTF with that error above all probes",
                f"{100 * error:g} % ... scheduling performance that is very similar to that with "
                "all probes",
                cost(found, at, checks=count, allowed=round(100 * error)),
                _UNCHANGED,
            )
            yield claim.because(_CHANCE, two) if count == 1 else claim
        yield Claim(
            f"{words}: SMTF with the whole rule above all probes",
            "scheduling performance is virtually unchanged",
            cost(found, at, **WHOLE),
            _UNCHANGED,
            note=_CHANCE,
            evidence=two,
        )
    for week in short_weeks(found.scale):
        left_out = about(found, week, "left_out_percent", **WHOLE)
        more = certain(about(found, week, "left_out_percent", checks=0, lines=MORE_SAMPLES))
        yield Claim(
            f"{week.name}: distances that are interpolated",
            "90% of the distances on the disk are interpolated instead of probed",
            certain(left_out),
            Bounds(85.0, 95.0, "%"),
            reason="a round number, which the paper also calls a 10-fold saving: to one digit",
            note=f"With {MORE_SAMPLES} samples it is {more.mean:.0f} %. The mean of few samples "
            "misses the line by chance.",
        )
    yield Claim(
        "Table of all distances of a disk of 10 GB",
        "the amount of memory required for the table can exceed 800 MB",
        Measured(2 * TEN_GB / 512 * BYTES_A_POINT * KINDS / 1e6),
        at_least(800.0, "MB"),
        reason="8 bytes a distance, in both directions and for each of the four pairs of types",
    )


def shows(found: Found) -> Iterator[Table]:
    """Makes the table: our cost of each line, and of the whole rule."""
    for week in short_weeks(found.scale):
        for compression in week.main:
            at = {"week": week.name, "compression": compression}
            yield Table(
                f"{runs.TITLES[week.name]}, compression {compression:g}",
                (
                    *("check points N", "acceptable error (paper)", "above all probes"),
                    *("distances left out", "of these within 5 %", "their mean error"),
                ),
                list(_rows(found, week, at)),
            )


def _rows(found: Found, week: Week, at: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    rules: list[tuple[str, str, dict[str, int]]] = [
        (f"{count}", f"{100 * error:g} %", {"checks": count, "allowed": round(100 * error)})
        for count, error in CHECKS
    ]
    for samples in (runs.SAMPLES, MORE_SAMPLES):
        name = f"all of these, every sector, {samples} samples"
        rules.append((name, "", {"checks": 0, "lines": samples}))
    for name, error, own in rules:
        tables = [
            certain(about(found, week, metric, **own)).text("%")
            for metric in ("left_out_percent", "accurate_percent", "error_percent")
        ]
        yield (name, error, cost(found, at, **own).text("%"), *tables)


EXPERIMENT: Final = Experiment(
    title="Table 2: allowable error for interpolation",
    section="5.3",
    says="With N check points between two distances, a line may have this error, and SMTF does as "
    "well as with all probes. By the whole rule, 90 % of the distances are interpolated, and "
    "scheduling is virtually unchanged.",
    set_up=runs.SET_UP
    + " The generated week is a fifth as long. The paper found the errors at which performance "
    "begins to fall. Here each of the paper's lines is tried by itself, at steps of 2 KiB. All "
    "lines are also tried as one rule at every sector, over the distances that the week can "
    "have. Each distance has 10 samples, because the paper gives no number.",
)
