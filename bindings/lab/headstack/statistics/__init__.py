"""How sure a figure is: warm-up, intervals of runs whose requests depend on each other, pairs.

`warmup` finds where a run has forgotten how it began, `batches` cuts what is left into parts that
do not depend on each other, `intervals` makes confidence intervals of them, `series` and `figures`
have mean, p99 and throughput of runs and of pairs of runs, `paired` compares drives under the same
requests. Uses `drive` and all below it. Begin with `paired.compare`.
"""

from headstack.statistics.figures import MEASURES, Difference, Measure
from headstack.statistics.intervals import Interval
from headstack.statistics.paired import Comparison, compare
from headstack.statistics.series import Series
from headstack.statistics.warmup import Warmup, warmup

__all__ = [
    "MEASURES",
    "Comparison",
    "Difference",
    "Interval",
    "Measure",
    "Series",
    "Warmup",
    "compare",
    "warmup",
]
