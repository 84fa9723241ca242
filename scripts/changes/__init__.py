"""Examples of changes, one for each kind of change in changing.md.

`form` defines a change. `checkout` runs commands in a copy of the checkout. Each other module has
an example of one kind, with the name `CHANGE`. Begin with `column`.
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
"""The changes by name, in the order of changing.md."""
