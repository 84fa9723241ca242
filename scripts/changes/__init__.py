"""The kinds of changes that changing.md describes, each with an example.

`form` has the form of a change, and `checkout` the copy in which changes are tried. Each other
module has the example of one kind, as `CHANGE`. Begin with `column`.
"""

from collections.abc import Mapping
from typing import Final

from changes import (
    box,
    column,
    command,
    figure,
    key,
    metric,
    metric_with_sum,
    paper,
    register,
    scheduler,
    trace_format,
)
from changes.form import Change

CHANGES: Final[Mapping[str, Change]] = {
    "scheduler": scheduler.CHANGE,
    "command": command.CHANGE,
    "key": key.CHANGE,
    "register": register.CHANGE,
    "box": box.CHANGE,
    "column": column.CHANGE,
    "metric": metric.CHANGE,
    "sum": metric_with_sum.CHANGE,
    "format": trace_format.CHANGE,
    "figure": figure.CHANGE,
    "paper": paper.CHANGE,
}
"""The changes by their names, in the order of the page."""
