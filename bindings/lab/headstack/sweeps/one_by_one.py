"""Experiments over axes: a run at every point, the last axis fastest, and a row for each run."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

Row = dict[str, Any]
Progress = Callable[[int, str], object]
"""Called with the number of runs done, and the name of the next one."""


def over(
    *axes: Sequence[Any],
    run: Callable[..., Row],
    named: Callable[..., str],
    progress: Progress | None = None,
) -> list[Row]:
    """Runs at every point of the axes.

    Args:
        axes: values along each axis.
        run: makes the row of a point, from one value of each axis.
        named: makes the name of a point, for `progress`.
        progress: called before each run.
    """
    rows: list[Row] = []
    for point in product(*axes):
        if progress is not None:
            progress(len(rows), named(*point))
        rows.append(run(*point))
    return rows
