"""Runs every combination of drives, schedulers, depths and seeds, on all cores or a cluster.

- `fields`: the arguments of a run
- `point`: a point of a sweep: a run with its name
- `axes`: makes the points of a sweep from its axes
- `job`: a run that is ready to start, with its drive and workload
- `resolving`: makes jobs from points
- `canonical`: the arguments of a run as a unique text
- `sources`: hashes of the files on which a run depends
- `crew`: the interface of a crew, which runs jobs
- `crews`: crews of processes or of a given executor, and the choice of a crew
- `dask_crew`: the crew of a Dask cluster
- `worker`: runs jobs in a process of a crew
- `running`: sends jobs to a crew, collects rows and repeats lost jobs
- `store`: stores rows in a folder or in memory
- `columns`: the columns of the table, with their types and units
- `sweeping`: the function `sweep`, which plans and runs a sweep
- `lines`: the axes that vary, and the runs of each line of the table
- `sweep_plots`: draws a sweep
- `one_by_one`: calls a function at each point of some axes, in this process

Uses `drive` and the parts before `drive`. Begin with `sweeping`.
"""

from headstack.sweeps.point import Point
from headstack.sweeps.sweeping import Plan, Sweep, plan, planned, sweep

__all__ = ["Plan", "Point", "Sweep", "plan", "planned", "sweep"]
