"""What a run's requests say: metrics, each with its formula and the paper that it comes from.

`metric` says what a declaration has, `quantiles` finds percentiles. `figures` declares the metrics
of requests, `deadlines` those of requests with deadlines, `share` those by class, and `runs` what a
run says beside them: its METRICS are all. They use the basics and `workload`. Begin with `figures`;
docs/metrics.md is made from the declarations.
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
