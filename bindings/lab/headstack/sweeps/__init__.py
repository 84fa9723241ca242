"""Many runs: every combination of drives, schedulers, depths and seeds, on all cores or a cluster.

A `point` is one run in the user's words, a `job` the same made ready, with its name; `axes` makes
points, `resolving` jobs. `running` is the loop, `crew` who works, `worker` what they do, `store`
where rows go, `columns` what is in them; `one_by_one` runs
points in this process. Uses drives and all below. Begin with `sweeping`.
"""

from headstack.sweeps.point import Point
from headstack.sweeps.sweeping import Plan, Sweep, plan, planned, sweep

__all__ = ["Plan", "Point", "Sweep", "plan", "planned", "sweep"]
