"""Experiments over axes: a run at every point, the last axis fastest, a row each."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

Row = dict[str, Any]
Progress = Callable[[int, str], object]
"""Is told the number of runs done, and what runs."""


def over(
    *axes: Sequence[Any],
    run: Callable[..., Row],
    named: Callable[..., str],
    progress: Progress | None = None,
) -> list[Row]:
    """Runs at every point of the axes.

    Args:
        axes: the values of each.
        run: takes one value of each axis, makes the row.
        named: what runs there, for `progress`.
        progress: is told of each run before it.
    """
    rows: list[Row] = []
    for point in product(*axes):
        if progress is not None:
            progress(len(rows), named(*point))
        rows.append(run(*point))
    return rows
