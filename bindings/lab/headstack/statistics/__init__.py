"""The uncertainty of figures: warm-up, confidence intervals and paired comparisons.

- `warmup`: finds the end of a run's warm-up
- `batches`: divides a series into batches with independent means
- `intervals`: computes confidence intervals of means and quantiles
- `measured`: a mean over independent runs, with its confidence interval
- `series`: the response times and completion times of a run
- `figures`: mean, 99th percentile and throughput of runs, and their differences between drives
- `comparison_plots`: draws a comparison
- `paired`: compares drives under the same requests

Uses `drive` and the parts before `drive`. Begin with `paired.compare`.
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
