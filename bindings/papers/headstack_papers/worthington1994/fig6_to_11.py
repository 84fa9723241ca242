"""Figures 6 to 11: scheduling by block numbers under each trace."""

from collections.abc import Iterator, Sequence
from typing import Final

from headstack.drive import Drive
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale
from headstack_papers.quantities import Row
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.trace_requests import Generated
from headstack_papers.worthington1994.traces import BY_NAME, CELLO, PROFILES, Profile

NAMES: Final = {**runs.FCFS, **runs.BY_BLOCK}


def longest_queue(trace: str, scheduler: str, requests: int, seed: int) -> Sequence[Row]:
    """The longest queue at the traced rate."""
    profile = BY_NAME[trace]
    load = Generated(profile=profile, factor=1.0, requests=requests, seed=seed)
    found = Drive(profile.drive, scheduler, placement="host").run(load)
    return [{"longest_queue": int(found.columns["picked_from"].max())}]


def points(profile: Profile, scale: Scale) -> Iterator[Point]:
    """The schedulers by block number."""
    return runs.points(scale, [profile], NAMES)


def calls(profile: Profile, scale: Scale) -> Iterator[Call]:
    """Yields calls that measure the longest queue of Cello."""
    if profile is not CELLO:
        return
    requests = scale.pick(full=40_000, quick=40_000, sample=800)
    given = {"trace": profile.name, "scheduler": runs.BY_BLOCK["C-LOOK"], "requests": requests}
    for seed in scale.seeds(runs.SEEDS):
        yield Call(longest_queue, {**given, "seed": seed}, {"queue": "longest"})


def claims(profile: Profile, found: Found) -> Iterator[Claim]:
    """Judges the words of section 6.1 on every trace, at the knee."""
    at = runs.at_knee(found, profile.name)
    worst = found.greatest(runs.RESPONSE, runs.BY_BLOCK, **at)
    yield Claim(
        "FCFS: response above that of the worst of the others",
        "FCFS scheduling performs poorly for all but the lightest workloads",
        found.excess(runs.of_all, name=("FCFS", worst), **at),
        at_least(5, "%"),
        reason='at the knee; "poorly" has no number: at least 5 % slower than the slowest of '
        "the others",
    )
    best = found.least(runs.SCV, runs.OTHERS, **at)
    yield Claim(
        "C-LOOK: squared coefficient of variation over the least of the others",
        "starvation resistance equivalent or superior to the other seek-reducing algorithms",
        found.ratio(runs.SCV, name=("C-LOOK", best), **at),
        at_most(1.05, "", 'at the knee; "equivalent": within a twentieth'),
    )
    if profile is CELLO:
        yield Claim(
            "longest queue at the identity scaling factor",
            "maximum queue lengths approaching 1000",
            found.mean("longest_queue", queue="longest"),
            Bounds(800, 1100, "", '"approaching": 800 at the least, and not far beyond'),
            note="The bursts are generated to give this queue.",
        )


def shows(profile: Profile, found: Found) -> Iterator[Panel]:
    """The figure's two graphs."""
    return runs.panels(found, profile.name, NAMES)


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: scheduling by block number, {profile.name}",
        section="6.1",
        says="FCFS is poor for all but the lightest workloads. The prefetching cache decides "
        "which of the others is best. C-LOOK, which keeps reads in ascending order, is best for "
        "all traces but Cello. Cello has few sequential reads and large bursts of writes.",
        set_up=runs.SET_UP,
        case=profile,
    )
    for number, profile in enumerate(PROFILES, start=6)
}
