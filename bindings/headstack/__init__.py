"""A hard-disk drive in software, where its hardware and its firmware meet.

import headstack

drive = headstack.Drive("hp_c2247", scheduler="sptf")
result = drive.run(headstack.workload.random(rate_per_s=30))
result.summary["mean_response_ms"], result.requests
"""

from headstack.interrupt import quietly

with quietly():
    from headstack import workload
    from headstack._core import __version__, schedulers
    from headstack.bus import Bus, BusResult, Load
    from headstack.catalog import drives
    from headstack.drive import Drive
    from headstack.errors import CheckCondition, CommandLost, ConfigError, RunError
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
    "drives",
    "schedulers",
    "workload",
]
