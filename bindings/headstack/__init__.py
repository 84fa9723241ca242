"""A hard-disk drive in software, where its hardware and its firmware meet.

import headstack

drive = headstack.Drive("hp_c2247", scheduler="sptf")
result = drive.run(headstack.workload.random(rate_per_s=30))
result.summary["mean_response_ms"], result.requests

The parts, each of which uses only those before it:

- basics: `errors`, `checks`, `units`, `files`, `catalog`, `interrupt`; `_core` is compiled
- `workload/`: what the host asks of a drive
- `metrics/`: what a run's requests say
- `mimic/`: a table of a drive's times
- `result`, `scheduler`, `session`, `drive`, `bus`: a drive, or several on a bus, and their runs
- `measure/`: how far a drive is from a real one, and what it can promise
- `experiments/`: comparisons, the papers' claims, and how they are shown
- `cli/`: the command `headstack`
"""

from headstack.interrupt import quietly

with quietly():
    from headstack import metrics, workload
    from headstack._core import __version__, schedulers
    from headstack.bus import Bus, BusResult, Load
    from headstack.catalog import drives
    from headstack.drive import Drive
    from headstack.errors import CheckCondition, CommandLost, ConfigError, RunError
    from headstack.experiments import codesign, realtime
    from headstack.measure import admission, crossvalidation, validation
    from headstack.metrics import deadlines
    from headstack.mimic import Mimic
    from headstack.result import Result
    from headstack.scheduler import Scheduler
    from headstack.session import Session

__all__ = [
    "Bus",
    "BusResult",
    "CheckCondition",
    "CommandLost",
    "ConfigError",
    "Drive",
    "Load",
    "Mimic",
    "Result",
    "RunError",
    "Scheduler",
    "Session",
    "__version__",
    "admission",
    "codesign",
    "crossvalidation",
    "deadlines",
    "drives",
    "metrics",
    "realtime",
    "schedulers",
    "validation",
    "workload",
]
