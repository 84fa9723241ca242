"""Figures A.2 to A.5: response times of four validation workloads."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_least
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series, Table
from headstack_papers.worthington1994.validation_load import MODELS, PRINTED, SHORTER, compared

FIRST_READING: Final = "95 % of one kind"
OTHER_READING: Final = "other reading"


@dataclass(frozen=True)
class Figure:
    """A figure of the four.

    Attributes:
        what: workload of the figure.
        demerit: the paper's demerit figure, in percent.
        least_ms: least mean response time that the paper's words allow.
        most_ms: greatest mean response time that the paper's words allow.
        shape: arguments of `drawn`: requests of a single kind, 95 % of them sequential or random.
        other: arguments of `drawn` in the other reading, with 5 % of the other kind.
    """

    what: str
    demerit: str
    least_ms: float
    most_ms: float
    shape: dict[str, float]
    other: dict[str, float]


_INFINITE: Final = float("inf")
FIGURES: Final = {
    "figa2": Figure(
        *("95 % random reads", "0.43", 17.8, _INFINITE),
        {"reads": 1.0, "sequential": 0.05},
        {"reads": 0.95, "sequential": 0.0},
    ),
    "figa3": Figure(
        *("95 % random writes", "0.52", 14.7, _INFINITE),
        {"reads": 0.0, "sequential": 0.05},
        {"reads": 0.05, "sequential": 0.0},
    ),
    "figa4": Figure(
        *("95 % sequential reads", "1.58", 4.89, 4.98),
        {"reads": 1.0, "sequential": 0.95},
        {"reads": 0.95, "sequential": 0.95},
    ),
    "figa5": Figure(
        *("95 % sequential writes", "0.99", 7.7, _INFINITE),
        {"reads": 0.0, "sequential": 0.95},
        {"reads": 0.05, "sequential": 0.95},
    ),
}
"""`least_ms` and `most_ms` follow from 0.078 ms: 1.58 % in A.4, and the least distance."""

SEQUENTIAL_READS: Final = "figa4"


def calls(name: str, scale: Scale) -> Iterator[Call]:
    """Yields calls of the figure's workload in both readings."""
    requests = scale.pick(full=10_000, quick=10_000, sample=300)
    shapes = {FIRST_READING: FIGURES[name].shape, OTHER_READING: FIGURES[name].other}
    for reading, shape in shapes.items():
        for seed in scale.seeds(16):
            given = {"requests": requests, "seed": seed, "shape": shape}
            yield Call(compared, given, {"reading": reading})


def _of(found: Found, metric: str, model: str = PRINTED, reading: str = FIRST_READING) -> Measured:
    return found.mean(metric, model=model, reading=reading)


def claims(name: str, found: Found) -> Iterator[Claim]:
    """Judges the mean that follows from two printed numbers."""
    figure = FIGURES[name]
    sequential = name == SEQUENTIAL_READS
    mean = Claim(
        "mean response",
        "1.58% ... 0.078 ms"
        if sequential
        else f"{figure.demerit}% ... 0.078 ms, the lowest of all four runs",
        _of(found, "mean_ms"),
        Bounds(figure.least_ms, figure.most_ms, "ms"),
        reason="by the demerit figure in percent and in milliseconds, with their rounding",
    )
    other = Claim(
        "mean response with 5 % writes and 5 % elsewhere",
        "more than the printed",
        _of(found, "mean_ms", reading=OTHER_READING),
        at_least(figure.most_ms, "ms"),
    )
    why = (
        "The other 5 % decide. If they are reads elsewhere, the mean is 4.8 ms. With writes among "
        "them, it is 5.5 ms. The paper's number is between the two."
    )
    yield mean.because(why, other) if sequential else mean


def shows(name: str, found: Found) -> Iterator[Panel | Table]:
    """Draws the distributions, and makes a table of the distances between them."""
    figure = FIGURES[name]
    rows: dict[str, Any] = {
        model: found.where(model=model, reading=FIRST_READING)[0] for model in MODELS
    }
    yield Panel(
        f"{figure.what}: distribution of response times",
        "response time, ms",
        "fraction of requests",
        [Series(model, row["ms"], row["share"], kind="steps") for model, row in rows.items()],
        x_range=(0, 50),
        y_range=(0, 1),
    )
    lines = [("the paper, from the actual drive", "", "", figure.demerit)]
    for reading in (FIRST_READING, OTHER_READING):
        for model in (PRINTED, SHORTER):
            name = f"{model}{'' if reading == FIRST_READING else ', ' + reading}"
            mean, rms, demerit = (
                _of(found, metric, model, reading).text()
                for metric in ("mean_ms", "rms_ms", "demerit_percent")
            )
            lines.append((name, mean, rms, demerit))
    title = f"{figure.what}: distance from the model that is fitted to the real drive"
    yield Table(title, ("", "mean, ms", "rms, ms", "demerit, %"), lines)


def _experiment(name: str) -> Experiment:
    figure = FIGURES[name]
    return Experiment(
        title=f"Figure A.{name[-1]}: response times, {figure.what}",
        section="A",
        says="Measured and simulated response times lie on each other. The root mean square of "
        f"their horizontal distance is {figure.demerit} % of the mean.",
        case=name,
        set_up="Requests are of 8 KB on average, exponential, one at a time. A request comes 0 to "
        "22 ms, uniform, after the end of the one before. The public trace of such a drive has "
        "the same pauses. As times between arrivals, they would be too short for the drive. We "
        "read the words as follows: all requests are of one kind, and 95 % of them are at random "
        "or follow the one before. By the other reading, 95 % are of one kind, and 95 % of all "
        "are at random or sequential. The paper's traces are not public, so its demerit figures "
        "cannot be judged. One curve is the model with the printed parameters. The other is "
        "`hp_c2247a`, which is fitted to another trace of such a drive and is within 0.2 % of "
        "that trace. The table has their distance. Only the mean follows from the paper's "
        "numbers: 0.078 ms are 1.58 % of it with sequential reads, and are the least of the four "
        "distances.",
    )


EXPERIMENTS: Final = {name: _experiment(name) for name in FIGURES}
