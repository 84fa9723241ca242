"""Stored configurations run again, and which of their figures moved.

`suite` reads what is run, `case` runs one, `baseline` keeps what came out, `compare` holds the two
against each other by `tolerance`, `rerun` does it for a whole suite in processes of their own, and
`junit` writes what test servers read. They use `drive` and `workload`. Begin with `suite`;
docs/regression.md says how a suite is written.
"""

from headstack.regression.case import Case
from headstack.regression.compare import Compared, Row
from headstack.regression.junit import write as write_junit
from headstack.regression.rerun import Report, rerun
from headstack.regression.suite import Suite
from headstack.regression.tolerance import FIGURES, Tolerance

__all__ = [
    "FIGURES",
    "Case",
    "Compared",
    "Report",
    "Row",
    "Suite",
    "Tolerance",
    "rerun",
    "write_junit",
]
