"""Runs the Disk Mimic's experiments (Popovici 2003, 5 and 6) on a week of a real workstation.

The trace is HP Labs' `ajw` of 30 May 1992, which is not part of this project (docs/mimic.md). Times
at the disk are given relative to those of the best greedy scheduler, `sptf`. `--write` puts the
tables into docs/mimic.md; without it they are printed. Tables without interpolation are drawn by
arithmetic (mimic_exact.py), a fifteenth of the work of probing the drive.
"""

import argparse
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for a test, that loads this file by its path

import page
from headstack.experiments.claims import Bounds
from mimic_claims import all_claims, points, rows, verdict
from mimic_exact import Mechanics
from mimic_runs import (
    ALL_PLACES,
    BASE,
    COMPRESSION,
    DISKS,
    FULL,
    INTERPOLATED,
    LIGHT,
    MANY,
    ROOT,
    SUMMARIES,
    Probing,
    above,
    kept,
    less,
    over_offline,
    probed,
    smtf,
    spent,
    time_s,
)

DOCS = ROOT / "docs" / "mimic.md"
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
    yield ("compression", "greedy s", *(f"smtf({s})" for s in SUMMARIES), *others)
    for compression in (LIGHT, 100, COMPRESSION, 1000):
        yield (
            *(f"{compression}", f"{time_s(BASE, 'sptf', compression):.1f}"),
            *(points(smtf(BASE, compression, FULL, summary)) for summary in SUMMARIES),
            *(f"{above(BASE, scheduler, compression):.1f}" for scheduler in others),
        )


WITHIN = Bounds(high=8.0)
AHEAD = Bounds(low=0.0)


def disks() -> Rows:
    """Figure 7: the eight disks of table 1."""
    yield (
        *("disk", "compression", "greedy s", "waiting", "`smtf(mean)`", "all places"),
        *("`clook`", "`sstf`", "`fcfs`", "within 8 %", "ahead"),
    )
    for compression in (LIGHT, COMPRESSION):
        for disk in DISKS:
            found = smtf(disk, compression)
            others = [above(disk, scheduler, compression) for scheduler in ("clook", "sstf")]
            seconds, waiting = spent(disk, "sptf", compression)
            yield (
                *(f"`{disk}`", f"{compression}", f"{seconds:.1f}", f"{waiting:.1f}", points(found)),
                points(smtf(disk, compression, ALL_PLACES)),
                *(f"{other:.1f}" for other in (*others, above(disk, "fcfs", compression))),
                verdict(found, WITHIN),
                verdict(less(min(others), found), AHEAD),
            )


def places() -> Rows:
    """What a distance leaves open: all places against greedy-optimal, by load."""
    compressions = (20, 50, 100, 200, 500, 1000)
    yield ("disk", "left open, ms", *(f"{compression}" for compression in compressions))
    for disk in DISKS:
        table = probed(disk, ALL_PLACES, 1)
        near = abs(table.kinds[0].distance) < 16 * 2048
        mechanics = Mechanics.of(disk)
        open_ns = mechanics.positioning(table.kinds[0].distance[near].astype("int64"))[1]
        cells = []
        for compression in compressions:
            seconds, waiting = spent(disk, "smtf", compression, table)
            excess = 100 * (seconds / time_s(disk, "sptf", compression) - 1)
            cells.append(f"{excess:.1f} ({waiting:.1f})")
        yield (f"`{disk}`", f"{open_ns.mean() / 1e6:.2f}", *cells)


def samples() -> Rows:
    """Figure 4: the number of samples; and for the disks that need the most."""
    cells = ((BASE, LIGHT), *((disk, COMPRESSION) for disk in (BASE, DISKS[5], DISKS[7])))
    yield ("samples", *(f"`{disk}`, {compression}" for disk, compression in cells))
    for count in (1, 2, 5, 10, 20, 100, 0):
        found = []
        for disk, compression in cells:
            how = {0: ALL_PLACES, 100: FULL if disk == BASE else MANY}
            found.append(points(smtf(disk, compression, how.get(count, Probing(count)))))
        yield (f"{count}" if count else "all places", *found)


def interpolation() -> Rows:
    """Section 5.3: what interpolation saves and costs, by samples and step."""
    yield (
        *("step", "samples", "distances", "probed", "kept", "KiB kept"),
        *(f"`smtf(mean)`, compression {c}" for c in (LIGHT, COMPRESSION)),
        *(f"none left out, {c}" for c in (LIGHT, COMPRESSION)),
    )
    for how in INTERPOLATED:
        part, full = smtf(BASE, LIGHT, how), replace(how, interpolate=False)
        grid, measured, points, size = kept(how)
        yield (
            *(how.step, f"{how.samples}", f"{grid:,}", f"{measured:,}", f"{points:,}"),
            f"{size / 1024:,.0f}",
            *(points(part), points(smtf(BASE, COMPRESSION, how))),
            *(points(smtf(BASE, compression, full)) for compression in (LIGHT, COMPRESSION)),
        )


def online() -> Rows:
    """Figure 9: what is learnt on the way."""
    yield ("scheduler", "over greedy", "over offline `smtf(mean)`")
    for scheduler in ("clook", "sstf", *ONLINE):
        yield (f"`{scheduler}`", f"{above(BASE, scheduler):.1f}", points(over_offline(scheduler)))


def claims() -> Rows:
    """The paper's words."""
    return rows(all_claims())


EXPERIMENTS = {
    "summaries": summaries,
    "disks": disks,
    "places": places,
    "samples": samples,
    "interpolation": interpolation,
    "online": online,
    "claims": claims,
}


def table(rows: Rows) -> str:
    """A Markdown table; the first row is its head."""
    head, *body = rows
    lines = [head, ("---", *("--:" for _ in head[1:])), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Prints the tables, or writes them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/mimic.md")
    parser.add_argument("--only", choices=EXPERIMENTS, help="just this one")
    arguments = parser.parse_args()
    for name, experiment in EXPERIMENTS.items():
        if arguments.only not in (None, name):
            continue
        found = table(experiment())
        if arguments.write:
            page.put(DOCS, name, found)
        else:
            sys.stdout.write(f"{name}\n{found}\n\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
