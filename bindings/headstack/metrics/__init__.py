"""What a run's requests say: metrics, each with its formula and the paper that it comes from.

`figures` has the metrics of every run, `deadlines` those of requests with deadlines, `share` those
by class. They take the columns of a run's requests, and use the basics and `workload`. Begin with
`figures.summarise`; docs/metrics.md lists them all.
"""

from headstack.metrics.figures import (
    GROWTH,
    PERCENTILE_METHOD,
    PS_PER_MS,
    PS_PER_S,
    Columns,
    Metrics,
    busy,
    elapsed_ps,
    failed_requests,
    hit_rate,
    hits,
    mean_ms,
    mean_queue_length,
    percentiles_ms,
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

__all__ = [
    "GROWTH",
    "PERCENTILE_METHOD",
    "PS_PER_MS",
    "PS_PER_S",
    "Columns",
    "Metrics",
    "busy",
    "elapsed_ps",
    "failed_requests",
    "hit_rate",
    "hits",
    "mean_ms",
    "mean_queue_length",
    "percentiles_ms",
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
