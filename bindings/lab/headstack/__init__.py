"""A hard-disk drive in software, where its hardware and its firmware meet.

import headstack

drive = headstack.Drive("hp_c2247", scheduler="sptf")
result = drive.run(headstack.workload.random(rate_per_s=30))
result.summary["mean_response_ms"], result.requests

The parts. Each part uses only the parts before it:

- basics: `starting/`, `arrays`, `errors`, `checks`, `units`, `files`, `catalog`, `loading`, `lazy`,
  `live`, `parallel/`, `student`; `_core` is compiled
- `keeping/`: files of results with a checksum, and hashes of the code
- `drawing/`: the look of charts and pages
- `traces/`: reads and writes traces of requests from other programs
- `workload/`: the requests of the host
- `metrics/`: the figures of a run
- `mimic/`: a table of a drive's times
- `processor/`: the user's own firmware, and its cycles by function
- `comparator/`: the user's own SystemVerilog in place of the comparator
- `settings`, `rows`, `notebook`, `arm`, `run_plots`, `result`, `stream`, `saved`: the results of a
  run, with or without its requests, or from a file
- `waves`: files for the signals of a run
- `scheduler`, `queues`, `session`, `timeline`, `drive`, `bus`: a drive, or several on a bus, and
  their runs
- `sweeps/`: many runs at once, on all cores or a cluster, as one table
- `regression/`: runs stored configurations again and compares the figures
- `statistics/`: confidence intervals, and drives compared under the same requests
- `measure/`: compares a drive with a real drive, and finds the streams that it can accept
- `advice/`: recommends a scheduler for the user's requests
- `codesign`: decisions in firmware and in the comparator
- `datasheet/`: a drive file from the figures of a data sheet
- `drive_schema`: a JSON Schema of drive files
- `scheduler_project/`: a project for the user's own scheduler
- `seek_order`: the order of a queue of cylinders, as textbooks ask for it
- `charts/`: charts and pages
- `report/`: a page of results
- `cli/`: the command `headstack`

A part is imported at the first use of its names, so `import headstack` alone takes no time.
"""

from headstack.starting import search_path

if search_path.run_as_module():
    search_path.leave_out_current_folder()

from typing import TYPE_CHECKING

from headstack.lazy import lazily

if TYPE_CHECKING:
    from headstack import advice, codesign, metrics, regression, statistics, traces, workload
    from headstack._core import __version__, schedulers
    from headstack.bus import Bus, BusResult, Load
    from headstack.catalog import drives
    from headstack.drive import Drive
    from headstack.errors import CheckCondition, CommandLost, ConfigError, RunError
    from headstack.measure import admission, validation
    from headstack.metrics import deadlines
    from headstack.mimic import Mimic
    from headstack.result import Result
    from headstack.saved import Saved, load
    from headstack.scheduler import Scheduler
    from headstack.session import Session
    from headstack.statistics import compare
    from headstack.stream import Streamed
    from headstack.sweeps import sweep
    from headstack.timeline import Timeline
else:  # the same names, imported at their first use
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "headstack._core": ("__version__", "schedulers"),
            "headstack.bus": ("Bus", "BusResult", "Load"),
            "headstack.catalog": ("drives",),
            "headstack.drive": ("Drive",),
            "headstack.errors": ("CheckCondition", "CommandLost", "ConfigError", "RunError"),
            "headstack.measure": ("admission", "validation"),
            "headstack.metrics": ("deadlines",),
            "headstack.mimic": ("Mimic",),
            "headstack.result": ("Result",),
            "headstack.saved": ("Saved", "load"),
            "headstack.scheduler": ("Scheduler",),
            "headstack.session": ("Session",),
            "headstack.statistics": ("compare",),
            "headstack.stream": ("Streamed",),
            "headstack.sweeps": ("sweep",),
            "headstack.timeline": ("Timeline",),
        },
        parts=(
            *("_core", "advice", "arm", "arrays", "bus", "catalog", "charts", "checks"),
            *("codesign", "datasheet", "drawing", "drive", "drive_schema", "errors", "files"),
            *("keeping", "lazy", "live", "loading", "measure", "metrics", "mimic"),
            *("notebook", "parallel", "processor", "queues", "regression", "report", "result"),
            *("rows", "run_plots", "saved", "scheduler", "scheduler_project", "seek_order"),
            *("session", "settings", "starting", "statistics", "stream", "student"),
            *("sweeps", "timeline", "traces", "units", "waves", "workload"),
        ),
    )

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
    "Saved",
    "Scheduler",
    "Session",
    "Streamed",
    "Timeline",
    "__version__",
    "admission",
    "advice",
    "codesign",
    "compare",
    "deadlines",
    "drives",
    "load",
    "metrics",
    "regression",
    "schedulers",
    "statistics",
    "sweep",
    "traces",
    "validation",
    "workload",
]
