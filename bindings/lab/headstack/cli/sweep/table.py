"""What `headstack sweep` prints: a line for each combination, over its seeds."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from headstack.cli import output
from headstack.cli.output import Column
from headstack.sweeps import Point, Sweep

MOST_LINES: Final = 60
AXES: Final = {
    "drive": "drive",
    "scheduler": "scheduler",
    "placement": "place",
    "host_scheduler": "host\nscheduler",
    "drive_queue_depth": "queue\ndepth",
    "host_outstanding": "host\noutst.",
    "host_queue_depth": "host\ndepth",
    "workload": "workload",
    "rate_per_s": "rate\n1/s",
    "outstanding": "outst.",
    "size_bytes": "size\nB",
    "read_fraction": "reads",
    "align_bytes": "align\nB",
    "requests": "requests",
    "conditions": "conditions",
    "weights": "weights",
    "mimic": "mimic",
    "most_learnt_distances": "learnt\ndistances",
    "firmware": "firmware",
}
"""Columns that say where a point lies, with their headings."""

GROUP: Final = "key_without_seed"
"""Column with the key that all runs of a line share. Shown if no other column tells lines apart."""

DIGITS: Final = 8
"""Digits of a hash that the table shows."""

_HASH: Final = re.compile("[0-9a-f]{64}")

FIGURES: Final = {
    "mean_response_ms": ("mean\nms", 2),
    "p99_response_ms": ("p99\nms", 1),
    "throughput_per_s": ("served\nper s", 1),
}
"""Metrics of the table, with heading and decimals."""


def print_sweep(found: Sweep) -> None:
    """Prints the table; each line is a mean over the seeds."""
    rows = found.table.to_pylist()
    names = varying(rows, found.points)
    own = list(dict.fromkeys(name for point in found.points for name in point.columns()))
    lines = [_line(names, alike) for alike in groups(rows, own)]
    if len({tuple(str(line[name]) for name in names) for line in lines}) < len(lines):
        names = [*names, GROUP]
        lines = [{**line, GROUP: line[GROUP][:DIGITS]} for line in lines]
    texts = {name for name in names for line in lines if isinstance(line[name], str)}
    heads = {**AXES, GROUP: "run"}
    columns = [Column(name, heads.get(name, name), short, text=name in texts) for name in names]
    columns.append(Column("runs", "runs"))
    columns += [Column(n, head, output.digits(places)) for n, (head, places) in FIGURES.items()]
    if any(line["failed"] for line in lines):
        columns.append(Column("failed", "failed"))
    left = len(lines) - MOST_LINES
    caption = "each line is the mean of its runs" if len(lines) < len(rows) else ""
    if left > 0:
        caption = f"and {left:,} lines more; --csv and --json have all points"
    output.print_table(lines[:MOST_LINES], columns, title=repr(found)[1:-1], caption=caption)


def varying(rows: Sequence[Mapping[str, Any]], points: Sequence[Point]) -> list[str]:
    """Columns in which points differ, other than the seed; the scheduler always."""
    own = dict.fromkeys(name for point in points for name in point.columns())
    differing = [name for name in (*AXES, *own) if len({str(row[name]) for row in rows}) > 1]
    return differing or ["scheduler"]


def groups(rows: Sequence[Mapping[str, Any]], own: Sequence[str]) -> list[list[Any]]:
    """Groups the runs that differ only in their seed. Each run counts once."""
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        name = (row[GROUP], *(row[label] for label in own))
        groups.setdefault(name, {}).setdefault(row["key"], row)
    return [list(group.values()) for group in groups.values()]


def _line(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    well = [row for row in rows if row["error"] is None]
    means = {name: sum(row[name] for row in well) / len(well) if well else None for name in FIGURES}
    where = {name: rows[0][name] for name in (*names, GROUP)}
    return {**where, "runs": len(rows), **means, "failed": len(rows) - len(well)}


def short(value: Any) -> str:
    """The text of a value in a table."""
    if isinstance(value, list):
        return ":".join(f"{one:g}" for one in value)
    if isinstance(value, str) and _HASH.fullmatch(value):
        return value[:DIGITS]
    return f"{value:g}" if isinstance(value, float) else output.show(value)
