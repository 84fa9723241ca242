"""Table 2: the characteristics of the traces, and of the requests generated for them."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from headstack import catalog
from headstack.arrays import Ints
from headstack_papers.claims import Claim, printed
from headstack_papers.experiment import Call, Experiment, Found, Scale, Table
from headstack_papers.quantities import Row
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.trace_requests import generated
from headstack_papers.worthington1994.traces import BY_NAME, PROFILES

PRINTED: Final = {
    "size_kb": ("mean size", "KB"),
    "reads": ("reads", "%"),
    "sequential": ("sequential reads", "%"),
}


def characteristics(trace: str, requests: int, seed: int) -> Sequence[Row]:
    """The characteristics of the generated requests of a trace: sequential reads over all disks."""
    profile = BY_NAME[trace]
    blocks = catalog.load(profile.drive).blocks
    made = generated(profile, requests, seed, blocks)
    others = generated(profile.other_disk(), requests, seed, blocks)
    busy_percent, others_percent = (100 * float(of.sequential.mean()) for of in (made, others))
    return [
        {
            "size_kb": float(made.blocks.mean()) / 2,
            "reads": 100 * float((~made.write).mean()),
            "sequential": profile.share * busy_percent + (1 - profile.share) * others_percent,
            "busy_sequential": busy_percent,
            "hours": float(made.arrival_ps[-1] / 3.6e15),
            "dispersion": _dispersion(made.arrival_ps),
        }
    ]


def _dispersion(arrival_ps: Ints) -> float:
    """The variance of the arrivals in windows of a second, divided by their mean."""
    counts = np.bincount(arrival_ps // 10**12)
    return float(counts.var() / counts.mean())


def calls(scale: Scale) -> Iterator[Call]:
    """The characteristics of each trace and seed."""
    for profile in PROFILES:
        given = {"trace": profile.name, "requests": runs.profile_requests(profile, scale)}
        for seed in scale.seeds(runs.SEEDS):
            yield Call(characteristics, {**given, "seed": seed}, {"trace": profile.name})


def claims(found: Found) -> Iterator[Claim]:
    """Judges the three numbers of table 2 that a part of a single disk can have."""
    for profile in PROFILES:
        values = (profile.size_kb, 100 * profile.reads, 100 * profile.sequential)
        for (column, (what, unit)), value in zip(PRINTED.items(), values, strict=True):
            yield Claim(
                f"{profile.name}: {what}",
                f"{value:.1f}%" if unit == "%" else f"{value:.1f}",
                found.mean(column, trace=profile.name),
                printed(f"{value:.1f}", unit),
                note="generated so",
            )


def shows(found: Found) -> Iterator[Table]:
    """Makes the paper's table with the generated requests beside it."""
    rows = []
    for profile in PROFILES:
        at = {"trace": profile.name}
        size, reads, sequential = (found.mean(column, **at).mean for column in PRINTED)
        busy = found.mean("busy_sequential", **at).mean
        paper = (
            *(f"{profile.hours:g}", f"{profile.disks}", f"{profile.total:,}", f"{profile.size_kb}"),
            *(f"{100 * profile.reads:.1f}%", f"{100 * profile.sequential:.1f}%", "", "", ""),
        )
        here = (
            f"{found.mean('hours', **at).mean:.2f}",
            f"{profile.busy_disks}, with {100 * profile.share:.1f}% of all requests",
            f"{runs.profile_requests(profile, found.scale):,}",
            *(f"{size:.2f}", f"{reads:.1f}%", f"{sequential:.1f}%", f"{busy:.1f}%"),
            f"{profile.rate_per_s:g}",
            f"{found.mean('dispersion', **at).mean:.1f}",
        )
        rows += [[f"{profile.name}, paper", *paper], [f"{profile.name}, here", *here]]
    yield Table(
        "Basic characteristics of the traces",
        (
            *("Trace", "Length (hours)", "Disks", "Requests", "Average size (KB)"),
            *("Total reads", "Seq. reads", "Seq. reads of a busy disk"),
            *("Requests/s of a busy disk", "Dispersion in 1 s"),
        ),
        rows,
    )


EXPERIMENT: Final = Experiment(
    title="Table 2: characteristics of the traces",
    section="6",
    says="Six traces of 8 hours to a week, from 3 to 43 disks. Of the requests, 46 to 89 % are "
    "reads, and some reads are sequential.",
    set_up=runs.SET_UP
    + " Both percentages are read as shares of all requests, because of the word 'total'.",
)
