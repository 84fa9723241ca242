"""The random requests of section 5: the schedulers by the paper's names, the loads, and the runs.

The paper does not give arrival rates. Loads here are requests a second. FCFS saturates at about 46.
The schedulers that reduce seeks become very slow at about 60, their edge of saturation here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from headstack._core import DriveConfig
from headstack.sweeps import Point
from headstack_papers.claims import Claim, at_most
from headstack_papers.experiment import Found, Panel, Scale, lines

DRIVE: Final = "hp_c2247"
SEEKING: Final = {"LOOK": "look", "C-LOOK": "clook", "SSTF": "sstf", "VSCAN(0.2)": "vscan(0.2)"}
FULL_MAP: Final = {
    "LOOK, map": "look(map)",
    "C-LOOK, map": "clook(map)",
    "SSTF, map": "sstf(map)",
    "VSCAN(0.2), map": "vscan(0.2, map)",
}
WEIGHTS: Final = (0, 6, 12, 18, 24, 30)
POSITIONING: Final = {
    f"ASPTF({weight})" if weight else "SPTF": f"asptf({weight}, mechanics)"
    if weight
    else "sptf(mechanics)"
    for weight in WEIGHTS
}
"""The schedulers by positioning time. They weigh seek and rotation only, as in section 5.3."""

SCHEDULERS: Final = {"FCFS": "fcfs", **SEEKING, **FULL_MAP, **POSITIONING}

LOADS: Final = (10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60)
FCFS_LOADS: Final = (10, 15, 20, 25, 30, 35, 40, 45, 50)
EDGE: Final = 60
PAST: Final = (65, 70)
LIGHT: Final = (10, 15, 20)
NAMED: Final = {"medium": 30, "heavy": 50}
SEEDS: Final = 10

SET_UP: Final = (
    "Requests are of 8 KB, two reads to a write, at exponential intervals, anywhere on the disk. "
    "One request is at the drive at a time, and the others are scheduled in the host. The drive "
    "has the 38 slipped tracks. The paper's rates are on an axis that its text does not have. "
    "Here medium is 30 requests a second, heavy is 50, and the edge of saturation is 60. A run "
    "has 250,000 requests. Each point has ten runs, and the paper has at least three."
)


def requests(scale: Scale, full: int = 250_000) -> int:
    """Number of requests of a run."""
    return scale.pick(full=full, quick=round(0.4 * full), sample=400)


def point(
    scheduler: str,
    rate_per_s: float,
    requests: int,
    seed: int,
    labels: Mapping[str, str | int | float],
    drive: str | DriveConfig = DRIVE,
    keys: Mapping[str, object] | None = None,
) -> Point:
    """Makes a run of random requests that are scheduled in the host."""
    return Point(
        drive=drive,
        scheduler=scheduler,
        placement="host",
        workload="random",
        rate_per_s=rate_per_s,
        requests=requests,
        seed=seed,
        set=keys or {},
        labels=labels,
    )


def points(
    scale: Scale,
    names: Iterable[str],
    loads: Sequence[int],
    seeds: int = SEEDS,
    drive: str | DriveConfig = DRIVE,
    keys: Mapping[str, object] | None = None,
    **labels: str,
) -> Iterator[Point]:
    """Yields a run for each scheduler, load and seed.

    Args:
        scale: how much runs.
        names: schedulers by the paper's names.
        loads: requests a second.
        seeds: number of seeds at full size.
        drive: the drive.
        keys: keys of the drive's file with their new values.
        labels: further labels besides name and load.
    """
    for name in names:
        for load in loads:
            for seed in scale.seeds(seeds):
                at: dict[str, str | int | float] = {"name": name, "load": load, **labels}
                given = (load, requests(scale), seed)
                yield point(SCHEDULERS[name], *given, at, drive, keys)


def ordered(
    found: Found, low: str, high: str, load: int, words: str, section: str = "", note: str = ""
) -> Claim:
    """Claims that `low` has a lower squared coefficient of variation than `high`."""
    return Claim(
        f"{low}, {load}/s: squared coefficient of variation over that of {high}",
        words,
        found.ratio("scv_response", name=(low, high), load=load),
        at_most(1),
        section=section,
        note=note,
    )


def response_chart(found: Found, names: Iterable[str]) -> Panel:
    """Draws the mean response over the load."""
    title, unit = "(a) Average response time", "average response time, ms"
    series = lines(found, "mean_response_ms", "load", names)
    return Panel(title, "requests a second", unit, series, y_range=(0, 300))


def variation_chart(found: Found, names: Iterable[str], letter: str, end: float) -> Panel:
    """Draws the squared coefficient of variation over the load."""
    title = f"({letter}) Squared coefficient of variation"
    series = lines(found, "scv_response", "load", names)
    return Panel(title, "requests a second", title[4:].lower(), series, y_range=(0, end))
