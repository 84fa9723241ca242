"""Runs the Disk Mimic's experiments (Popovici 2003, 5 and 6) on a week of a real workstation.

The trace is HP Labs' `ajw` of 30 May 1992, which is not part of this project (docs/mimic.md). Times
at the disk are given relative to those of the best greedy scheduler, `sptf`. `--write` puts the
tables into docs/mimic.md; without it they are printed. Tables without interpolation are drawn by
arithmetic (`popovici2003.mechanics`), a fifteenth of the work of probing the drive.
"""

from collections.abc import Iterable
from dataclasses import replace

import mimic_runs as runs
from headstack.experiments import page
from headstack.experiments.claims import Bounds
from headstack.experiments.popovici2003.mechanics import Mechanics
from mimic_claims import all_claims, points, rows, verdict

DOCS = runs.ROOT / "docs" / "mimic.md"
ONLINE = tuple(
    f"smtf_online({policy}, {base}, {interpolate})"
    for policy in ("set", "priority")
    for base in ("sstf", "clook")
    for interpolate in ("yes", "no")
) + tuple(f"smtf_online(set, {base}, idle=probe)" for base in ("sstf", "clook"))

Rows = Iterable[tuple[str, ...]]


def summaries() -> Rows:
    """Figure 2: the base disk, summaries and compression."""
    others = ("clook", "sstf", "fcfs")
    yield ("compression", "greedy s", *(f"smtf({s})" for s in runs.SUMMARIES), *others)
    for compression in (runs.LIGHT, 100, runs.COMPRESSION, 1000):
        yield (
            *(f"{compression}", f"{runs.time_s(runs.BASE, 'sptf', compression):.1f}"),
            *(
                points(runs.smtf(runs.BASE, compression, runs.FULL, summary))
                for summary in runs.SUMMARIES
            ),
            *(f"{runs.above(runs.BASE, scheduler, compression):.1f}" for scheduler in others),
        )


WITHIN = Bounds(high=8.0)
AHEAD = Bounds(low=0.0)


def disks() -> Rows:
    """Figure 7: the eight disks of table 1."""
    yield (
        *("disk", "compression", "greedy s", "waiting", "`smtf(mean)`", "all places"),
        *("`clook`", "`sstf`", "`fcfs`", "within 8 %", "ahead"),
    )
    for compression in (runs.LIGHT, runs.COMPRESSION):
        for disk in runs.DISKS:
            found = runs.smtf(disk, compression)
            others = [runs.above(disk, scheduler, compression) for scheduler in ("clook", "sstf")]
            seconds, waiting = runs.spent(disk, "sptf", compression)
            yield (
                *(f"`{disk}`", f"{compression}", f"{seconds:.1f}", f"{waiting:.1f}", points(found)),
                points(runs.smtf(disk, compression, runs.ALL_PLACES)),
                *(f"{other:.1f}" for other in (*others, runs.above(disk, "fcfs", compression))),
                verdict(found, WITHIN),
                verdict(runs.less(min(others), found), AHEAD),
            )


def places() -> Rows:
    """What a distance leaves open: all places against greedy-optimal, by load."""
    compressions = (20, 50, 100, 200, 500, 1000)
    yield ("disk", "left open, ms", *(f"{compression}" for compression in compressions))
    for disk in runs.DISKS:
        table = runs.probed(disk, runs.ALL_PLACES, 1)
        near = abs(table.kinds[0].distance) < 16 * 2048
        mechanics = Mechanics.of(disk)
        open_ns = mechanics.positioning(table.kinds[0].distance[near].astype("int64"))[1]
        cells = []
        for compression in compressions:
            seconds, waiting = runs.spent(disk, "smtf", compression, table)
            excess = 100 * (seconds / runs.time_s(disk, "sptf", compression) - 1)
            cells.append(f"{excess:.1f} ({waiting:.1f})")
        yield (f"`{disk}`", f"{open_ns.mean() / 1e6:.2f}", *cells)


def samples() -> Rows:
    """Figure 4: the number of samples, also for the disks that need the most."""
    cells = (
        (runs.BASE, runs.LIGHT),
        *((disk, runs.COMPRESSION) for disk in (runs.BASE, runs.DISKS[5], runs.DISKS[7])),
    )
    yield ("samples", *(f"`{disk}`, {compression}" for disk, compression in cells))
    for count in (1, 2, 5, 10, 20, 100, 0):
        found = []
        for disk, compression in cells:
            how = {0: runs.ALL_PLACES, 100: runs.FULL if disk == runs.BASE else runs.MANY}
            found.append(points(runs.smtf(disk, compression, how.get(count, runs.Probing(count)))))
        yield (f"{count}" if count else "all places", *found)


def interpolation() -> Rows:
    """Section 5.3: what interpolation saves and costs, by samples and step."""
    yield (
        *("step", "samples", "distances", "probed", "kept", "KiB kept"),
        *(f"`smtf(mean)`, compression {c}" for c in (runs.LIGHT, runs.COMPRESSION)),
        *(f"none left out, {c}" for c in (runs.LIGHT, runs.COMPRESSION)),
    )
    for how in runs.INTERPOLATED:
        part, full = runs.smtf(runs.BASE, runs.LIGHT, how), replace(how, interpolate=False)
        grid, measured, left, size = runs.kept(how)
        yield (
            *(how.step, f"{how.samples}", f"{grid:,}", f"{measured:,}", f"{left:,}"),
            f"{size / 1024:,.0f}",
            *(points(part), points(runs.smtf(runs.BASE, runs.COMPRESSION, how))),
            *(
                points(runs.smtf(runs.BASE, compression, full))
                for compression in (runs.LIGHT, runs.COMPRESSION)
            ),
        )


def online() -> Rows:
    """Figure 9: what is learnt on the way."""
    yield ("scheduler", "over greedy", "over offline `smtf(mean)`")
    for scheduler in ("clook", "sstf", *ONLINE):
        yield (
            f"`{scheduler}`",
            f"{runs.above(runs.BASE, scheduler):.1f}",
            points(runs.over_offline(scheduler)),
        )


def claims() -> Rows:
    """Table of the paper's claims."""
    return rows(all_claims())


def table(rows: Rows) -> str:
    """The rows in Markdown; the first one is the head."""
    head, *body = rows
    return page.table(page.cells(head), body, gap=" ")


EXPERIMENTS = {
    "summaries": summaries,
    "disks": disks,
    "places": places,
    "samples": samples,
    "interpolation": interpolation,
    "online": online,
    "claims": claims,
}

if __name__ == "__main__":
    made = {name: lambda rows=rows: table(rows()) for name, rows in EXPERIMENTS.items()}
    page.main(__doc__, DOCS, made)
