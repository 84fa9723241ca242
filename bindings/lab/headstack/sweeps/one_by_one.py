"""Runs at every point of some axes. The last axis varies fastest. Each run makes a row."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

Row = dict[str, Any]
Progress = Callable[[int, str], object]
"""Function that is called with the number of finished runs and the name of the next run."""


def over(
    *axes: Sequence[Any],
    run: Callable[..., Row],
    named: Callable[..., str],
    progress: Progress | None = None,
) -> list[Row]:
    """Runs at every point of the axes. Returns the rows.

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
