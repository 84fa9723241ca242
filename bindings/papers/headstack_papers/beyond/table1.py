"""Table 1: how much longer the schedulers' orders take than the best order."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.beyond.batches import MOST_EXACT, batch
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series, Table
from headstack_papers.quantities import excess

DRIVES: Final = {"hp_c2247": "HP C2247", "ibm_9lzx": "IBM 9LZX"}
WAITING: Final = (4, 8, 12, 32, 64, 128)
SCHEDULERS: Final = {
    "sptf": "SPTF",
    "asptf(6)": "ASPTF(6)",
    "smtf": "SMTF",
    "clook": "C-LOOK",
    "fcfs": "FCFS",
}
BATCHES: Final = 100


def calls(scale: Scale) -> Iterator[Call]:
    """Yields the batches of each drive and number of waiting requests."""
    seeds = list(scale.seeds(BATCHES))
    schedulers = list(SCHEDULERS)
    for drive in scale.pick(full=list(DRIVES), quick=list(DRIVES), sample=["ibm_9lzx"]):
        for waiting in scale.pick(full=WAITING, quick=WAITING, sample=WAITING[:2]):
            arguments = {"drive": drive, "waiting": waiting, "seeds": seeds}
            yield Call(
                batch,
                {**arguments, "schedulers": schedulers},
                {"drive": drive, "waiting": waiting},
            )


def shows(found: Found) -> Iterator[Table | Panel]:
    """Yields a table and a chart for each drive."""
    for drive, title in DRIVES.items():
        counts = sorted({row["waiting"] for row in found.where(drive=drive)})
        if counts:
            yield Table(
                f"{title}: how much longer than the best order, %",
                ("waiting", "best order, ms", *SCHEDULERS.values()),
                [_row(found, drive, waiting) for waiting in counts],
            )
            yield _chart(found, drive, title, counts)


def _row(found: Found, drive: str, waiting: int) -> tuple[str, ...]:
    bounds = ("low_ms", "high_ms")
    best = [found.mean(bound, drive=drive, waiting=waiting, name="fcfs").text() for bound in bounds]
    cells = [
        [_over(found, drive, waiting, name, bound).text() for bound in reversed(bounds)]
        for name in SCHEDULERS
    ]
    exact = waiting <= MOST_EXACT
    return (
        str(waiting),
        *(ends[0] if exact else " to ".join(ends) for ends in (best, *cells)),
    )


def _over(found: Found, drive: str, waiting: int, name: str, bound: str) -> Measured:
    """How much longer a scheduler's order takes than a bound of the best order, in percent."""
    rows = {"drive": drive, "waiting": waiting, "name": name}
    return excess(found.values("took_ms", **rows), found.values(bound, **rows))


def _chart(found: Found, drive: str, title: str, counts: list[int]) -> Panel:
    names = {name: text for name, text in SCHEDULERS.items() if name != "fcfs"}
    return Panel(
        f"{title}: longer than the lower bound of the best order",
        "requests waiting",
        "%",
        [
            Series.of(
                text,
                counts,
                [_over(found, drive, waiting, name, "low_ms") for waiting in counts],
            )
            for name, text in names.items()
        ],
        x_log=True,
    )


EXPERIMENT: Final = Experiment(
    title="Table 1: the schedulers' orders and the best order",
    section="beyond",
    says="No paper has the best order. Waiting requests are 8 KiB reads at random places, all "
    "known at the start; no request comes later. Up to twelve requests, a dynamic program finds "
    "the best order. Beyond, the best order takes at least the cheapest assignment of a next "
    "request to each request, and at most the time of an order that joins the cycles of this "
    "assignment.",
    set_up="The host schedules with one request at the drive. The drive itself gives the time "
    "from the end of each request to the end of each other request, in one run; the times of these "
    "pairs add up, exactly, to the time that the drive needs for each scheduler's order.",
)
