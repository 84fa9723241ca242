"""The table of `headstack sweep`: a line for each combination, with means over the seeds."""

import textwrap
from collections.abc import Collection, Sequence
from typing import Any, Final

from headstack import checks
from headstack.cli import output
from headstack.cli.output import Column
from headstack.sweeps import Point, Sweep
from headstack.sweeps.columns import FIXED
from headstack.sweeps.lines import DIGITS, GROUP, Row, groups, mean, own_columns, short, varying

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
"""Headings of the columns with the place of a point on the axes."""

FIGURES: Final = {
    "mean_response_ms": ("mean\nms", 2),
    "p99_response_ms": ("p99\nms", 1),
    "throughput_per_s": ("served\nper s", 1),
}
"""Usual metrics of the table, each with heading and decimals."""

DECIMALS: Final = 3
WIDTH_OF_HEADING: Final = 12


def print_sweep(found: Sweep, rows: Sequence[Row], figures: Sequence[str]) -> None:
    """Prints the table. Each line has the means over the seeds.

    Args:
        found: the sweep.
        rows: rows of the sweep, with all columns.
        figures: names of the columns that follow the axes.
    """
    own = own_columns(found.points)
    names = varying(rows, own)
    lines = [_line(names, figures, alike) for alike in groups(rows, own)]
    if len({tuple(str(line[name]) for name in names) for line in lines}) < len(lines):
        names = [*names, GROUP]
        lines = [{**line, GROUP: line[GROUP][:DIGITS]} for line in lines]
    texts = {name for name in names for line in lines if isinstance(line[name], str)}
    heads = {**AXES, GROUP: "run"}
    columns = [Column(name, heads.get(name, name), short, text=name in texts) for name in names]
    columns.append(Column("runs", "runs"))
    columns += [figure_column(name) for name in figures]
    if any(line["failed"] for line in lines):
        columns.append(Column("failed", "failed"))
    left = len(lines) - MOST_LINES
    caption = "each line is the mean of its runs" if len(lines) < len(rows) else ""
    if left > 0:
        caption = f"and {left:,} lines more; --csv and --json have all points"
    output.print_table(lines[:MOST_LINES], columns, title=repr(found)[1:-1], caption=caption)


def figure_column(name: str) -> Column:
    """Returns the column of a figure."""
    words = textwrap.wrap(name.replace("_", " "), WIDTH_OF_HEADING)
    heading, decimals = FIGURES.get(name, ("\n".join(words), DECIMALS))
    return Column(name, heading, lambda value: cell(value, decimals))


def cell(value: Any, decimals: int = DECIMALS) -> str:
    """Returns the text of a number, or of a list of numbers."""
    if isinstance(value, list):
        return " : ".join(f"{one:.2f}" for one in value)
    return output.digits(decimals)(value)


def check_figure(name: str, kinds: Collection[str] = ("number", "whole", "numbers")) -> None:
    """Raises ConfigError unless the table has a column of this name and of one of the kinds."""
    known = [column for column, (kind, _, _) in FIXED.items() if kind in kinds]
    if name not in known:
        raise checks.unknown("figure", name, known)


def check_axis(argument: str, name: str, points: Sequence[Point]) -> None:
    """Raises ConfigError about `argument` unless an axis has this name."""
    axes = (*own_columns(points), *AXES)
    if name not in axes:
        raise checks.unknown(argument, name, axes)


def _line(names: Sequence[str], figures: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    means = {name: mean(rows, name) for name in figures}
    where = {name: rows[0][name] for name in (*names, GROUP)}
    failed = sum(row["error"] is not None for row in rows)
    return {**where, "runs": len(rows), **means, "failed": failed}
