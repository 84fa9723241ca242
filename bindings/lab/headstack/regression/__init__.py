"""Runs stored configurations again, and reports the figures that moved (docs/use/regression.md).

- `suite`: reads the runs of a suite from a TOML file
- `case`: runs a configuration of the suite
- `baseline`: stores the results of each case
- `tolerance`: the allowed difference of each figure
- `differences`: compares a run with its baseline
- `rerun`: runs a whole suite in parallel processes
- `junit`: writes the report as JUnit XML for test servers

Uses `drive` and the parts before `drive`. Begin with `suite`.
"""

from headstack.regression.case import Case
from headstack.regression.differences import Compared, Row
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
