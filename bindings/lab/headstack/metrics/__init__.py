"""The metrics of a run, each with its formula and the paper that defines the metric.

`metric` has the form of a declaration. `figures` declares the metrics of requests, `deadlines` the
metrics of requests with deadlines, `share` the metrics by class, `limits` the metrics by duration
limit, and `priorities` the metrics by priority. `runs` declares the other metrics of a run, and its
`METRICS` lists all metrics. `quantiles` computes percentiles.
docs/reference/metrics.md is made from the declarations. Uses the basics. Begin with `figures`.
"""

from headstack.metrics.figures import (
    GROWTH,
    PERCENTILE_METHOD,
    busy,
    elapsed_ps,
    failed_requests,
    hit_rate,
    hits,
    mean_ms,
    mean_queue_length,
    percentile_ms,
    reads,
    response_ps,
    retries,
    saturated,
    schedule_sha256,
    scv,
    summarise,
    throughput_mb_s,
    throughput_per_s,
    time_at_disk_ps,
    utilisation,
)
from headstack.metrics.metric import (
    PS_PER_MS,
    PS_PER_S,
    Columns,
    Metric,
    Metrics,
    Requests,
    Run,
)
from headstack.metrics.runs import METRICS, of_run

__all__ = [
    "GROWTH",
    "METRICS",
    "PERCENTILE_METHOD",
    "PS_PER_MS",
    "PS_PER_S",
    "Columns",
    "Metric",
    "Metrics",
    "Requests",
    "Run",
    "busy",
    "elapsed_ps",
    "failed_requests",
    "hit_rate",
    "hits",
    "mean_ms",
    "mean_queue_length",
    "of_run",
    "percentile_ms",
    "reads",
    "response_ps",
    "retries",
    "saturated",
    "schedule_sha256",
    "scv",
    "summarise",
    "throughput_mb_s",
    "throughput_per_s",
    "time_at_disk_ps",
    "utilisation",
]
